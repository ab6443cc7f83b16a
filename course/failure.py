"""A check that did not pass, and how it is shown: what, where, and, if the numbers tell, why."""

import traceback
from pathlib import Path

from course.misconceptions import Seen, looks_like


class CheckFailed(AssertionError):
    """A check that did not pass. The message is a sentence for the student.

    Attributes:
        seen: what the check saw on its fixed case, to be matched with known mistakes; None where
            nothing can be matched, as on random values.
        next_step: what to try if no known mistake matches.
    """

    def __init__(self, message: str, seen: Seen | None = None, next_step: str = ""):
        super().__init__(message)
        self.seen, self.next_step = seen, next_step

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows: the sentence, the likely mistake, and the student's own lines if
        their code raised an error."""
        lines = [f"Not yet: {self}", *self._why()]
        if self.__cause__ is not None:
            lines += ["", *_students_frames(self.__cause__)]
        return lines

    def _why(self) -> list[str]:
        if self.seen is None:
            return []
        known = looks_like(self.seen)
        if not known:
            return ["", f"These numbers fit no mistake I know. {self.next_step}"] * bool(
                self.next_step
            )
        lead = "This looks like" if len(known) == 1 else "This looks like one of these"
        return ["", f"{lead}:", *(f"  {mistake.title} {mistake.sentence}" for mistake in known)]


def _students_frames(error: BaseException) -> list[str]:
    """The traceback of an error without this package's own frames."""
    here = str(Path(__file__).parent)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if here not in f.filename]
    text = [f"  line {f.lineno}, in {f.name}:  {f.line}" for f in frames]
    return [*text, f"{type(error).__name__}: {error}"]
