"""Describes a system: the files that it exports, and those that it imports; None if it does not."""

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
    example: str = ""  # an example of a name in it
    # The paths that the system gives to files, from the top level on; None if it is not recognised
    # by them.
    names: re.Pattern[str] | None = None
    # Whether these files certainly have this layout; None if only the names can say.
    recognises: Callable[[list[File]], bool] | None = None
    # Sentences on how to find out when something was handed in, and which of two files came last.
    for_times: str = ""
    for_newer_times: str = ""


@dataclass(frozen=True)
class NewGradebook:
    """A CSV file with marks that is made from the class list, for a system to import."""

    headings: tuple[str, ...]  # the headings to the left of the marks
    cells: Callable[[Student], list[str]]  # a student's cells below these headings
    note: str  # how to import it; may contain {heading}
    mark_heading: str = "{heading}"  # may also contain {points}
    points_row: str = ""  # the first cell of a row with the points, if there is one
    last_column: tuple[str, str] | None = None  # its heading, and what each cell contains
    comment_heading: str = ""  # of a column for comments, if the system takes them
    bom: bool = False  # whether it begins with a byte order mark


@dataclass(frozen=True)
class GradebookFile:
    """A CSV file with marks that the system exports and imports. All headings here are in the form
    that `plain_heading` gives them."""

    # For a file with these headings, says why it is no such file, and how to get one; else empty.
    why_not: Callable[[list[str]], str]
    new: NewGradebook  # the file to make if there is none that the system exported
    # The heading of the column with the marks, in each language, if it is always the same.
    mark_column: tuple[str, ...] = ()
    # Where the maximum is: in the marks' heading, in a row that begins so, or in a column.
    maximum_in_heading: re.Pattern[str] | None = None
    maximum_row: str = ""
    maximum_column: tuple[str, ...] = ()
    above_maximum: str = ""  # what becomes of marks above it, by {}; empty if they are accepted
    other_columns: frozenset[str] = frozenset()  # headings about neither a person nor a mark
    comment_column: tuple[str, ...] = ()
    without_comments: str = ""  # what to do if that column is missing, in sentences
    separator: str = ""  # in a file to import; empty to leave it as it was
    quoted: bool = False  # whether it wants quotes


@dataclass(frozen=True)
class FeedbackPages:
    """How the system takes a zip of feedback pages."""

    # Returns the name of a page in the zip, given the student's id, the homework and the path of
    # the submission in the download; None if the system could not place the page.
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
