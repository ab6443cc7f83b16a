"""Registers callbacks, through which a grader learns what a check shows and recognises."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


class Listeners(list[Callable[[T], object]]):
    """The callbacks for one kind of event."""

    def tell(self, thing: T) -> None:
        """Calls all callbacks with the thing, in the order in which they were added."""
        for function in self:
            function(thing)

    @contextmanager
    def hearing(self, function: Callable[[T], object]) -> Iterator[None]:
        """Registers a callback for the duration of this context."""
        self.append(function)
        try:
            yield
        finally:
            self.remove(function)
