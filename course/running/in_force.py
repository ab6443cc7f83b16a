"""Sets values for the duration of a context, such as the student whose exercises are checked.

Each value is in a `ContextVar`, so no thread sees what another thread has set.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def in_force(variable: ContextVar[T], value: T) -> Iterator[T]:
    """Gives a variable this value for the duration of the context, and yields the value."""
    before = variable.set(value)
    try:
        yield value
    finally:
        variable.reset(before)
