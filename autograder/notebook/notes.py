"""Keeps what repairing and grading note in a notebook's own metadata, for pages and reports."""

from dataclasses import dataclass, field, fields
from typing import Self

from nbformat import NotebookNode


@dataclass
class _Notes:
    """Notes, each under its own name in the metadata."""

    @classmethod
    def of(cls, notebook: NotebookNode) -> Self:
        """The notes in a notebook. What is missing there has its default."""
        names = [note.name for note in fields(cls)]
        metadata = notebook.metadata
        return cls(**{name: metadata[name] for name in names if name in metadata})

    def put_into(self, notebook: NotebookNode) -> None:
        """Puts the notes into a notebook, except those that are None."""
        notebook.metadata |= {name: note for name, note in vars(self).items() if note is not None}


@dataclass
class RepairNotes(_Notes):
    """The notes in a repaired notebook."""

    mended: list[str] = field(default_factory=list)  # what was repaired, in sentences
    flags: list[str] = field(default_factory=list)  # those of them that people should look at
    earlier: bool = False  # whether it was made with an earlier release, and brought up to date
    # The id whose exercises the notebook showed, empty for the standard ones; None if all students
    # have the same exercises.
    shown: str | None = None

    @classmethod
    def taken_from(cls, notebook: NotebookNode) -> "RepairNotes":
        """Takes the notes out of a notebook, which has none afterwards."""
        notes = cls.of(notebook)
        for note in fields(cls):
            notebook.metadata.pop(note.name, None)
        return notes


@dataclass
class GradingNotes(_Notes):
    """The notes in a graded notebook."""

    mended: list[str] = field(default_factory=list)  # as in `RepairNotes`
    earlier: bool = False  # likewise
    flags: list[str] = field(default_factory=list)  # what people should look at, in sentences
    # By cell, the reason why it did not end by itself.
    stopped: dict[str, str] = field(default_factory=dict)
    # The cells that were left out, because nothing judged depends on them.
    not_run: list[str] = field(default_factory=list)
    # By the id of a check, for each wrong answer the ids of the known mistakes that fit.
    mistakes: dict[str, list[list[str]]] = field(default_factory=dict)
    viva: dict | None = None  # questions for a talk about the engine; empty if there are none
    seconds: float | None = None  # how long the cells ran, by the clock
