"""Forgetting a student: the folders, the marks and the lines in the journal."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from nbgrader.api import MissingEntry

from autograder.base.paths import Classroom, homeworks
from autograder.classroom.nbgrader_api import Nbgrader
from autograder.grading.journal import Journal

FOLDERS = ("submitted", "autograded", "feedback", "collected/*")


@dataclass(frozen=True)
class Traces:
    """What a class has of a student.

    Attributes:
        student: the id.
        folders: with their submissions, graded notebooks and feedback.
        marks: the homeworks of which the gradebook has marks; None if it does not know them.
        journals: the homeworks in whose journal they are.
    """

    student: str
    folders: list[Path]
    marks: list[str] | None
    journals: list[str]


def known_ids(classroom: Classroom) -> set[str]:
    """Everybody of whom the class has something."""
    found = {
        path.name
        for each in FOLDERS
        for path in classroom.folder.glob(f"{each}/*")
        if path.is_dir()
    }
    for assignment in homeworks():
        found |= set(Journal(classroom, assignment).latest)
    return found | set(Nbgrader(classroom).people())


def traces(classroom: Classroom, student: str) -> Traces:
    """What a class has of a student, whom it knows."""
    found = [path for each in FOLDERS for path in sorted(classroom.folder.glob(f"{each}/*"))]
    with Nbgrader(classroom).gradebook() as book:
        try:
            submissions = book.find_student(student).submissions
            marks = sorted(each.assignment.name for each in submissions)
        except MissingEntry:
            marks = None
    return Traces(
        student,
        [path for path in found if path.name == student],
        marks,
        [name for name in homeworks() if student in Journal(classroom, name).latest],
    )


def forget(classroom: Classroom, found: Traces) -> None:
    """Removes all that was found of a student."""
    if found.marks is not None:
        with Nbgrader(classroom).gradebook() as book:
            book.remove_student(found.student)
    for folder in found.folders:
        folder.unlink() if folder.is_symlink() else shutil.rmtree(folder)
    for name in found.journals:
        Journal(classroom, name).forget(found.student)
