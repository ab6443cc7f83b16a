"""Blackboard: `hw1_jdoe_attempt_2026-01-30-20-30-10_hw1.ipynb` and a text beside it.

The user name may contain "_", so it is taken from the first line of the text, which has the name
and the exact user name. If that fails, the user name is what follows the shortest title, since all
titles are the homework's.
"""

import re
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from autograder.people.student import id_from
from autograder.submissions.handed_in_file import File
from autograder.submissions.unreadable import Unreadable
from autograder.systems.download import Attempt, AttemptsAndStrays, Download
from autograder.systems.system import DownloadLayout, GradebookFile, NewGradebook, System

_NAMES = re.compile(
    r"(?P<title>[^/]+?)_(?P<user>[^_/]+)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)",
    re.DOTALL,  # a student may have put a line break into a file's name
)
_FIRST_LINE = re.compile(rb"[^:\r\n]+:[^\r\n]*\(([^()\r\n]+)\)\s*[\r\n]")


def _attempts(download: Download) -> AttemptsAndStrays:
    attempts: list[Attempt] = []
    by_attempt: dict[tuple[str, str, str], list[File]] = defaultdict(list)
    users_in_receipts: dict[str, str] = {}
    named, strays = download.named(_NAMES.fullmatch)
    title = min((match["title"] for _, match in named), key=len, default="") + "_"
    for file, match in named:
        user = match["user"]
        key = f"{match['title']}_{user}_attempt_{match['time']}"
        files = by_attempt[key, user, match["time"]]  # stays empty if only text was typed
        if match["file"]:
            files.append(replace(file, path=match["file"]))
        else:
            begin = b""
            with suppress(Unreadable):
                begin = file.read()
            first_line = _FIRST_LINE.match(begin)  # Name: Jane Doe (jdoe)
            receipt = first_line[1].decode("utf-8", "replace").strip() if first_line else ""
            if f"_{receipt}".endswith(f"_{user}"):
                users_in_receipts[key] = receipt
    for (key, user, time), files in by_attempt.items():
        if key in users_in_receipts:
            user = users_in_receipts[key]
        elif key.startswith(title):
            user = key.removeprefix(title).partition("_attempt_")[0]
        try:
            at = download.in_utc(datetime.strptime(time, "%Y-%m-%d-%H-%M-%S"))
        except ValueError:  # there is no such day; somebody must have changed the name
            at = None
        attempts.append(Attempt(user, id_from(user), (user,), files, at))
    return attempts, strays


def _why_not(headings: list[str]) -> str:
    if "username" in headings and "endoflineindicator" not in headings:  # that is Brightspace's
        return ""
    return (
        "This is not a Blackboard gradebook, which has a column Username. To get one, in "
        "Blackboard: Work Offline, Download, or Download Gradebook."
    )


BLACKBOARD = System(
    "blackboard",
    "Blackboard",
    DownloadLayout(_attempts, example="hw1_jdoe_attempt_2026-01-30-...", names=_NAMES),
    # For Work Offline > Upload in the Grade Center, or Upload Gradebook.
    GradebookFile(
        _why_not,
        NewGradebook(
            ("Last Name", "First Name", "Username"),
            lambda s: [s.last, s.first, s.cells.get("Username") or s.id],
            note="Blackboard turns this into a new text column, which does not count in any total. "
            "To fill in an existing column, download its gradebook and add it with --template.",
        ),
        maximum_in_heading=re.compile(r"\[Total Pts: (?:up to )?([\d.,]+)"),
        other_columns=frozenset({"lastaccess", "availability"}),
        quoted=True,  # where commas separate
    ),
)
