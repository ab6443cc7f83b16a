"""Keeps settings in force only inside a context, such as whose exercises are checked.

Each setting is a `ContextVar`, so that no thread sees what another one has set.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def in_force(variable: ContextVar[T], value: T) -> Iterator[T]:
    """Inside this context, the variable has this value, which the context yields."""
    before = variable.set(value)
    try:
        yield value
    finally:
        variable.reset(before)
