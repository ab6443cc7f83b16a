"""Remembers the manual scores for a question while a ruling replaces them: from the time when an
author decides the question for everybody until the decision is withdrawn."""

from contextlib import suppress
from pathlib import Path

from nbgrader.api import Grade

from autograder.base.files import read_json, write_json


class ReplacedScores:
    """What rulings have replaced in a student's marks for a homework: by check, the manual score
    and the extra credit that a person gave. Call `replace` or `put_back` once for each check.

    Raises:
        Failure: the file with these scores is damaged.
    """

    def __init__(self, path: Path):
        self.path = path
        self._before = read_json(
            path,
            dict[str, list[float | None]],
            "Rename it, and enter again what people had given for the voided questions.",
        )
        self._now: dict[str, list[float | None]] = {}

    def put_back(self, grade: Grade) -> None:
        """Restores what a ruling had replaced in a grade, for when the ruling was withdrawn. If a
        person has entered a score meanwhile, that stays."""
        if grade.name in self._before and grade.manual_score is None and not grade.extra_credit:
            grade.manual_score, grade.extra_credit = self._before[grade.name]

    def replace(self, grade: Grade) -> None:
        """Removes from a grade what a person gave, after writing it to disk."""
        now = self._now[grade.name] = [grade.manual_score, grade.extra_credit]
        if now != self._before.get(grade.name):
            self._write(self._before | self._now)
        grade.manual_score = grade.extra_credit = None

    def forget_put_back(self) -> None:
        """Forgets what was put back. To be called once the gradebook has it."""
        if self._now != self._before:
            self._write(self._now)

    def _write(self, replaced: dict[str, list[float | None]]) -> None:
        """Writes the file, or removes it if there is nothing to remember."""
        if replaced:
            write_json(self.path, replaced)
        elif self.path.exists():
            self.path.unlink()
            with suppress(OSError):  # the folder is not empty
                self.path.parent.rmdir()
                self.path.parent.parent.rmdir()
