"""Defines the error about a file that cannot be read, parts of its messages, and how large files
may be."""

MAX_WITHOUT_OUTPUTS = 20_000_000  # bytes of a notebook without its outputs
MAX_FILE = 100_000_000  # bytes with its outputs
MAX_TOGETHER = 2 * MAX_FILE  # bytes of all of a student's files that are searched for a notebook
# Why a file cannot be read.
LINK = "It is a link, which is not followed."
TOO_MUCH = f"Its student's files have more than {MAX_TOGETHER // 10**6} MB together."
# What to ask the student for.
HAND_IN_NOTEBOOK = 'hand in the notebook itself, the file that ends in ".ipynb"'
HAND_IN_RELEASED = "hand in the released notebook with nothing added but answers"


class Unreadable(Exception):
    """A submission cannot be graded. `str` gives the message for instructors.

    Args:
        reason: why it cannot be graded, in sentences.
        ask: what to ask the student to do, such as "hand it in again"; empty if nothing.
        trace: the traceback of an error of ours that led to this; empty if there was none.
        first: what instructors can try before they ask the student, in sentences; empty if nothing.
    """

    def __init__(self, reason: str, ask: str = "", trace: str = "", first: str = ""):
        super().__init__(reason, ask)
        self.reason, self.ask, self.trace, self.first = reason, ask, trace, first

    def __str__(self) -> str:
        reason = f"{self.reason} {self.first} If this recurs:" if self.first else self.reason
        return f"{reason} Please ask the student to {self.ask}." if self.ask else reason

    @property
    def for_the_student(self) -> str:
        """The message for the student, for a place where no instructor reads it first."""
        return f"{self.reason} Please {self.ask}." if self.ask else self.reason


class NotReadNow(Unreadable):
    """A file could not be read now, perhaps because of the machine, but another attempt may
    succeed."""


def too_large(size: int) -> Unreadable:
    """The error about a file that is too large for a notebook."""
    return Unreadable(
        f"The file has {size / 1e6:.0f} MB, more than the {MAX_FILE // 10**6} MB allowed.",
        "clear its outputs and hand in again",
    )


def too_large_without_outputs(size: int) -> Unreadable:
    """The error about a file that is too large even without its outputs. If the file breaks off
    within outputs, these could not be removed."""
    return Unreadable(
        f"The file has {size / 1e6:.0f} MB even after what could be recognised as outputs was "
        f"taken out, more than the {MAX_WITHOUT_OUTPUTS // 10**6} MB allowed.",
        "clear all outputs, take out large pictures, and hand in again",
    )
