"""Runs tasks in forked children, which can be killed without harm to this process."""

import operator
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import TypeVar

from autograder.base.child_process import Child, TaskFailed, WhyFailed

PROCESSOR_SECONDS = 10  # for one task; the author's answers take less than one second
WAIT_SECONDS = 60  # by the clock
MAX_KILLED_CHILDREN = 3  # processes for one submission; if more are killed, the rest is skipped

# Only one thread at a time may run checks, because they print, and read globals of modules.
one_at_a_time = threading.RLock()

# By the name of its function, each child process that is kept, and what it was started for.
_Kept = dict[str, tuple[tuple, Child]]
_kept: ContextVar[_Kept | None] = ContextVar("kept", default=None)

T = TypeVar("T")


@contextmanager
def children_kept() -> Iterator[None]:
    """Inside this context, the child processes of functions that are given something stay for
    further tasks."""
    kept: _Kept = {}
    before = _kept.set(kept)
    try:
        yield
    finally:
        _kept.reset(before)
        for _, child in kept.values():
            child.close()


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
        seconds: the time for each task by the clock, without a second attempt; by default, the
            constants above hold.
        given: if not None, the function is called with this before the task. Within
            `children_kept`, the process then stays for tasks of this very function, given this very
            object; a closure is another function each time.
    """
    work = function, given, answer is not None
    run = function if given is None else partial(function, given)
    kept = None if given is None else _kept.get()
    if sys.platform != "linux":  # elsewhere forking is not safe, and there is no sandbox either
        with one_at_a_time:
            for task in tasks:
                yield run(task, answer) if answer else run(task)
        return
    wait = WAIT_SECONDS if seconds is None else seconds
    processor = PROCESSOR_SECONDS if seconds is None else seconds + 1
    done, killed, retried = 0, 0, -1
    while done < len(tasks) and killed < MAX_KILLED_CHILDREN:
        child = _taken(kept or {}, work)
        if child is None:
            with one_at_a_time:
                child = Child(run, processor, may_ask=answer is not None)
        has_failed = False
        try:
            for result in child.results(tasks[done:], wait, answer):
                done += 1
                has_failed |= isinstance(result, TaskFailed)
                yield result
            if kept is not None and not has_failed:
                kept[function.__qualname__], child = (work, child), None
        except TaskFailed as failure:
            may_retry = seconds is None and failure.why != WhyFailed.PROCESSOR
            if may_retry and retried != done:
                retried = done
                continue
            killed += 1
            done += 1
            yield failure
        finally:
            if child:
                child.close()
    for _ in tasks[done:]:
        yield TaskFailed(WhyFailed.SKIPPED)


def _taken(kept: _Kept, work: tuple) -> Child | None:
    """The process that was kept for just this work, or None."""
    before, child = kept.pop(work[0].__qualname__, (work, None))
    if child and not all(map(operator.is_, before, work)):
        child.close()
        return None
    return child


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
