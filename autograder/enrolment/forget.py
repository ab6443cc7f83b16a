"""Forgets a student: folders, marks and lines in the journal go to the trash, from which `restore`
brings them back, or are deleted for good."""

import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from autograder.base.paths import Classroom, folders_of, homeworks, students_folders
from autograder.enrolment.gradebook_rows import rows_of
from autograder.enrolment.trash import Lines, Removal, removals_of
from autograder.grading.journal import Journal
from autograder.on_nbgrader.api import Nbgrader
from autograder.people.former_ids import forget_former_ids


@dataclass(frozen=True)
class Traces:
    """Everything that a class has of a student."""

    student: str  # the id
    folders: list[Path]
    # The homeworks for which the gradebook has marks; None if it does not know the student.
    marks: list[str] | None
    journals: list[str]  # the homeworks whose journals have them


def known_ids(classroom: Classroom) -> set[str]:
    """The ids of everybody in the class's data."""
    ids = {path.name for path in students_folders(classroom.folder) if path.is_dir()}
    for homework in homeworks():
        ids |= set(Journal(classroom, homework).latest)
    return ids | set(Nbgrader(classroom).people())


def find_traces(classroom: Classroom, student: str, *, in_trash: bool = False) -> Traces:
    """Finds everything that a class has of a student, and if wanted what its trash has of them."""
    marks = Nbgrader(classroom).homeworks_of(student)
    trash = classroom.trash / student
    return Traces(
        student,
        folders_of(classroom.folder, student) + [trash] * (in_trash and trash.exists()),
        None if marks is None else sorted(marks),
        [name for name in homeworks() if student in Journal(classroom, name).latest],
    )


def forget(classroom: Classroom, traces: Traces, *, for_good: bool = False) -> Removal | None:
    """Moves all that was found of a student to the trash.

    Args:
        traces: by `find_traces`.
        for_good: delete it instead.

    Returns:
        The removal, in the trash; None if it was deleted.
    """
    removal = None if for_good else _begin_removal(classroom, traces)
    if traces.marks is not None:
        with Nbgrader(classroom).gradebook() as book:
            book.remove_student(traces.student)
    for folder in traces.folders:
        if removal:
            place = removal.folder / folder.relative_to(classroom.folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            folder.rename(place)
        elif folder.is_symlink():
            folder.unlink()
        else:
            shutil.rmtree(folder)
    for name in traces.journals:
        Journal(classroom, name).forget(traces.student)
    if removal:
        removal.complete()
    else:
        forget_former_ids(classroom, traces.student)
    return removal


def _begin_removal(classroom: Classroom, traces: Traces) -> Removal:
    """The removal in the trash, with the marks and the lines of the journals in it: a new one, or
    that of an interrupted `forget`."""
    rows = rows_of(classroom, traces.student)
    lines: Lines = {}
    for name in traces.journals:
        graded = Journal(classroom, name).entries()
        lines[name] = [asdict(entry) for entry in graded if entry.student == traces.student]
    removals = removals_of(classroom, traces.student)
    removal = next((each for each in removals if not each.is_complete), None)
    places = [folder.relative_to(classroom.folder) for folder in traces.folders]
    if removal and any((removal.folder / place).exists() for place in places):
        removal.complete()  # the student has handed in again since
        removal = None
    if removal:
        rows_before, lines_before = removal.entries()
        rows, lines = rows or rows_before, lines_before | lines
    else:
        removal = Removal.new(classroom, traces.student)
    removal.keep(rows, lines)
    return removal
