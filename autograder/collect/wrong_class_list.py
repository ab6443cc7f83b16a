"""Refuses new class lists from which somebody would get another's work, or most a second id."""

from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.collect.wrong_download import MIN_SUSPICIOUS
from autograder.people.list_changes import changed_ids, located_ids
from autograder.people.roster import Roster
from autograder.people.student import are_two_people
from autograder.systems.download import Attempt, BadDownload

MAX_EXAMPLES = 3  # students that are named


def refuse_wrong_list(
    attempts: list[Attempt], before: Roster, now: Roster, classroom: Classroom, path: Path
) -> None:
    """Refuses such a list, at `path`, with the reason and what to do.

    Args:
        attempts: those in the download that the list came with.

    Raises:
        BadDownload: it is one.
    """
    _refuse_other_ids(attempts, before, now, classroom, path)
    _refuse_exchanged_ids(before, now, classroom, path)
    _refuse_new_owners(before, now, classroom, path)


def _refuse_other_ids(
    attempts: list[Attempt], before: Roster, now: Roster, classroom: Classroom, path: Path
) -> None:
    """Refuses a new class list, at `path`, if most of the class would get a second id from it."""
    handed_in = set(classroom.students("*"))
    known = {*now.ids} | changed_ids(before.students, now.students).keys()
    # A known id is also one made from this system's name for a student, if one row fits that name.
    known |= {attempt.student_id for attempt in attempts if len(attempt.matches_in(now)) == 1}
    strangers = sorted(handed_in - known)
    if len(strangers) >= MIN_SUSPICIOUS and len(strangers) > len(handed_in) / 2:
        examples = ", ".join(strangers[:MAX_EXAMPLES])
        raise BadDownload(
            f"{len(strangers)} of the {len(handed_in)} people who handed in, such as {examples}, "
            f"are not in {path.name}, and nothing in it identifies them: they would be duplicated. "
            "If it lists another class, give that class its own --class-dir. Otherwise use a list "
            "with a column that the old list has too: ID number, SIS User ID, Student ID or e-mail "
            "address. Or first rename these students one by one: "
            f"{classroom.command('rename', 'OLD', 'NEW')}. Nothing was written."
        )


def _refuse_exchanged_ids(before: Roster, now: Roster, classroom: Classroom, path: Path) -> None:
    """Refuses a new class list, at `path`, that gives somebody an id that was another's, as long as
    the class has that id, or theirs, under `submitted/`. What an interruption left half done could
    not be told from what is right, so people rename one by one."""
    handed_in = set(classroom.students("*"))
    located = located_ids(before.students, now.students)
    moved = {old: new for old, new in located.items() if new != old}
    taken = {old: new for old, new in moved.items() if new in before.ids and {old, new} & handed_in}
    others = [student for student in now.students if student.id not in moved]
    for old, new in changed_ids(before.students, others).items():
        if old in now.ids and old in handed_in:  # it is a new student's
            taken[old] = new
    if not taken:
        return
    old, new = min(taken.items())
    left = {each: moved[each] for each in {*taken, *taken.values()} & moved.keys() & handed_in}
    steps = [  # those whose ids others have now, and who are not in the new list
        classroom.command("forget", each)
        for each in sorted(handed_in & {*taken.values()} - {*located})
    ]
    while left:
        free = [each for each in left if left[each] not in left]
        source = min(free or left)
        target = left.pop(source)
        if not free:  # all wait for each other
            left[f"{source}-before"], target = target, f"{source}-before"
        steps.append(classroom.command("rename", source, target))
    raise BadDownload(
        f"In {path.name}, {new} is whom {classroom.roster.name} calls {old}. One of these ids is "
        "somebody else's in one of the lists: somebody would get another's work. Nothing was "
        f"written. Move {classroom.roster.name} to another folder, then: {'; '.join(steps)}. Then "
        "collect again."
    )


def _refuse_new_owners(before: Roster, now: Roster, classroom: Classroom, path: Path) -> None:
    """Refuses a new class list, at `path`, that has another person under an id that the class has
    under `submitted/`, and nowhere the one who had it. Others are for `_refuse_exchanged_ids`."""
    listed = {student.id: student for student in now.students}
    located = located_ids(before.students, now.students)
    ids = {*classroom.students("*")} & listed.keys() - located.keys()
    owners = {each.id: each for each in before.students if each.id in ids}
    taken = [each for each in sorted(owners) if are_two_people(owners[each], listed[each])]
    if taken:
        people = "; ".join(f"{each}, {owners[each].name}, is {listed[each].name}" for each in taken)
        forget = "; ".join(classroom.command("forget", each) for each in taken)
        raise BadDownload(
            f"In {path.name}, somebody else has an id of {classroom.roster.name}, and would get "
            f"another's work: {people}. Nothing was written. Of two people, first remove what the "
            f"one before handed in: {forget}. If it is one person under two names, write the new "
            f"one into {classroom.roster.name}. Then collect again."
        )
