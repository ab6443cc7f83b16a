"""How long something takes or is waited for, on a machine that may be busy."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 60  # seconds, for what takes none on an idle machine


@contextmanager
def takes_less_than(seconds: float) -> Iterator[None]:
    """Asserts it of the processor time of this process, which other processes do not stretch."""
    began = time.process_time()
    yield
    assert time.process_time() - began < seconds


def soon(is_so: Callable[[], bool]) -> bool:
    """Whether something becomes true."""
    deadline = time.monotonic() + PATIENCE
    while not (has_come := is_so()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return has_come
