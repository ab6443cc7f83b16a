"""Limits a student's function, which may neither compute forever nor wait for typed input."""

import builtins
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from course.running.settings import settings_restored

TIME_LIMIT = 5.0  # seconds of processor time
# Seconds between repetitions of the error. It is repeated because Python drops an error that is
# raised in a finalizer.
REPEAT = 0.5
_SOON = 1e-4  # seconds for the timer of a block whose time is already up; 0 would turn it off
# By timer: the signal that it sends, and a clock that measures the same time.
_TIMERS = {
    "ITIMER_PROF": ("SIGPROF", time.process_time),
    "ITIMER_VIRTUAL": ("SIGVTALRM", lambda: os.times().user),
    "ITIMER_REAL": ("SIGALRM", time.monotonic),
}


class TookTooLong(BaseException):
    """The time is up. This is not an Exception, so `except Exception` does not catch it."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Limits the processor time of a student's function inside this context, and restores PyTorch's
    settings afterwards.

    Args:
        seconds: how long the function may compute.

    Raises:
        TookTooLong: the function computed for longer, if `time_limit` works here.
        TypeError: the function calls `input`, most likely because a `self.` is missing.
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
    """Raises an error in a block that runs for too long. This works only on Unix and in the main
    thread, which is where cells run; elsewhere, there is no limit.

    If there is another limit on the same timer around this one, it pauses during this block. The
    time of this block is then subtracted from what was left of it.

    Args:
        timer_name: the Unix timer. ITIMER_PROF measures processor time, so that nobody fails
            because a machine is busy. ITIMER_VIRTUAL measures only user time, for a block that
            contains limits on ITIMER_PROF. ITIMER_REAL measures elapsed time.
        seconds: how long the block may run.
        error: the error to raise.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, timer_name):
        yield
        return

    def stop(*_):
        raise error

    signal_name, clock = _TIMERS[timer_name]
    timer, number = getattr(signal, timer_name), getattr(signal, signal_name)
    # Stop the outer limit first, because its signal would call the wrong handler here.
    outer, repeat = signal.setitimer(timer, 0)
    before, began = signal.signal(number, stop), clock()
    try:
        signal.setitimer(timer, seconds, REPEAT)
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, signal.SIG_IGN if before is None else before)
        if outer:  # if the outer limit's time ran out inside this block, it raises right away
            signal.setitimer(timer, max(outer - (clock() - began), _SOON), repeat)
