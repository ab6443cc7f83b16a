"""Notes whether another thread or process is at work while a student's code answers."""

import os
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from course.running.settings import one_thread

IDLE = 0.001  # seconds of processor time that threads may take to wake up and wait again


@contextmanager
def others_noted() -> Iterator[list[str]]:
    """Gives a list that has entries at the end if other threads of this process computed meanwhile,
    if processes that it had started before were alive at the beginning and at the end, or if it
    started new ones. Meanwhile, PyTorch itself uses only one thread."""
    others: list[str] = []
    with one_thread():
        seconds, started, was_alone = _by_other_threads(), _started(), _is_alone()
        try:
            yield others
        finally:
            if _by_other_threads() - seconds > IDLE:
                others.append("thread")
            if _started() != started or not (was_alone or _is_alone()):
                others.append("process")


def _by_other_threads() -> float:
    """The seconds of processor time that all threads but this one have used."""
    # The order matters: Linux updates a process's time when it is asked for that of a thread.
    this = time.thread_time()
    return time.process_time() - this


def _started() -> tuple[int, int]:
    """Numbers that change when this process forks, or when a process that it started has ended."""
    return len(_forks()), resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt


@cache
def _forks() -> list[None]:
    """A list that gets an entry at each fork from the first call on."""
    forks: list[None] = []
    os.register_at_fork(before=lambda: forks.append(None))
    return forks


def _is_alone() -> bool:
    """Whether no process is alive that this one has started, directly or through others."""
    if _has_children(os.WSTOPPED):  # asks only about children that have not ended
        return False
    # Apart from this process and the warden, the namespace has only orphans, and children that
    # nobody has waited for.
    if os.getppid() != 1 or _has_children(os.WEXITED):
        return True
    try:
        os.kill(-1, 0)
    except ProcessLookupError:
        return True
    return False


def _has_children(kind: int) -> bool:
    """Whether there are children to wait for. It does not wait: the student's code may do that."""
    try:
        os.waitid(os.P_ALL, 0, kind | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True
