"""Notes what was graded. A line is written for a submission when its marks are in the gradebook, or
when it could not be graded.

Each line has a key, a hash of everything that the mark depends on. After an interruption, grading
is simply started again: a submission that has a line with the current key is done, and any other is
graded.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from enum import StrEnum, auto
from typing import Any

from autograder.base.classroom import Classroom
from autograder.base.files import dataclass_from, write_whole
from autograder.base.visible import json_text
from autograder.grading import json_lines
from autograder.grading.ingredients import submission_key
from autograder.notebook.grading_notes import GradingNotes
from autograder.on_nbgrader.marks_writer import EnteredMarks


class Cause(StrEnum):
    """Why a submission is graded again, as it is named in the journal."""

    HANDED_IN_AGAIN = auto()  # something else, or at another time
    FORCED = auto()  # somebody asked for it
    TRIED_AGAIN = auto()  # the last attempt had failed
    CHANGED = auto()  # something else that its mark depends on has changed
    LACKING = auto()  # the marks or the graded notebook are missing


@dataclass
class JournalEntry(EnteredMarks, GradingNotes):
    """The outcome of grading one submission: its marks, and what was noted about it."""

    student: str  # the student's id
    key: str  # a hash of what was graded, and how
    failure: str = ""  # a sentence on why it could not be graded; empty if it could
    retry: bool = False  # whether another attempt may succeed, for example after a kill
    # The time when it was graded.
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    # What it was graded with, as `Ingredients.hashes_for` gives it.
    graded_with: dict[str, str] = field(default_factory=dict)
    cause: str = ""  # why it was graded again, as a `Cause`; empty if it was the first time
    because: str = ""  # the same in a sentence

    @classmethod
    def from_json(cls, facts: dict) -> "JournalEntry":
        """The entry in a line. Whatever another version has noted and this one does not use is left
        out.

        Raises:
            TypeError: the line does not have an entry.
        """
        entry = dataclass_from(cls, facts)
        if len(entry.penalties) != 2 or any(len(marks) != 2 for marks in entry.changes.values()):
            raise TypeError("a field lacks what it was or is now")
        return entry

    def is_about(self, data: bytes, timestamp: str | None) -> bool:
        """Whether the entry is about this submission, handed in at this time."""
        return self.key == submission_key(self.graded_with, data, timestamp)


@dataclass(frozen=True)
class GradingOutcome:
    """The outcome of grading one student."""

    entry: JournalEntry  # what the journal says about it
    is_new: bool = True  # False if it had been graded before, and nothing has changed since

    @property
    def student(self) -> str:
        """The student's id."""
        return self.entry.student

    @property
    def failure(self) -> str:
        """A sentence on why it could not be graded; empty if it could."""
        return self.entry.failure

    @property
    def why_again(self) -> str:
        """A sentence on why it was graded again; empty if it was not, if somebody asked for it, or
        if it was handed in again."""
        is_expected = self.entry.cause in (Cause.HANDED_IN_AGAIN, Cause.FORCED)
        return self.entry.because if self.is_new and not is_expected else ""


OnOutcome = Callable[[GradingOutcome], None]  # called with each outcome


def outcomes_as_json(outcomes: list[GradingOutcome]) -> str:
    """The outcomes as JSON, for scripts: a row for each student."""
    return json_text(
        [
            {"student": each.student, "new": each.is_new, "again": each.why_again}
            | vars(each.entry)
            for each in outcomes
        ]
    )


class Journal:
    """The journal of one homework in one class."""

    def __init__(self, classroom: Classroom, homework: str):
        self.path = classroom.journals / f"{homework}.jsonl"
        self.latest = {entry.student: entry for entry in self.entries()}

    def entries(self) -> Iterator[JournalEntry]:
        """All lines, oldest first."""
        if not self.path.exists():
            return
        for facts in json_lines.entries(self.path.read_bytes()):
            try:
                yield JournalEntry.from_json(facts)
            except TypeError:
                continue

    def write(self, entry: JournalEntry) -> None:
        """Adds a line, and returns when it is on disk."""
        json_lines.append(self.path, asdict(entry))
        self.latest[entry.student] = entry

    def rename(self, old: str, new: str) -> None:
        """Changes a student's id in all their lines."""
        self._rewrite(lambda facts: facts | {"student": new} if _is_about(old, facts) else facts)

    def forget(self, student: str) -> None:
        """Removes all lines of a student. At no moment is the file incomplete."""
        self._rewrite(lambda facts: None if _is_about(student, facts) else facts)

    def _rewrite(self, change: Callable[[Any], Any]) -> None:
        """Writes all lines again, each changed by a function, without those that become None. What
        another version has noted stays as it is."""
        lines = self.path.read_bytes() if self.path.exists() else b""
        changed = (change(facts) for facts in json_lines.entries(lines))
        kept = [json_lines.line_of(facts) for facts in changed if facts is not None]
        write_whole(self.path, b"".join(kept))
        self.latest = {entry.student: entry for entry in self.entries()}


def _is_about(student: str, facts: Any) -> bool:
    return isinstance(facts, dict) and facts.get("student") == student
