"""What is made of students' texts, in a process that can be ended.

Parsers of HTML, Markdown and LaTeX can be made to take hours and gigabytes, in ways that nobody
has thought of yet. Whoever uses up the time or memory of such a process gets an error for that
alone.
"""

import sys
from collections.abc import Callable
from contextlib import closing

from autograder.base import forked

SECONDS = 20.0  # by the clock, for one piece; a page of a homework takes less than one
TOO_LARGE = "It takes too much memory: its texts are made to be a burden."


class NotMade(Exception):
    """Something could not be made of a student's texts; the message says why."""


def make_apart(make: Callable[[dict], object], facts: dict, seconds: float = SECONDS) -> object:
    """What a function makes of facts in a process apart: what JSON can hold.

    Raises:
        NotMade: it took too much time or memory, or failed.
    """
    if sys.platform != "linux":  # where a fork is not safe
        return make(facts)

    def told(facts: dict) -> dict:
        try:
            return {"made": make(facts)}
        except MemoryError:
            return {"failed": TOO_LARGE}
        except Exception as error:  # whatever a parser may raise
            return {"failed": f"{type(error).__name__}: {error}"[:300]}

    with closing(forked.Child(told, [facts], seconds + 1)) as child:
        try:
            (answer,) = child.results(seconds)
        except forked.ChildEnded as reason:
            late = f"It takes longer than {seconds:g} s: its texts are made to be a burden."
            raise NotMade(late if reason.used_up else TOO_LARGE) from None
    if "failed" in answer:
        raise NotMade(answer["failed"])
    return answer["made"]
