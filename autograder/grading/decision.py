"""What a person decides about a mark, entered in the gradebook as formgrader enters it: grading
again leaves it alone, and `rename` and `forget` take it along."""

from nbgrader.api import MissingEntry, Notebook

from autograder.base.paths import Classroom, Failure
from autograder.classroom.nbgrader_api import Nbgrader

BETWEEN = "\n\n"  # the parts of a comment


def decide(
    classroom: Classroom,
    assignment: str,
    student: str,
    exercise: str,
    about: str,
    *,
    sentence: str,
    mark: float | None = None,
) -> None:
    """Gives a mark, or leaves it, and says why. The sentence takes the place of an earlier one on
    the same exercise, and stands beside what else people have written there.

    Args:
        exercise: the id of the graded cell.
        about: what the sentence begins with.
        mark: in points; None if it stays.

    Raises:
        Failure: the gradebook has no such mark. Nothing was changed.
    """
    where = (assignment, assignment, student)
    with Nbgrader(classroom).gradebook() as book:
        try:
            grade = book.find_grade(exercise, *where)
            cell = _answered_in(book.find_notebook(assignment, assignment), exercise)
            comment = book.find_comment(cell, *where)
        except MissingEntry as error:
            raise Failure(f"The gradebook has no mark to decide on: {error}.") from None
        if mark is not None:
            grade.manual_score = mark - (grade.extra_credit or 0.0)
            grade.needs_manual_grade = False
        before = (comment.manual_comment or "").split(BETWEEN)
        kept = [part for part in before if part and not part.startswith(about)]
        comment.manual_comment = BETWEEN.join([*kept, about + sentence])
        book.db.commit()


def decided(comments: dict[str, str], about: str) -> str:
    """What people have written that begins so, without that; empty if they have not."""
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
