"""Finds out which of a student's versions is graded, and what it is called in its system."""

from contextlib import suppress
from dataclasses import replace

from autograder.base.classroom import TIMESTAMP, Classroom
from autograder.base.files import read_text, sha256
from autograder.base.timestamps import timestamp_in
from autograder.collect.versions import Shelf, Version, newest_first
from autograder.submissions.student_folder import find_submission, time_noted
from autograder.submissions.unreadable import Unreadable


def version_in_place(classroom: Classroom, homework: str, student: str) -> Version | None:
    """The version that is graded. If somebody has entered a time by hand, it has that time. None if
    no version was collected, or if the file is not one of them."""
    with suppress(OSError):
        return _in_place(classroom, homework, student, _shelf(classroom, homework, student))
    return None


def origin_in(system: str, classroom: Classroom, homework: str, student: str) -> str:
    """The path under which a system takes feedback back. It is the path, in the system's download,
    of the newest file from the account whose notebook is graded; another account may have the same
    name. Empty if what is graded did not come from this system.

    Raises:
        OSError: the list of versions cannot be read.
    """
    shelf = _shelf(classroom, homework, student)
    graded = _in_place(classroom, homework, student, shelf)
    origins = (
        version.origin
        for version in newest_first(shelf.versions)
        if graded and (version.system, version.account) == (system, graded.account)
    )
    return next(filter(None, origins), "")


def _shelf(classroom: Classroom, homework: str, student: str) -> Shelf:
    return Shelf(classroom.collected(student, homework))


def _in_place(classroom: Classroom, homework: str, student: str, shelf: Shelf) -> Version | None:
    folder = classroom.submission(student, homework).parent
    try:
        digest = sha256(find_submission(folder, homework).read_bytes())
    except (OSError, Unreadable):
        return None
    in_place = next((version for version in shelf.versions if version.sha256 == digest), None)
    with suppress(OSError, Unreadable):  # grading reports it
        noted = time_noted(folder)
        if in_place and noted and noted != read_text(shelf.folder / TIMESTAMP):
            return replace(in_place, at=timestamp_in(noted))
    return in_place
