"""Describes a download, and what is to be found out about it: who handed in what, and when."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from autograder.base.failure import Failure
from autograder.base.timestamps import in_utc, usable_time
from autograder.base.visible import quoted
from autograder.people.roster import Roster, agreed
from autograder.people.student import Student
from autograder.submissions.handed_in_file import File

SUBMITTED = re.compile(r"\.(ipynb|zip)\b", re.IGNORECASE)  # in names of submitted files


class BadDownload(Failure):
    """A download that cannot be used; the message says why, and what to do."""


@dataclass(frozen=True)
class Attempt:
    """The files that one student handed in at one time."""

    account: str  # identifies the person in the system; always the same for one person
    student_id: str  # the id for a person who is not in a class list
    ids: tuple[str, ...]  # ids that the person may have in a class list
    files: list[File]  # what was handed in; the oldest first, once `attempts_in` has sorted them
    at: datetime | None = None  # when, if the system says
    late: bool | None = None  # whether the system calls it late; None if it does not say
    name: str = ""  # the name by which to look for the person if no id is found
    # Whether the system's names for the files could also be another person's.
    ambiguous: bool = False
    # The number at the end of the account, if the system gives each person one in a homework. It
    # stays the same if the system hides names at first and shows them later.
    number: str = ""
    column: str = ""  # the heading of the only column that may hold the ids; empty for any column

    def matches_by_id(self, roster: Roster) -> list[Student]:
        """Whoever in a class list has the ids. If these belong to different people, all of them."""
        if column := self.column:
            return [s for s in roster.students if s.cells.get(column, "").strip() in self.ids]
        return agreed(*map(roster.with_id, self.ids))

    def matches_in(self, roster: Roster) -> list[Student]:
        """Everybody in a class list who this may be. If an id is one person's and the name only
        another's, it may be either: some systems let people write numbers and names themselves."""
        by_id, by_name = self.matches_by_id(roster), roster.with_name(self.name)
        if by_id:
            return agreed(by_id, by_name) if len(by_id) == 1 else by_id
        mailboxes = () if self.column else self.ids
        return agreed(*map(roster.with_mailbox, mailboxes), by_name)

    def order(self, file: File | None = None) -> float:
        """A number that is the larger the newer the attempt is: the time that the system gives, or
        else the number of the upload, or else the time when the file was written.

        Args:
            file: a file of this attempt; by default its newest.
        """
        if self.at:
            return self.at.timestamp()
        files = [file] if file else self.files
        return max((upload.number or upload.written.timestamp() for upload in files), default=0.0)


@dataclass(frozen=True)
class Download:
    """A download, and what helps to understand it."""

    files: list[File]
    homework: str
    roster: Roster
    zone: tzinfo | None  # the time zone of times that do not name one; None for this machine's
    is_new_list: bool = False  # whether the class list was given along with the download

    def named(
        self, parts_of: Callable[[str], re.Match[str] | None]
    ) -> tuple[list[tuple[File, re.Match[str]]], list[File]]:
        """The files that a system has named, each with the parts of its name; and all others."""
        named, strays = [], []
        for file in self.files:
            if parts := parts_of(file.path):
                named.append((file, parts))
            else:
                strays.append(file)
        return named, strays

    def in_utc(self, time: datetime | None) -> datetime | None:
        """A time that a system gives, in UTC; None if it gives none, or none in this century."""
        time = usable_time(time)
        return in_utc(time, self.zone) if time else None


# The attempts in a download, and the files that cannot be placed.
AttemptsAndStrays = tuple[list[Attempt], list[File]]


def without_top(files: list[File]) -> list[File]:
    """The files without the folder around all of them; the same list if there is none."""
    tops = {file.parts[0] if len(file.parts) > 1 else None for file in files}
    return files if len(tops) != 1 or None in tops else [file.below(1) for file in files]


def unclear_top(files: list[File], owners: list[Student]) -> BadDownload:
    """Says that the folder around all files has a student's name, but seems to hold a class's
    files.

    Args:
        owners: everybody in the class list whose folder it may be.
    """
    top, ids = files[0].parts[0], " or ".join(owner.id for owner in owners)
    return BadDownload(
        f"All files are in the folder {quoted(top)}, which may be the class's, or that of {ids} in "
        "the class list. If it is the class's, unpack the download and collect this folder "
        "instead. If it is the student's, put the notebook into the student's folder in "
        "submitted/. Nothing was written."
    )
