"""Makes pages from students' texts, in a process that can be killed.

Parsers of HTML, Markdown and LaTeX can be made to take hours and gigabytes, in ways nobody has
thought of yet. If a text uses up the time or memory of this process, nothing else fails.
"""

from collections.abc import Callable
from typing import TypeVar

from autograder.base.child_process import MAX_RESULT, TaskFailed, WhyFailed
from autograder.base.in_child import call_in_child

SECONDS = 20.0  # by the clock, for one piece; a page of a homework takes less than one
_TOO_LARGE = "It takes too much memory; its texts may have been made to do so."
TOO_LONG = (
    f"It would have more than {MAX_RESULT >> 20} MiB, and its texts may have been made to do so."
)

T = TypeVar("T")


class NotMade(Exception):
    """Something could not be made of a student's texts; the message says why."""


def make_apart(make: Callable[[], T], seconds: float = SECONDS) -> T:
    """The result of a function, which JSON can hold, computed in a separate process.

    Raises:
        NotMade: it took too much time or memory, or failed.
    """
    try:
        return call_in_child(make, seconds)
    except TaskFailed as failure:
        raise NotMade(_sentence_on(failure, seconds)) from None


def _sentence_on(failure: TaskFailed, seconds: float) -> str:
    match failure.why:
        case WhyFailed.TIME | WhyFailed.PROCESSOR:
            return f"It takes longer than {seconds:g} s, and its texts may have been made to do so."
        case WhyFailed.SIZE:
            return TOO_LONG
        case WhyFailed.ERROR:  # whatever a parser may raise
            return str(failure)
        case _:
            return _TOO_LARGE
