"""Gives a student another id, and moves submissions, marks, extensions and all else to it."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.enrolment.belongings import (
    Belongings,
    belongings_of,
    by_homework,
    known_ids,
    place_under,
)
from autograder.grading.journal import Journal
from autograder.on_nbgrader.gradebook import ClassGradebook
from autograder.people.former_ids import note_new_id
from autograder.people.list_changes import changed_ids, namesakes
from autograder.people.roster import Roster
from autograder.people.student import Student, are_two_people, comparable_id, have_different_names
from autograder.rules.extensions import rename_in_extensions


class Conflict(Failure):
    """Two students' ids or folders collide, a folder is a link, or two entries may be two people;
    the message says which."""


def refuse_two_people(classroom: Classroom, old: str, new: str) -> None:
    """Raises Failure if the class list has two people under these ids, or cannot be used."""
    roster = Roster.of(classroom)
    listed = roster.by_id
    if listed:  # by former ids, too: a row with one is still that student's
        written_ids = Roster.read(classroom.roster).by_id
        listed = dict(zip(written_ids, roster.students, strict=True)) | listed
    if old in listed and new in listed and are_two_people(listed[old], listed[new]):
        who = " and ".join(f"{listed[each].name} ({each})" for each in (old, new))
        raise Failure(
            f"These are two people in roster.csv: {who}. Nothing was changed. If they are one, "
            f"remove the line of {new} there first."
        )


def rename(classroom: Classroom, old: str, new: str) -> list[str]:
    """Moves everything that a class has under one id to another. After an interruption, it can be
    done again.

    Returns:
        The homeworks that had something of the old id.

    Raises:
        Conflict: both ids have something of the same homework, or a folder of theirs is a link to
            what may be another student's, or the new id is another's but for upper and lower case.
            Nothing was changed.
    """
    of_old, folders = _to_move(classroom, old, new)
    note_new_id(classroom, old, new)
    rename_in_extensions(classroom, old, new)
    ClassGradebook(classroom).rename(old, new)
    for name in of_old.journals:
        Journal(classroom, name).rename(old, new)
    for folder, target in folders:
        target.parent.mkdir(parents=True, exist_ok=True)
        folder.rename(target)
    for folder in of_old.folders:
        with suppress(OSError):  # it was moved
            folder.rmdir()
    return sorted(of_old.homeworks)


def _to_move(
    classroom: Classroom, old: str, new: str
) -> tuple[Belongings, list[tuple[Path, Path]]]:
    """All that a class has under the old id, and from where to where each of its folders moves.

    Raises:
        Conflict: as for `rename`.
    """
    for other in (known_ids(classroom) | {*Roster.or_empty(classroom).by_id}) - {old, new}:
        if comparable_id(other) == comparable_id(new):
            raise Conflict(
                f"{new} and {other}, who is in this class, differ in upper and lower case only. "
                "Downloads and class lists could mean either. Nothing was changed. If you mean "
                f"{other}: {classroom.command('rename', old, other)}"
            )
    of_old, of_new = belongings_of(classroom, old), belongings_of(classroom, new)
    for folder in of_old.folders + of_new.folders:
        if folder.is_symlink():
            raise Conflict(
                f"{folder} is a link, which is not followed. Nothing was changed. Replace it by a "
                "folder."
            )
    folders = [
        (name, folder, place_under(new, folder, classroom.folder, classroom))
        for name, folder in by_homework(of_old.folders)
    ]
    both = {name for name, _, target in folders if target.exists()}
    both |= (of_old.marked or set()) & (of_new.marked or set())
    both |= {*of_old.journals} & {*of_new.journals}
    if both:
        raise Conflict(
            f"{old} and {new} both have {', '.join(sorted(both))}. Nothing was changed. To keep "
            f"{old}'s, first: {classroom.command('forget', new)}"
        )
    return of_old, [(folder, target) for _, folder, target in folders]


def follow_new_list(
    classroom: Classroom, before: Roster, now: Roster, *, dry_run: bool
) -> Iterator[tuple[str, str, Conflict | None]]:
    """Renames students whose ids have changed between two class lists, if these identify them and
    have no other name for them.

    Yields:
        For each who has data in the class: the old id, the new one, and what stood in the way. Also
        for each who has another name, or of whom only the name is in both lists.
    """
    settled: set[str] = set()
    for old, new in changed_ids(before.students, now.students).items():
        one, other = before.by_id[old], now.by_id[new]
        if have_different_names(one, other):
            reason = f"has a number or address of {one.name} ({old}). Nothing was moved"
            yield old, new, _unclear(classroom, one, other, reason)
            continue
        settled |= {old, new}
        try:
            homeworks = (
                _to_move(classroom, old, new)[0].homeworks
                if dry_run
                else rename(classroom, old, new)
            )
            if homeworks:
                yield old, new, None
        except Conflict as conflict:
            yield old, new, conflict
    for old, new in namesakes(before.students, now.students).items():
        if not {old, new} & settled and belongings_of(classroom, old).homeworks:
            reason = f"is new, and {old}, who had the same name, is gone. Their marks count apart"
            yield old, new, _unclear(classroom, before.by_id[old], now.by_id[new], reason)


def _unclear(classroom: Classroom, one: Student, other: Student, reason: str) -> Conflict:
    """Says why two entries of two class lists may be one person, and what to do in that case."""
    return Conflict(
        f"In the new class list, {other.name} ({other.id}) {reason}. If they are one person: "
        f"{classroom.command('rename', one.id, other.id)}"
    )
