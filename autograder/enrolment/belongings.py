"""Finds what a class has of a student in folders, in the gradebook and in the journals.

Not looked at are the lists that people write or that are made for them, such as `extensions.csv`
and what is in `reports/`, and the log of errors, although they may name a student as well.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.base.classroom import BY_HOMEWORK, BY_STUDENT, Classroom, is_usable_folder
from autograder.base.paths import homeworks
from autograder.grading.journal import Journal
from autograder.on_nbgrader.gradebook import ClassGradebook


@dataclass(frozen=True)
class Belongings:
    """What a class has of a student in folders, in the gradebook and in the journals."""

    student: str  # the id
    folders: list[Path]
    # The homeworks for which the gradebook has marks; None if it does not know the student.
    marked: set[str] | None
    journals: list[str]  # the homeworks whose journals have the student
    homeworks: set[str]  # those for which any of these has something


def belongings_of(classroom: Classroom, student: str) -> Belongings:
    """Finds what a class has of a student: folders, marks, and entries in journals."""
    folders = folders_of(classroom.folder, student)
    marked = ClassGradebook(classroom).homeworks_of(student)
    journals = [name for name in homeworks() if student in Journal(classroom, name).latest]
    found = {*dict(by_homework(folders)), *(marked or ()), *journals}
    return Belongings(student, folders, marked, journals, found)


def known_ids(classroom: Classroom) -> set[str]:
    """The ids of everybody who has a folder, or is in the gradebook or in a journal."""
    ids = ids_of_folders(classroom.folder) | set(ClassGradebook(classroom).people())
    return ids.union(*(Journal(classroom, homework).latest for homework in homeworks()))


def ids_of_folders(folder: Path) -> set[str]:
    """The ids of everybody who has a folder. Hidden folders, such as those that Jupyter makes, do
    not count."""
    paths = (path for around in _around_students(folder) for path in around.glob("[!.]*"))
    return {path.name for path in paths if path.is_dir() and is_usable_folder(path.name)}


def folders_of(folder: Path, student: str) -> list[Path]:
    """All folders of a student, and links in their places, in a class or in the folder of a
    removal, which is laid out like a class."""
    own = (around / student for around in _around_students(folder))
    return [path for path in own if os.path.lexists(path)]


def _around_students(folder: Path) -> list[Path]:
    """The folders that hold a folder for each student."""
    return [*(folder / step for step in BY_STUDENT), *sorted(folder.glob(f"{BY_HOMEWORK}/*"))]


def by_homework(folders: list[Path]) -> Iterator[tuple[str, Path]]:
    """For each homework, the folders about it among those of a student. A link is not followed; it
    counts as a homework of its own name."""
    for folder in folders:
        if folder.parent.name in BY_STUDENT:
            for path in [folder] if folder.is_symlink() else sorted(folder.glob("*")):
                yield path.name, path
        else:
            yield folder.parent.name, folder


def place_under(student: str, folder: Path, around: Path, classroom: Classroom) -> Path:
    """Where in a class a folder belongs that `by_homework` gave, if the student has this id.

    Args:
        around: the folder that it is in: a class's, or that of a removal.
    """
    parts = [*folder.relative_to(around).parts]
    parts[2 if parts[0] == BY_HOMEWORK else 1] = student
    return classroom.folder.joinpath(*parts)
