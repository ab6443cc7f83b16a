"""Work on what a student sent, in a process that can be ended.

It is forked from this one, which has imported everything and made the plans, so it begins at once;
and whatever the student's answers make a check do, it costs nobody else time or memory.
"""

import contextlib
import gc
import json
import math
import os
import resource
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import torch

# Autograd starts threads where it finds a GPU, and they survive no fork. Nothing here needs one.
os.environ["CUDA_VISIBLE_DEVICES"] = ""

PROCESSOR = 10  # seconds for one piece of work; the author's answers take less than one
WAITING = 60  # seconds by the clock
MEMORY = 1 << 30  # bytes, beyond what this process has
MOST_ENDED = 3  # processes for one submission; after that, what is left is not done

# Checks print, and read what is the same for a whole module: one thread at a time uses it.
trusted = threading.RLock()


@dataclass(frozen=True)
class Ended:
    """In place of a result: the process had to be ended.

    Attributes:
        reason: the end of a sentence.
        is_certain: whether it would be so again.
    """

    reason: str
    is_certain: bool = True


def each_apart(
    function: Callable, pieces: list, setting: Callable[[], AbstractContextManager]
) -> Iterator[object]:
    """What a function makes of each piece of work, in order, computed in another process.

    When the process is ended, the piece that it was at yields `Ended`, and another process goes on
    with the next.

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
            child = _Child(function, left)
        with contextlib.closing(child):
            for result in child.results():
                if isinstance(result, Ended):
                    if not result.is_certain and retried < len(pieces) - len(left):
                        retried = len(pieces) - len(left)
                        break
                    ended += 1
                left.pop(0)
                yield result
    for _ in left:
        yield Ended("was not looked at, because other answers took too long")


class _Child:
    """A process that is at work on some pieces."""

    def __init__(self, function: Callable, pieces: list):
        self.number = len(pieces)
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            _work(function, pieces, writing)
        os.close(writing)
        self.pipe = reading

    def results(self) -> Iterator[object]:
        """The results, and at last `Ended` if the process did not come to the end of its work."""
        held = b""
        for _ in range(self.number):
            deadline = time.monotonic() + WAITING
            while b"\n" not in held:
                ready, _, _ = select.select([self.pipe], [], [], deadline - time.monotonic())
                part = os.read(self.pipe, 1 << 20) if ready else b""
                if not part:
                    yield self._ended()
                    return
                held += part
            line, _, held = held.partition(b"\n")
            yield json.loads(line)

    def close(self) -> None:
        """Ends it, if it has not ended."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.pid = 0
        os.close(self.pipe)

    def _ended(self) -> Ended:
        os.kill(self.pid, signal.SIGKILL)  # a signal that has ended it already is the one it tells
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
            return Ended(f"took more than {PROCESSOR} s of processor time to check")
        return Ended("could not be checked: the process that did it was ended", is_certain=False)


def _work(function: Callable, pieces: list, writing: int) -> None:
    """What the child does; it never returns."""
    with contextlib.suppress(BaseException):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        # Nothing of the grader's stays open by being open here, such as a kernel's socket.
        os.closerange(3, writing)
        os.closerange(writing + 1, 1 << 20)
        gc.disable()  # it would go through, and so copy, all memory there is
        torch.set_num_threads(1)  # others of this process have not come along
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        _limit(resource.RLIMIT_CORE, 0)
        _limit(resource.RLIMIT_AS, used + MEMORY)
        for piece in pieces:
            _limit(resource.RLIMIT_CPU, math.ceil(time.process_time()) + PROCESSOR)
            told = memoryview(json.dumps(function(piece)).encode() + b"\n")
            while told:
                told = told[os.write(writing, told) :]
    os._exit(0)


def _limit(what: int, amount: int) -> None:
    hard = resource.getrlimit(what)[1]
    amount = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    resource.setrlimit(what, (amount, hard))
