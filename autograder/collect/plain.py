"""A folder or zip of one's own, with a file or a folder for each student."""

import re
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import PurePath

from nbgrader.utils import parse_utc

from autograder.collect.archive import File
from autograder.collect.layouts import Attempt, Download, Placed, as_id
from autograder.collect.place import NOTE
from autograder.house import homeworks
from autograder.mending.reading import Unreadable
from autograder.roster import Roster, Student


def plain(download: Download) -> Placed:
    """A folder or zip of one's own: `student.ipynb`, `student/any.ipynb`, or
    `student/ASSIGNMENT/any.ipynb`, as nbgrader has it."""
    by_student = defaultdict(list)
    placed = Placed()
    others = set(homeworks()) - {download.assignment}
    for file in _without_top(download):
        parts = file.parts
        owner = PurePath(parts[0]).stem if len(parts) == 1 else parts[0]
        owner = owner.removesuffix(".ipynb")
        if len(parts) == 1:
            words = rf"[\s_-]*{re.escape(download.assignment)}[\s_-]*"
            owner = re.sub(rf"^{words}|{words}$", "", owner, flags=re.IGNORECASE)
        if len(parts) > 2 and parts[1] in others:
            continue
        (by_student[owner].append(file) if as_id(owner) else placed.strays.append(file))
    for owner, files in by_student.items():

        def among(roster: Roster, owner=owner) -> list[Student]:
            return roster.candidates(owner)

        files.sort(key=lambda file: file.written)
        notes = [file for file in files if file.parts[1:] == [download.assignment, NOTE]]
        files = [file for file in files if file not in notes]
        at = _noted(notes[0]) if notes else None
        placed.attempts.append(Attempt(owner, as_id(owner), among, files, at))
    return placed


def _noted(note: File) -> datetime | None:
    """The time in a `timestamp.txt` of nbgrader's."""
    try:
        return parse_utc(note.read().decode().strip()).replace(tzinfo=UTC)
    except (Unreadable, ValueError, OverflowError):
        return None


def _without_top(download: Download) -> list[File]:
    """The files, without a folder that holds all of them and is no student's."""
    files = download.files
    while files and all(len(file.parts) > 1 for file in files):
        tops, below = {file.parts[0] for file in files}, {file.parts[1] for file in files}
        direct = [file for file in files if len(file.parts) == 2]
        is_student = (
            below == {download.assignment}
            or any(download.assignment in file.name for file in direct)
            or len(direct) == len(files) == 1
            or any(download.roster.candidates(top) for top in tops)
        )
        if len(tops) > 1 or is_student:
            break
        files = [file.below(1) for file in files]
    return files
