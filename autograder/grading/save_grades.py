"""Saves grades with two things that nbgrader does not know: extra credit, and questions that an
author has decided for everybody.

The manual scores that such a decision replaces are remembered until it is withdrawn.
"""

import json
from contextlib import suppress
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.api import Grade
from nbgrader.preprocessors import SaveAutoGrades
from traitlets import Unicode

from autograder.base.files import read_text, write_whole
from autograder.base.paths import Classroom
from autograder.notebook.cells import (
    EVERYBODY,
    grade_id,
    ruling_of,
    with_ordinary_points,
    worth_of,
)
from autograder.on_nbgrader.patches import after_commit


class SaveGrades(SaveAutoGrades):
    """nbgrader's SaveAutoGrades, with extra credit: a passed extra-credit check raises the mark, a
    failed one leaves it, and neither changes the maximum. A manual score replaces it like any
    other. If a question is decided for everybody, the answer does not matter."""

    class_folder = Unicode(help="Folder of the class.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Saves the grades of one notebook."""
        names, classroom = resources["nbgrader"], Classroom(Path(self.class_folder))
        self._replaced = _ReplacedScores(classroom.replaced(names["student"], names["notebook"]))
        nb, resources = super().preprocess(nb, resources)
        after_commit(self.gradebook, self._replaced.forget_put_back)
        return nb, resources

    def _add_score(self, cell: NotebookNode, resources: dict) -> None:
        grade = self.gradebook.find_grade(
            grade_id(cell), self.notebook_id, self.assignment_id, self.student_id
        )
        self._replaced.put_back(grade)
        super()._add_score(with_ordinary_points(cell), resources)
        if ruling := ruling_of(cell):
            self._apply_ruling(grade, worth_of(cell) if ruling == EVERYBODY else 0)
            self.gradebook.db.commit()

    def _apply_ruling(self, grade: Grade, points: float) -> None:
        """Makes a mark all points, unless it is more thanks to a person, or 0. What it replaces of
        a person's comes back if the ruling is withdrawn."""
        earned = grade.auto_score or 0  # None: by hand
        given = earned if grade.manual_score is None else grade.manual_score
        mark = given + (grade.extra_credit or 0)
        if mark == points or mark > points > 0:
            grade.auto_score = earned
        else:
            grade.auto_score = points
            if grade.manual_score is not None or grade.extra_credit:
                self._replaced.replace(grade)
        grade.needs_manual_grade = False


class _ReplacedScores:
    """What rulings have replaced in a student's marks of a homework: by check, the manual score and
    the extra credit that a person gave. Each `replace` and `put_back` is about another check."""

    def __init__(self, path: Path):
        self.path = path
        self._before: dict[str, list[float | None]] = json.loads(read_text(path) or "{}")
        self._now: dict[str, list[float | None]] = {}

    def put_back(self, grade: Grade) -> None:
        """Gives a grade what a ruling had replaced, which may have been withdrawn since. What a
        person has typed since is the newer."""
        if grade.name in self._before and grade.manual_score is None and not grade.extra_credit:
            grade.manual_score, grade.extra_credit = self._before[grade.name]

    def replace(self, grade: Grade) -> None:
        """Takes from a grade what a person gave. It is on disk before the gradebook is changed."""
        now = self._now[grade.name] = [grade.manual_score, grade.extra_credit]
        if now != self._before.get(grade.name):
            self._write(self._before | self._now)
        grade.manual_score = grade.extra_credit = None

    def forget_put_back(self) -> None:
        """Forgets what was put back, once the gradebook has it."""
        if self._now != self._before:
            self._write(self._now)

    def _write(self, replaced: dict[str, list[float | None]]) -> None:
        """If it is nothing, there is no file."""
        if replaced:
            write_whole(self.path, json.dumps(replaced, indent=1))
        elif self.path.exists():
            self.path.unlink()
            with suppress(OSError):  # it has something else
                self.path.parent.rmdir()
                self.path.parent.parent.rmdir()
