"""Forgets a student: folders, marks and lines in the journal go to the trash, from which `restore`
brings them back, or are deleted for good."""

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from autograder.base.files import write_whole
from autograder.base.paths import BY_STUDENT, Classroom, homeworks
from autograder.enrolment.gradebook_rows import rename_in_rows, rows_of
from autograder.grading.journal import Journal
from autograder.on_nbgrader.nbgrader_api import Nbgrader
from autograder.people.former_ids import forget_former_ids

FOLDERS = (*BY_STUDENT, "collected/*")
_KEPT_FILE = "gradebook-and-journal.json"  # in the folder of a removal
_COMPLETE_FILE = "everything-is-here"  # likewise; written last


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
    ids = {path.name for path in _students_folders(classroom.folder) if path.is_dir()}
    for homework in homeworks():
        ids |= set(Journal(classroom, homework).latest)
    return ids | set(Nbgrader(classroom).people())


def find_traces(classroom: Classroom, student: str, *, in_trash: bool = False) -> Traces:
    """Finds everything that a class has of a student, and if wanted what its trash has of them."""
    marks = Nbgrader(classroom).homeworks_of(student)
    trash = classroom.trash / student
    return Traces(
        student,
        _folders_of(classroom.folder, student) + [trash] * (in_trash and trash.exists()),
        None if marks is None else sorted(marks),
        [name for name in homeworks() if student in Journal(classroom, name).latest],
    )


def forget(classroom: Classroom, traces: Traces, *, for_good: bool = False) -> Path | None:
    """Moves all that was found of a student to the trash.

    Args:
        traces: by `find_traces`.
        for_good: delete it instead.

    Returns:
        The folder in the trash; None if it was deleted.
    """
    removal = None if for_good else _begin_removal(classroom, traces)
    if traces.marks is not None:
        with Nbgrader(classroom).gradebook() as book:
            book.remove_student(traces.student)
    for folder in traces.folders:
        if removal:
            place = removal / folder.relative_to(classroom.folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            folder.rename(place)
        elif folder.is_symlink():
            folder.unlink()
        else:
            shutil.rmtree(folder)
    for name in traces.journals:
        Journal(classroom, name).forget(traces.student)
    if removal:
        write_whole(removal / _COMPLETE_FILE, "")
    else:
        forget_former_ids(classroom, traces.student)
    return removal


def _begin_removal(classroom: Classroom, traces: Traces) -> Path:
    """The folder in the trash for what is removed, with the marks and the lines of the journals in
    it: a new one, or that of an interrupted `forget`."""
    rows = rows_of(classroom, traces.student)
    kept: dict = {"gradebook": rows, "journal": _journal_lines(classroom, traces)}
    removal = _interrupted(classroom, traces.student)
    places = [folder.relative_to(classroom.folder) for folder in traces.folders]
    if removal and any((removal / place).exists() for place in places):  # handed in again since
        write_whole(removal / _COMPLETE_FILE, "")
        removal = None
    if removal:  # it has what was removed before
        before = read_kept(removal)
        kept["gradebook"] = kept["gradebook"] or before["gradebook"]
        kept["journal"] = before["journal"] | kept["journal"]
    else:
        removal = classroom.trash / traces.student / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
    write_kept(removal, kept)
    return removal


def _interrupted(classroom: Classroom, student: str) -> Path | None:
    """The folder in the trash that an interrupted `forget` has left."""
    for removal in trashed(classroom, student):
        if not (removal / _COMPLETE_FILE).exists():
            return removal
    return None


def read_kept(removal: Path) -> dict:
    """What a removal has of the gradebook and the journals."""
    return json.loads((removal / _KEPT_FILE).read_bytes())


def write_kept(removal: Path, kept: dict) -> None:
    """Writes what a removal has of the gradebook and the journals."""
    write_whole(removal / _KEPT_FILE, json.dumps(kept, indent=1, ensure_ascii=False))


def trashed(classroom: Classroom, student: str) -> list[Path]:
    """What the trash has of a student: a folder for each removal, the oldest first. Its name is the
    time, in UTC."""
    return sorted(path.parent for path in (classroom.trash / student).glob(f"*/{_KEPT_FILE}"))


def rename_in_trash(classroom: Classroom, old: str, new: str) -> None:
    """Gives another id to what the trash has of a student. If interrupted, do it again."""
    for removal in trashed(classroom, old):
        for folder in _folders_of(removal, old):
            folder.rename(folder.with_name(new))
        kept = read_kept(removal)
        rename_in_rows(kept["gradebook"], new)
        for lines in kept["journal"].values():
            for line in lines:
                line["student"] = new
        write_kept(removal, kept)
        renamed = classroom.trash / new / removal.name
        renamed.parent.mkdir(exist_ok=True)
        removal.rename(renamed)
    with suppress(OSError):  # it does not exist, or has something else
        (classroom.trash / old).rmdir()


def folders_by_homework(folder: Path, student: str) -> Iterator[tuple[str, Path]]:
    """A student's folders in a class or in a removal, each with the homework it is about. A link is
    not followed; it goes under its own name."""
    for step in BY_STUDENT:
        own = folder / step / student
        for path in [own] if own.is_symlink() else sorted(own.glob("*")):
            yield path.name, path
    for path in sorted(folder.glob(f"collected/*/{student}")):
        yield path.parent.name, path


def _students_folders(folder: Path) -> list[Path]:
    """All folders of students, in a class or in a removal."""
    return [path for pattern in FOLDERS for path in sorted(folder.glob(f"{pattern}/*"))]


def _folders_of(folder: Path, student: str) -> list[Path]:
    """All folders of a student, in a class or in a removal."""
    return [path for path in _students_folders(folder) if path.name == student]


def _journal_lines(classroom: Classroom, traces: Traces) -> dict[str, list[dict]]:
    lines: dict[str, list[dict]] = {}
    for name in traces.journals:
        entries = Journal(classroom, name).entries()
        lines[name] = [asdict(entry) for entry in entries if entry.student == traces.student]
    return lines
