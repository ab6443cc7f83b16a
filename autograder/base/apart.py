"""Does tasks in a process that can be killed: it is forked from this one, and so knows the same."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass

from autograder.base import forked

# Autograd starts threads if it finds a GPU, and they do not survive a fork. Nothing here needs one.
os.environ["CUDA_VISIBLE_DEVICES"] = ""

PROCESSOR = 10  # seconds for one task; the author's answers take less than one
MAX_WAIT = 60  # seconds by the clock
MAX_ENDED = 3  # killed processes for one submission; after that, the rest is skipped

# Checks print and read modules' globals, so only one thread at a time may run them.
trusted = threading.RLock()


@dataclass(frozen=True)
class Ended:
    """In place of a result: the process was killed. The reason completes a sentence."""

    reason: str
    is_slow: bool = False  # whether it used up its processor time
    is_late: bool = False  # whether it took too long by the clock, twice


def each_apart(
    function: Callable,
    tasks: list,
    setting: Callable[[], AbstractContextManager] = nullcontext,
    answer: Callable[[object], object] | None = None,
) -> Iterator[object]:
    """The results of a function for each task, in order, computed in another process.

    If the process is killed, its current task yields `Ended`, and another process continues with
    the next. Unless the task used up its processor time, it is tried once more first.

    Args:
        function: returns what JSON can hold; it raises no error.
        setting: the context to run in; this process enters it only to fork.
        answer: if given, the function is called with a task and a function `ask`, and in this
            process, `answer` answers what it asks. Questions and answers are what JSON can hold.
    """
    if sys.platform != "linux":  # elsewhere forking is not safe, and there is no sandbox either
        with trusted, setting():
            for task in tasks:
                yield function(task, answer) if answer else function(task)
        return
    done, ended, retried = 0, 0, -1
    while done < len(tasks) and ended < MAX_ENDED:
        with trusted, setting():
            child = forked.Child(function, tasks[done:], PROCESSOR, answer)
        with closing(child):
            try:
                for result in child.results(MAX_WAIT):
                    done += 1
                    yield result
            except forked.ChildEnded as reason:
                if reason.used_up != "processor" and retried < done:
                    retried = done
                    continue
                ended += 1
                done += 1
                yield _ended(reason)
    for _ in tasks[done:]:
        yield Ended("was not checked, because other answers took too long")


def _ended(reason: forked.ChildEnded) -> Ended:
    if reason.used_up == "processor":
        return Ended(f"took more than {PROCESSOR} s of processor time to check", is_slow=True)
    if reason.used_up == "time":
        return Ended(f"took more than {MAX_WAIT} s to check, twice", is_late=True)
    return Ended("could not be checked: the process checking it was killed")
