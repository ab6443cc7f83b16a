"""Extra credit in nbgrader's own terms: points in the extra-credit column, with a maximum of 0."""

from nbformat import NotebookNode
from nbgrader.preprocessors import SaveAutoGrades
from nbgrader.utils import determine_grade

from autograder.notebook.source import extra_points


class SaveGrades(SaveAutoGrades):
    """nbgrader's SaveAutoGrades, and besides it extra credit: a passed extra-credit check raises
    the mark, a failed one leaves it, and neither changes the maximum."""

    def _add_score(self, cell: NotebookNode, resources: dict) -> None:
        points = extra_points(cell)
        if not points:
            super()._add_score(cell, resources)
            return
        grade = self.gradebook.find_grade(
            cell.metadata["nbgrader"]["grade_id"],
            self.notebook_id,
            self.assignment_id,
            self.student_id,
        )
        earned, _ = determine_grade(_worth(cell, points), self.log)
        grade.auto_score, grade.extra_credit = 0, earned
        grade.needs_manual_grade = grade.manual_score is not None
        self.gradebook.db.commit()


def _worth(cell: NotebookNode, points: int) -> NotebookNode:
    """The cell as if its points were ordinary ones."""
    nbgrader = {**cell.metadata["nbgrader"], "points": points}
    return NotebookNode(cell | {"metadata": cell.metadata | {"nbgrader": nbgrader}})
