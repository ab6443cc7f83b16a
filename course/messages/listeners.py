"""Lets functions hear of what happens, so that a grader learns what a check shows."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


class Listeners(list[Callable[[T], object]]):
    """The functions that hear of each thing of one kind."""

    def tell(self, thing: T) -> None:
        """Calls all functions with the thing, in the order in which they were added."""
        for function in self:
            function(thing)

    @contextmanager
    def hearing(self, function: Callable[[T], object]) -> Iterator[None]:
        """Inside this context, the function is one of the listeners."""
        self.append(function)
        try:
            yield
        finally:
            self.remove(function)
