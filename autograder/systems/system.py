"""Describes a system: what it hands out, and what it takes back; None for what it does not do."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from autograder.people.student import Student
from autograder.submissions.handed_in_file import File
from autograder.systems.download import AttemptsAndStrays, Download


@dataclass(frozen=True)
class DownloadLayout:
    """How a download of submissions is laid out."""

    attempts: Callable[[Download], AttemptsAndStrays]  # finds out who handed in what
    example: str = ""  # of a name in it
    # The names that the system gives, from the top of the download on; None if it is not recognised
    # by them.
    names: re.Pattern[str] | None = None
    # Whether these files are surely laid out so; None if only their names tell.
    recognises: Callable[[list[File]], bool] | None = None
    # Sentences on what would tell when something was handed in, and which of two came last.
    for_times: str = ""
    for_newer_times: str = ""


@dataclass(frozen=True)
class NewGradebook:
    """A CSV file with marks that is made from the class list, for a system to import."""

    headings: tuple[str, ...]  # those before that of the marks
    cells: Callable[[Student], list[str]]  # a student's cells below them
    note: str  # how to import it; may contain {heading}
    mark_heading: str = "{heading}"  # may also contain {points}
    points_row: str = ""  # the first cell of a row with the points, if there is one
    last_column: tuple[str, str] | None = None  # its heading, and what each cell contains
    comment_heading: str = ""  # of a column for comments, if the system takes them
    bom: bool = False  # whether it begins with a byte order mark


@dataclass(frozen=True)
class GradebookFile:
    """A CSV file with marks that the system exports and imports. Its headings are plain ones, as by
    `plain_heading`."""

    # Says why a file with these headings is not one, and how to get one; empty if it is.
    why_not: Callable[[list[str]], str]
    new: NewGradebook  # what is made without one that the system exported
    # The column of the marks, if it is always the same. Of several headings, each is in another
    # language.
    mark_column: tuple[str, ...] = ()
    # Where the maximum is: in the marks' heading, in a row that begins so, or in a column.
    maximum_in_heading: re.Pattern[str] | None = None
    maximum_row: str = ""
    maximum_column: tuple[str, ...] = ()
    above_maximum: str = ""  # what becomes of marks above it, by {}; empty if it takes them
    other_columns: frozenset[str] = frozenset()  # about neither a person nor a mark
    comment_column: tuple[str, ...] = ()
    without_comments: str = ""  # what to do if it is missing, in sentences
    separator: str = ""  # in a file to import; empty to leave it as it was
    quoted: bool = False  # whether it wants quotes


@dataclass(frozen=True)
class FeedbackPages:
    """How the system takes a zip of feedback pages."""

    # The name of a page in the zip, by the student's id, the homework and the path of the
    # submission in the download; None if the system could not place it.
    name: Callable[[str, str, str], str | None]
    how_to_import: str  # in sentences


@dataclass(frozen=True)
class System:
    """A learning management system, or a folder made by hand."""

    key: str  # in options and in stored data
    name: str  # in sentences
    layout: DownloadLayout | None = None
    gradebook: GradebookFile | None = None
    feedback: FeedbackPages | None = None
