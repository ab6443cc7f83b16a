"""Extra credit in nbgrader's own terms: points in the extra-credit column, with a maximum of 0."""

from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import determine_grade

from autograder.source import extra_points


class SaveExtraCredit(NbGraderPreprocessor):
    """Runs after SaveAutoGrades: a passed extra-credit check raises the mark, a failed one leaves
    it, and neither changes the maximum."""

    def preprocess(self, nb, resources):
        """Saves the extra credit of one submitted notebook."""
        where = resources["nbgrader"]
        with Gradebook(where["db_url"]) as gradebook:
            for cell in nb.cells:
                points = extra_points(cell)
                if not points or not cell.metadata.get("nbgrader", {}).get("grade"):
                    continue
                grade = gradebook.find_grade(
                    cell.metadata.nbgrader["grade_id"],
                    where["notebook"],
                    where["assignment"],
                    where["student"],
                )
                earned, _ = determine_grade(_worth(cell, points), self.log)
                grade.auto_score, grade.extra_credit = 0, earned
                gradebook.db.commit()
        return nb, resources


def _worth(cell, points: int):
    """The cell as if its points were ordinary ones."""
    copy = cell.copy()
    copy.metadata = {**cell.metadata, "nbgrader": {**cell.metadata.nbgrader, "points": points}}
    return type(cell)(copy)
