"""Holds what is asked for the checks of a homework, and what the author's solution answers."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.judge.author_run import JudgedCell, set_apart
from autograder.judge.cell_verdict import Verdict
from course.reference.random_values import in_series


@dataclass(frozen=True)
class PlannedCheck:
    """The questions of one judged cell, and the answers of the author's solution."""

    cell: JudgedCell
    acts: tuple[dict, ...] = ()  # what a student's code is asked to do, in order
    # Groups of further acts, which it is asked to do only if the check wants to know more.
    reserved: tuple[tuple[dict, ...], ...] = ()
    values: tuple[str, ...] = ()  # the names of variables whose values are asked for
    answers: tuple[dict, ...] = ()  # the author's answers to the acts
    pools: tuple[str, ...] = ()  # the pools from which each student has their own exercise
    author_verdict: Verdict | None = None  # on the author's answers; None if nothing is asked

    @property
    def asks(self) -> bool:
        """Whether anything is asked; a summary asks nothing."""
        return bool(self.cell.student_names)

    @property
    def may_use_autograd(self) -> bool:
        """Whether it asks only about functions that are given gradients, or may find them in any
        way, such as a training loop: if a student's engine is wrong, the notebook itself gives
        PyTorch's gradients to that loop."""
        return all(act["do"] in ("defined", "value", "CallFunction") for act in self.acts)


@dataclass(frozen=True, eq=False)
class Plan:
    """All checks of a homework, planned on one series of draws."""

    # The name of the series of draws, which is secret. It differs from the requested name if the
    # author's solution did not pass on that series.
    series: str
    checks: dict[str, PlannedCheck]  # by cell id, in the order of the notebook
    classes: dict[str, type]  # the author's node classes
    shows: frozenset[str]  # the ids of the author's cells that only show something
    # The checks' import statements, but for those from the course, to be added to a cell. In a
    # student's notebook they stay in effect, and later code may rely on them.
    imports: str = ""

    @contextlib.contextmanager
    def in_force(self) -> Iterator[None]:
        """The context in which its checks run, with its node classes and draws."""
        with set_apart(self.classes), in_series(self.series):
            yield
