"""Does tasks in a process that can be killed: it is forked from this one, and so knows the same."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass

from autograder.base import forked

PROCESSOR = 10  # seconds for one task; the author's answers take less than one
MAX_WAIT = 60  # seconds by the clock
MAX_ENDED = 3  # killed processes for one submission; after that, the rest is skipped

# Checks print and read modules' globals, so only one thread at a time may run them.
trusted = threading.RLock()


@dataclass(frozen=True)
class Ended:
    """In place of a result: the process was killed. The reason completes a sentence."""

    reason: str
    used_up: str = ""  # as in `forked.ChildEnded`


class NotDone(Exception):
    """A task has no result: it raised an error, or the process was killed."""

    def __init__(self, used_up: str = "", kind: str = "", said: str = ""):
        super().__init__(f"{kind}: {said}"[:300])
        self.used_up = used_up  # as in `forked.ChildEnded`
        self.kind, self.said = kind, said  # the class and the message of the error; empty if none


def each_apart(
    function: Callable,
    tasks: list,
    setting: Callable[[], AbstractContextManager] = nullcontext,
    answer: Callable[[object], object] | None = None,
    *,
    seconds: float | None = None,
) -> Iterator[object]:
    """The results of a function for each task, in order, computed in another process.

    If the process is killed, its current task yields `Ended`, and another process continues with
    the next. Unless the task used up its processor time, it is tried once more first.

    Args:
        function: returns what JSON can hold; it raises no error.
        setting: the context to run in; this process enters it only to fork.
        answer: if given, the function is called with a task and a function `ask`, and in this
            process, `answer` answers what it asks. Questions and answers are what JSON can hold.
        seconds: for each task, by the clock, without a second attempt; by default, the constants
            above hold.
    """
    processor, wait = (PROCESSOR, MAX_WAIT) if seconds is None else (seconds + 1, seconds)
    attempts = 2 if seconds is None else 1
    if sys.platform != "linux":  # elsewhere forking is not safe, and there is no sandbox either
        with trusted, setting():
            for task in tasks:
                yield function(task, answer) if answer else function(task)
        return
    done, ended, retried = 0, 0, -1
    while done < len(tasks) and ended < MAX_ENDED:
        with trusted, setting():
            child = forked.Child(function, tasks[done:], processor, answer)
        with closing(child):
            try:
                for result in child.results(wait):
                    done += 1
                    yield result
            except forked.ChildEnded as reason:
                if attempts == 2 and reason.used_up != "processor" and retried < done:
                    retried = done
                    continue
                ended += 1
                done += 1
                yield Ended(_why(reason.used_up, processor, wait, attempts), reason.used_up)
    for _ in tasks[done:]:
        yield Ended("was not checked, because other answers took too long")


def _why(used_up: str, processor: float, wait: float, attempts: int) -> str:
    if used_up == "processor":
        return f"took more than {processor:g} s of processor time to check"
    if used_up == "time":
        return f"took more than {wait:g} s to check" + (", twice" if attempts == 2 else "")
    if used_up == "size":
        return f"gave more than {forked.MAX_RESULT >> 20} MiB when it was checked"
    return "could not be checked: the process checking it was killed"


def made_apart(make: Callable[[], object], seconds: float | None = None) -> object:
    """What a function makes, which JSON can hold, made in another process.

    Args:
        seconds: as for `each_apart`.

    Raises:
        NotDone: the function raised an error, or the process was killed.
    """

    def made_or_raised(_task: None) -> dict:
        try:
            return {"made": make()}
        except Exception as error:  # whatever a student's text may lead to
            return {"kind": type(error).__name__, "said": str(error)}

    (result,) = each_apart(made_or_raised, [None], seconds=seconds)
    if isinstance(result, Ended):
        raise NotDone(result.used_up)
    if "made" not in result:
        raise NotDone(**result)
    return result["made"]
