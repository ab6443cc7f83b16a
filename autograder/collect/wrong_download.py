"""Refuses downloads and class lists that are surely not meant: of another homework or class.

Each function raises BadDownload, with the reason and what to do.
"""

from collections import Counter
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.people.list_changes import changed_ids, located_ids
from autograder.people.roster import Roster
from autograder.people.student import are_two_people
from autograder.submissions.candidates import candidates_among
from autograder.submissions.homework_ids import homework_of
from autograder.systems.download import Attempt, BadDownload

MIN_SUSPICIOUS = 3  # notebooks of another homework, or strangers; fewer may be one person's mistake
MAX_ATTEMPTS_READ = 10  # attempts of one person, the newest, in which a notebook is looked for
MAX_EXAMPLES = 3  # students that are named


def refuse_other_files(attempts: list[Attempt], homework: str, source: Path) -> None:
    """Refuses a download that is mostly for another homework."""
    # Only the newest attempt with a notebook counts, since one person may have made many attempts.
    homework_by_account: dict[str, str] = {}
    tried: Counter[str] = Counter()
    for attempt in sorted(attempts, key=Attempt.order)[::-1]:  # of one time, the last first
        account = attempt.account
        if account in homework_by_account or tried[account] == MAX_ATTEMPTS_READ:
            continue
        tried[account] += 1
        # They are read one attempt at a time, since together they may be large.
        notebooks, _ = candidates_among(attempt.files)
        if found := [homework_of(notebook.data) for notebook in notebooks]:
            homework_by_account[account] = homework if homework in found else found[-1]
    total = len(homework_by_account)
    for other, count in Counter(homework_by_account.values()).most_common(1):
        if other not in ("", homework) and count >= MIN_SUSPICIOUS and count > total / 2:
            raise BadDownload(
                f"{count} of {total} notebooks are for {other}, not {homework}. Did you mean "
                f"to collect {source.name} for {other}? Nothing was written."
            )


def refuse_another_class(attempts: list[Attempt], roster: Roster, path: Path) -> None:
    """Refuses a download that is mostly from people who are not in the class list at `path`."""
    people = {attempt.account for attempt in attempts}
    strangers = people - {attempt.account for attempt in attempts if attempt.matches_in(roster)}
    if roster.students and len(strangers) >= MIN_SUSPICIOUS and len(strangers) > len(people) / 2:
        raise BadDownload(
            f"{len(strangers)} of {len(people)} people are not in {path}: is that the list "
            "of another class? Name the right one with --roster, or add --only-roster to skip "
            "these people. Nothing was written."
        )


def refuse_other_ids(
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


def refuse_exchanged_ids(before: Roster, now: Roster, classroom: Classroom, path: Path) -> None:
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


def refuse_new_owners(before: Roster, now: Roster, classroom: Classroom, path: Path) -> None:
    """Refuses a new class list, at `path`, that has another person under an id that the class has
    under `submitted/`, and nowhere the one who had it. Others are for `refuse_exchanged_ids`."""
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
