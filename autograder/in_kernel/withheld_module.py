"""Stands in for a module that is withheld while a notebook is graded. Every public name can be
imported from it."""

from collections.abc import Callable
from contextlib import nullcontext


def __getattr__(name: str) -> Callable:
    """A function to call in place of the module's. A check prints that it runs outside the
    notebook, and `check_exercise` lets its block run. All other functions would only show
    something, so they do nothing."""
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
