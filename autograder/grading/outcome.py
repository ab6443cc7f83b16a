"""Describes the outcome of grading a student, for whoever shows it."""

from collections.abc import Callable
from dataclasses import dataclass

from autograder.base.visible import json_text
from autograder.grading.journal import JournalEntry


@dataclass(frozen=True)
class GradingOutcome:
    """The outcome of grading one student."""

    entry: JournalEntry  # what the journal says about it
    is_new: bool = True  # False if it had been graded before, and nothing has changed since
    # A sentence on why it was graded again, although it was not handed in again and nobody asked
    # for that; else empty.
    again: str = ""

    @property
    def student(self) -> str:
        """The student's id."""
        return self.entry.student

    @property
    def failure(self) -> str:
        """A sentence on why it could not be graded; empty if it could."""
        return self.entry.failure


OnOutcome = Callable[[GradingOutcome], None]  # called with each outcome


def outcomes_as_json(outcomes: list[GradingOutcome]) -> str:
    """The outcomes as JSON, for scripts: a row for each student."""
    rows = []
    for outcome in outcomes:
        rows.append({"new": outcome.is_new, "again": outcome.again, **vars(outcome.entry)})
    return json_text(rows)
