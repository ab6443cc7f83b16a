"""Enters a person's decisions about marks in the gradebook, as formgrader does: grading again
leaves them alone, and `rename` and `forget` take them along."""

from autograder.base.paths import Classroom
from autograder.on_nbgrader.api import Nbgrader
from autograder.reports.inquiries.received import Inquiry

BETWEEN = "\n\n"  # the parts of a comment


def answer_prefix(title: str) -> str:
    """What an answer about an exercise begins with, among graders' comments."""
    return f"About {title}: "


def decide(
    classroom: Classroom, inquiry: Inquiry, title: str, sentence: str, mark: float | None = None
) -> None:
    """Changes the mark that an inquiry is about, or leaves it, and says why. The sentence replaces
    an earlier one on the same exercise; other comments there are kept.

    Args:
        title: of the exercise.
        mark: in points; None to leave it.

    Raises:
        Failure: the gradebook has no such mark. Nothing was changed.
    """
    about = answer_prefix(title)

    def said(before: str) -> str:
        parts = before.split(BETWEEN)
        kept = [part for part in parts if part and not part.startswith(about)]
        return BETWEEN.join([*kept, about + sentence])

    Nbgrader(classroom).change_mark(inquiry.student, inquiry.homework, inquiry.exercise, mark, said)


def decision_in(comments: dict[str, str], title: str) -> str:
    """What was decided about an exercise, in a sentence of the comments; empty if nothing was."""
    about = answer_prefix(title)
    parts = (part for comment in comments.values() for part in comment.split(BETWEEN))
    return next((part.removeprefix(about) for part in parts if part.startswith(about)), "")
