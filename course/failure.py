"""A check that did not pass, and how it is shown: what, where, and, if the numbers tell, why."""

import dis
import os
import textwrap
import traceback
from pathlib import Path
from types import TracebackType

import torch

from course.misconceptions import Seen, looks_like, sentences

WIDTH = 96  # characters: what fits into a notebook's output on a laptop
HERE = str(Path(__file__).parent)  # where this package's own frames are
_LIBRARIES = (str(Path(torch.__file__).parents[1]), str(Path(os.__file__).parent))


class CheckFailed(AssertionError):
    """A check that did not pass. The message is a sentence for the student.

    Attributes:
        why: the known mistake it looks like, or what to try if it looks like none.
    """

    def __init__(
        self, message: str, seen: Seen | None = None, next_step: str = "", *, why: str = ""
    ):
        """Looks up what the check saw.

        Args:
            message: what is wrong, and where.
            seen: what the check saw on its fixed case; None on random values.
            next_step: what to try if no known mistake matches.
            why: what is known of the cause already.
        """
        super().__init__(message)
        self.why = sentences(looks_like(seen)) if seen else why
        if seen and next_step and not self.why:
            self.why = f"These numbers fit no mistake I know. {next_step}"

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows: the sentence, the likely mistake, and the student's own lines if
        their code raised an error."""
        lines = _wrapped(f"Not yet: {self}")
        if self.why:
            lines += [
                "",
                *(line for text in self.why.splitlines() for line in _wrapped(text) or [""]),
            ]
        if self.__cause__ is not None:
            lines += ["", *_students_frames(self.__cause__)]
        return lines


def _wrapped(text: str) -> list[str]:
    """Text broken between words, because Jupyter breaks errors anywhere."""
    indent = " " * (len(text) - len(text.lstrip()))
    return textwrap.wrap(text.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent)


def _students_frames(error: BaseException) -> list[str]:
    """The traceback of an error without this package's own frames."""
    return [*frames_of(error), f"{type(error).__name__}: {error}"]


def frames_of(error: BaseException) -> list[str]:
    """Where an error arose, outermost call first, a line each; outside this package only.

    An error that was raised elsewhere brings its lines along, in `error.frames`.
    """
    if hasattr(error, "frames"):
        return error.frames
    frames = [f for f in traceback.extract_tb(error.__traceback__) if HERE not in f.filename]
    return [f"  line {f.lineno}, in {f.name}:  {f.line}" for f in frames]


def raised_in(error: BaseException) -> TracebackType | None:
    """The last part of an error's traceback: the frame that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace


def is_unwritten(error: NotImplementedError) -> bool:
    """Whether an error says that the student has not written something yet, and is none of
    PyTorch's, which raises the same class where it lacks an operation for a type."""
    if hasattr(error, "frames"):  # raised elsewhere: only the lines are here
        line = next(iter(error.frames[-1:]), "").partition(":  ")[2]
        return not str(error) or "raise " in line or str(error).endswith("method of its own.")
    trace = raised_in(error)
    if trace is None or (code := trace.tb_frame.f_code).co_filename.startswith(HERE):
        return True
    if code.co_filename.startswith(_LIBRARIES):
        return False
    return dis.opname[code.co_code[trace.tb_lasti]] == "RAISE_VARARGS"
