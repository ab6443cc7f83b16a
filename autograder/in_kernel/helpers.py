"""Whether anything else is at work while a student's code answers: a thread, or a process.

It is a hint, not proof: it runs in the student's own kernel, whose code could remove it.
"""

import os
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from course.running.settings import one_thread

IDLE = 0.001  # seconds of processor time, which waiting threads may take to wake up and wait again


@contextmanager
def helped() -> Iterator[list[str]]:
    """Gives a list that has entries at the end if other threads of this process have computed, or
    if processes that it had started were alive all the time, or more have been started. PyTorch
    itself uses one thread meanwhile."""
    helpers: list[str] = []
    with one_thread():
        seconds, started, was_alone = _by_other_threads(), _started(), _is_alone()
        try:
            yield helpers
        finally:
            if _by_other_threads() - seconds > IDLE:
                helpers.append("thread")
            if _started() != started or not (was_alone or _is_alone()):
                helpers.append("process")


def _by_other_threads() -> float:
    """The seconds of processor time that all threads but this one have used."""
    # In this order: Linux brings a process's time up to date when it is asked for a thread's.
    this = time.thread_time()
    return time.process_time() - this


def _started() -> tuple[int, int]:
    """Numbers that change when a process is forked, or one that was started has ended."""
    return len(_forks()), resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt


@cache
def _forks() -> list[None]:
    """Gets an entry at each fork from now on."""
    forks: list[None] = []
    os.register_at_fork(before=lambda: forks.append(None))
    return forks


def _is_alone() -> bool:
    """Whether no process is alive that this one has started, or one of those."""
    if _has_children(os.WSTOPPED):  # which those that have ended are not asked about
        return False
    # Next to the warden, all others in the namespace are orphans, or children that nobody has
    # waited for.
    if os.getppid() != 1 or _has_children(os.WEXITED):
        return True
    try:
        os.kill(-1, 0)
    except ProcessLookupError:
        return True
    return False


def _has_children(kind: int) -> bool:
    """Whether there are children to wait for, which is left to the student's code."""
    try:
        os.waitid(os.P_ALL, 0, kind | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True
