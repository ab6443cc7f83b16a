"""Limits time and waits for events, on a machine that may be busy."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 180  # seconds, for what takes a few on an idle machine


@contextmanager
def takes_less_than(seconds: float, *, with_children: bool = False) -> Iterator[None]:
    """Asserts that a block takes less processor time, which other processes do not stretch. The
    time of child processes that it waits for counts only `with_children`."""

    def used() -> float:
        return time.process_time() + with_children * sum(os.times()[2:4])

    began = used()
    yield
    assert used() - began < seconds


def soon(is_so: Callable[[], bool]) -> bool:
    """Whether something becomes true within PATIENCE."""
    deadline = time.monotonic() + PATIENCE
    while not (has_come := is_so()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return has_come
