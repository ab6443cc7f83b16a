"""Limits on a student's function: it may neither compute forever nor wait for a person."""

import builtins
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

TIME_LIMIT = 5.0  # seconds of processor time
AGAIN = 0.5  # seconds between two reminders: Python drops an error that is raised in a finalizer
MOST_TAKEN = 4096  # of what a generator yields, which may never end


class TookTooLong(BaseException):
    """The time is up. Not an Exception, so that `except Exception` cannot swallow it."""


@contextmanager
def limited(seconds: float | None = None) -> Iterator[None]:
    """A block in which a student's function runs, for TIME_LIMIT or so many seconds of computing.

    Raises:
        TookTooLong: after that, where the system can.
        TypeError: it asks for something to be typed: most likely a `self.` is missing.
    """
    asking, builtins.input = builtins.input, _refuse_to_ask
    try:
        with processor_limit(seconds or TIME_LIMIT, TookTooLong()):
            yield
    finally:
        builtins.input = asking


def without_iterators(value: object) -> object:
    """The value; instead of an iterator, also in a list, the list of what it yields. Reading one
    runs the student's code, so it has to stand in a `limited` block."""
    if isinstance(value, Iterator):
        return [without_iterators(each) for each in islice(value, MOST_TAKEN)]
    return [without_iterators(each) for each in value] if isinstance(value, list) else value


def _refuse_to_ask(*_: object) -> str:
    raise TypeError(
        "`input(...)` is Python's own function, which waits for somebody to type. A node reads "
        "its inputs with `self.input(0)`, `self.input(1)`"
    )


@contextmanager
def processor_limit(seconds: float, error: BaseException, *, outer: bool = False) -> Iterator[None]:
    """Raises an error in a block after some seconds of computing, where the system can.

    Processor time, so that a busy machine fails nobody. It needs a Unix timer and the main thread,
    which is where Jupyter runs cells.

    Args:
        seconds: how long it may compute.
        error: what is raised.
        outer: whether the block has limits inside it, which need a timer of their own.
    """
    main = threading.current_thread() is threading.main_thread()
    if not (main and hasattr(signal, "setitimer")):
        yield
        return

    def stop(*_):
        raise error

    inner = signal.ITIMER_PROF, signal.SIGPROF
    timer, number = (signal.ITIMER_VIRTUAL, signal.SIGVTALRM) if outer else inner
    before = signal.signal(number, stop)
    signal.setitimer(timer, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)
