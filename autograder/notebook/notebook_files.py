"""Reads released and graded notebooks from their files, and makes the text of such a file."""

from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.base.failure import Failure
from autograder.base.files import cached_until_changed
from autograder.base.paths import released_path


@cached_until_changed
def read_released(path: Path) -> NotebookNode:
    """A released notebook, which is ours and needs no validation. It is shared: do not change
    it."""
    return nbformat.v4.reads(path.read_text(encoding="utf-8"))


def released_cells(homework: str) -> list[NotebookNode]:
    """The cells of a homework as released now; none if it is not released. They are shared: do not
    change them."""
    path = released_path(homework)
    return read_released(path).cells if path.exists() else []


def require_released(homework: str, folder: Path | None = None) -> None:
    """Makes sure that a homework is released, into the usual folder or another.

    Raises:
        Failure: it is not.
    """
    if not released_path(homework, folder).exists():
        raise Failure(f"{homework} is not released. First: autograder release {homework}")


def read_graded(path: Path) -> NotebookNode | None:
    """A graded notebook; None if there is none that can be read. nbgrader's own command leaves a
    truncated file if it is killed or the disk is full; the next `autograder grade` writes it
    again."""
    try:
        return nbformat.read(path, as_version=4)
    except Exception:  # nbformat raises errors of many classes for what is no notebook
        return None


def notebook_text(notebook: NotebookNode) -> str:
    """The text of a notebook's file."""
    return nbformat.v4.writes(notebook) + "\n"
