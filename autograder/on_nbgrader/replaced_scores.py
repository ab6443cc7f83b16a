"""Remembers what people had given for a question, from the moment an author has decided it for
everybody until the decision is withdrawn."""

from contextlib import suppress
from pathlib import Path

from nbgrader.api import Grade

from autograder.base.files import read_json, write_json


class ReplacedScores:
    """What rulings have replaced in a student's marks of a homework: by check, the manual score and
    the extra credit that a person gave. Each `replace` and `put_back` is about another check.

    Raises:
        Failure: their file is damaged.
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
        """Gives a grade back what a ruling had replaced, in case the ruling was withdrawn. What a
        person has typed meanwhile stays."""
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
            write_json(self.path, replaced)
        elif self.path.exists():
            self.path.unlink()
            with suppress(OSError):  # it has something else
                self.path.parent.rmdir()
                self.path.parent.parent.rmdir()
