"""Works on what a student sent in a process that can be killed.

The process is forked from this one, which has imported everything, so it starts at once. Whatever
a student's answers or texts make a check or a parser do, it costs nobody else time or memory.
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
from enum import StrEnum
from pathlib import Path
from typing import Generic, NoReturn, TypeVar

MAX_MEMORY = 1 << 30  # bytes, beyond what this process has
MAX_RESULT = 1 << 25  # bytes of one result, as JSON
# A line that is not a result begins with one of these; no JSON does.
_ASKS, _FAILED = b"?", b"!"

T = TypeVar("T")


def is_readable(fd: int, seconds: float) -> bool:
    """Whether, within some seconds, a descriptor becomes readable or its other end is closed."""
    poll = select.poll()  # unlike select, it takes descriptors above 1023
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(None if seconds == math.inf else max(seconds, 0) * 1000))


class WhyFailed(StrEnum):
    """Why a task has no result."""

    TIME = "time"  # by the clock; the process was killed
    PROCESSOR = "processor time"  # the process was killed
    SIZE = "size"  # of the result; the process was killed
    KILLED = "killed"  # from outside, or by itself
    MEMORY = "memory"  # the function raised `MemoryError`
    ERROR = "error"  # the function raised another error
    SKIPPED = "skipped"  # not tried, because the processes of too many other tasks were killed


class TaskFailed(Exception):
    """A task has no result. If its function raised an error, this tells its class and message."""

    def __init__(self, why: WhyFailed, error_class: str = "", message: str = ""):
        super().__init__(f"{error_class}: {message}"[:300] if error_class else why)
        self.why, self.error_class, self.message = why, error_class, message


class Child(Generic[T]):
    """A process that works on tasks, which JSON can hold.

    Args:
        function: must return what JSON can hold.
        processor: seconds of processor time for each task.
        may_ask: whether the function is called with a task and a function `ask`.
    """

    def __init__(self, function: Callable[..., T], processor: float, *, may_ask: bool = False):
        self._socket, childs_socket = socket.socketpair()
        self._unread = bytearray()  # received after the last line that was read
        self._pid = os.fork()
        if self._pid == 0:
            _work(function, processor, childs_socket.detach(), may_ask)
        childs_socket.close()

    def results(
        self, tasks: list, seconds: float, answer: Callable[[list], object] | None = None
    ) -> Iterator[T | TaskFailed]:
        """Yields the results of tasks in order. Each must come within `seconds`, by the clock,
        after the one before it or after an answer. If the function raised an error, `TaskFailed`
        comes in place of a result.

        Args:
            answer: answers what the function asks, in this process. JSON must be able to hold
                questions and answers.

        Raises:
            TaskFailed: the process ended before its work was done.
        """
        for task in tasks:
            self._send(task)
            line = self._line(seconds)
            while answer and line.startswith(_ASKS):
                self._send(answer(json.loads(line[len(_ASKS) :])))
                line = self._line(seconds)
            if line.startswith(_FAILED):
                why, error_class, message = json.loads(line[len(_FAILED) :])
                yield TaskFailed(WhyFailed(why), error_class, message)
            else:
                yield json.loads(line)

    def _send(self, message: object) -> None:
        with contextlib.suppress(OSError):  # if it has ended, that is noticed at the next line
            self._socket.sendall(json.dumps(message).encode() + b"\n")

    def _line(self, seconds: float) -> bytearray:
        deadline = time.monotonic() + seconds
        unread = self._unread
        end = unread.find(b"\n")
        while end < 0:
            if not is_readable(self._socket.fileno(), deadline - time.monotonic()):
                raise TaskFailed(WhyFailed.TIME)
            if not (part := self._received()):
                raise TaskFailed(self._end())
            in_part = part.find(b"\n")  # not in all of `unread`: a long result comes in many parts
            if in_part >= 0:
                end = len(unread) + in_part
            unread += part
            if len(unread) > MAX_RESULT:
                raise TaskFailed(WhyFailed.SIZE)
        line = unread[:end]
        del unread[: end + 1]
        return line

    def _received(self) -> bytes:
        try:
            return self._socket.recv(1 << 20)
        except ConnectionResetError:  # it ended before it had read an answer
            return b""

    def close(self) -> None:
        """Ends the process, if it is still running."""
        if self._pid:
            self._end()
        self._socket.close()

    def _end(self) -> WhyFailed:
        os.kill(self._pid, signal.SIGKILL)  # if it has ended already, the status says how
        _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
            return WhyFailed.PROCESSOR
        return WhyFailed.KILLED


def _work(function: Callable, processor: float, parent: int, may_ask: bool) -> NoReturn:
    """Runs the tasks that come from the parent until there are no more, and ends the child."""
    from_parent = os.fdopen(parent, "rb")

    def send(line: bytes) -> None:
        unsent = memoryview(line + b"\n")
        while unsent:
            unsent = unsent[os.write(parent, unsent) :]

    def ask(question: object) -> object:
        send(_ASKS + json.dumps(question).encode())
        return json.loads(from_parent.readline())

    with contextlib.suppress(BaseException):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        # Close what the grader has open, such as a kernel's socket, as it would stay open here.
        os.closerange(3, parent)
        os.closerange(parent + 1, 1 << 20)
        gc.freeze()  # else garbage collection would touch, and so copy, all memory
        if torch := sys.modules.get("torch"):
            torch.set_num_threads(1)  # the parent's other threads do not exist here
        _limit(resource.RLIMIT_CORE, 0)
        while line := from_parent.readline():
            task = json.loads(line)
            used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            _limit(resource.RLIMIT_AS, used + MAX_MEMORY)
            _limit(resource.RLIMIT_CPU, math.ceil(time.process_time() + processor))
            try:
                line = json.dumps(function(task, ask) if may_ask else function(task)).encode()
            except Exception as error:  # a student's text or answer may lead to any error
                line = _FAILED + _reason(error)
            send(line)
    os._exit(0)


def _reason(error: Exception) -> bytes:
    """The arguments of `TaskFailed`, as JSON."""
    why = WhyFailed.MEMORY if isinstance(error, MemoryError) else WhyFailed.ERROR
    return json.dumps([why, type(error).__name__, str(error)]).encode()


def _limit(resource_limit: int, amount: int) -> None:
    _, hard = resource.getrlimit(resource_limit)
    amount = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    resource.setrlimit(resource_limit, (amount, hard))
