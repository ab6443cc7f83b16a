"""Forgets a student: folders, marks and lines in the journal go to the trash, or are deleted for
good."""

import shutil
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.enrolment.belongings import Belongings
from autograder.enrolment.trash import Lines, Removal, removals_of
from autograder.grading.journal import Journal
from autograder.on_nbgrader.gradebook import ClassGradebook
from autograder.on_nbgrader.student_rows import rows_of
from autograder.people.former_ids import forget_former_ids, ids_before


def folders_in_trash(classroom: Classroom, student: str) -> list[Path]:
    """The folders of a student in the trash, under former ids, too."""
    folders = (classroom.trash / each for each in [student, *ids_before(classroom, student)])
    return [folder for folder in folders if folder.exists()]


def forget(
    classroom: Classroom, belongings: Belongings, *, for_good: bool = False
) -> Removal | None:
    """Moves all that was found of a student to the trash.

    Args:
        belongings: by `belongings_of`.
        for_good: delete it instead, and what the trash has of the student.

    Returns:
        The removal, in the trash; None if it was deleted.
    """
    removal = None if for_good else _begin_removal(classroom, belongings)
    if belongings.marked is not None:
        ClassGradebook(classroom).remove(belongings.student)
    in_trash = [] if removal else folders_in_trash(classroom, belongings.student)
    for folder in belongings.folders + in_trash:
        if removal:
            place = removal.folder / folder.relative_to(classroom.folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            folder.rename(place)
        elif folder.is_symlink():
            folder.unlink()
        else:
            shutil.rmtree(folder)
    for name in belongings.journals:
        Journal(classroom, name).forget(belongings.student)
    if removal:
        removal.complete()
    else:
        forget_former_ids(classroom, belongings.student)
    return removal


def _begin_removal(classroom: Classroom, belongings: Belongings) -> Removal:
    """The removal in the trash, with the marks and the lines of the journals in it: a new one, or
    that of an interrupted `forget`."""
    rows = rows_of(classroom, belongings.student)
    lines: Lines = {}
    for name in belongings.journals:
        graded = Journal(classroom, name).entries()
        lines[name] = [entry for entry in graded if entry.student == belongings.student]
    removals = removals_of(classroom, belongings.student)
    removal = next((each for each in removals if not each.is_complete), None)
    places = [folder.relative_to(classroom.folder) for folder in belongings.folders]
    if removal and any((removal.folder / place).exists() for place in places):
        removal.complete()  # the student has handed in again since
        removal = None
    if removal:
        rows_before, lines_before = removal.entries()
        rows, lines = rows or rows_before, lines_before | lines
    else:
        removal = Removal.new(classroom, belongings.student)
    removal.keep(rows, lines)
    return removal
