"""In place of each module that is withheld while a notebook is graded: all names are in it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


def __getattr__(name: str) -> Callable:
    """A check says that it comes later, an exercise runs what is inside; all else does nothing,
    as it shows something, and nobody looks."""
    if name.startswith("_"):
        raise AttributeError(name)
    if name == "check_exercise":
        return _exercise
    return _later if name.startswith("check_") else _nothing


def _later(*_, **__) -> None:
    print("Checked by the grader, outside this notebook.")


def _nothing(*_, **__) -> None:
    pass


@contextmanager
def _exercise(*_, **__) -> Iterator[None]:
    yield
