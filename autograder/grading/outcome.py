"""Describes the outcome of grading a student, for whoever shows it."""

from collections.abc import Callable
from dataclasses import dataclass

from autograder.base.visible import json_text
from autograder.grading.journal import FORCED, HANDED_IN_AGAIN, JournalEntry


@dataclass(frozen=True)
class GradingOutcome:
    """The outcome of grading one student."""

    entry: JournalEntry  # what the journal says about it
    is_new: bool = True  # False if it had been graded before, and nothing has changed since

    @property
    def student(self) -> str:
        """The student's id."""
        return self.entry.student

    @property
    def failure(self) -> str:
        """A sentence on why it could not be graded; empty if it could."""
        return self.entry.failure

    @property
    def again(self) -> str:
        """A sentence on why it was graded again, although it was not handed in again and nobody
        asked for that; else empty."""
        is_expected = self.entry.because in (HANDED_IN_AGAIN, FORCED)
        return self.entry.because if self.is_new and not is_expected else ""


OnOutcome = Callable[[GradingOutcome], None]  # called with each outcome


def outcomes_as_json(outcomes: list[GradingOutcome]) -> str:
    """The outcomes as JSON, for scripts: a row for each student."""
    return json_text(
        [
            {"new": outcome.is_new, "again": outcome.again, **vars(outcome.entry)}
            for outcome in outcomes
        ]
    )
