"""A limit on how long a student's function may compute."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

TIME_LIMIT = 5.0  # seconds of processor time


class TookTooLong(BaseException):
    """The time is up. Not an Exception, so that `except Exception` cannot swallow it."""


def time_limit():
    """Raises TookTooLong in a block after TIME_LIMIT seconds of computing, where the system can."""
    return processor_limit(TIME_LIMIT, TookTooLong())


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
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)
