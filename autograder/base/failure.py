"""Defines the error that all commands raise, and the codes with which a command ends."""

from enum import IntEnum
from typing import Self


class ExitCode(IntEnum):
    """How a command ended."""

    DONE = 0
    LOOK = 1
    WRONG = 2  # also Typer's own code, for wrong options
    NOT_HERE = 3
    INTERRUPTED = 130  # by convention of shells


MEANINGS = {
    ExitCode.DONE: "if all is well",
    ExitCode.LOOK: "if what can be done is done, and something needs your attention",
    ExitCode.WRONG: "if it is not done, because the command, or a file that it needs, is wrong",
    ExitCode.NOT_HERE: "if it cannot be done on this machine as it is",
    ExitCode.INTERRUPTED: "if you interrupt it",
}


class Failure(RuntimeError):
    """Something cannot be done. The message says why and what to do, so users need no traceback."""

    exit_code = ExitCode.WRONG

    def after(self, sentence: str) -> Self:
        """The failure, with a sentence before its message."""
        self.args = (f"{sentence} {self}",)
        return self


class NotHere(Failure):
    """Something cannot be done on this machine as it is."""

    exit_code = ExitCode.NOT_HERE
