"""A failed check, and how it is shown: what is wrong, where, and, if it is known, why."""

import textwrap

from course.running.attempt import Raised

LINE_WIDTH = 96  # characters that fit on a line of a notebook's output on a laptop


class CheckFailed(AssertionError):
    """A failed check. The message is a sentence for the student. Nothing in it is changed later:
    `but` makes another failure.

    Attributes:
        why: what is known about the cause: what experiments found, or a known mistake like it.
        next_step: what to try if nothing is known.
        raised: the error that the student's code raised, if that is what is wrong.
        smallest: the smallest example on which an engine goes wrong, if there is one.
        of_numbers: whether compared numbers are wrong, rather than something else.
        again: whether all was right before, with other values in the leaves.
        suspects: how many known mistakes it looks like.
    """

    def __init__(self, message: str, *, why: str = "", raised: Raised | None = None):
        super().__init__(message)
        self.why, self.next_step, self.raised = why, "", raised
        self.smallest: object = None
        self.of_numbers = self.again = False
        self.suspects = 0

    def but(self, **fields: object) -> "CheckFailed":
        """A copy of this failure with these attributes instead of its own.

        Raises:
            TypeError: a failure has no attribute of that name.
        """
        if unknown := fields.keys() - vars(self).keys():
            raise TypeError(f"A failure has no attribute {', '.join(sorted(unknown))}.")
        other = type(self).__new__(type(self), *self.args)
        vars(other).update(vars(self) | fields)
        return other

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows."""
        return self.lines("Not yet:")

    def lines(self, lead: str) -> list[str]:
        """The full text: the sentence, the likely mistake, and the student's own lines if their
        code raised an error."""
        lines = in_lines(f"{lead} {self}").splitlines()
        if why := self.why or self.next_step:
            lines += ["", *in_lines(why).splitlines()]
        if self.raised:
            lines += ["", *self.raised.lines, f"{self.raised.name}: {self.raised}"]
        return lines


class Unwritten(CheckFailed):
    """A failed check of something that is not written yet; nothing more is said about it."""


class NotDefined(CheckFailed):
    """A failed check that needs a name that is not there.

    Attributes:
        name: that name.
    """

    def __init__(self, name: str, message: str):
        super().__init__(message)
        self.name = name


class WritesIntoGiven(CheckFailed):
    """A failed check of code that changes what it is given. Nothing more is said about it, because
    wrong numbers may follow from just that."""


def in_lines(text: str) -> str:
    """Text with its lines broken between words, because Jupyter breaks them anywhere."""
    return "\n".join(map(_broken, text.splitlines()))


def _broken(line: str) -> str:
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(
        line.strip(),
        LINE_WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
