"""Canvas: `doejane_LATE_123_456_hw1-cosh-1.ipynb`, which has the name, the number of the user, the
number of the file, and the file name.

Files are numbered in the order of submission, so the file with the largest number is the newest.
The times in the zip say nothing about that: they are those of the download.
"""

import re
from collections import Counter, defaultdict
from dataclasses import replace

from autograder.people.roster import Roster
from autograder.people.student import Student, id_from
from autograder.submissions.handed_in_file import File
from autograder.systems.download import SUBMITTED, Attempt, AttemptsAndStrays, Download
from autograder.systems.system import (
    DownloadLayout,
    FeedbackPages,
    GradebookFile,
    NewGradebook,
    System,
)

_NAMES = re.compile(
    r"(?:(?!anon_|LATE_)(?P<name>[^/]+?)_)?(?P<late>LATE_)?(?P<user>\d+|anon_\w+?)_"
    r"(?:(?P<number>\d+)_(?P<file>.+)|(?P<typed>(?:text|link)\.html))",
    re.DOTALL,  # a student may have put a line break into a file's name
)
_NUMBERED = re.compile(r"(\d+)_")
# After the number of a user, another number that may be the true one.
_LATER_USER = re.compile(r"_(?=(\d+)_(?:\d+_|(?:text|link)\.html))")
MIN_DIGITS = 4  # digits of a number that Canvas may have given to a file
_DIGITS = rf"\d{{{MIN_DIGITS},}}"
# What could be Canvas's numbers of a user and of a file, within a file's name.
_LATER_NUMBERS = re.compile(rf"_{_DIGITS}_{_DIGITS}_")
_LATER_LATE = re.compile(rf"_LATE_\d+_{_DIGITS}_")  # Canvas puts names in lower case
# The beginning of a file's name if it could also be Canvas's number of a user, of a file, or both.
_NUMBERED_BY_CANVAS = re.compile(rf"(?:\d+_)?{_DIGITS}_")
_IDS = ("ID", "SIS User ID", "SIS Login ID", "Section")  # headings of its gradebook


def _attempts(download: Download) -> AttemptsAndStrays:
    named, strays = download.named(_NAMES.fullmatch)
    user_numbers = _user_numbers(download.roster)
    by_user: dict[tuple[str, str], list[File]] = defaultdict(list)
    late: set[str] = set()  # paths in the download
    for file, match in named:
        if _may_be_anothers(match, user_numbers):
            strays.append(file)
            continue
        key = match["user"], match["name"] or ""
        path, number = match["file"] or match["typed"], int(match["number"] or 0)
        by_user[key].append(replace(file, path=path, number=number, origin=file.path))
        if match["late"]:
            late.add(file.path)
    names_of_user = Counter(user for user, _ in by_user)
    attempts: list[Attempt] = []
    for (user, name), all_files in by_user.items():
        files, doubtful = _told_apart(all_files)
        strays += doubtful
        # Canvas has one name for each user. If there are several, a student has faked one, to pose
        # as somebody else.
        account = user if names_of_user[user] == 1 else f"{name} {user}"
        student_id = id_from(f"{name}-{user}" if name else user)
        # Canvas's own list has its user numbers. In another list they would mean something else.
        ids, name_in_list = ((), name) if user_numbers is None else ((user,), "")
        is_late = any(file.origin in late for file in files)
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


def _user_numbers(roster: Roster) -> set[str] | None:
    """The numbers of the users, if this is Canvas's own list; None if it is another system's."""
    lists = (student.cells.keys() for student in roster.students)
    if not any({"Student", "ID"} <= listed and not listed.isdisjoint(_IDS[1:]) for listed in lists):
        return None
    return {student.cells.get("ID", "").strip() for student in roster.students}


def _may_be_anothers(match: re.Match[str], user_numbers: set[str] | None) -> bool:
    """Whether a name that Canvas gave can be read in two ways. `doe_12_34_5678_hw1.ipynb` may be
    file 34 of user 12, called `5678_hw1.ipynb`, or file 5678 of user 34, who calls themselves
    "Doe_12"; and somebody may call themselves "Doe_12_99". A label LATE further on may be Canvas's.

    Args:
        user_numbers: the numbers of the class's users in Canvas; None if they are not known.
    """
    file = match["file"] or ""
    if _LATER_LATE.search(f"_{file}"):
        return True
    if user_numbers is None:
        second_number = _NUMBERED.match(file)
        is_numbered = second_number is not None and len(second_number[1]) >= MIN_DIGITS
        return is_numbered or _LATER_NUMBERS.search(file) is not None
    later_users = _LATER_USER.findall(match.string, match.end("user"))
    return any(user in user_numbers - {match["user"]} for user in later_users)


def _told_apart(files: list[File]) -> tuple[list[File], list[File]]:
    """Divides the files that seem to be one user's into those that are, and those that may be
    somebody else's, which get their paths in the download.

    Somebody who is in no class list may call themselves "Jane_12_99", and so seem to add a file to
    those of Jane, user 12. Such a file is taken for hers if she has no other notebook, because many
    students put a number before a file's name.
    """
    sure = [
        file
        for file in files
        if not (_NUMBERED_BY_CANVAS.match(file.path) or _LATER_NUMBERS.search(file.path))
    ]
    if not any(SUBMITTED.search(file.name) for file in sure):
        return files, []
    return sure, [replace(file, path=file.origin) for file in files if file not in sure]


def is_of_canvas(headings: list[str]) -> bool:
    """Whether these are the headings of Canvas's gradebook."""
    return headings[:1] in (["student"], ["lastname"]) and "section" in headings


def _why_not(headings: list[str]) -> str:
    if is_of_canvas(headings):
        return ""
    return (
        "This is not a Canvas gradebook, whose first columns are Student, ID ... Section. To "
        "get one, in Canvas: Gradebook, Export, Export Entire Gradebook."
    )


def _cells(student: Student) -> list[str]:
    name = ", ".join(filter(None, (student.last, student.first))) or student.name or student.id
    cells = {heading: student.cells.get(heading) or "" for heading in _IDS}
    cells["SIS Login ID"] = cells["SIS Login ID"] or student.id
    return [name, *cells.values()]


def _page_name(student: str, homework: str, origin: str) -> str | None:
    """A name from which Canvas reads the two numbers; there must be a name before them."""
    parts = _NAMES.fullmatch(origin)
    if not parts or not parts["number"]:
        return None
    name = re.sub(r"[^a-z]", "", student.casefold()) or "student"
    return f"{name}_{parts['user']}_{parts['number']}_{homework}-feedback.html"


CANVAS = System(
    "canvas",
    "Canvas",
    DownloadLayout(_attempts, example="doejane_123_456_hw1.ipynb", names=_NAMES),
    GradebookFile(
        _why_not,
        NewGradebook(
            ("Student", *_IDS),
            _cells,
            note="Canvas adds a new assignment unless it has one named exactly '{heading}'. "
            "To be sure, export its gradebook and add it with --template.",
            points_row="    Points Possible",
        ),
        maximum_row="points possible",
        other_columns=frozenset({"section", "integrationid", "rootaccount"}),
    ),
    FeedbackPages(
        _page_name,
        "In Canvas: the assignment, Upload Submissions; each page becomes the file of a "
        "comment. This menu item appears once the same person has downloaded the submissions.",
    ),
)
