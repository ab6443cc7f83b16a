"""Moodle: `Jane Doe_1327627_assignsubmission_file_/hw1.ipynb` or, without folders, the same in one
name. Each assignment numbers people anew. If its grading worksheet is used as class list, the
numbers can be found there."""

import re
from collections import defaultdict
from dataclasses import replace
from datetime import datetime
from pathlib import PurePath

from autograder.base.visible import without_controls
from autograder.people.headings import plain_heading
from autograder.people.student import id_from
from autograder.submissions.handed_in_file import File
from autograder.systems.canvas import is_of_canvas
from autograder.systems.download import Attempt, AttemptsAndStrays, Download
from autograder.systems.system import (
    DownloadLayout,
    FeedbackPages,
    GradebookFile,
    NewGradebook,
    System,
)

MOODLE_SEPARATOR = "_assignsubmission_"  # between a person's name and number and a file's name
_NAMES = re.compile(
    rf"(?P<name>[^/]+?)(?:_(?P<number>\d+))?{MOODLE_SEPARATOR}[a-z0-9]+(?:_?/|_)(?P<file>.+)",
    re.DOTALL,  # a student may have put a line break into a file's name
)
# The plain heading, in several languages, of the time of submission in the grading worksheet.
_MODIFIED = [
    "lastmodifiedsubmission",
    "zuletztgeandertabgabe",
    "dernieremodificationremise",
    "dernieremodificationtravailremis",
    "ultimamodificacionentrega",
    "ultimamodificaconsegna",
    "laatstgewijzigdinzending",
]

# The first letters of the months in English, German, French, Spanish, Italian and Dutch: as many as
# are needed to tell them from each other and from the Dutch word for Monday.
_MONTHS = [
    ("jan", "ene", "gen"),
    ("feb", "fev", "fév"),
    ("mar", "mär", "mae", "maart", "mrt"),
    ("apr", "avr", "abr"),
    ("may", "mai", "mag", "mei"),
    ("jun", "juin", "giu"),
    ("jul", "juil", "lug"),
    ("aug", "aoû", "aou", "ago"),
    ("sep", "set"),
    ("oct", "okt", "ott"),
    ("nov",),
    ("dec", "dez", "déc", "dic"),
]
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap])?\.?m?", re.IGNORECASE)


def _attempts(download: Download) -> AttemptsAndStrays:
    attempts: list[Attempt] = []
    by_person: dict[tuple[str, str | None], list[File]] = defaultdict(list)
    named, strays = download.named(_parts_of)
    for file, match in named:
        own = replace(file, path=PurePath(match["file"]).name, origin=file.path)
        by_person[match["name"], match["number"]].append(own)
    for (name, number), files in by_person.items():
        account = f"{name} {number}" if number else name
        participant = f"Participant {number}" if number else ""
        at = _time_in_worksheet(download, participant)
        ids = (participant,) if _is_of_list(participant, name, download) else ()
        student_id = id_from(name.casefold())
        attempts.append(
            Attempt(account, student_id, ids, files, at, name=name, number=number or "")
        )
    return attempts, strays


def _is_of_list(participant: str, name: str, download: Download) -> bool:
    """Whether this number means the same person in the class list. Since each assignment has new
    numbers, it does if the list came with the download, or has the same name beside the number."""
    if download.is_new_list:
        return True
    with_number = {student.id for student in download.roster.with_id(participant)}
    with_name = {student.id for student in download.roster.with_name(name)}
    return bool(with_number & with_name)


def _time_in_worksheet(download: Download, participant: str) -> datetime | None:
    """The time when a participant handed in, from Moodle's worksheet. The worksheet must have come
    with the download: each assignment has new numbers, so an older worksheet says nothing."""
    if not download.is_new_list:
        return None
    for student in download.roster.with_id(participant):
        for heading, text in student.cells.items():
            if plain_heading(heading) in _MODIFIED:
                return download.in_utc(read_moodle_time(text))
    return None


def read_moodle_time(text: str) -> datetime | None:
    """The time in a text like "Friday, 30 January 2026, 11:58 PM", as Moodle writes it in the
    language of its user; None if the text is not a time."""
    clock, year = _CLOCK.search(text), re.search(r"\b(20\d\d)\b", text)
    day = re.search(r"\b(\d{1,2})\b(?!:)", text[: clock.start()] if clock else "")
    month = _month_in_words(text)
    if not (clock and year and day and month):
        return None
    hour, half = int(clock[1]), (clock[4] or "").casefold()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    minute, second = int(clock[2]), int(clock[3] or 0)
    try:
        return datetime(int(year[1]), month, int(day[1]), hour, minute, second)
    except ValueError:
        return None


def _month_in_words(text: str) -> int | None:
    """The last month that a text names, from 1 to 12; None if it names none."""
    for word in reversed(re.findall(r"[^\W\d]{3,}", text.casefold())):
        for month in range(12, 0, -1):
            if word.startswith(_MONTHS[month - 1]):
                return month
    return None


def _parts_of(path: str) -> re.Match[str] | None:
    """The parts of a path that Moodle made. None if it is no such path, or if it can be read in two
    ways because a student's name or file contains what Moodle puts between the two."""
    is_clear = path.partition("/")[0].count(MOODLE_SEPARATOR) == 1
    return _NAMES.fullmatch(path) if is_clear else None


def _why_not(headings: list[str]) -> str:
    return "This is a Canvas gradebook. Use --to canvas." if is_of_canvas(headings) else ""


def _page_name(_student: str, homework: str, origin: str) -> str | None:
    """A name that Moodle splits at each "_", to read the second part. To Windows, "\\" would end
    the name of a folder."""
    parts = _parts_of(origin)
    if not parts or not parts["number"]:
        return None
    name = re.sub(r"[_\\]", " ", without_controls(parts["name"]))
    return f"{name}_{parts['number']}{MOODLE_SEPARATOR}file_/{homework}-feedback.html"


MOODLE = System(
    "moodle",
    "Moodle",
    DownloadLayout(
        _attempts,
        example="Jane Doe_123_assignsubmission_file_",
        names=_NAMES,
        for_times="Add Moodle's grading worksheet with --roster: its column \"Last modified "
        '(submission)" does.',
        for_newer_times="Give a newer grading worksheet with --roster.",
    ),
    # An assignment's grading worksheet, or a file for its gradebook's import.
    GradebookFile(
        _why_not,
        NewGradebook(
            ("ID number", "Email address", "First name", "Last name"),
            lambda s: [s.cells.get("ID number") or s.id, s.email, s.first, s.last],
            note="In Moodle: Grades, Import, CSV file; map ID number or Email address to the user, "
            "and the column with the marks to the assignment's grade.",
            comment_heading="Feedback",
            bom=True,  # Moodle ignores it; without it, Excel garbles umlauts
        ),
        mark_column=("grade", "bewertung", "note", "calificacion", "valutazione", "cijfer"),
        maximum_column=(
            "maximumgrade",
            "bestwertung",
            "notemaximale",
            "calificacionmaxima",
            "valutazionemassima",
        ),
        above_maximum="Moodle ignores marks above its maximum, such as those with extra credit: "
        "{}. Raise the maximum there, or enter them by hand.",
        comment_column=("feedbackcomments", "feedbackalskommentar", "commentairesdefeedback"),
        without_comments="In the assignment's settings in Moodle, switch Feedback comments on, and "
        "download the worksheet again; or leave --comments out.",
        separator=",",  # Moodle accepts no other, though a spreadsheet may have changed it
    ),
    FeedbackPages(
        _page_name,
        "In Moodle: the assignment, View all submissions, Upload multiple feedback files in "
        "a zip. Feedback files must be switched on in its settings, under Feedback types.",
    ),
)
