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
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from enum import StrEnum
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Generic, NoReturn, TypeVar

MAX_MEMORY = 1 << 30  # bytes, beyond what this process has
MAX_RESULT = 1 << 25  # bytes of one result, as JSON
MAX_TRACE = 20_000  # characters of a traceback
_RESULT, _FAILED, _QUESTION = "result", "failed", "question"  # what a message of the child is

T = TypeVar("T")


class WhyFailed(StrEnum):
    """Why a task has no result."""

    TIME = "time"  # by the clock; the process was killed
    PROCESSOR = "processor time"  # the process was killed
    SIZE = "size"  # of the result
    KILLED = "killed"  # from outside, or by itself
    MEMORY = "memory"  # the function raised `MemoryError`
    ERROR = "error"  # the function raised another error
    SKIPPED = "skipped"  # not tried, because the processes of too many other tasks were killed


class TaskFailed(Exception):
    """A task has no result. If its function raised an error, this tells its class and message, and
    has its traceback."""

    def __init__(self, why: str, error_class: str = "", message: str = "", trace: str = ""):
        super().__init__(f"{error_class}: {message}"[:300] if error_class else why)
        self.why, self.error_class, self.message = WhyFailed(why), error_class, message
        self.trace = trace

    @classmethod
    def because_of(cls, error: Exception) -> "TaskFailed":
        """What it is if the function raised an error."""
        name, message = type(error).__name__, str(error)
        if isinstance(error, MemoryError):  # there may be none left for a traceback, either
            return cls(WhyFailed.MEMORY, name, message)
        return cls(WhyFailed.ERROR, name, message, trace_of(error))


def trace_of(error: BaseException) -> str:
    """The traceback of an error, of which the end says most."""
    return "".join(traceback.format_exception(error))[-MAX_TRACE:]


class Child(Generic[T]):
    """A process that works on tasks, which JSON can hold.

    Args:
        function: must return what JSON can hold.
        processor: seconds of processor time for each task.
        may_ask: whether the function is called with a task and a function `ask`.

    Attributes:
        has_failed: whether any task has failed in it.
    """

    def __init__(self, function: Callable[..., T], processor: float, *, may_ask: bool = False):
        self._connection, childs = Pipe()
        self._pid = os.fork()
        if self._pid == 0:
            _work(function, processor, childs, may_ask)
        childs.close()
        self.has_failed = False

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
            kind, value = self._message(seconds)
            while answer and kind == _QUESTION:
                self._send(answer(value))
                kind, value = self._message(seconds)
            self.has_failed |= kind == _FAILED
            yield TaskFailed(*value) if kind == _FAILED else value

    def _send(self, message: object) -> None:
        with contextlib.suppress(OSError):  # if it has ended, that is noticed at its next message
            self._connection.send_bytes(json.dumps(message).encode())

    def _message(self, seconds: float) -> list:
        """What the child says next: a kind of message, and its content."""
        if not self._connection.poll(seconds):
            raise TaskFailed(WhyFailed.TIME)
        try:
            return json.loads(self._connection.recv_bytes(MAX_RESULT))
        except (EOFError, OSError):  # it has ended
            raise TaskFailed(self._end()) from None

    def close(self) -> None:
        """Ends the process, if it is still running."""
        if self._pid:
            self._end()
        self._connection.close()

    def _end(self) -> WhyFailed:
        os.kill(self._pid, signal.SIGKILL)  # if it has ended already, the status says how
        _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
            return WhyFailed.PROCESSOR
        return WhyFailed.KILLED


def _work(function: Callable, processor: float, parent: Connection, may_ask: bool) -> NoReturn:
    """Runs the tasks that come from the parent until there are no more, and ends the child."""

    def ask(question: object) -> object:
        parent.send_bytes(_packed(_QUESTION, question))
        return json.loads(parent.recv_bytes())

    with contextlib.suppress(BaseException):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        # Close what the grader has open, such as a kernel's socket, as it would stay open here.
        os.closerange(3, parent.fileno())
        os.closerange(parent.fileno() + 1, 1 << 20)
        gc.freeze()  # else garbage collection would touch, and so copy, all memory
        # At the command's own limit, a child that stays for many tasks would hold 70 MB of garbage.
        gc.set_threshold(100_000)
        if torch := sys.modules.get("torch"):
            torch.set_num_threads(1)  # the parent's other threads do not exist here
        _limit(resource.RLIMIT_CORE, 0)
        while True:  # until the parent closes its end, which is an error here
            task = json.loads(parent.recv_bytes())
            used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            _limit(resource.RLIMIT_AS, used + MAX_MEMORY)
            _limit(resource.RLIMIT_CPU, math.ceil(time.process_time() + processor))
            try:
                message = _packed(_RESULT, function(task, ask) if may_ask else function(task))
                if len(message) > MAX_RESULT:
                    message = _packed(_FAILED, [WhyFailed.SIZE])
            except Exception as error:  # a student's text or answer may lead to any error
                failure = TaskFailed.because_of(error)
                message = _packed(_FAILED, [*vars(failure).values()])
            parent.send_bytes(message)
    os._exit(0)


def _packed(kind: str, content: object) -> bytes:
    return json.dumps([kind, content]).encode()


def _limit(resource_limit: int, amount: int) -> None:
    _, hard = resource.getrlimit(resource_limit)
    amount = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    resource.setrlimit(resource_limit, (amount, hard))
