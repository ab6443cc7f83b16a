"""Understands the names that learning management systems give to the files that were handed in.

A layout takes a download, and returns the attempts in it and the files that it cannot place.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from pathlib import PurePath

from autograder.base.timestamps import usable
from autograder.collect import gradescope
from autograder.collect.archive import File, in_utc
from autograder.collect.time_in_words import time_in_words
from autograder.handed_in.unreadable import Unreadable
from autograder.people.headings import MODIFIED
from autograder.people.roster import Roster
from autograder.people.spelling import plain_heading
from autograder.people.student import Student, is_safe_id


@dataclass(frozen=True)
class Attempt:
    """The files that one student handed in at one time."""

    account: str  # by which the system tells people apart; always the same for one person
    student_id: str  # the id for a person who is not in a class list
    ids: tuple[str, ...]  # by which a class list may know the person, the surest first
    files: list[File]  # what was handed in
    at: datetime | None = None  # when, if the system says
    late: bool | None = None  # whether the system calls it late; None if it does not say
    name: str = ""  # the name by which the person is looked for if no id finds anybody
    column: str = ""  # the heading of the only column that may hold the ids; empty for any column

    def matches_by_id(self, roster: Roster) -> list[Student]:
        """Everybody in a class list who has one of the ids."""
        if self.column:
            return [
                student
                for student in roster.students
                if student.cells.get(self.column, "").strip() in self.ids
            ]
        for id in self.ids:
            if students := roster.with_id(id):
                return students
        return []

    def matches_in(self, roster: Roster) -> list[Student]:
        """Everybody in a class list who may be meant."""
        return self.matches_by_id(roster) or roster.with_name(self.name)

    def order(self, file: File | None = None) -> float:
        """A number that is larger for what is newer: the time that the system gives, else the
        number of the upload, else the time when the file was written.

        Args:
            file: a file of this attempt; by default its newest.
        """
        if self.at:
            return self.at.timestamp()
        files = [file] if file else self.files
        return max((upload.number or upload.written.timestamp() for upload in files), default=0.0)


@dataclass
class DownloadContents:
    """The attempts in a download, and the files that belong to none."""

    attempts: list[Attempt] = field(default_factory=list)
    strays: list[File] = field(default_factory=list)


@dataclass(frozen=True)
class Download:
    """A download, and what helps to understand it."""

    files: list[File]
    homework: str
    roster: Roster
    zone: tzinfo | None  # the time zone of times that do not name one; None for this machine's
    is_new_list: bool = False  # whether the class list was given along with the download


# What a system writes is in one name, at the top; what follows it is the student's.
_CANVAS = re.compile(
    r"(?:(?!anon_|LATE_)(?P<name>[^/]+?)_)?(?P<late>LATE_)?(?P<user>\d+|anon_\w+?)_"
    r"(?:(?P<number>\d+)_(?P<file>.+)|(?P<typed>(?:text|link)\.html))"
)
_NUMBERED = re.compile(r"(\d+)_")
MIN_DIGITS = 4  # digits of a number that Canvas may have given to a file
_MOODLE = re.compile(
    r"(?P<name>[^/]+?)(?:_(?P<number>\d+))?_assignsubmission_[a-z0-9]+(?:_?/|_)(?P<file>.+)"
)
_MOODLE_FOLDER = re.compile(
    r"(?P<name>[^/]+)(?:_(?P<number>\d+))_assignsubmission_[a-z0-9]+_?/(?P<file>.+)"
)
_BLACKBOARD = re.compile(
    r"(?P<title>[^/]+?)_(?P<user>[^_/]+)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)"
)
_BLACKBOARD_NAME = re.compile(rb"[^:\r\n]+:[^\r\n]*\(([^()\r\n]+)\)\s*[\r\n]")
PATTERNS = {"canvas": _CANVAS, "moodle": _MOODLE, "blackboard": _BLACKBOARD}


def canvas(download: Download) -> DownloadContents:
    """Canvas: `doejane_LATE_123_456_hw1-cosh-1.ipynb`, which has the name, the number of the user,
    the number of the file, and the file name.

    Files are numbered in the order of submission, so the largest number is the newest. The times in
    the zip tell nothing: they are those of the download.
    """
    named, contents = _with_system_names(download, _CANVAS.fullmatch)
    user_numbers = _canvas_user_numbers(download.roster)
    by_user: dict[tuple[str, str], list[File]] = defaultdict(list)
    late: set[tuple[str, str]] = set()
    for file, match in named:
        if _may_be_anothers(match, user_numbers):
            contents.strays.append(file)
            continue
        key = match["user"], match["name"] or ""
        path, number = match["file"] or match["typed"], int(match["number"] or 0)
        by_user[key].append(replace(file, path=path, number=number, origin=file.path))
        if match["late"]:
            late.add(key)
    names_of_user = Counter(user for user, _ in by_user)
    for (user, name), files in by_user.items():
        files.sort(key=lambda file: file.number)
        # Canvas has one name for each user. If there are several, a student has faked one to pass
        # for somebody else.
        account = user if names_of_user[user] == 1 else f"{name} {user}"
        student_id = as_id(f"{name}-{user}" if name else user)
        # Canvas's own list has its user numbers. In another list they would mean something else.
        is_own_list = user_numbers is not None
        contents.attempts.append(
            Attempt(
                account,
                student_id,
                ids=(user,) if is_own_list else (),
                files=files,
                late=(user, name) in late,
                name="" if is_own_list else name,
                column="ID",
            )
        )
    return contents


def _canvas_user_numbers(roster: Roster) -> set[str] | None:
    """The numbers of the users, if this is Canvas's own list; None if it is another system's."""
    if not any({"Student", "ID"} <= student.cells.keys() for student in roster.students):
        return None
    return {student.cells.get("ID", "").strip() for student in roster.students}


def _may_be_anothers(match: re.Match[str], user_numbers: set[str] | None) -> bool:
    """Whether a name that Canvas gave can be read in two ways. `doe_12_34_5678_hw1.ipynb` may be
    file 34 of user 12, called `5678_hw1.ipynb`, or file 5678 of user 34, who calls themselves
    "Doe_12".

    Args:
        user_numbers: the numbers of the class's users in Canvas; None if they are not known.
    """
    second_number = _NUMBERED.match(match["file"] or "")
    if not second_number:
        return False
    if user_numbers is None:
        return len(second_number[1]) >= MIN_DIGITS
    return match["number"] in user_numbers


def moodle(download: Download) -> DownloadContents:
    """Moodle: `Jane Doe_1327627_assignsubmission_file_/hw1.ipynb` or, without folders, the same in
    one name. Each assignment has new numbers, which can be found in its grading worksheet if that
    is used as class list."""
    by_person: dict[tuple[str, str | None], list[File]] = defaultdict(list)
    named, contents = _with_system_names(download, of_moodle)
    for file, match in named:
        own = replace(file, path=PurePath(match["file"]).name, origin=file.path)
        by_person[match["name"], match["number"]].append(own)
    for (name, number), files in by_person.items():
        files.sort(key=lambda file: file.written)
        account = f"{name} {number}"
        participant = f"Participant {number}"
        at = _time_in_worksheet(download, participant)
        ids = (participant,) if _is_of_list(participant, name, download) else ()
        student_id = as_id(name.casefold())
        contents.attempts.append(Attempt(account, student_id, ids, files, at, name=name))
    return contents


def _is_of_list(participant: str, name: str, download: Download) -> bool:
    """Whether the class list means this person by this number. Since each assignment has new
    numbers, it does if it came with the download, or has the same name beside the number."""
    if download.is_new_list:
        return True
    with_number = {student.id for student in download.roster.with_id(participant)}
    with_name = {student.id for student in download.roster.with_name(name)}
    return bool(with_number & with_name)


def _time_in_worksheet(download: Download, participant: str) -> datetime | None:
    """The time when it was handed in, from Moodle's worksheet. The worksheet must have come with
    the download: each assignment has new numbers, so an older one tells nothing."""
    if not download.is_new_list:
        return None
    for student in download.roster.with_id(participant):
        for heading, text in student.cells.items():
            if plain_heading(heading) in MODIFIED:
                return _usable_in_utc(time_in_words(text), download)
    return None


def of_moodle(path: str) -> re.Match[str] | None:
    """The parts of a path of Moodle's; None if it is not one, or if it can be read in two ways,
    because a student's name or file contains what Moodle puts between them."""
    match = _MOODLE_FOLDER.fullmatch(path) or _MOODLE.fullmatch(path)
    own = path.partition("/")[0]
    return match if match and own.count("_assignsubmission_") == 1 else None


def blackboard(download: Download) -> DownloadContents:
    """Blackboard: `hw1_jdoe_attempt_2026-01-30-20-30-10_hw1.ipynb` and a text beside it.

    The user name may contain "_", but the first line of the text gives the name and the exact user
    name. Without the text, the user name is what follows the shortest title, since all titles are
    the homework's.
    """
    by_attempt: dict[tuple[str, str, str], list[File]] = defaultdict(list)
    users_in_receipts: dict[str, str] = {}
    named, contents = _with_system_names(download, _BLACKBOARD.fullmatch)
    title = min((match["title"] for _, match in named), key=len, default="") + "_"
    for file, match in named:
        user = match["user"]
        key = f"{match['title']}_{user}_attempt_{match['time']}"
        files = by_attempt[key, user, match["time"]]  # stays empty if only text was typed
        if match["file"]:
            files.append(replace(file, path=match["file"]))
        else:
            receipt = _user_in_receipt(file)
            users_in_receipts[key] = receipt if f"_{receipt}".endswith(f"_{user}") else user
    for (key, user, time), files in by_attempt.items():
        if key in users_in_receipts:
            user = users_in_receipts[key]
        elif key.startswith(title):
            user = key.removeprefix(title).partition("_attempt_")[0]
        try:
            at = _usable_in_utc(datetime.strptime(time, "%Y-%m-%d-%H-%M-%S"), download)
        except ValueError:  # there is no such day, so somebody has changed the name
            at = None
        contents.attempts.append(Attempt(user, as_id(user), (user,), files, at))
    return contents


def _user_in_receipt(text: File) -> str:
    """The user name in the first line, `Name: Jane Doe (jdoe)`."""
    try:
        match = _BLACKBOARD_NAME.match(text.read())
    except Unreadable:
        return ""
    return match[1].decode("utf-8", "replace").strip() if match else ""


def from_gradescope(download: Download) -> DownloadContents:
    """Gradescope: a folder for each submission, and `submission_metadata.yml`, which says whose it
    is. A group's submission belongs to everybody in it."""
    submissions, contents = gradescope.read_export(download.files), DownloadContents()
    placed = set()
    for submission in submissions:
        placed |= {file.path for file in submission.files}
        files = [file.below(submission.depth) for file in submission.files]
        for person in submission.people:
            ids = (person.sid, person.email)
            student_id = as_id(person.sid or person.email or person.name or submission.name)
            account = person.email or student_id
            at = _usable_in_utc(submission.at, download)
            contents.attempts.append(Attempt(account, student_id, ids, files, at, name=person.name))
    metadata = gradescope.metadata_of(download.files)
    contents.strays = [
        file for file in download.files if file.path not in placed and file is not metadata
    ]
    return contents


def _usable_in_utc(time: datetime | None, download: Download) -> datetime | None:
    """A time that a system gives, in UTC; None if it gives none, or none in this century."""
    time = usable(time)
    return in_utc(time, download.zone) if time else None


def _with_system_names(
    download: Download, match: Callable[[str], re.Match[str] | None]
) -> tuple[list[tuple[File, re.Match[str]]], DownloadContents]:
    """The files that a system has named, each with the parts of its name; and contents that are
    still to be filled, in which all other files are strays."""
    named, contents = [], DownloadContents()
    for file in without_top(download.files):
        if parts := match(file.path):
            named.append((file, parts))
        else:
            contents.strays.append(file)
    return named, contents


def as_id(text: str) -> str:
    """Makes a student's id, and so a folder's name, from a text; empty if nothing is left."""
    text = text.strip()
    if is_safe_id(text):
        return text
    return re.sub(r"[^\w.@+-]+", "-", text).strip("-.@+")[:100].rstrip("-.")


def without_top(files: list[File]) -> list[File]:
    """A system's files, without the folder around all of them if there is one. Folders inside it
    stay, because students name them."""
    tops = {file.parts[0] for file in files}
    alone = len(tops) == 1 and all(len(file.parts) > 1 for file in files)
    if not alone or any(pattern.match(files[0].path) for pattern in PATTERNS.values()):
        return files
    return [file.below(1) for file in files]
