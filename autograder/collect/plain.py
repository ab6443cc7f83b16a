"""A folder or zip of one's own, with a file or a folder for each student."""

import re
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import PurePath

from nbgrader.utils import parse_utc

from autograder.base.paths import TIMESTAMP, homeworks
from autograder.classroom.roster import Roster, Student
from autograder.collect.archive import File
from autograder.collect.layouts import Attempt, Download, Placed, as_id
from autograder.notebook.unreadable import Unreadable

_SUBMITTED = re.compile(r"\.(ipynb|zip)\b", re.IGNORECASE)
_ALONE = re.compile(r"\W*\d?\W*")  # what is left of "hw1-cosh (1)" without the homework


def plain(download: Download) -> Placed:
    """A folder or zip of one's own: `student.ipynb`, `student/any.ipynb`, or
    `student/ASSIGNMENT/any.ipynb`, as nbgrader has it."""
    by_student = defaultdict(list)
    placed = Placed()
    others = set(homeworks()) - {download.assignment}
    for file in _without_top(download):
        owner = _owner(file, download.assignment)
        if len(file.parts) > 2 and file.parts[1] in others:
            continue
        is_named = as_id(owner) and not owner.startswith(".")  # not .venv, nor .Trash
        (by_student[owner].append(file) if is_named else placed.strays.append(file))
    notes = _believable(by_student, download.assignment)
    for owner, files in by_student.items():

        def among(roster: Roster, owner=owner) -> list[Student]:
            return roster.candidates(owner)

        files.sort(key=lambda file: file.written)
        note = notes.get(owner)
        files = [file for file in files if file is not note]
        at = _noted(note) if note else None
        placed.attempts.append(Attempt(owner, as_id(owner), among, files, at))
    return placed


def _owner(file: File, assignment: str) -> str:
    """Whom a file is of, by its folder or, if it is in none, by its name."""
    if len(file.parts) > 1:
        return file.parts[0].removesuffix(".ipynb")
    words = rf"[\s_-]*{re.escape(assignment)}[\s_-]*"
    name = PurePath(file.name).stem.removesuffix(".ipynb")
    return re.sub(rf"^{words}|{words}$", "", name, flags=re.IGNORECASE)


def _believable(by_student: dict[str, list[File]], assignment: str) -> dict[str, File]:
    """By student, nbgrader's note of the time. A student's own zip may hold such a file, too, but
    nbgrader writes it for everybody: notes count if most of several students have one."""
    notes = {
        owner: file
        for owner, files in by_student.items()
        for file in files
        if file.parts[1:] == [assignment, TIMESTAMP]
    }
    return notes if len(notes) > max(1, len(by_student) / 2) else {}


def _noted(note: File) -> datetime | None:
    """The time in a `timestamp.txt` of nbgrader's."""
    try:
        return parse_utc(note.read().decode().strip()).replace(tzinfo=UTC)
    except (Unreadable, ValueError, OverflowError):
        return None


def _without_top(download: Download) -> list[File]:
    """The files, without a folder that holds all of them and is not a student's."""
    files = download.files
    while files and all(len(file.parts) > 1 for file in files):
        tops = {file.parts[0] for file in files}
        if len(tops) > 1 or _is_students(files, download):
            break
        files = [file.below(1) for file in files]
    return files


def _is_students(files: list[File], download: Download) -> bool:
    """Whether the folder around all files is a student's. A class list tells; without one, what
    lies directly in it does, if it is named as the homework alone: one file among those of a class
    must not make all of them one student's."""
    if download.roster.students:
        top = files[0].parts[0]
        return bool(download.roster.candidates(top)) or not _holds_students(files, download)
    if {file.parts[1] for file in files} == {download.assignment}:
        return True
    direct = [file for file in files if len(file.parts) == 2]
    if len(direct) == len(files) == 1:
        return True
    named = [file.below(1) for file in direct if _SUBMITTED.search(file.name)]
    return bool(named) and all(_ALONE.fullmatch(_owner(f, download.assignment)) for f in named)


def _holds_students(files: list[File], download: Download) -> bool:
    """Whether somebody of the class list has something in the folder around some files."""
    owners = {_owner(file.below(1), download.assignment) for file in files}
    return any(download.roster.candidates(owner) for owner in owners)
