"""Reads students' graded notebooks."""

from pathlib import Path

import nbformat
from nbformat import NotebookNode


def is_complete(path: Path) -> bool:
    """Whether there is a graded notebook that does not break off. nbgrader's own command leaves one
    that does if it is killed, or the disk is full; the next `autograder grade` makes it again."""
    return path.is_file() and path.read_bytes().rstrip().endswith(b"\n}")


def read_graded(path: Path) -> NotebookNode | None:
    """A graded notebook; None if there is no complete one."""
    return nbformat.read(path, as_version=4) if is_complete(path) else None
