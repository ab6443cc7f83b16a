"""Runs tasks in forked children, which can be killed without harm to this process."""

import operator
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from autograder.base.child_process import Child, TaskFailed, WhyFailed

PROCESSOR_SECONDS = 10  # for one task; the author's answers take less than one second
WAIT_SECONDS = 60  # by the clock
MAX_KILLED_CHILDREN = 3  # processes for one submission; if more are killed, the rest is skipped

# Only one thread at a time may run checks, because they print, and read globals of modules.
one_at_a_time = threading.RLock()

T = TypeVar("T")


class _Work(NamedTuple):
    """What a child process is started for."""

    function: Callable
    given: object
    may_ask: bool

    def run(self, *task_and_ask: Any) -> Any:
        """Works on a task."""
        given = () if self.given is None else (self.given,)
        return self.function(*given, *task_and_ask)


_idle: list[tuple[_Work, Child]] | None = None  # those that are kept; None outside `children_kept`
_lock = threading.Lock()  # of this list


@contextmanager
def children_kept() -> Iterator[None]:
    """Inside this context, the child processes of functions that are given something stay for
    further tasks, of any thread."""
    global _idle
    _idle = []
    try:
        yield
    finally:
        with _lock:
            idle, _idle = _idle, None
        for _, child in idle:
            child.close()


def _kept_for(work: _Work) -> Child | None:
    """A process kept for just this work; from now on, it is not kept. One that was kept for other
    work of this function is ended."""
    with _lock:
        names = [before.function.__qualname__ for before, _ in _idle or []]
        if not _idle or work.function.__qualname__ not in names:
            return None
        before, child = _idle.pop(names.index(work.function.__qualname__))
    if all(map(operator.is_, before, work)):
        return child
    child.close()
    return None


def map_in_child(
    function: Callable[..., T],
    tasks: list,
    answer: Callable[[list], object] | None = None,
    *,
    seconds: float | None = None,
    given: object = None,
) -> Iterator[T | TaskFailed]:
    """Yields the result of a function for each task, in order, computed in a child process.
    `TaskFailed` comes in place of a result that could not be computed.

    If the process is killed, another one tries the task again, unless that used up its processor
    time, and then continues with the next task.

    Args:
        function: must return what JSON can hold.
        tasks: JSON must be able to hold them.
        answer: if given, the function is called with a task and a function `ask`; what it asks is
            answered by `answer`, in this process. JSON must be able to hold questions and answers.
        seconds: of processor time for each task, and three times as many by the clock, without a
            second attempt; by default, the constants above hold.
        given: if not None, the function is called with this before the task. Within
            `children_kept`, the process then stays for tasks of this very function, given this very
            object; a closure is another function each time.
    """
    work = _Work(function, given, may_ask=answer is not None)
    if sys.platform != "linux":  # elsewhere forking is not safe, and there is no sandbox either
        with one_at_a_time:
            for task in tasks:
                yield work.run(task, answer) if answer else work.run(task)
        return
    wait = WAIT_SECONDS if seconds is None else 3 * seconds
    processor = PROCESSOR_SECONDS if seconds is None else seconds
    done, killed, retried = 0, 0, -1
    while done < len(tasks) and killed < MAX_KILLED_CHILDREN:
        try:
            with _child_for(work, processor) as child:
                for result in child.results(tasks[done:], wait, answer):
                    done += 1
                    yield result
        except TaskFailed as failure:
            may_retry = seconds is None and failure.why != WhyFailed.PROCESSOR
            if may_retry and retried != done:
                retried = done
                continue
            killed += 1
            done += 1
            yield failure
    for _ in tasks[done:]:
        yield TaskFailed(WhyFailed.SKIPPED)


@contextmanager
def _child_for(work: _Work, processor: float) -> Iterator[Child]:
    """Gives a process that was kept for just this work, or a new one. If nothing fails in it, it is
    kept again."""
    child = None if work.given is None else _kept_for(work)
    if child is None:
        with one_at_a_time:
            child = Child(work.run, processor, may_ask=work.may_ask)
    try:
        yield child
    except BaseException:
        child.close()
        raise
    with _lock:
        if _idle is not None and work.given is not None and not child.has_failed:
            _idle.append((work, child))
            return
    child.close()


def call_in_child(function: Callable[[], T], seconds: float | None = None) -> T:
    """The result of a function, which JSON can hold, computed in a child process.

    Args:
        seconds: as for `map_in_child`.

    Raises:
        TaskFailed: the function raised an error, or the process was killed.
    """
    (result,) = map_in_child(lambda _: function(), [None], seconds=seconds)
    if isinstance(result, TaskFailed):
        raise result
    return result
