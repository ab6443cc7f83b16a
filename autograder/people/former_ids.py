"""Stores the ids that students had before they were renamed, in `CLASS_DIR/renamed.csv`.

Class lists, downloads and notebooks may still use a former id, and a student's own version of an
exercise may still depend on it.
"""

from autograder.base.classroom import Classroom
from autograder.base.csv_file import CsvFile, read_csv_file
from autograder.base.files import require_file_or_nothing, write_whole

RENAMED = "renamed.csv"
_HEADINGS = ["former", "now"]


def former_ids(classroom: Classroom) -> dict[str, str]:
    """The present id of each student, by former id.

    Raises:
        Failure: the file cannot be used.
    """
    path = classroom.folder / RENAMED
    rows = read_csv_file(path).rows if require_file_or_nothing(path) else []
    return {row[0]: row[1] for row in rows if len(row) == 2 and row != _HEADINGS}


def ids_before(classroom: Classroom, student: str) -> list[str]:
    """The ids that a student had before."""
    return [former for former, now in former_ids(classroom).items() if now == student]


def note_new_id(classroom: Classroom, old: str, new: str) -> None:
    """Notes that a student has a new id; earlier ids stay known."""
    ids = {former: new if now == old else now for former, now in former_ids(classroom).items()}
    ids[old] = new
    ids.pop(new, None)  # the student may have had this id before
    _write(classroom, ids)


def forget_former_ids(classroom: Classroom, student: str) -> None:
    """Removes what was noted about a student."""
    ids = former_ids(classroom)
    others = {
        former: current for former, current in ids.items() if student not in (former, current)
    }
    if others != ids:
        _write(classroom, others)


def _write(classroom: Classroom, ids: dict[str, str]) -> None:
    rows = [_HEADINGS, *([former, now] for former, now in sorted(ids.items()))]
    write_whole(classroom.folder / RENAMED, CsvFile(rows, newline="\n").data())
