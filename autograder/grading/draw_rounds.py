"""Chooses the random draws on which a submission is judged, so that no student can know them.

A feedback page shows what a student's cells printed, and these cells can print the grader's
questions. So once a page has been written, new submissions must not get the same questions. For
that, a homework has rounds, each with its own series of random draws, and the first new submission
after a page was written begins a new round. A submission that is graded again stays in its round,
and is asked the same as before.
"""

import contextlib
import hmac
import os
import re
import secrets
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.base.files import read_text
from autograder.grading import json_lines


@dataclass
class _Rounds:
    """What a homework's file says."""

    by_submission: dict[str, int] = field(default_factory=dict)  # rounds by hash of the submission
    last: int = 0  # the number of the last round; 0 if there is none
    is_last_shown: bool = False  # whether a page may show what the last round asks


class DrawRounds:
    """The rounds of a homework in a class.

    They are stored in a file in the class's folder `series/`. It has a line for each round, a line
    with the hash of each submission, and a line for the first page that may show a round's
    questions.
    """

    def __init__(self, classroom: Classroom, homework: str):
        self.homework = homework
        self.path = classroom.draws(homework)
        self.secret = _secret(classroom.draws_secret)
        self._rounds = _Rounds()
        self._read_to = 0  # bytes of the file

    def series_for(self, submission: bytes) -> str:
        """The name of the series for a submission, which is the same each time it is graded."""
        digest = self._digest(submission)[:32]
        rounds = self._latest()
        number = rounds.by_submission.get(digest)
        if number is None:
            number = rounds.last
            if number == 0 or rounds.is_last_shown:
                number += 1
                json_lines.append(self.path, {"round": number})
            json_lines.append(self.path, {"submission": digest, "round": number})
        return self._digest(f"{self.homework} {number}".encode())

    def note_page(self) -> None:
        """Notes that a feedback page is about to be written. Even if it is removed later, somebody
        may have read it."""
        if not self._latest().is_last_shown:
            json_lines.append(self.path, {"page": True})

    def _digest(self, data: bytes) -> str:
        return hmac.digest(self.secret, data, "sha256").hex()

    def _latest(self) -> _Rounds:
        """The rounds, including what this or another command has added to the file since it was
        last read. Reading all of it for each submission would take 11 s in a class of 1000."""
        rounds, data = self._rounds, b""
        if self.path.is_file():
            with self.path.open("rb") as file:
                file.seek(self._read_to)
                data = file.read()
        whole, end, _ = data.rpartition(b"\n")  # another command may be writing the last line
        self._read_to += len(whole + end)
        for entry in json_lines.entries(whole):
            try:
                if "page" in entry:
                    rounds.is_last_shown = True
                elif "submission" in entry:
                    rounds.by_submission[str(entry["submission"])] = int(entry["round"])
                elif int(entry["round"]) > rounds.last:
                    rounds.last, rounds.is_last_shown = int(entry["round"]), False
            except (ValueError, TypeError, KeyError):
                continue
        return rounds


def _secret(path: Path) -> bytes:
    """The secret of a class. If there is no valid one yet, it is made."""
    secret = read_text(path) or ""
    if not re.fullmatch("[0-9a-f]{64}", secret):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".", delete=False) as file:
            file.write(secrets.token_hex(32))
        if path.exists():
            Path(file.name).replace(path)
        else:
            with contextlib.suppress(FileExistsError):  # another command may have just made it
                os.link(file.name, path)
            Path(file.name).unlink()
        secret = read_text(path) or ""
    return secret.encode()
