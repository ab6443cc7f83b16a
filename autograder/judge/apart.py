"""Judging in a process that can be ended: it is forked from this one, which has made the plans."""

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass

from autograder.base import forked

# Autograd starts threads where it finds a GPU, and they survive no fork. Nothing here needs one.
os.environ["CUDA_VISIBLE_DEVICES"] = ""

PROCESSOR = 10  # seconds for one piece of work; the author's answers take less than one
WAITING = 60  # seconds by the clock
MOST_ENDED = 3  # processes for one submission; after that, what is left is not done

# Checks print, and read what is the same for a whole module: one thread at a time uses it.
trusted = threading.RLock()


@dataclass(frozen=True)
class Ended:
    """In place of a result: the process had to be ended. The reason is the end of a sentence."""

    reason: str


def each_apart(
    function: Callable, pieces: list, setting: Callable[[], AbstractContextManager]
) -> Iterator[object]:
    """What a function makes of each piece of work, in order, computed in another process.

    When the process is ended, the piece that it was at yields `Ended`, and another process goes on
    with the next. If nothing says that it would be so again, the piece is tried once more.

    Args:
        function: returns what JSON can hold; it raises no error.
        pieces: of work.
        setting: what it is to run in; this process is in it only while it forks.
    """
    if sys.platform != "linux":  # and no sandbox either; elsewhere a fork is not safe
        with trusted, setting():
            yield from map(function, pieces)
        return
    left, ended, retried = list(pieces), 0, -1
    while left and ended < MOST_ENDED:
        with trusted, setting():
            child = forked.Child(function, left, PROCESSOR)
        with contextlib.closing(child):
            try:
                for result in child.results(WAITING):
                    left.pop(0)
                    yield result
            except forked.ChildEnded as reason:
                if reason.used_up != "processor" and retried < len(pieces) - len(left):
                    retried = len(pieces) - len(left)
                    continue
                ended += 1
                left.pop(0)
                yield Ended(_told(reason))
    for _ in left:
        yield Ended("was not looked at, because other answers took too long")


def _told(reason: forked.ChildEnded) -> str:
    if reason.used_up == "processor":
        return f"took more than {PROCESSOR} s of processor time to check"
    return "could not be checked: the process that did it was ended"
