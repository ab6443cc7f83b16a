"""Lets functions hear of what happens, so that a grader learns what a check shows."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class Listeners(Generic[T]):
    """The functions that hear of each thing of one kind. Counts as false if there are none."""

    def __init__(self) -> None:
        self._functions: list[Callable[[T], object]] = []

    def __bool__(self) -> bool:
        return bool(self._functions)

    def tell(self, thing: T) -> None:
        """Calls all functions with the thing, in the order in which they were added."""
        for function in self._functions:
            function(thing)

    @contextmanager
    def hearing(self, function: Callable[[T], object]) -> Iterator[None]:
        """Inside this context, the function is one of the listeners."""
        self._functions.append(function)
        try:
            yield
        finally:
            self._functions.remove(function)
