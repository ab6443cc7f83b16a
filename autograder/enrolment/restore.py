"""Restores a student from the trash, except homeworks that the class has something of again."""

import os
import shutil
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.enrolment.belongings import belongings_of, by_homework, folders_of, place_under
from autograder.enrolment.trash import Lines, Removal, removals_of
from autograder.grading.journal import Journal, JournalEntry
from autograder.on_nbgrader.gradebook import student_in
from autograder.on_nbgrader.student_rows import Rows, put_rows, rows_by_homework
from autograder.people.former_ids import ids_before
from autograder.people.roster import Roster, current_ids
from autograder.people.student import are_two_people


@dataclass
class RemovedPart:
    """What one removal put in the trash for one homework."""

    removal: Removal
    student: str  # the present id, under which it is restored
    homework: str
    folders: list[Path]
    rows: Rows  # of the gradebook
    lines: list[JournalEntry]  # of the journal
    in_the_way: str = ""  # why it stays in the trash, in a sentence; empty if it was restored
    # What people had entered but cannot be restored, because its cell is gone, in sentences.
    lost: list[str] = field(default_factory=list)

    def places_in(self, classroom: Classroom) -> dict[Path, Path]:
        """The place in the class to which each folder is restored."""
        around = self.removal.folder
        return {each: place_under(self.student, each, around, classroom) for each in self.folders}


def restore(classroom: Classroom, student: str, first: str) -> list[RemovedPart]:
    """Restores a student's data from the trash, under the student's present id.

    The newest removal is restored first, unless `first` names another. A homework stays in the
    trash if the class has something of the student for it again. If this is interrupted, call it
    again.

    Args:
        first: the name of the removal to begin with; empty for the newest.

    Returns:
        Everything that the trash had, the newest removal first.

    Raises:
        Failure: the trash has nothing of the student, or no removal called `first`. Nothing was
            changed.
    """
    removals = removals_of(classroom, student)[::-1]
    names = [removal.name for removal in removals]
    if not removals:
        reason = f"The trash, {classroom.trash}, has nothing of {student}."
        for old in ids_before(classroom, student):
            if removals_of(classroom, old):
                undo = classroom.command("forget", old, "--undo")
                reason += f" It has something of {old}, a former id: {undo}"
        raise Failure(reason)
    if first and first not in names:
        raise Failure(f"There is no removal {first!r} of {student}. There are: {', '.join(names)}.")
    for removal in removals:
        removal.entries()  # so that nothing is restored if one of them is damaged
    parts: dict[Removal, list[RemovedPart]] = {}
    for removal in sorted(removals, key=lambda removal: removal.name != first):
        parts[removal] = _restore_from(classroom, student, removal)
    with suppress(OSError):  # not empty: some of the student's data stay in the trash
        (classroom.trash / student).rmdir()
    return [part for removal in removals for part in parts[removal]]


def why_not_theirs(classroom: Classroom, student: str) -> str:
    """If the class list now gives the id to somebody else: a sentence that names this person and
    the one whose data were removed. Else empty."""
    now = current_ids(classroom).get(student, student)
    listed = Roster.or_empty(classroom).by_id
    for removal in removals_of(classroom, student) if now in listed else ():
        about_student, _ = rows_by_homework(classroom, removal.entries()[0])
        for _, row in about_student:
            before = student_in(row)
            if are_two_people(before, listed[now]):
                return (
                    f"In roster.csv, {now} is {listed[now].name}; what was removed under {student} "
                    f"is {before.name}'s."
                )
    return ""


def _restore_from(classroom: Classroom, student: str, removal: Removal) -> list[RemovedPart]:
    """Restores one removal, except homeworks that are in the class again; returns all its parts."""
    all_rows, all_lines = removal.entries()
    rows_of_student, other_rows = rows_by_homework(classroom, all_rows)
    now = current_ids(classroom).get(student, student)
    parts = _parts(removal, student, now, other_rows, all_lines)
    present = belongings_of(classroom, now).homeworks - removal.being_restored()
    for part in parts:
        part.in_the_way = _in_the_way(classroom, part, present)
    chosen = [part for part in parts if not part.in_the_way]
    removal.begin_restoring([part.homework for part in chosen])
    rows_chosen = {part.homework: part.rows for part in chosen if part.rows}
    lost = put_rows(classroom, now, rows_of_student, rows_chosen)
    for part in chosen:
        part.lost = lost.get(part.homework, [])
        for folder, place in part.places_in(classroom).items():
            place.parent.mkdir(parents=True, exist_ok=True)
            folder.rename(place)
        if part.lines:
            journal = Journal(classroom, part.homework)
            journal.forget(now)  # what an interrupted run may have written
            for entry in part.lines:
                journal.write(replace(entry, student=now))
    others = [part for part in parts if part.in_the_way]
    if not others:
        shutil.rmtree(removal.folder)
        return parts
    rows = rows_of_student + [row for part in others for row in part.rows]
    lines = {part.homework: part.lines for part in others if part.lines}
    removal.keep(rows, lines)
    removal.end_restoring()
    return parts


def _parts(
    removal: Removal, student: str, now: str, rows: dict[str, Rows], lines: Lines
) -> list[RemovedPart]:
    """The parts of a removal, one for each homework.

    Args:
        student, now: the id under which it was removed, and the present one.
        rows, lines: what its file has of the gradebook and the journal, by homework.
    """
    folders: dict[str, list[Path]] = defaultdict(list)
    for homework, folder in by_homework(folders_of(removal.folder, student)):
        folders[homework].append(folder)
    return [
        RemovedPart(
            removal, now, name, folders.get(name, []), rows.get(name, []), lines.get(name, [])
        )
        for name in sorted(folders.keys() | rows.keys() | lines.keys())
    ]


def _in_the_way(classroom: Classroom, part: RemovedPart, present: set[str]) -> str:
    """Why a part cannot be restored, in a sentence; empty if it can.

    Args:
        present: the homeworks of which the class has something of the student.
    """
    if not part.homework:
        return "The gradebook does not have this homework any more."
    places = part.places_in(classroom).values()
    is_taken = any(os.path.lexists(place) or place.parent.is_symlink() for place in places)
    if is_taken or part.homework in present:
        return f"The class has something of {part.student} for {part.homework} again."
    return ""
