"""Enters a person's decisions about marks in the gradebook, as formgrader does: grading again
leaves them alone, and `rename` and `forget` take them along."""

from nbgrader.api import MissingEntry, Notebook

from autograder.base.failure import Failure
from autograder.base.paths import Classroom
from autograder.on_nbgrader.nbgrader_api import Nbgrader
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
    homework, exercise = inquiry.homework, inquiry.exercise
    where = (homework, homework, inquiry.student)
    with Nbgrader(classroom).gradebook() as book:
        try:
            grade = book.find_grade(exercise, *where)
            cell = _answered_in(book.find_notebook(homework, homework), exercise)
            comment = book.find_comment(cell, *where)
        except MissingEntry as error:
            raise Failure(
                f"The gradebook has no such mark: {error}. First: autograder grade {homework}"
            ) from None
        if mark is not None:
            grade.manual_score = mark - (grade.extra_credit or 0.0)
            grade.needs_manual_grade = False
        about = answer_prefix(title)
        before = (comment.manual_comment or "").split(BETWEEN)
        kept = [part for part in before if part and not part.startswith(about)]
        comment.manual_comment = BETWEEN.join([*kept, about + sentence])
        book.db.commit()


def decision_in(comments: dict[str, str], title: str) -> str:
    """What was decided about an exercise, in a sentence of the comments; empty if nothing was."""
    about = answer_prefix(title)
    parts = (part for comment in comments.values() for part in comment.split(BETWEEN))
    return next((part.removeprefix(about) for part in parts if part.startswith(about)), "")


def _answered_in(notebook: Notebook, exercise: str) -> str:
    """The cell that the comments on an exercise belong to: itself, or the last answer above it."""
    answers = {cell.name for cell in notebook.solution_cells}
    above = ""
    for cell in notebook.source_cells:
        above = cell.name if cell.name in answers else above
        if cell.name == exercise and above:
            return above
    raise MissingEntry(f"there is no answer above {exercise}")
