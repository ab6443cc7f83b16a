"""Work on what a student sent, in a process that can be killed.

It is forked from this process, which has imported everything, so it starts at once. Whatever a
student's answers or texts make a check or a parser do, it costs nobody else time or memory.
"""

import contextlib
import gc
import json
import math
import os
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

MAX_MEMORY = 1 << 30  # bytes, beyond what this process has
MAX_RESULT = 1 << 25  # bytes of one result, as JSON
ASKS = b"?"  # begins a question to this process, and no JSON


def is_readable(fd: int, seconds: float) -> bool:
    """Whether a descriptor becomes readable, or its other end is closed, within some seconds."""
    poll = select.poll()  # unlike select, it takes descriptors above 1023
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(None if seconds == math.inf else max(seconds, 0) * 1000))


class ChildEnded(Exception):
    """The process used up a limit and was killed; if it `used_up` nothing, it ended otherwise."""

    def __init__(self, used_up: str):
        super().__init__(used_up)
        self.used_up = used_up  # "time", "processor", "size" or nothing


class Child:
    """A process that works through some tasks.

    Args:
        function: returns what JSON can hold; it raises no error.
        processor: seconds of processor time for each task.
        answer: if given, the function is called with a task and a function `ask`, and in this
            process, `answer` answers what it asks. Questions and answers are what JSON can hold.
    """

    def __init__(
        self, function: Callable, tasks: list, processor: float, answer: Callable | None = None
    ):
        self.number, self._answer = len(tasks), answer
        self._socket, theirs = socket.socketpair()
        self._held = bytearray()
        self.pid = os.fork()
        if self.pid == 0:
            _work(function, tasks, processor, theirs.detach(), answer is not None)
        theirs.close()

    def results(self, seconds: float) -> Iterator[object]:
        """The results, in order; each within `seconds` by the clock after the one before, or after
        an answer.

        Raises:
            ChildEnded: the process ended before its work was done.
        """
        for _ in range(self.number):
            while (line := self._line(seconds)).startswith(ASKS):
                answered = json.dumps(self._answer(json.loads(line[1:])))
                with contextlib.suppress(OSError):  # if it has ended, the next line says so
                    self._socket.sendall(answered.encode() + b"\n")
            yield json.loads(line)

    def _line(self, seconds: float) -> bytearray:
        deadline = time.monotonic() + seconds
        held = self._held
        ends = held.find(b"\n")
        while ends < 0:
            if not is_readable(self._socket.fileno(), deadline - time.monotonic()):
                raise ChildEnded("time")
            if not (part := self._received()):
                raise self._ended()
            at = part.find(b"\n")  # not in all of `held`: a long result comes in many parts
            ends = at if at < 0 else len(held) + at
            held += part
            if len(held) > MAX_RESULT:
                raise ChildEnded("size")
        line = held[:ends]
        del held[: ends + 1]
        return line

    def _received(self) -> bytes:
        try:
            return self._socket.recv(1 << 20)
        except ConnectionResetError:  # it ended before it had read an answer
            return b""

    def close(self) -> None:
        """Ends the process, if it is still running."""
        if self.pid:
            self._ended()
        self._socket.close()

    def _ended(self) -> ChildEnded:
        os.kill(self.pid, signal.SIGKILL)  # if it has ended already, the status says how
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        is_over = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU
        return ChildEnded("processor" if is_over else "")


def _work(
    function: Callable, tasks: list, processor: float, parent: int, may_ask: bool
) -> NoReturn:
    """Runs the tasks, and ends the child."""
    received = os.fdopen(parent, "rb")

    def send(text: bytes) -> None:
        left = memoryview(text + b"\n")
        while left:
            left = left[os.write(parent, left) :]

    def ask(question: object) -> object:
        send(ASKS + json.dumps(question).encode())
        return json.loads(received.readline())

    with contextlib.suppress(BaseException):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        # Close what the grader has open, such as a kernel's socket, or it would stay open here.
        os.closerange(3, parent)
        os.closerange(parent + 1, 1 << 20)
        gc.freeze()  # or garbage collection would touch, and so copy, all memory
        if torch := sys.modules.get("torch"):
            torch.set_num_threads(1)  # the parent's other threads do not exist here
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        _limit(resource.RLIMIT_CORE, 0)
        _limit(resource.RLIMIT_AS, used + MAX_MEMORY)
        for task in tasks:
            _limit(resource.RLIMIT_CPU, math.ceil(time.process_time() + processor))
            result = function(task, ask) if may_ask else function(task)
            send(json.dumps(result).encode())
    os._exit(0)


def _limit(what: int, amount: int) -> None:
    hard = resource.getrlimit(what)[1]
    amount = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    resource.setrlimit(what, (amount, hard))
