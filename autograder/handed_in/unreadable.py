"""Defines the errors about files that cannot be read, and the limits on a file's size.

Their messages are for instructors, and end with "Please ask the student for ..." or "... to ...".
"""

MAX_WITHOUT_OUTPUTS = 20_000_000  # bytes of a notebook without its outputs
MAX_FILE = 100_000_000  # bytes with its outputs
MAX_TOGETHER = 2 * MAX_FILE  # bytes of all files of one student in which a notebook is looked for

FOR_STUDENTS = {
    "Please ask the student for": "Please hand in",
    "Please ask the student to": "Please",
}
LINK = "It is a link, which is not followed."
ASK = 'Please ask the student for the notebook itself, the file that ends in ".ipynb".'
TOO_MUCH = f"Its student's files have more than {MAX_TOGETHER // 10**6} MB together."


class Unreadable(Exception):
    """A submission cannot be graded; the message says why, and what to ask for."""


class NotReadNow(Unreadable):
    """It could not be read now, for which the machine may be to blame, but may be another time."""


def for_the_student(message: str) -> str:
    """The message for the student, where no instructor is there to read it."""
    for to_instructor, to_student in FOR_STUDENTS.items():
        message = message.replace(to_instructor, to_student)
    return message


def too_large(size: int) -> str:
    """The sentence about a file that is too large for a notebook."""
    return (
        f"The file has {size / 1e6:.0f} MB, more than the {MAX_FILE // 10**6} MB allowed, or "
        f"{MAX_WITHOUT_OUTPUTS // 10**6} MB without outputs. Please ask the student to clear them "
        "and hand in again."
    )
