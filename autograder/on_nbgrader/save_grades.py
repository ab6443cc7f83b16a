"""Saves the scores of a notebook's cells, as nbgrader does, but with two things that nbgrader does
not know: extra credit for checks, and questions that an author has decided for everybody."""

from nbformat import NotebookNode
from nbgrader.api import Grade, SubmittedNotebook
from nbgrader.utils import compute_checksum, determine_grade

from autograder.notebook.cells import (
    EVERYBODY,
    grade_id,
    is_graded,
    is_solution,
    ruling_of,
    students_code,
    with_extra_as_points,
    worth_of,
)
from autograder.on_nbgrader.replaced_scores import ReplacedScores


def save_grades(
    notebook: NotebookNode,
    recorded: SubmittedNotebook,
    replaced: ReplacedScores,
    same_answers: frozenset[str],
) -> None:
    """Enters the scores of a judged notebook in place of earlier ones. This does not commit.

    A passed extra-credit check raises the mark, a failed one does not lower it, and neither changes
    the maximum. If a question is decided for everybody, the answer does not matter.

    Manual scores stay. nbgrader would flag each of them for review every time it grades. This does
    so only if the answer, the code that was checked, or the check's result has changed. The flag
    then stays until a person removes it.

    Args:
        recorded: the notebook in the gradebook.
        replaced: what rulings have replaced.
        same_answers: as `answers_as_before` returns it.
    """
    grades = {grade.name: grade for grade in recorded.grades}
    comments = {comment.name: comment for comment in recorded.comments}
    for cell in notebook.cells:
        name = grade_id(cell)
        if is_graded(cell):
            _save_score(cell, grades[name], replaced, is_same=name in same_answers)
        if is_solution(cell):
            is_untouched = cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)
            comments[name].auto_comment = "No response." if is_untouched else None


def _save_score(
    cell: NotebookNode, grade: Grade, replaced: ReplacedScores, *, is_same: bool
) -> None:
    before = grade.auto_score
    is_in_doubt = grade.needs_manual_grade and grade.manual_score is not None
    replaced.put_back(grade)
    grade.auto_score, _ = determine_grade(with_extra_as_points(cell))
    grade.needs_manual_grade = grade.auto_score is None or grade.manual_score is not None
    if ruling := ruling_of(cell):
        _apply_ruling(grade, worth_of(cell) if ruling == EVERYBODY else 0, replaced)
    is_same &= before == grade.auto_score and not is_in_doubt
    if is_same and grade.manual_score is not None:
        grade.needs_manual_grade = False


def _apply_ruling(grade: Grade, points: float, replaced: ReplacedScores) -> None:
    """Gives all points for a question, or none. A mark above full points, which only a person can
    have given, stays. If this replaces what a person gave, that comes back when the ruling is
    withdrawn.

    Args:
        points: all of them, or 0.
    """
    earned = grade.auto_score or 0  # None: by hand
    given = earned if grade.manual_score is None else grade.manual_score
    mark = given + (grade.extra_credit or 0)
    if mark == points or mark > points > 0:
        grade.auto_score = earned
    else:
        grade.auto_score = points
        if grade.manual_score is not None or grade.extra_credit:
            replaced.replace(grade)
    grade.needs_manual_grade = False


def answers_as_before(graded_before: NotebookNode | None, notebook: NotebookNode) -> frozenset[str]:
    """The graded cells whose answer is the same as when the student was last graded: answers in
    words that have not changed, and all checks if none of the student's code has changed."""
    if graded_before is None:
        return frozenset()
    before = _answers(graded_before)
    return frozenset(
        name for name, answer in _answers(notebook).items() if before.get(name) == answer
    )


def _answers(notebook: NotebookNode) -> dict[str, tuple]:
    """The answer that each graded cell is about. For an answer in words, it is the text and the
    pictures attached to it. For a check, it is all of the student's code, since the check may
    depend on any of it."""
    code = tuple(cell.source for cell in students_code(notebook.cells))
    return {
        grade_id(cell): (cell.source, cell.get("attachments")) if is_solution(cell) else code
        for cell in notebook.cells
        if is_graded(cell)
    }
