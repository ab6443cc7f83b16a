"""Limits how much processor time several tasks on what a student sent take together."""

import os

from autograder.base.child_process import PROCESSOR_SECONDS


def processor_time() -> float:
    """The seconds of processor time that this process and its ended children have used."""
    return sum(os.times()[:4])


class TimeBudget:
    """Processor time for several tasks together, as much as one alone may take. It is used as a
    context around each of them; a task that has begun may take more."""

    def __init__(self) -> None:
        self._left, self._begun = float(PROCESSOR_SECONDS), 0.0

    @property
    def is_spent(self) -> bool:
        """Whether no further task should begin."""
        return self._left <= 0

    def __enter__(self) -> None:
        self._begun = processor_time()

    def __exit__(self, *_: object) -> None:
        self._left -= processor_time() - self._begun
