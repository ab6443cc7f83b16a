"""Reads `extensions.csv` in a class's folder: other due times and excuses for single students."""

from dataclasses import dataclass
from datetime import datetime, tzinfo

from autograder.base.classroom import Classroom
from autograder.base.csv_file import CsvFile, cell_at, read_csv_file
from autograder.base.failure import Failure
from autograder.base.files import require_file_or_nothing, write_whole
from autograder.base.paths import homeworks
from autograder.rules.due_times import time_as_typed

EXTENSIONS = "extensions.csv"


@dataclass(frozen=True)
class Extension:
    """One line of the file."""

    student: str  # the id as written there, perhaps a former one
    homework: str
    due: datetime | None  # None if the student is excused
    line: int  # the number of the line


def extensions_of(classroom: Classroom, zone: tzinfo | None) -> list[Extension]:
    """The lines of a class's file; none if there is no file.

    Args:
        zone: the time zone of times that do not name one.

    Raises:
        Failure: a line cannot be used.
    """
    path = classroom.folder / EXTENSIONS
    if not require_file_or_nothing(path):
        return []
    file = read_csv_file(path)
    headings = _headings(file)
    if not {"student", "homework", "due"} <= set(headings):
        line = file.lines[0] if file.rows else 1
        raise Failure(f"{path}, line {line}: the headings must be student,homework,due.")
    extensions = []
    for line, row in zip(file.lines[1:], file.rows[1:], strict=True):
        if not any(cell.strip() for cell in row):
            continue
        cells = dict(zip(headings, (cell.strip() for cell in row), strict=False))
        student, homework, due = (cells.get(key, "") for key in ("student", "homework", "due"))
        where = f"{path}, line {line}"
        if homework not in homeworks():
            known = ", ".join(homeworks())
            raise Failure(f"{where}: there is no homework {homework!r}. There are: {known}.")
        is_excused = due.casefold() == "excused"
        at = None if is_excused else time_as_typed(due, zone)
        if not student or (at is None and not is_excused):
            raise Failure(
                f"{where}: write a line such as jdoe,{homework},2026-02-02 23:59, with a time "
                f"between 2000 and 2100, or jdoe,{homework},excused if they need not hand it in."
            )
        extensions.append(Extension(student, homework, at, line))
    return extensions


def rename_in_extensions(classroom: Classroom, old: str, new: str) -> None:
    """Gives a student's lines another id."""
    path = classroom.folder / EXTENSIONS
    if not require_file_or_nothing(path):
        return
    file = read_csv_file(path)
    headings = _headings(file)
    if "student" not in headings:
        return
    column = headings.index("student")
    rows = [row for row in file.rows[1:] if cell_at(row, column) == old]
    for row in rows:
        row[column] = new
    if rows:
        write_whole(path, file.data())


def _headings(file: CsvFile) -> list[str]:
    return [heading.strip().casefold() for heading in file.rows[0]] if file.rows else []
