"""Holds what grading records about a submission besides its marks."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Self

from nbformat import NotebookNode

from autograder.base.sentences import first_of
from autograder.notebook.titles import OWN_CELL

MAX_WITH_SAME_REASON = 3  # cells that are named for the same reason
VIVA = "viva"  # in a graded notebook's metadata: questions for a talk about the engine


@dataclass(kw_only=True)
class GradingNotes:
    """What grading records about a submission, for pages and reports. A note has the same name in
    the graded notebook's metadata, in the journal, and in the JSON that commands print."""

    mended: list[str] = field(default_factory=list)  # what was repaired, in sentences
    earlier: bool = False  # whether it was made with an earlier release, and brought up to date
    flags: list[str] = field(default_factory=list)  # what people should look at, in sentences
    # The reason why a cell did not end by itself, by the cell's id.
    stopped: dict[str, str] = field(default_factory=dict)
    # The cells that were left out, because nothing judged depends on them.
    not_run: list[str] = field(default_factory=list)
    # For each wrong answer, the ids of the known mistakes that fit, by the id of its check.
    mistakes: dict[str, list[list[str]]] = field(default_factory=dict)
    seconds: float | None = None  # how long the cells ran, by the clock

    @classmethod
    def of(cls, notebook: NotebookNode) -> Self:
        """The notes in a notebook. What is missing there has its default."""
        names = [note.name for note in fields(cls)]
        metadata = notebook.metadata
        return cls(**{name: metadata[name] for name in names if name in metadata})

    def stopped_sentences(self, names: Mapping[str, str]) -> list[str]:
        """A sentence for each reason why cells did not end by themselves, which names the cells.

        Args:
            names: what the cells are called, by their ids.
        """
        cells_by_reason: dict[str, dict[str, None]] = defaultdict(dict)
        for cell, reason in self.stopped.items():
            cells_by_reason[reason][names.get(cell, OWN_CELL)] = None
        return [
            f"{first_of([*cells], MAX_WITH_SAME_REASON)}: {reason}"
            for reason, cells in cells_by_reason.items()
        ]

    def put_into(self, notebook: NotebookNode) -> None:
        """Puts the notes into a notebook, except those that are None."""
        notebook.metadata |= {name: note for name, note in vars(self).items() if note is not None}
