"""Which random draws a submission is judged on. Nobody outside can tell, or find out over time.

A feedback page shows what a student's own cells printed, and they can print the grader's questions.
So nothing is asked again that was asked before a page was written: each homework has rounds, each
with its own series of draws, and the first submission after a page was written begins a new round.
A submission that was graded before is asked the same as then.
"""

import contextlib
import hashlib
import hmac
import json
import os
import re
import secrets
import tempfile
import time
from pathlib import Path

from autograder.base.files import read_text
from autograder.base.paths import Classroom


class Draws:
    """The rounds of a homework in a class.

    They are in the class's folder `series/`: a line for each round, and for the hash of each
    submission.
    """

    def __init__(self, classroom: Classroom, assignment: str):
        self.classroom, self.assignment = classroom, assignment
        self.path = classroom.folder / "series" / f"{assignment}.jsonl"
        self.rounds: dict[str, int] = {}  # by submission
        self.last, self.begun = 0, 0.0
        for line in (read_text(self.path) or "").splitlines():
            self._read(line)
        self.secret = _secret(classroom.folder / "series.secret")

    def series_for(self, submission: bytes) -> str:
        """The name of the series for a submission: the same each time it is graded."""
        known = hmac.digest(self.secret, submission, "sha256").hex()[:32]
        if known not in self.rounds:
            if not self.last or self._told_since():
                self.last, self.begun = self.last + 1, time.time()
                self._write({"round": self.last, "begun": self.begun})
            self.rounds[known] = self.last
            self._write({"submission": known, "round": self.last})
        name = f"{self.assignment} {self.rounds[known]}"
        return hmac.new(self.secret, name.encode(), hashlib.sha256).hexdigest()

    def _told_since(self) -> bool:
        """Whether a feedback page of this homework was written after the round began, or somebody's
        pages were added or removed."""
        folder = self.classroom.folder / "feedback"
        pages = [*folder.glob(f"*/{self.assignment}/*"), folder]
        return any(page.stat().st_mtime >= self.begun for page in pages if page.exists())

    def _read(self, line: str) -> None:
        try:
            told = json.loads(line)
            number = int(told["round"])
            if "submission" in told:
                self.rounds[str(told["submission"])] = number
            elif number > self.last:
                self.last, self.begun = number, float(told["begun"])
        except (ValueError, TypeError, KeyError):
            return  # a line that was being written when the machine stopped

    def _write(self, told: dict) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"\n{json.dumps(told)}\n")


def _secret(path: Path) -> bytes:
    """The secret of a class; made if there is none, or not a valid one."""
    found = read_text(path) or ""
    if not re.fullmatch("[0-9a-f]{64}", found):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".", delete=False) as file:
            file.write(secrets.token_hex(32))
        if path.exists():
            Path(file.name).replace(path)
        else:
            with contextlib.suppress(FileExistsError):  # if two begin at once, one makes it
                os.link(file.name, path)
            Path(file.name).unlink()
        found = read_text(path) or ""
    return found.encode()
