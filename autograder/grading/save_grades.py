"""Saves grades with two things that nbgrader does not know: extra credit, and questions that an
author has decided for everybody."""

from pathlib import Path

from nbformat import NotebookNode
from nbgrader.api import Grade
from nbgrader.preprocessors import SaveAutoGrades
from traitlets import Unicode

from autograder.base.paths import Classroom
from autograder.grading.old_extra_credit import make_score
from autograder.grading.replaced_scores import Replaced, read_replaced, write_replaced
from autograder.notebook.cells import (
    EVERYBODY,
    grade_id,
    ruling_of,
    with_ordinary_points,
    worth_of,
)
from autograder.on_nbgrader.nbgrader_patches import LentGradebook


class SaveGrades(SaveAutoGrades):
    """nbgrader's SaveAutoGrades, with extra credit: a passed extra-credit check raises the mark, a
    failed one leaves it, and neither changes the maximum. A manual score replaces it like any
    other. If a question is decided for everybody, the answer does not matter."""

    class_folder = Unicode(help="Folder of the class.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Saves the grades of one notebook."""
        names, classroom = resources["nbgrader"], Classroom(Path(self.class_folder))
        self._path = classroom.replaced(names["student"], names["notebook"])
        self._replaced_before = read_replaced(self._path)
        self._replaced: Replaced = {}
        nb, resources = super().preprocess(nb, resources)
        if not isinstance(self.gradebook, LentGradebook):
            self.forget_put_back()
        return nb, resources

    def forget_put_back(self) -> None:
        """Forgets scores that were put back, once the gradebook has them."""
        if self._replaced != self._replaced_before:
            write_replaced(self._path, self._replaced)

    def _add_score(self, cell: NotebookNode, resources: dict) -> None:
        check, ruling = grade_id(cell), ruling_of(cell)
        grade = self.gradebook.find_grade(
            check, self.notebook_id, self.assignment_id, self.student_id
        )
        make_score(grade, cell)  # if that was not possible with the notebook graded before
        # The ruling may have been withdrawn since; what a person has typed since is the newer.
        if grade.manual_score is None and not grade.extra_credit:
            before = grade.manual_score, grade.extra_credit
            grade.manual_score, grade.extra_credit = self._replaced_before.get(check, before)
        if ruling:
            self._apply_ruling(grade, worth_of(cell), is_for_everybody=ruling == EVERYBODY)
            self.gradebook.db.commit()
        else:
            super()._add_score(with_ordinary_points(cell), resources)

    def _apply_ruling(self, grade: Grade, worth: float, *, is_for_everybody: bool) -> None:
        """Makes a score all points, unless a person gave more, or 0. What it replaces is on disk
        before the gradebook is changed, and comes back if the ruling is withdrawn."""
        points = worth if is_for_everybody else 0
        by_hand = grade.manual_score, grade.extra_credit
        if grade.manual_score is not None:
            mark = grade.manual_score + (grade.extra_credit or 0)
            if mark < points or (mark > points and not is_for_everybody):
                grade.manual_score = grade.extra_credit = None
                self._replaced[grade.name] = by_hand
                write_replaced(self._path, self._replaced_before | self._replaced)
        grade.auto_score = points
        grade.needs_manual_grade = False
