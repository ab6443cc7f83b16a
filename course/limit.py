"""A limit on how long a student's function may compute."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

TIME_LIMIT = 5.0  # seconds of processor time


class TookTooLong(BaseException):
    """The time is up. Not an Exception, so that `except Exception` cannot swallow it."""


@contextmanager
def time_limit() -> Iterator[None]:
    """Raises TookTooLong in the block after TIME_LIMIT seconds of computing, where the system can.

    Processor time, so that a busy machine fails nobody. It needs a Unix timer and the main thread,
    which is where Jupyter runs cells.
    """
    main = threading.current_thread() is threading.main_thread()
    if not (main and hasattr(signal, "setitimer")):
        yield
        return

    def stop(*_):
        raise TookTooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, TIME_LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
