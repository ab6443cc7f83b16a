"""Runs tasks in forked children, which can be killed without harm to this process."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from typing import TypeVar

from autograder.base.child_process import Child, TaskFailed, WhyFailed

PROCESSOR_SECONDS = 10  # for one task; the author's answers take less than one second
WAIT_SECONDS = 60  # by the clock
MAX_KILLED_CHILDREN = 3  # processes for one submission; if more are killed, the rest is skipped

# Only one thread at a time may run checks, because they print, and read globals of modules.
one_at_a_time = threading.RLock()

T = TypeVar("T")


def map_in_child(
    function: Callable[..., T],
    tasks: list,
    setting: Callable[[], AbstractContextManager] = nullcontext,
    answer: Callable[[list], object] | None = None,
    *,
    seconds: float | None = None,
) -> Iterator[T | TaskFailed]:
    """Yields the result of a function for each task, in order, computed in a child process.
    `TaskFailed` comes in place of a result that could not be computed.

    If the process is killed, another one tries the task again, unless that used up its processor
    time, and then continues with the next task.

    Args:
        function: must return what JSON can hold.
        setting: the context to run in; this process enters it only to fork.
        answer: if given, the function is called with a task and a function `ask`; what it asks is
            answered by `answer`, in this process. JSON must be able to hold questions and answers.
        seconds: the time for each task by the clock, without a second attempt; by default, the
            constants above hold.
    """
    if sys.platform != "linux":  # elsewhere forking is not safe, and there is no sandbox either
        with one_at_a_time, setting():
            for task in tasks:
                yield function(task, answer) if answer else function(task)
        return
    wait = WAIT_SECONDS if seconds is None else seconds
    processor = PROCESSOR_SECONDS if seconds is None else seconds + 1
    done, killed, retried = 0, 0, -1
    while done < len(tasks) and killed < MAX_KILLED_CHILDREN:
        with one_at_a_time, setting():
            child = Child(function, tasks[done:], processor, answer)
        with closing(child):
            try:
                for result in child.results(wait):
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
