"""Makes pages from students' texts, in a process that can be killed.

Parsers of HTML, Markdown and LaTeX can be made to take hours and gigabytes, in ways nobody has
thought of yet. A text that uses up the time or memory of this process fails alone.
"""

from collections.abc import Callable
from functools import partial

from autograder.base import apart, forked

SECONDS = 20.0  # by the clock, for one piece; a page of a homework takes less than one
_TOO_LARGE = "It takes too much memory, as if its texts were made for that."
TOO_LONG = (
    f"It would have more than {forked.MAX_RESULT >> 20} MiB, as if its texts were made for that."
)


class NotMade(Exception):
    """Something could not be made of a student's texts; the message says why."""


def make_apart(make: Callable[[dict], object], facts: dict, seconds: float = SECONDS) -> object:
    """The result of a function of some facts, as JSON can hold it, computed in a separate process.

    Raises:
        NotMade: it took too much time or memory, or failed.
    """
    try:
        return apart.made_apart(partial(make, facts), seconds)
    except apart.NotDone as reason:
        if reason.kind not in ("", MemoryError.__name__):  # whatever a parser may raise
            raise NotMade(str(reason)) from None
        late = f"It takes longer than {seconds:g} s, as if its texts were made for that."
        found = {"time": late, "processor": late, "size": TOO_LONG}
        raise NotMade(found.get(reason.used_up, _TOO_LARGE)) from None
