"""Stands in for each module that is withheld while a notebook is graded: it has every name."""

from collections.abc import Callable
from contextlib import nullcontext


def __getattr__(name: str) -> Callable:
    """Something to call in place of what the module would have. A check says that it comes later,
    an exercise runs its block, and everything else does nothing, since it would only show
    something."""
    if name.startswith("_"):
        raise AttributeError(name)
    if name == "check_exercise":
        return _exercise
    return _later if name.startswith("check_") else _nothing


def _later(*_, **__) -> None:
    print("Checked by the grader, outside this notebook.")


def _nothing(*_, **__) -> None:
    pass


def _exercise(*_, **__) -> nullcontext:
    return nullcontext()
