"""Reads marks for extra credit that were entered in another way: earlier, what a check gave was
nbgrader's extra credit, and its automatic score 0."""

from nbformat import NotebookNode
from nbgrader.api import Grade
from nbgrader.utils import determine_grade

from autograder.notebook.cells import extra_points, grade_id, ruling_of, with_ordinary_points


def make_scores(grades: list[Grade], graded_before: NotebookNode) -> None:
    """Makes scores of what the checks gave as extra credit, as `make_score` does.

    Args:
        graded_before: the notebook with the verdicts for which the marks were entered.
    """
    cells = {grade_id(cell): cell for cell in graded_before.cells if extra_points(cell)}
    for grade in grades:
        if grade.name in cells:
            make_score(grade, cells[grade.name])


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
