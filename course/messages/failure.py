"""Defines how a check fails and how that is shown: what is wrong, where, and, if known, why."""

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
    # The error that the student's code raised, if that is what is wrong.
    raised: Raised | None = None
    # The smallest example on which an engine goes wrong, a `ComparedTrial`.
    smallest: object = None
    # Whether it is compared values that are wrong, and not something else.
    has_wrong_values: bool = False
    # Whether everything was right until the values in the leaves changed.
    after_change: bool = False
    # Whether nothing more is to be found out, because the code is not written yet, or because it
    # changes what it is given, from which any wrong numbers may follow.
    is_complete: bool = False

    @property
    def why(self) -> str:
        """The findings and the likely mistakes, as text; empty if nothing is known."""
        return "\n\n".join(filter(None, [self.findings, mistakes_in_words(self.mistakes)]))


class CheckFailed(ToldAlone, AssertionError):
    """A failed check.

    Args:
        message: a sentence that tells the student what is wrong.
        diagnosis: what else is known. A check that finds out more about a failure raises a new one.
    """

    def __init__(self, message: str, diagnosis: Diagnosis | None = None):
        super().__init__(message)
        self.diagnosis = diagnosis or Diagnosis()

    def _render_traceback_(self) -> list[str]:
        return self.lines("Not yet:")

    def lines(self, lead: str) -> list[str]:
        """The full text: the sentence; if the student's code raised an error, the lines that led
        to it, and the error if the sentence does not say it; and the likely cause or else what to
        try."""
        lines = in_lines(f"{lead} {self}").splitlines()
        if raised := self.diagnosis.raised:
            is_said = raised.name in str(self) and raised.shown_text in str(self)
            lines += [*raised.lines, *([] if is_said else [raised.name_and_text])]
        if why := self.diagnosis.why or self.diagnosis.next_step:
            lines += ["", *in_lines(why).splitlines()]
        return lines
