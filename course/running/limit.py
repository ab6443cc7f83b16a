"""Limits a student's function: it may neither compute forever nor wait for a person."""

import builtins
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from course.running.settings import settings_restored

TIME_LIMIT = 5.0  # seconds of processor time
# Seconds until the error is raised once more, because Python drops one that is raised in a
# finalizer.
REPEAT = 0.5
_SOON = 1e-4  # seconds until a limit stops a block whose time is already up; 0 would mean never
# For each timer, its signal and the clock that measures its seconds.
_TIMERS = {
    "ITIMER_PROF": ("SIGPROF", time.process_time),
    "ITIMER_VIRTUAL": ("SIGVTALRM", lambda: os.times().user),
    "ITIMER_REAL": ("SIGALRM", time.monotonic),
}


class TookTooLong(BaseException):
    """The time is up. Not an Exception, so that `except Exception` cannot swallow it."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Inside this context, a student's function may compute for this many seconds. If it changes
    PyTorch's settings, they are put back afterwards.

    Raises:
        TookTooLong: it computed for longer, where the system can tell.
        TypeError: it waits for typed input, most likely because a `self.` is missing.
    """
    asking, builtins.input = builtins.input, _refuse_to_ask
    try:
        with settings_restored(), time_limit("ITIMER_PROF", seconds, TookTooLong()):
            yield
    finally:
        builtins.input = asking


def _refuse_to_ask(*_: object) -> str:
    raise TypeError(
        "`input(...)` is Python's own function, which waits for somebody to type. A node reads "
        "its inputs with `self.input(0)`, `self.input(1)`"
    )


@contextmanager
def time_limit(timer_name: str, seconds: float, error: BaseException) -> Iterator[None]:
    """Raises an error in a block after some seconds, where the system can do that: in the main
    thread, where cells run. A limit around this one, on the same timer, goes on afterwards, less
    the time of this block.

    Args:
        timer_name: the Unix timer. ITIMER_PROF measures processor time, so that nobody fails
            because a machine is busy; ITIMER_VIRTUAL measures only user time, for a block that has
            such limits inside; ITIMER_REAL goes by the clock.
        seconds: how long the block may run.
        error: what is raised.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, timer_name):
        yield
        return

    def stop(*_):
        raise error

    signal_name, clock = _TIMERS[timer_name]
    timer, number = getattr(signal, timer_name), getattr(signal, signal_name)
    # The limit around this one stands still first: its signal would find the wrong handler here.
    outer, repeat = signal.setitimer(timer, 0)
    before, began = signal.signal(number, stop), clock()
    try:
        signal.setitimer(timer, seconds, REPEAT)
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, signal.SIG_IGN if before is None else before)
        if outer:  # if its time ran out inside this block, it stops right away
            signal.setitimer(timer, max(outer - (clock() - began), _SOON), repeat)
