"""A check that did not pass, and how it is shown: what, where, and, if the numbers tell, why."""

import traceback
from pathlib import Path

from course.misconceptions import Seen, looks_like, sentences


class CheckFailed(AssertionError):
    """A check that did not pass. The message is a sentence for the student.

    Attributes:
        why: the known mistake it looks like, or what to try if it looks like none.
    """

    def __init__(self, message: str, seen: Seen | None = None, next_step: str = ""):
        """Looks up what the check saw.

        Args:
            message: what is wrong, and where.
            seen: what the check saw on its fixed case; None on random values.
            next_step: what to try if no known mistake matches.
        """
        super().__init__(message)
        self.why = sentences(looks_like(seen)) if seen else ""
        if seen and next_step and not self.why:
            self.why = f"These numbers fit no mistake I know. {next_step}"

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows: the sentence, the likely mistake, and the student's own lines if
        their code raised an error."""
        lines = [f"Not yet: {self}"] + ["", *self.why.splitlines()] * bool(self.why)
        if self.__cause__ is not None:
            lines += ["", *_students_frames(self.__cause__)]
        return lines


def _students_frames(error: BaseException) -> list[str]:
    """The traceback of an error without this package's own frames."""
    here = str(Path(__file__).parent)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if here not in f.filename]
    text = [f"  line {f.lineno}, in {f.name}:  {f.line}" for f in frames]
    return [*text, f"{type(error).__name__}: {error}"]
