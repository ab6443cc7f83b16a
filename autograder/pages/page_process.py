"""Makes pages from students' texts, in a process that can be killed.

Parsers of HTML, Markdown and LaTeX can be made to take hours and gigabytes, in ways nobody has
thought of yet. If a text uses up the time or memory of this process, nothing else fails.
"""

from collections.abc import Callable
from typing import TypeVar

from autograder.base.child_process import TaskFailed, call_in_child

SECONDS = 20.0  # of processor time, for one piece; a page of a homework takes less than one

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
        raise NotMade(
            f"No page can be made of its texts within {seconds:g} s and limited memory "
            f"({failure}); they may have been made to prevent that."
        ) from None
