"""Keeps back what runs print that nobody asked for."""

from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO


@contextmanager
def silenced() -> Iterator[None]:
    """Inside this context, nothing is shown of what is written to stdout and stderr."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        yield
