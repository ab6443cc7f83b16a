"""Forgets a student: folders, marks and lines in the journal go to the trash, from which `restore`
brings them back, or are deleted for good."""

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from nbgrader.api import Base, Gradebook
from sqlalchemy import select

from autograder.base.files import write_whole
from autograder.base.paths import BY_STUDENT, Classroom, homeworks
from autograder.grading.journal import Journal
from autograder.on_nbgrader.nbgrader_api import Nbgrader
from autograder.people.former_ids import forget_former_ids

FOLDERS = (*BY_STUDENT, "collected/*")
KEPT_FILE = "gradebook-and-journal.json"  # in the folder of a removal
_COMPLETE_FILE = "everything-is-here"  # likewise; written last
# By table of the gradebook, the column with a student's id.
_ID_COLUMNS = {"student": "id", "submitted_assignment": "student_id"}


@dataclass(frozen=True)
class Traces:
    """Everything that a class has of a student."""

    student: str  # the id
    # With submissions, graded notebooks, feedback, sheets for a talk, and all collected versions.
    folders: list[Path]
    # The homeworks for which the gradebook has marks; None if it does not know the student.
    marks: list[str] | None
    journals: list[str]  # the homeworks whose journals have them


def known_ids(classroom: Classroom) -> set[str]:
    """The ids of everybody in the class's data."""
    found = {
        path.name
        for each in FOLDERS
        for path in classroom.folder.glob(f"{each}/*")
        if path.is_dir()
    }
    for homework in homeworks():
        found |= set(Journal(classroom, homework).latest)
    return found | set(Nbgrader(classroom).people())


def traces(classroom: Classroom, student: str) -> Traces:
    """Finds everything that a class has of a student."""
    marks = Nbgrader(classroom).homeworks_of(student)
    return Traces(
        student,
        _folders_of(classroom.folder, student),
        None if marks is None else sorted(marks),
        [name for name in homeworks() if student in Journal(classroom, name).latest],
    )


def forget(classroom: Classroom, found: Traces, *, for_good: bool = False) -> Path | None:
    """Removes all that was found of a student from the class.

    Args:
        found: by `traces`.
        for_good: delete it, and whatever the trash has of the student.

    Returns:
        The folder in the trash; None if it was deleted.
    """
    trash = None
    if not for_good:
        kept = {"gradebook": _rows(classroom, found), "journal": _journal_lines(classroom, found)}
        trash = _interrupted(classroom, found.student)
        places = [folder.relative_to(classroom.folder) for folder in found.folders]
        if trash and any((trash / place).exists() for place in places):  # handed in again since
            write_whole(trash / _COMPLETE_FILE, "")
            trash = None
        if trash:  # it has what was removed before
            before = json.loads((trash / KEPT_FILE).read_bytes())
            kept["gradebook"] = kept["gradebook"] or before["gradebook"]
            kept["journal"] = before["journal"] | kept["journal"]
        else:
            now = datetime.now(UTC)
            trash = classroom.trash / found.student / f"{now:%Y%m%d-%H%M%S-%f}"
        write_whole(trash / KEPT_FILE, json.dumps(kept, indent=1, ensure_ascii=False))
    if found.marks is not None:
        with Nbgrader(classroom).gradebook() as book:
            book.remove_student(found.student)
    for folder in found.folders:
        if trash:
            place = trash / folder.relative_to(classroom.folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            folder.rename(place)
        else:
            folder.unlink() if folder.is_symlink() else shutil.rmtree(folder)
    for name in found.journals:
        Journal(classroom, name).forget(found.student)
    if for_good:
        shutil.rmtree(classroom.trash / found.student, ignore_errors=True)
        forget_former_ids(classroom, found.student)
    else:
        write_whole(trash / _COMPLETE_FILE, "")
    return trash


def _interrupted(classroom: Classroom, student: str) -> Path | None:
    """The folder in the trash that an interrupted `forget` has left."""
    there = trashed(classroom, student)
    return next((each for each in there if not (each / _COMPLETE_FILE).exists()), None)


def trashed(classroom: Classroom, student: str) -> list[Path]:
    """What the trash has of a student: a folder for each removal, the oldest first. Its name is the
    time, in UTC."""
    return sorted(path.parent for path in (classroom.trash / student).glob(f"*/{KEPT_FILE}"))


def rename_in_trash(classroom: Classroom, old: str, new: str) -> None:
    """Gives another id to what the trash has of a student. If interrupted, do it again."""
    for removal in trashed(classroom, old):
        for folder in _folders_of(removal, old):
            folder.rename(folder.with_name(new))
        kept = json.loads((removal / KEPT_FILE).read_bytes())
        for table, row in kept["gradebook"]:
            if table in _ID_COLUMNS:
                row[_ID_COLUMNS[table]] = new
        for line in (line for lines in kept["journal"].values() for line in lines):
            line["student"] = new
        write_whole(removal / KEPT_FILE, json.dumps(kept, indent=1, ensure_ascii=False))
        there = classroom.trash / new
        there.mkdir(exist_ok=True)
        removal.rename(there / removal.name)
    with suppress(OSError):  # it does not exist, or has something else
        (classroom.trash / old).rmdir()


def _folders_of(place: Path, student: str) -> list[Path]:
    """All folders of a student, in a class or in a removal."""
    found = (path for each in FOLDERS for path in sorted(place.glob(f"{each}/*")))
    return [path for path in found if path.name == student]


def _journal_lines(classroom: Classroom, found: Traces) -> dict[str, list[dict]]:
    return {
        name: [asdict(e) for e in Journal(classroom, name).entries() if e.student == found.student]
        for name in found.journals
    }


def _rows(classroom: Classroom, found: Traces) -> list[tuple[str, dict]]:
    """The rows of the gradebook that are about a student, each with the name of its table."""
    if found.marks is None:
        return []
    with Nbgrader(classroom).gradebook() as book:
        student = book.find_student(found.student)
        objects = [student]
        for submission in student.submissions:
            objects.append(submission)
            for notebook in submission.notebooks:
                objects += [notebook, *notebook.grades, *notebook.comments]
        return [row for each in objects for row in _rows_of(book, each)]


def _rows_of(book: Gradebook, thing: Base) -> Iterator[tuple[str, dict]]:
    """The rows about one object, with the names of their tables."""
    for table in thing.__mapper__.tables:
        row = book.db.execute(select(table).where(table.c.id == thing.id)).mappings().one()
        yield (
            table.name,
            {
                key: value.isoformat() if isinstance(value, datetime) else value
                for key, value in row.items()
            },
        )
