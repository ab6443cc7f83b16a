"""Suppresses the output of runs that nobody asked for."""

from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO


@contextmanager
def silenced() -> Iterator[None]:
    """Discards what is written to stdout and stderr inside this context."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        yield
