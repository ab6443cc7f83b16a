"""Defines the error of a failed check, which says what is wrong, where, and, if known, why."""

from collections.abc import Sequence
from dataclasses import dataclass

from course.messages.misconceptions import Misconception, mistakes_in_words
from course.running.attempt import Raised
from course.sentences.lines import ToldAlone, in_lines


@dataclass(frozen=True)
class Diagnosis:
    """What is known about a failure besides the sentence that says what is wrong."""

    # What experiments with the student's code showed about the cause, in sentences.
    findings: str = ""
    # The known mistakes that lead to what the check saw.
    mistakes: Sequence[Misconception] = ()
    # What to try if there are neither findings nor mistakes.
    next_step: str = ""
    # The error that the student's code raised, if the check failed because of one.
    raised: Raised | None = None
    # The smallest example on which an engine goes wrong, a `ComparedTrial`.
    smallest: object = None
    # Whether any of the values that the check compared are wrong.
    has_wrong_values: bool = False
    # Whether the failure was seen only after the values in the leaves had changed.
    after_change: bool = False
    # Whether to look no further for a cause: the code is not written yet, or it changes values that
    # it must not change, after which any number may be wrong.
    is_complete: bool = False

    @property
    def why(self) -> str:
        """The findings and the likely mistakes, as text; empty if nothing is known."""
        return "\n\n".join(filter(None, [self.findings, mistakes_in_words(self.mistakes)]))


class CheckFailed(ToldAlone, AssertionError):
    """A failed check.

    Args:
        message: a sentence that tells the student what is wrong.
        diagnosis: what else is known. A check that finds out more raises a new `CheckFailed`.
    """

    def __init__(self, message: str, diagnosis: Diagnosis | None = None):
        super().__init__(message)
        self.diagnosis = diagnosis or Diagnosis()

    def _render_traceback_(self) -> list[str]:
        return self.lines("Not yet:")

    def lines(self, lead: str) -> list[str]:
        """The full text, line by line.

        The sentence comes first, after `lead`. If the student's code raised an error, its traceback
        follows, and the error itself unless the sentence quotes it. The likely cause, or else what
        to try next, comes last.
        """
        lines = in_lines(f"{lead} {self}").splitlines()
        if raised := self.diagnosis.raised:
            is_said = raised.name in str(self) and raised.shown_text in str(self)
            lines += [*raised.lines, *([] if is_said else [raised.name_and_text])]
        if why := self.diagnosis.why or self.diagnosis.next_step:
            lines += ["", *in_lines(why).splitlines()]
        return lines
