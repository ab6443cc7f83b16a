"""Saves grades with two things that nbgrader does not know: extra credit, and questions that an
author has decided for everybody."""

from nbformat import NotebookNode
from nbgrader.api import Grade
from nbgrader.preprocessors import SaveAutoGrades

from autograder.grading.old_extra_credit import make_score
from autograder.notebook.cells import (
    EVERYBODY,
    grade_id,
    ruling_of,
    with_ordinary_points,
    worth_of,
)


class SaveGrades(SaveAutoGrades):
    """nbgrader's SaveAutoGrades, with extra credit: a passed extra-credit check raises the mark, a
    failed one leaves it, and neither changes the maximum. A manual score replaces it like any
    other. If a question is decided for everybody, the answer does not matter."""

    def _add_score(self, cell: NotebookNode, resources: dict) -> None:
        ruling = ruling_of(cell)
        grade = self.gradebook.find_grade(
            grade_id(cell), self.notebook_id, self.assignment_id, self.student_id
        )
        worth = worth_of(cell)
        make_score(grade, cell)  # if that was not possible with the notebook graded before
        if _is_from_ruling(grade, worth):  # the ruling may have been withdrawn since
            grade.extra_credit = None
        if ruling:
            is_for_everybody = ruling == EVERYBODY
            _apply_ruling(grade, worth if is_for_everybody else 0, at_least=is_for_everybody)
            self.gradebook.db.commit()
        else:
            super()._add_score(with_ordinary_points(cell), resources)


def _apply_ruling(grade: Grade, points: float, *, at_least: bool) -> None:
    """Makes a score `points` in all. A manual score is kept in case the ruling is withdrawn, and
    the difference is made up by extra credit, which may be negative."""
    manual = grade.manual_score
    differs = manual is not None and manual != points and not (at_least and manual > points)
    grade.auto_score = manual if differs else points
    if differs:
        grade.extra_credit = points - manual
    grade.needs_manual_grade = False


def _is_from_ruling(grade: Grade, worth: float) -> bool:
    """Whether a grade's extra credit comes from a ruling for everybody, not from a person. Only
    `_apply_ruling` makes the automatic score equal to the manual one, and the sum with the extra
    credit 0 or all points."""
    manual, extra = grade.manual_score, grade.extra_credit
    return bool(extra) and manual == grade.auto_score and manual + extra in (0, worth)
