"""Works on what a student sent in a process that can be killed.

The process is forked from this one, which has already imported everything, so it starts at once.
If a student's answers or texts make a check or a parser run on and on, or use up memory, only this
student's submission suffers.
"""

import contextlib
import gc
import json
import math
import os
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Generic, NoReturn, TypeVar

PROCESSOR_SECONDS = 10  # for one task; the author's answers take less than one second
WAIT_SECONDS = 60  # by the clock
MAX_MEMORY = 1 << 30  # bytes, beyond what this process has
MAX_RESULT = 1 << 25  # bytes of one result, as JSON
MAX_TRACE = 20_000  # characters of a traceback
MAX_SAID = 300  # characters of an error's class and message
_RESULT, _FAILED, _QUESTION = "result", "failed", "question"  # what a message of the child is

# Held while a thread changes globals of modules, as the author's code does, and while a process is
# forked, which would inherit them half changed.
globals_lock = threading.RLock()

T = TypeVar("T")
Ask = Callable[[Any], Any]  # a function that answers questions


def no_answer(question: object) -> None:
    """Stands for the function `ask` where nothing can be answered."""


class WhyFailed(StrEnum):
    """Why a task has no result."""

    TIME = "time"  # by the clock; the process was killed
    PROCESSOR = "processor time"  # the process was killed
    SIZE = "size"  # of the result
    KILLED = "killed"  # from outside, or by itself
    MEMORY = "memory"  # the function raised `MemoryError`
    ERROR = "error"  # the function raised another error


_BY_CHANCE = WhyFailed.TIME, WhyFailed.KILLED  # these may not happen again


class TaskFailed(Exception):
    """A task has no result. If its function raised an error, `said` is the error's class and
    message, and `trace` its traceback."""

    def __init__(self, why: str, said: str = "", trace: str = ""):
        super().__init__(why, said, trace)
        self.why, self._said, self.trace = WhyFailed(why), said, trace

    def __str__(self) -> str:
        return self._said or self.why

    @classmethod
    def because_of(cls, error: Exception) -> "TaskFailed":
        """The failure that stands for an error which the function raised."""
        said = f"{type(error).__name__}: {error}"[:MAX_SAID]
        if isinstance(error, MemoryError):  # there may be none left for a traceback, either
            return cls(WhyFailed.MEMORY, said)
        return cls(WhyFailed.ERROR, said, trace_of(error))


def trace_of(error: BaseException) -> str:
    """The traceback of an error. If it is too long, its beginning is cut: the end says most."""
    return "".join(traceback.format_exception(error))[-MAX_TRACE:]


class Child(Generic[T]):
    """Works on tasks in a child process, one after the other. If the process is killed, a new one
    takes its place. It tries the same task once more, unless the task used up its processor time.

    Args:
        function: is called with a task and a function `ask`. JSON must be able to hold the tasks,
            the results, and the questions and answers of `ask`.
        seconds: how much processor time each task may use. It may take three times as long by the
            clock, and is not tried again. By default, the constants above are the limits.

    Attributes:
        has_failed: whether any task has failed.
        killed: how many tasks failed because the process was killed.
    """

    def __init__(self, function: Callable[[Any, Ask], T], seconds: float | None = None):
        self._function, self._may_retry = function, seconds is None
        self._processor = PROCESSOR_SECONDS if seconds is None else seconds
        self._wait = WAIT_SECONDS if seconds is None else 3 * seconds
        self._process: _Process | None = None
        self.has_failed = False
        self.killed = 0

    def result(self, task: object, answer: Ask = no_answer) -> T | TaskFailed:
        """The result of a task, or why there is none.

        Args:
            answer: is called in this process, to answer what the function asks.
        """
        if sys.platform != "linux":  # elsewhere forking is not safe, and there is no sandbox either
            try:
                with globals_lock:
                    return self._function(task, answer)
            except Exception as error:
                return TaskFailed.because_of(error)
        result = self._attempt(task, answer)
        if self._may_retry and isinstance(result, TaskFailed) and result.why in _BY_CHANCE:
            result = self._attempt(task, answer)
        self.has_failed |= isinstance(result, TaskFailed)
        self.killed += self._process is None
        return result

    def _attempt(self, task: object, answer: Ask) -> T | TaskFailed:
        if self._process is None:
            with globals_lock:
                self._process = _Process(self._function, self._processor)
        try:
            return self._process.result(task, self._wait, answer)
        except TaskFailed as failure:
            self.close()
            return failure

    def close(self) -> None:
        """Ends the process, if there is one."""
        if self._process:
            self._process.close()
        self._process = None


def map_in_child(function: Callable[[Any], T], tasks: Iterable) -> Iterator[T | TaskFailed]:
    """Yields the result of a function for each task, or why there is none, as a `Child` does."""
    with contextlib.closing(Child(lambda task, _: function(task))) as child:
        yield from map(child.result, tasks)


def call_in_child(function: Callable[[], T], seconds: float | None = None) -> T:
    """The result of a function, which JSON can hold, computed in a child process.

    Args:
        seconds: as for `Child`.

    Raises:
        TaskFailed: the function raised an error, or the process was killed.
    """
    with contextlib.closing(Child(lambda *_: function(), seconds)) as child:
        result = child.result(None)
    if isinstance(result, TaskFailed):
        raise result
    return result


class _Process:
    """A process that works on tasks. Args: as for `Child`, with seconds of processor time."""

    def __init__(self, function: Callable, processor: float):
        self._connection, childs = Pipe()
        self._pid = os.fork()
        if self._pid == 0:
            _work(function, processor, childs)
        childs.close()

    def result(self, task: object, seconds: float, answer: Ask) -> Any:
        """The result of a task. If the function raised an error, the result is a `TaskFailed`.
        After each message to it, the child has `seconds` by the clock to send its next one.

        Raises:
            TaskFailed: the process was killed.
        """
        self._send(task)
        kind, value = self._message(seconds)
        while kind == _QUESTION:
            self._send(answer(value))
            kind, value = self._message(seconds)
        return TaskFailed(*value) if kind == _FAILED else value

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


def _work(function: Callable, processor: float, parent: Connection) -> NoReturn:
    """Runs the tasks that come from the parent until there are no more, and ends the child."""

    def ask(question: object) -> object:
        parent.send_bytes(_packed(_QUESTION, question))
        return json.loads(parent.recv_bytes())

    with contextlib.suppress(BaseException):
        for number in signal.valid_signals():
            if callable(signal.getsignal(number)):  # a handler of the parent's
                signal.signal(number, signal.SIG_DFL)
        # Close what the grader has open, such as a kernel's socket, as it would stay open here.
        os.closerange(3, parent.fileno())
        os.closerange(parent.fileno() + 1, 1 << 20)
        gc.freeze()  # else garbage collection would touch, and so copy, all memory
        # With the command's threshold (see `quick_start.py`), a child that works on many tasks
        # would come to hold 70 MB of garbage.
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
                message = _packed(_RESULT, function(task, ask))
                if len(message) > MAX_RESULT:
                    message = _packed(_FAILED, [WhyFailed.SIZE])
            except Exception as error:  # a student's text or answer may lead to any error
                message = _packed(_FAILED, TaskFailed.because_of(error).args)
            parent.send_bytes(message)
    os._exit(0)


def _packed(kind: str, content: object) -> bytes:
    return json.dumps([kind, content]).encode()


def _limit(resource_limit: int, amount: int) -> None:
    _, hard = resource.getrlimit(resource_limit)
    amount = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    resource.setrlimit(resource_limit, (amount, hard))
