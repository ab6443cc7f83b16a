"""Counts processor cores and time, and limits the time that several tasks take together."""

import os

from autograder.base.child_process import PROCESSOR_SECONDS


def usable_cores() -> int:
    """How many cores this process may use. A container or a batch system may allow fewer than the
    machine has."""
    if hasattr(os, "sched_getaffinity"):  # not on a Mac
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processor_time() -> float:
    """The seconds of processor time that this process and its ended children have used."""
    return sum(os.times()[:4])


class TimeBudget:
    """Processor time for several tasks together, as much as a single task may take. It is used as a
    context around each task. A task that has begun is not stopped when the budget is spent."""

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
