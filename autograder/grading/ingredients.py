"""Hashes what a mark depends on besides the submission, and says which part of it has changed."""

import hashlib
import re
from functools import cache, cached_property
from importlib import metadata
from pathlib import Path

from autograder.base import paths
from autograder.base.classroom import Classroom
from autograder.base.files import sha256
from autograder.base.paths import PACKAGES, released_path
from autograder.notebook.notebook_files import read_released
from autograder.notebook.packed_course import PACKED
from autograder.notebook.set_up import asks_for_id
from autograder.notebook.source import source_path
from autograder.people.roster import current_ids
from autograder.repairing.earlier_releases import earlier_releases
from autograder.sandbox.limits import Limits

CLASS_LIST = "the class list"  # on this, marks depend only if answers are compared
# The package in a notebook. It is left out, because the part of it that marks depend on is hashed
# with the checks.
_PACKED = re.compile(rf'{PACKED} = \\"[A-Za-z0-9+/=]+'.encode())
# The parts of this package on which no mark depends. They collect submissions, or produce reports,
# pages and exports.
IRRELEVANT = {
    "__main__.py",
    "authoring",
    "base/csv_file.py",
    "base/printing.py",
    "base/quick_start.py",
    "cli",
    "collect",
    "enrolment",
    "exporting",
    "hand_out",
    "inquiries",
    "marks",
    "notebook/whole_lines.py",
    "on_gradescope",
    "on_nbgrader/steps.py",
    "on_nbgrader/student_rows.py",
    "pages",
    "people",  # what it finds out is hashed itself
    "reports",
    "rules",  # penalties are computed again each time marks are shown
    "systems",
}


class Ingredients:
    """What the marks of a homework in a class depend on besides the submissions. A mark is valid as
    long as none of this has changed, and the same was handed in at the same time."""

    def __init__(self, classroom: Classroom, homework: str, limits: Limits):
        self.classroom, self.homework, self.limits = classroom, homework, limits
        self.shared = shared_ingredients(homework, limits)  # by all students
        self._has_variants = asks_for_id(read_released(released_path(homework)))

    def hashes_for(self, student: str, *, is_compared: bool = False) -> dict[str, str]:
        """Hashes of what a student's mark depends on, each by a name that people understand.

        Args:
            is_compared: whether the answers were compared with those of others in the class.
        """
        ingredients = dict(self.shared)
        if self._has_variants:
            ingredients["the student's id"] = student
        if is_compared:
            ingredients[CLASS_LIST] = _hash_of(sorted(self.current_ids.items()))
        return ingredients

    @cached_property
    def current_ids(self) -> dict[str, str]:
        """The current id of each student, by current and former id, if students have their own
        versions of exercises; else empty."""
        return current_ids(self.classroom, self.homework) if self._has_variants else {}


def shared_ingredients(homework: str, limits: Limits) -> dict[str, str]:
    """Hashes of what all marks of a homework depend on, each by a name that people understand."""
    return {
        "the homework": _hash_of_files([source_path(homework), released_path(homework)]),
        "its earlier releases": _hash_of(earlier_releases(paths.RELEASED, homework)),
        "the checks": _hash_of_code("course", "lecture"),
        "the autograder": _hash_of_code("autograder", *IRRELEVANT),
        "the limits": _hash_of(limits),
        "PyTorch": metadata.version("torch"),
    }


def _hash_of(value: object) -> str:
    """The hash of a value, which must always print in the same way."""
    return sha256(repr(value).encode())[:16]


@cache  # of the code that this process has imported
def _hash_of_code(package: str, *without: str) -> str:
    return _hash_of_files(code_files(package, {*without}))


def code_files(package: str, without: set[str]) -> list[Path]:
    """The modules of a package, except for those named in `without` or in a folder named there."""
    folder = PACKAGES / package
    files = {path: path.relative_to(folder) for path in sorted(folder.rglob("*.py"))}
    return [
        path
        for path, inside in files.items()
        if without.isdisjoint((inside.parts[0], inside.as_posix()))
    ]


def _hash_of_files(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + _PACKED.sub(b"", path.read_bytes()))
    return digest.hexdigest()[:16]


def what_changed(before: dict[str, str], now: dict[str, str]) -> str:
    """A sentence on which ingredients have changed; empty if none has."""
    from course.sentences.words import listed  # loads PyTorch, as grading does anyway

    names = [name for name in now if before.get(name, now[name]) != now[name]]
    if not names:
        return ""
    have = "have" if len(names) > 1 or names[0].endswith("s") else "has"
    return f"{listed(names)} {have} changed since"


def submission_key(using: dict[str, str], data: bytes, timestamp: str | None) -> str:
    """The key of a submission: a hash of what was handed in, of the time, and of the hashes of
    what it is graded with."""
    return sha256(f"{' '.join(using.values())} {timestamp} ".encode() + data)
