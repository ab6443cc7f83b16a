"""Functions that hear of what happens, such as a grader's of what a check shows."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class Listeners(Generic[T]):
    """The functions that are called with each thing of one kind; false if there are none."""

    def __init__(self) -> None:
        self._functions: list[Callable[[T], object]] = []

    def __bool__(self) -> bool:
        return bool(self._functions)

    def tell(self, thing: T) -> None:
        """Calls them all with it, in the order in which they came."""
        for function in self._functions:
            function(thing)

    @contextmanager
    def hearing(self, function: Callable[[T], object]) -> Iterator[None]:
        """Inside this context, the function is one of them."""
        self._functions.append(function)
        try:
            yield
        finally:
            self._functions.remove(function)
