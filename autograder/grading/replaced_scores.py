"""Remembers the manual scores that a ruling for everybody replaces, until it is withdrawn."""

import json
from contextlib import suppress
from pathlib import Path

from nbgrader.api import Grade

from autograder.base.files import read_text, write_whole


class ReplacedScores:
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
