"""Saves grades with two things that nbgrader does not know: extra credit, and questions that an
author has decided for everybody."""

from pathlib import Path

from nbformat import NotebookNode
from nbgrader.api import Grade
from nbgrader.preprocessors import SaveAutoGrades
from traitlets import Unicode

from autograder.base.paths import Classroom
from autograder.grading.replaced_scores import ReplacedScores
from autograder.notebook.cells import (
    EVERYBODY,
    grade_id,
    ruling_of,
    with_ordinary_points,
    worth_of,
)
from autograder.on_nbgrader.nbgrader_patches import after_commit


class SaveGrades(SaveAutoGrades):
    """nbgrader's SaveAutoGrades, with extra credit: a passed extra-credit check raises the mark, a
    failed one leaves it, and neither changes the maximum. A manual score replaces it like any
    other. If a question is decided for everybody, the answer does not matter."""

    class_folder = Unicode(help="Folder of the class.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Saves the grades of one notebook."""
        names, classroom = resources["nbgrader"], Classroom(Path(self.class_folder))
        self._replaced = ReplacedScores(classroom.replaced(names["student"], names["notebook"]))
        nb, resources = super().preprocess(nb, resources)
        after_commit(self.gradebook, self._replaced.forget_put_back)
        return nb, resources

    def _add_score(self, cell: NotebookNode, resources: dict) -> None:
        ruling = ruling_of(cell)
        grade = self.gradebook.find_grade(
            grade_id(cell), self.notebook_id, self.assignment_id, self.student_id
        )
        self._replaced.put_back(grade)
        if ruling:
            self._apply_ruling(grade, worth_of(cell), is_for_everybody=ruling == EVERYBODY)
            self.gradebook.db.commit()
        else:
            super()._add_score(with_ordinary_points(cell), resources)

    def _apply_ruling(self, grade: Grade, worth: float, *, is_for_everybody: bool) -> None:
        """Makes a score all points, unless a person gave more, or 0. What it replaces comes back if
        the ruling is withdrawn."""
        points = worth if is_for_everybody else 0
        if grade.manual_score is not None:
            mark = grade.manual_score + (grade.extra_credit or 0)
            if mark < points or (mark > points and not is_for_everybody):
                self._replaced.replace(grade)
        grade.auto_score = points
        grade.needs_manual_grade = False
