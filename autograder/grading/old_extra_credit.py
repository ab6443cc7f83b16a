"""Reads marks for which earlier versions used nbgrader's extra credit: what an extra-credit check
gave, with an automatic score of 0; and the difference between a manual score and what an author had
decided for everybody."""

from nbformat import NotebookNode
from nbgrader.api import Grade
from nbgrader.utils import determine_grade

from autograder.notebook.cells import (
    extra_points,
    grade_id,
    is_graded,
    ruling_of,
    with_ordinary_points,
    worth_of,
)


def without_old_extra_credit(grades: list[Grade], graded_before: NotebookNode) -> None:
    """Leaves as extra credit only what people gave.

    Args:
        graded_before: the notebook with the verdicts for which the marks were entered.
    """
    cells = {grade_id(cell): cell for cell in graded_before.cells if is_graded(cell)}
    for grade in grades:
        cell = cells.get(grade.name)
        if cell and ruling_of(cell):
            _undo_ruling(grade, worth_of(cell))
        elif cell:
            make_score(grade, cell)


def _undo_ruling(grade: Grade, worth: float) -> None:
    """Makes a mark decided for everybody the manual score again that it was made of; the automatic
    score was the same then, but now it is what the ruling gives."""
    manual, extra = grade.manual_score, grade.extra_credit
    if extra and manual == grade.auto_score and manual + extra in (0, worth):
        grade.extra_credit = None


def make_score(grade: Grade, cell: NotebookNode) -> None:
    """Makes a score of what a check gave as extra credit; the mark does not change. Only what it
    gave in this cell is its own: other extra credit was given by a person."""
    if not extra_points(cell) or ruling_of(cell) or grade.auto_score != 0 or not grade.extra_credit:
        return
    earned, _ = determine_grade(with_ordinary_points(cell))
    if grade.extra_credit == earned:
        grade.auto_score, grade.extra_credit = earned, None
        if grade.manual_score is not None:
            grade.manual_score += earned
