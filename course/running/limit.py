"""Limits on a student's function: it may neither compute forever nor wait for a person."""

import builtins
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import islice

from course.running.settings import settings_kept

TIME_LIMIT = 5.0  # seconds of processor time
REPEAT = 0.5  # seconds until it is raised again: Python drops an error raised in a finalizer
MAX_TAKEN = 4096  # values read from a generator, which may never end
_SOON = 1e-4  # seconds until a limit stops a block whose time is up already; 0 would be never
# The signal of each timer, and the clock that tells its seconds.
_TIMERS = {
    "ITIMER_PROF": ("SIGPROF", time.process_time),
    "ITIMER_VIRTUAL": ("SIGVTALRM", lambda: os.times().user),
    "ITIMER_REAL": ("SIGALRM", time.monotonic),
}


class TookTooLong(BaseException):
    """The time is up. Not an Exception, so that `except Exception` cannot swallow it."""


@contextmanager
def limited(seconds: float | None = None) -> Iterator[None]:
    """A block in which a student's function may compute for this many seconds, or TIME_LIMIT. What
    it changes of PyTorch's settings is put back afterwards.

    Raises:
        TookTooLong: it computed for longer, where the system can tell.
        TypeError: it waits for typed input: most likely a `self.` is missing.
    """
    asking, builtins.input = builtins.input, _refuse_to_ask
    try:
        with settings_kept(), processor_limit(seconds or TIME_LIMIT, TookTooLong()):
            yield
    finally:
        builtins.input = asking


def without_iterators(value: object) -> object:
    """The value, with each iterator, also in a list, replaced by the list of what it yields.
    Reading an iterator runs the student's code, so call this in a `limited` block."""
    if isinstance(value, Iterator):
        value = list(islice(value, MAX_TAKEN))
    return [without_iterators(entry) for entry in value] if isinstance(value, list) else value


def _refuse_to_ask(*_: object) -> str:
    raise TypeError(
        "`input(...)` is Python's own function, which waits for somebody to type. A node reads "
        "its inputs with `self.input(0)`, `self.input(1)`"
    )


def processor_limit(
    seconds: float, error: BaseException, *, outer: bool = False
) -> AbstractContextManager:
    """Raises an error in a block after some seconds of computing, where the system can.

    It measures processor time (if `outer`, only the part that is user time), so that a busy machine
    fails nobody.

    Args:
        seconds: how long the block may compute.
        outer: whether there are limits inside the block, which need a timer of their own.
    """
    return _timer("ITIMER_VIRTUAL" if outer else "ITIMER_PROF", seconds, error)


def waiting_limit(seconds: float, error: BaseException) -> AbstractContextManager:
    """Raises an error in a block after some seconds by the clock, where the system can."""
    return _timer("ITIMER_REAL", seconds, error)


@contextmanager
def _timer(name: str, seconds: float, error: BaseException) -> Iterator[None]:
    """Raises an error when a Unix timer is up. It needs the main thread, where cells run.

    A limit around it on the same timer goes on afterwards, less the time that this block took.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, name):
        yield
        return

    def stop(*_):
        raise error

    signal_name, clock = _TIMERS[name]
    timer, number = getattr(signal, name), getattr(signal, signal_name)
    before = signal.signal(number, stop)
    outer, repeat = signal.setitimer(timer, seconds, REPEAT)
    began = clock()
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, signal.SIG_IGN if before is None else before)
        if outer:  # if its time came inside this block, it is up now
            signal.setitimer(timer, max(outer - (clock() - began), _SOON), repeat)
