"""Reads notebooks from their files, released ones and students' graded ones with what was noted in
them, and makes the text of such a file."""

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Self

import nbformat
from nbformat import NotebookNode

from autograder.base.failure import Failure
from autograder.base.files import cached_until_changed
from autograder.base.paths import released


@cached_until_changed
def read_released(path: Path) -> NotebookNode:
    """A released notebook, which is ours and needs no validation. It is shared: do not change
    it."""
    return nbformat.v4.reads(path.read_text(encoding="utf-8"))


def released_cells(homework: str) -> list[NotebookNode]:
    """The cells of a homework as released now; none if it is not released. They are shared, too."""
    path = released(homework)
    return read_released(path).cells if path.exists() else []


def require_released(homework: str, folder: Path | None = None) -> None:
    """Makes sure that a homework is released, into the usual folder or another.

    Raises:
        Failure: it is not.
    """
    path = folder / homework / f"{homework}.ipynb" if folder else released(homework)
    if not path.exists():
        raise Failure(f"{homework} is not released. First: autograder release {homework}")


@dataclass
class GradingNotes:
    """What grading notes in a graded notebook's own metadata, for pages and reports. Each note is
    there under its own name."""

    mended: list[str] = field(default_factory=list)  # what was repaired, in sentences
    earlier: bool = False  # whether it was made with an earlier release, and brought up to date
    flags: list[str] = field(default_factory=list)  # what people should look at, in sentences
    # By cell, the reason why it did not end by itself.
    stopped: dict[str, str] = field(default_factory=dict)
    # The cells that were left out, because nothing judged depends on them.
    not_run: list[str] = field(default_factory=list)
    # By the id of a check, for each wrong answer the ids of the known mistakes that fit.
    mistakes: dict[str, list[list[str]]] = field(default_factory=dict)
    viva: dict = field(default_factory=dict)  # questions for a talk about the engine
    seconds: float | None = None  # how long the cells ran, by the clock

    @classmethod
    def of(cls, notebook: NotebookNode) -> Self:
        """The notes in a notebook. What is missing there has its default."""
        names = [note.name for note in fields(cls)]
        metadata = notebook.metadata
        return cls(**{name: metadata[name] for name in names if name in metadata})

    def put_into(self, notebook: NotebookNode) -> None:
        """Puts the notes into a notebook, except those that are None."""
        notebook.metadata |= {name: note for name, note in vars(self).items() if note is not None}


def read_graded(path: Path) -> NotebookNode | None:
    """A graded notebook; None if there is none that can be read. nbgrader's own command leaves one
    that breaks off if it is killed, or the disk is full; the next `autograder grade` makes it
    again."""
    try:
        return nbformat.read(path, as_version=4)
    except (OSError, ValueError, LookupError, AttributeError, TypeError, RecursionError):
        return None


def notebook_text(notebook: NotebookNode) -> str:
    """The text of a notebook's file."""
    return nbformat.v4.writes(notebook) + "\n"
