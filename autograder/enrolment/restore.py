"""Restores a forgotten student's data. Homeworks that the class has again stay in the trash."""

import os
import shutil
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from autograder.base.failure import Failure
from autograder.base.paths import Classroom, folders_by_homework
from autograder.enrolment.forget import find_traces
from autograder.enrolment.gradebook_rows import Rows, by_homework, put_rows
from autograder.enrolment.trash import Lines, Removal, removals_of
from autograder.grading.journal import Journal, JournalEntry


@dataclass
class RemovedPart:
    """What one removal has of one homework."""

    removal: Removal
    homework: str
    folders: list[Path]
    rows: Rows  # of the gradebook
    lines: list[dict]  # of the journal
    in_the_way: str = ""  # why it stays in the trash, in a sentence; empty if it was restored
    # What people had entered and is not restored, because its cell is gone, in sentences.
    lost: list[str] = field(default_factory=list)


def restore(classroom: Classroom, student: str, first: str = "") -> list[RemovedPart]:
    """Restores what was forgotten of a student, the newest first, unless the class has something of
    the same homework again. If interrupted, do it again.

    Args:
        first: the name of the removal to begin with; the newest by default.

    Returns:
        Everything that the trash had, the newest removal first.

    Raises:
        Failure: that is nothing, or there is no such removal. Nothing was changed.
    """
    removals = removals_of(classroom, student)[::-1]
    names = [removal.name for removal in removals]
    if not removals:
        raise Failure(f"The trash, {classroom.trash}, has nothing of {student}.")
    if first and first not in names:
        raise Failure(f"There is no removal {first!r} of {student}. There are: {', '.join(names)}.")
    parts: dict[Removal, list[RemovedPart]] = {}
    for removal in sorted(removals, key=lambda removal: removal.name != first):
        parts[removal] = _restore_from(classroom, student, removal)
    with suppress(OSError):  # there is more of them in the trash
        (classroom.trash / student).rmdir()
    return [part for removal in removals for part in parts[removal]]


def _restore_from(classroom: Classroom, student: str, removal: Removal) -> list[RemovedPart]:
    """Restores from one removal what is not in the class again; returns all that it had."""
    all_rows, all_lines = removal.entries()
    rows_of_student, rows_by_homework = by_homework(classroom, all_rows)
    parts = _parts(removal, student, rows_by_homework, all_lines)
    traces = find_traces(classroom, student)
    present = {name for name, _ in folders_by_homework(classroom.folder, student)}
    present |= {*(traces.marks or ()), *traces.journals}
    present -= removal.being_restored()
    for part in parts:
        part.in_the_way = _in_the_way(classroom, student, part, present)
    chosen = [part for part in parts if not part.in_the_way]
    removal.begin_restoring([part.homework for part in chosen])
    rows_chosen = {part.homework: part.rows for part in chosen if part.rows}
    lost = put_rows(classroom, student, rows_of_student, rows_chosen)
    for part in chosen:
        part.lost = lost.get(part.homework, [])
        for folder in part.folders:
            place = classroom.folder / folder.relative_to(removal.folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            folder.rename(place)
        if part.lines:
            journal = Journal(classroom, part.homework)
            journal.forget(student)  # what an interrupted run has written
            for line in part.lines:
                journal.write(JournalEntry(**line))
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
    removal: Removal, student: str, rows: dict[str, Rows], lines: Lines
) -> list[RemovedPart]:
    """All that a removal has, by homework.

    Args:
        rows, lines: what its file has of the gradebook and the journal, by homework.
    """
    folders: dict[str, list[Path]] = defaultdict(list)
    for homework, folder in folders_by_homework(removal.folder, student):
        folders[homework].append(folder)
    return [
        RemovedPart(removal, name, folders.get(name, []), rows.get(name, []), lines.get(name, []))
        for name in sorted(folders.keys() | rows.keys() | lines.keys())
    ]


def _in_the_way(classroom: Classroom, student: str, part: RemovedPart, present: set[str]) -> str:
    """Why a part cannot be restored, in a sentence; empty if it can.

    Args:
        present: the homeworks of which the class has something of the student.
    """
    if not part.homework:
        return "The gradebook does not have this homework any more."
    places = [classroom.folder / folder.relative_to(part.removal.folder) for folder in part.folders]
    is_taken = any(os.path.lexists(place) or place.parent.is_symlink() for place in places)
    if is_taken or part.homework in present:
        return f"The class has something of {student} for {part.homework} again."
    return ""
