"""Understands the names that Canvas, Moodle and Blackboard give to what was handed in."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import PurePath

from autograder.collect.download import Attempt, Download, Understood, as_id
from autograder.collect.time_in_words import time_in_words
from autograder.people.headings import MODIFIED
from autograder.people.roster import Roster
from autograder.people.spelling import plain_heading
from autograder.submissions.file import File
from autograder.submissions.unreadable import Unreadable

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


def canvas(download: Download) -> Understood:
    """Canvas: `doejane_LATE_123_456_hw1-cosh-1.ipynb`, which has the name, the number of the user,
    the number of the file, and the file name.

    Files are numbered in the order of submission, so the largest number is the newest. The times in
    the zip tell nothing: they are those of the download.
    """
    named, strays = _with_system_names(download, _CANVAS.fullmatch)
    user_numbers = _canvas_user_numbers(download.roster)
    by_user: dict[tuple[str, str], list[File]] = defaultdict(list)
    late: set[tuple[str, str]] = set()
    for file, match in named:
        if _may_be_anothers(match, user_numbers):
            strays.append(file)
            continue
        key = match["user"], match["name"] or ""
        path, number = match["file"] or match["typed"], int(match["number"] or 0)
        by_user[key].append(replace(file, path=path, number=number, origin=file.path))
        if match["late"]:
            late.add(key)
    names_of_user = Counter(user for user, _ in by_user)
    attempts: list[Attempt] = []
    for (user, name), files in by_user.items():
        files.sort(key=lambda file: file.number)
        # Canvas has one name for each user. If there are several, a student has faked one to pass
        # for somebody else.
        account = user if names_of_user[user] == 1 else f"{name} {user}"
        student_id = as_id(f"{name}-{user}" if name else user)
        # Canvas's own list has its user numbers. In another list they would mean something else.
        ids, name_in_list = ((), name) if user_numbers is None else ((user,), "")
        is_late = (user, name) in late
        attempts.append(
            Attempt(
                account,
                student_id,
                ids,
                files,
                late=is_late,
                name=name_in_list,
                ambiguous=any(_NUMBERED.match(file.path) for file in files),
                column="ID",
            )
        )
    return attempts, strays


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


def moodle(download: Download) -> Understood:
    """Moodle: `Jane Doe_1327627_assignsubmission_file_/hw1.ipynb` or, without folders, the same in
    one name. Each assignment has new numbers, which can be found in its grading worksheet if that
    is used as class list."""
    attempts: list[Attempt] = []
    by_person: dict[tuple[str, str | None], list[File]] = defaultdict(list)
    named, strays = _with_system_names(download, of_moodle)
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
        attempts.append(Attempt(account, student_id, ids, files, at, name=name))
    return attempts, strays


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
                return download.in_utc(time_in_words(text))
    return None


def of_moodle(path: str) -> re.Match[str] | None:
    """The parts of a path of Moodle's; None if it is not one, or if it can be read in two ways,
    because a student's name or file contains what Moodle puts between them."""
    match = _MOODLE_FOLDER.fullmatch(path) or _MOODLE.fullmatch(path)
    own = path.partition("/")[0]
    return match if match and own.count("_assignsubmission_") == 1 else None


def blackboard(download: Download) -> Understood:
    """Blackboard: `hw1_jdoe_attempt_2026-01-30-20-30-10_hw1.ipynb` and a text beside it.

    The user name may contain "_", but the first line of the text gives the name and the exact user
    name. Without the text, the user name is what follows the shortest title, since all titles are
    the homework's.
    """
    attempts: list[Attempt] = []
    by_attempt: dict[tuple[str, str, str], list[File]] = defaultdict(list)
    users_in_receipts: dict[str, str] = {}
    named, strays = _with_system_names(download, _BLACKBOARD.fullmatch)
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
            at = download.in_utc(datetime.strptime(time, "%Y-%m-%d-%H-%M-%S"))
        except ValueError:  # there is no such day, so somebody has changed the name
            at = None
        attempts.append(Attempt(user, as_id(user), (user,), files, at))
    return attempts, strays


def _user_in_receipt(text: File) -> str:
    """The user name in the first line, `Name: Jane Doe (jdoe)`."""
    try:
        match = _BLACKBOARD_NAME.match(text.read())
    except Unreadable:
        return ""
    return match[1].decode("utf-8", "replace").strip() if match else ""


def _with_system_names(
    download: Download, match: Callable[[str], re.Match[str] | None]
) -> tuple[list[tuple[File, re.Match[str]]], list[File]]:
    """The files that a system has named, each with the parts of its name; and all others."""
    named, strays = [], []
    for file in without_top(download.files):
        if parts := match(file.path):
            named.append((file, parts))
        else:
            strays.append(file)
    return named, strays


def without_top(files: list[File]) -> list[File]:
    """A system's files, without the folder around all of them if there is one. Folders inside it
    stay, because students name them."""
    tops = {file.parts[0] for file in files}
    alone = len(tops) == 1 and all(len(file.parts) > 1 for file in files)
    if not alone or any(pattern.match(files[0].path) for pattern in PATTERNS.values()):
        return files
    return [file.below(1) for file in files]
