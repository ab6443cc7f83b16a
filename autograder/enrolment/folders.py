"""Finds the folders of a student, in a class or in what was removed from one, which is laid out
alike."""

from collections.abc import Iterator
from pathlib import Path

from autograder.base.paths import BY_STUDENT

_FOLDERS = (*BY_STUDENT, "collected/*")


def students_folders(folder: Path) -> list[Path]:
    """All folders of students: with submissions, graded notebooks, feedback, sheets for a talk, and
    all collected versions."""
    return [path for pattern in _FOLDERS for path in sorted(folder.glob(f"{pattern}/*"))]


def folders_of(folder: Path, student: str) -> list[Path]:
    """All folders of a student."""
    return [path for path in students_folders(folder) if path.name == student]


def folders_by_homework(folder: Path, student: str) -> Iterator[tuple[str, Path]]:
    """A student's folders for single homeworks, each with the homework it is about. A link is not
    followed; it goes under its own name."""
    for step in BY_STUDENT:
        own = folder / step / student
        for path in [own] if own.is_symlink() else sorted(own.glob("*")):
            yield path.name, path
    for path in sorted(folder.glob(f"collected/*/{student}")):
        yield path.parent.name, path
