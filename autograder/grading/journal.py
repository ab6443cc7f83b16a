"""Notes what has been graded: one line for each submission, written when its marks are in the
gradebook.

A line holds a key made of everything that a mark depends on. To continue after an interruption,
start again: what has a line with the current key is done, and all else is graded again.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import BinaryIO

from autograder.base.files import sha256, write_whole
from autograder.base.paths import PACKAGES, Classroom, name_in_house, released
from autograder.notebook.set_up import PACKED
from autograder.notebook.source import source_path

HANDED_IN_AGAIN = "something else was handed in, or at another time"  # why it is graded again
# The package in a notebook: the part of it that marks depend on is hashed with the checks.
_PACKED = re.compile(rf'{PACKED} = \\"[A-Za-z0-9+/=]+'.encode())
# The parts of this package that take in submissions and put out marks and pages: no mark depends on
# them.
_IRRELEVANT = {
    *("__main__.py", "cli", "lms", "reports", "afterwards", "hand_out", "authoring", "collect"),
    # What is found out about people is in the key, and penalties are computed again each time.
    *("people", "rules", "terminal"),
}


@dataclass
class Entry:
    """The outcome of grading one submission."""

    student: str  # the student's id
    key: str  # a hash of what was graded, and how
    score: float | None = None  # the marks; None if it could not be graded
    failure: str = ""  # why it could not be, in a sentence; empty if it could
    mended: list[str] = field(default_factory=list)  # what was repaired, in sentences
    # What an instructor should look at, in sentences.
    flags: list[str] = field(default_factory=list)
    # The cells that did not end by themselves, with the reason.
    stopped: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0  # how long its cells ran, by the clock
    # When it was graded.
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    # What it was graded with, as `ingredients` gives it.
    using: dict[str, str] = field(default_factory=dict)
    before: float | None = None  # the marks of the previous grading; None if there was none
    # What was taken off them for being late, at the previous grading and at this one.
    penalties: list[float] = field(default_factory=lambda: [0.0, 0.0])
    # By exercise, the mark then and now, where they differ.
    changes: dict[str, list[float | None]] = field(default_factory=dict)
    because: str = ""  # why it was graded again, in a sentence

    def is_of(self, data: bytes, handed_in: str | None) -> bool:
        """Whether the entry is about this submission, handed in at this time. Where the entry does
        not say what it was graded with, that cannot be known, and the answer is yes."""
        return not self.using or self.key == submission_key(
            " ".join(self.using.values()), data, handed_in
        )


class Journal:
    """The journal of one homework in one class."""

    def __init__(self, classroom: Classroom, assignment: str):
        self.path = classroom.journals / f"{assignment}.jsonl"
        self.latest = {entry.student: entry for entry in self.entries()}

    def entries(self) -> Iterator[Entry]:
        """All lines, oldest first."""
        if not self.path.exists():
            return
        # Not splitlines, which also splits at U+2028 and others.
        for line in self.path.read_bytes().split(b"\n"):
            try:
                yield Entry(**json.loads(line))
            except (ValueError, TypeError):
                continue  # a line that was being written when the machine stopped

    def write(self, entry: Entry) -> None:
        """Adds a line; when this returns, it is on disk."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab+") as file:
            if file.tell() and not _ends_a_line(file):
                file.write(b"\n")
            file.write(_line(entry))
            file.flush()
            os.fsync(file.fileno())
        self.latest[entry.student] = entry

    def rename(self, old: str, new: str) -> None:
        """Changes a student's id in all their lines."""
        entries = list(self.entries())
        for entry in entries:
            entry.student = new if entry.student == old else entry.student
        write_whole(self.path, b"".join(map(_line, entries)))
        self.latest = {entry.student: entry for entry in entries}

    def forget(self, student: str) -> None:
        """Removes all lines of a student; the file is complete at any moment."""
        kept = (_line(entry) for entry in self.entries() if entry.student != student)
        write_whole(self.path, b"".join(kept))
        self.latest.pop(student, None)


@cache
def ingredients(assignment: str, *settings: object) -> dict[str, str]:
    """Hashes of everything except the submission that a mark depends on, by its name for people."""
    return {
        "the homework": _hash([source_path(assignment), released(assignment)]),
        "the checks": _hash(_files("course", {"lecture"})),
        "the autograder": _hash(_files("autograder", _IRRELEVANT)),
        "the limits": hash_of(settings),
        "PyTorch": metadata.version("torch"),
    }


def hash_of(value: object) -> str:
    """A hash of a value that always prints in the same way."""
    return sha256(repr(value).encode())[:16]


def _files(package: str, without: set[str]) -> list[Path]:
    """The modules of a package, except those in some of its folders."""
    folder = PACKAGES / package
    found = sorted(folder.rglob("*.py"))
    return [path for path in found if path.relative_to(folder).parts[0] not in without]


def _hash(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(name_in_house(path).encode() + _PACKED.sub(b"", path.read_bytes()))
    return digest.hexdigest()[:16]


def grading_version(assignment: str, *settings: object) -> str:
    """All of the ingredients in one text."""
    return " ".join(ingredients(assignment, *settings).values())


def changed(before: dict[str, str], now: dict[str, str]) -> str:
    """A sentence on which ingredients have changed; empty if none has."""
    if not before:  # an entry that does not say
        return "the homework, the checks, the autograder or the limits have changed since"
    from course.values.as_text import listed  # loads PyTorch, as grading does anyway

    names = [name for name in now if before.get(name, now[name]) != now[name]]
    if not names:
        return ""
    have = "have" if len(names) > 1 or names[0].endswith("s") else "has"
    return f"{listed(names)} {have} changed since"


def submission_key(version: str, data: bytes, handed_in: str | None) -> str:
    """The key of a submission: what was handed in, when, and what it is graded with."""
    return sha256(f"{version} {handed_in} ".encode() + data)


def _line(entry: Entry) -> bytes:
    return (json.dumps(asdict(entry), ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _ends_a_line(file: BinaryIO) -> bool:
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"
