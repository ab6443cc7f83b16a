"""Gives a student another id, and moves submissions, marks, extensions and all else to it."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from autograder.base.failure import Failure
from autograder.base.paths import (
    BY_STUDENT,
    Classroom,
    folders_by_homework,
    homeworks,
    place_with_id,
)
from autograder.grading.journal import Journal
from autograder.on_nbgrader.api import Nbgrader
from autograder.people.former_ids import note_new_id
from autograder.people.roster import Roster, changed_ids
from autograder.rules.extensions import rename_in_extensions


class Conflict(Failure):
    """Two students' folders collide, or one is a link; the message says which."""


def rename(classroom: Classroom, old: str, new: str) -> list[str]:
    """Moves everything that a class has under one id to another. After an interruption, it can be
    done again.

    Returns:
        The homeworks that had something of the old id.

    Raises:
        Conflict: both ids have something of the same homework, or a folder of theirs is a link to
            what may be another student's. Nothing was changed.
    """
    _refuse_links(classroom, old, new)
    folders = list(folders_by_homework(classroom.folder, old))
    taken = {name for name, folder in folders if _under(new, folder, classroom).exists()}
    nbgrader = Nbgrader(classroom)
    marked, new_marked = (nbgrader.homeworks_of(student) or set() for student in (old, new))
    if both := sorted(taken | (marked & new_marked)):
        raise Conflict(
            f"{old} and {new} both have {', '.join(both)}. Nothing was changed. To keep "
            f"{old}'s, first: autograder forget {shlex.quote(new)}"
        )
    note_new_id(classroom, old, new)
    rename_in_extensions(classroom, old, new)
    nbgrader.rename(old, new)
    renamed = set(marked)
    for name in homeworks():
        journal = Journal(classroom, name)
        if old in journal.latest:
            journal.rename(old, new)
            renamed.add(name)
    for homework, folder in folders:
        target = _under(new, folder, classroom)
        target.parent.mkdir(parents=True, exist_ok=True)
        folder.rename(target)
        renamed.add(homework)
    for step in BY_STUDENT:
        folder = classroom.folder / step / old
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
    return sorted(renamed)


def _refuse_links(classroom: Classroom, old: str, new: str) -> None:
    for step in BY_STUDENT:
        for folder in (classroom.folder / step / old, classroom.folder / step / new):
            if folder.is_symlink():
                raise Conflict(
                    f"{folder} is a link, which is not followed. Nothing was changed. Replace it "
                    "by a folder."
                )


def follow_new_list(
    classroom: Classroom, before: Roster, now: Roster, *, dry_run: bool = False
) -> Iterator[tuple[str, str, Conflict | None]]:
    """Renames students whose ids have changed between two class lists, if these identify them.

    Yields:
        For each who has data in the class: the old id, the new one, and what stood in the way.
    """
    for old, new in changed_ids(before, now).items():
        has_folder = any((classroom.folder / step / old).is_dir() for step in BY_STUDENT)
        try:
            is_renamed = has_folder if dry_run else rename(classroom, old, new)
            if is_renamed:
                yield old, new, None
        except Conflict as reason:
            yield old, new, reason


def _under(student: str, folder: Path, classroom: Classroom) -> Path:
    """Where a student's folder is under another id."""
    return classroom.folder / place_with_id(student, folder.relative_to(classroom.folder))
