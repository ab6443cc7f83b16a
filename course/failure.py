"""A check that did not pass, and how it is shown: what, where, and, if the numbers tell, why."""

import textwrap
from collections.abc import Callable

from course.attempt import Raised
from course.misconceptions import Seen, looks_like, sentences

WIDTH = 96  # characters: what fits into a notebook's output on a laptop


class CheckFailed(AssertionError):
    """A check that did not pass. The message is a sentence for the student.

    Attributes:
        why: what is known of the cause: what was found by trying, the known mistake it looks like.
        next_step: what to try if nothing is.
        raised: the error that the student's code raised, if that is what is wrong.
        smallest: the smallest example on which an engine goes wrong, if there is one.
        of_numbers: whether numbers are wrong that were compared, and not something else.
        again: whether it was right before, with other values in the leaves.
    """

    def __init__(
        self,
        message: str,
        seen: Seen | None = None,
        next_step: str = "",
        raised: Raised | None = None,
        why: str = "",
    ):
        """Looks up what the check saw.

        Args:
            message: what is wrong, and where.
            seen: what the check saw on its fixed case; None on random values.
            next_step: what to try if no known mistake matches.
            raised: the error that the student's code raised.
            why: what is known of the cause already.
        """
        super().__init__(message)
        self.raised = raised
        self.smallest = None
        self.of_numbers = self.again = False
        self.why = sentences(looks_like(seen)) if seen else why
        self.next_step = ""
        if seen and next_step and not self.why:
            self.next_step = f"This fits no mistake I know. {next_step}"

    def explained(self, cause: Callable[[], str]) -> "CheckFailed":
        """The same failure; if it looks like no known mistake, with what is found to be its cause,
        which may take long to find."""
        self.why = self.why or cause()
        return self

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows."""
        return self.lines("Not yet:")

    def lines(self, lead: str) -> list[str]:
        """All that is told: the sentence, the likely mistake, and the student's own lines if their
        code raised an error."""
        lines = wrapped(f"{lead} {self}").splitlines()
        if why := self.why or self.next_step:
            lines += ["", *wrapped(why).splitlines()]
        if self.raised:
            lines += ["", *self.raised.lines, f"{self.raised.name}: {self.raised}"]
        return lines


class Unwritten(CheckFailed):
    """A check of something that is not written yet: that is all there is to say of it."""


def wrapped(text: str) -> str:
    """Lines broken between words, because Jupyter breaks them anywhere."""
    return "\n".join(line for each in text.splitlines() for line in _broken(each) or [""])


def _broken(line: str) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(
        line.strip(),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
