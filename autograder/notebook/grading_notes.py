"""Holds what grading notes of a submission, besides its marks."""

from dataclasses import dataclass, field, fields
from typing import Self

from nbformat import NotebookNode

VIVA = "viva"  # in a graded notebook's metadata: questions for a talk about the engine


@dataclass(kw_only=True)
class GradingNotes:
    """What grading notes of a submission, for pages and reports. Each note is under its own name in
    the graded notebook's metadata, in the journal, and in what commands print as JSON."""

    mended: list[str] = field(default_factory=list)  # what was repaired, in sentences
    earlier: bool = False  # whether it was made with an earlier release, and brought up to date
    flags: list[str] = field(default_factory=list)  # what people should look at, in sentences
    # By cell, the reason why it did not end by itself.
    stopped: dict[str, str] = field(default_factory=dict)
    # The cells that were left out, because nothing judged depends on them.
    not_run: list[str] = field(default_factory=list)
    # By the id of a check, for each wrong answer the ids of the known mistakes that fit.
    mistakes: dict[str, list[list[str]]] = field(default_factory=dict)
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
