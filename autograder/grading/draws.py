"""Chooses the random draws on which a submission is judged; nobody outside can find them out.

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
from pathlib import Path

from autograder.base.files import read_text
from autograder.base.paths import Classroom


class Draws:
    """The rounds of a homework in a class.

    They are in the class's folder `series/`: a line for each round, for the hash of each
    submission, and for the first page that may show what a round asks.
    """

    def __init__(self, classroom: Classroom, homework: str):
        self.homework = homework
        self.path = classroom.folder / "series" / f"{homework}.jsonl"
        self.secret = _secret(classroom.folder / "series.secret")

    def series_for(self, submission: bytes) -> str:
        """The name of the series for a submission: the same each time it is graded."""
        known = hmac.digest(self.secret, submission, "sha256").hex()[:32]
        rounds, last, is_shown = self._state()
        if known not in rounds:
            if not last or is_shown:
                last += 1
                self._add_line({"round": last})
            rounds[known] = last
            self._add_line({"submission": known, "round": last})
        name = f"{self.homework} {rounds[known]}"
        return hmac.new(self.secret, name.encode(), hashlib.sha256).hexdigest()

    def note_page(self) -> None:
        """Notes that a feedback page is being written: whatever becomes of it, somebody may have
        read it."""
        if not self._state()[2]:
            self._add_line({"page": True})

    def _state(self) -> tuple[dict[str, int], int, bool]:
        """The rounds by submission, the last one, and whether a page may show what it asks."""
        rounds: dict[str, int] = {}
        last, is_shown = 0, False
        for line in (read_text(self.path) or "").splitlines():
            try:
                entry = json.loads(line)
                if "page" in entry:
                    is_shown = True
                elif "submission" in entry:
                    rounds[str(entry["submission"])] = int(entry["round"])
                elif int(entry["round"]) > last:
                    last, is_shown = int(entry["round"]), False
            except (ValueError, TypeError, KeyError):
                continue  # a line that was being written when the machine stopped
        return rounds, last, is_shown

    def _add_line(self, entry: dict) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"\n{json.dumps(entry)}\n")


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
