"""Reads a class list from the CSV files that learning management systems export."""

import re
import unicodedata
from pathlib import Path

from autograder.base.csv_file import cell_at, find_column, read_csv_file
from autograder.base.failure import Failure
from autograder.people.headings import ABOUT_PERSON, NOT_STUDENTS, PERSON, plain_heading
from autograder.people.student import MAX_ID_BYTES, Student, comparable_id, is_valid_id

# The headings of ids. nbgrader's lists use `student`, which elsewhere is the heading of names.
_IDS = [*PERSON["id"], "student"]
_LEFT_OUT = re.compile(r"['’`´\s,;:()!&*#]+")  # what a login loses when it becomes a folder's name


class BadRoster(Failure):
    """A class list that cannot be used; the message says where, and what to do."""


def read_students(path: Path) -> list[Student]:
    """Reads a CSV that is separated by commas, semicolons or tabs and has a line of headings.

    Raises:
        BadRoster: it is not a CSV or has no column of ids, or an id is missing, occurs twice, or
            cannot be a folder's name.
    """
    csv_file = read_csv_file(path, BadRoster)
    if not csv_file.rows:
        raise BadRoster(f"{path.name} is empty. A class list begins with headings: id,name,email.")
    headings, *rows = csv_file.rows
    words = [plain_heading(heading) for heading in headings]
    lines_and_rows = zip(csv_file.lines[1:], rows, strict=True)
    people = [(line, row) for line, row in lines_and_rows if _is_person(row, words)]
    name_columns = [find_column(words, PERSON[part]) for part in ("name", "first", "last")]
    email_column = find_column(words, PERSON["email"])
    id_column = _id_column(headings, set(name_columns), people, path.name)
    if not people:
        raise BadRoster(f"{path.name} has no line about a student. Export the list again.")
    ids = [id_from_login(cell_at(row, id_column)) for _, row in people]
    lines = [line for line, _ in people]
    _refuse_bad_ids(ids, lines, path.name)
    students = []
    for student_id, (_, row) in zip(ids, people, strict=True):
        full_name, first, last = (_without_breaks(cell_at(row, column)) for column in name_columns)
        address = _without_breaks(cell_at(row, email_column))
        cells: dict[str, str] = {}
        for heading, cell in zip(headings, row, strict=False):
            cells.setdefault(heading, cell)
        students.append(Student(student_id, *_name_parts(full_name, first, last), address, cells))
    return students


def _refuse_bad_ids(ids: list[str], lines: list[int], file: str) -> None:
    """Refuses ids that cannot name a folder, and ids that occur twice.

    Args:
        lines: the line of the file that each id is in.
    """
    line_of: dict[str, int] = {}
    for student_id, line in zip(ids, lines, strict=True):
        where = f"Line {line} of {file}"
        if not is_valid_id(student_id):
            raise BadRoster(
                f"{where} has the id {student_id[:100]!r}, which cannot name a folder. Ids consist "
                "of letters, digits and . _ @ + -, begin with a letter, a digit or _, do not end "
                f"in a full stop, and have at most 100 characters and {MAX_ID_BYTES} bytes."
            )
        if before := line_of.get(comparable_id(student_id)):
            raise BadRoster(
                f"{where} has the same id as line {before}, {student_id!r}. Every student needs an "
                "id of their own: delete one of the lines, or correct it."
            )
        line_of[comparable_id(student_id)] = line


def id_from_login(text: str) -> str:
    """Makes an id from a login as it is written in a list."""
    return _LEFT_OUT.sub("", unicodedata.normalize("NFC", text.strip()))


def _without_breaks(text: str) -> str:
    """A name without line breaks and NUL. What follows a line break could look like another
    student's row, and PostgreSQL refuses NUL."""
    return " ".join(text.replace("\0", "").split())


def _name_parts(name: str, first: str, last: str) -> tuple[str, str, str]:
    """The full name, the first name and the last name, as far as they can be told."""
    if first or last:
        return f"{first} {last}".strip(), first, last
    if "," in name:
        last, first = (part.strip() for part in name.split(",", 1))
        return f"{first} {last}".strip(), first, last
    *firsts, last = name.split() or [""]
    return name, " ".join(firsts), last


def _is_person(row: list[str], headings: list[str]) -> bool:
    """Whether a row is about a student: not empty, and not Canvas's row of points or its test
    student."""
    for heading, cell in zip(headings, row, strict=False):
        if heading in ABOUT_PERSON and cell.strip():
            return cell.strip().casefold() not in NOT_STUDENTS
    return False


def _id_column(
    headings: list[str],
    name_columns: set[int | None],
    people: list[tuple[int, list[str]]],
    file: str,
) -> int:
    """The first possible column of ids in which every student has one.

    Args:
        people: the rows of students, each with its line in the file.

    Raises:
        BadRoster: there is none.
    """
    words = [plain_heading(heading) for heading in headings]
    free = [column for column in range(len(words)) if column not in name_columns]
    columns = [i for word in (*_IDS, *PERSON["email"]) for i in free if words[i] == word]
    if not columns:
        raise BadRoster(
            f"{file} has no column of ids. Its headings are {', '.join(headings)[:200]}; one of "
            "them should be id, Username, SID, ID number, Student ID, SIS Login ID or Email."
        )
    best = max(columns, key=lambda column: sum(bool(cell_at(row, column)) for _, row in people))
    lines_without = (line for line, row in people if not cell_at(row, best))
    if (first := next(lines_without, None)) is None:
        return best
    raise BadRoster(
        f"Line {first} of {file} has nothing under {headings[best]!r}, and no other column has an "
        "id for everybody. Fill it in, or delete the line."
    )
