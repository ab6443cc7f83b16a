"""Gives a student another id: submissions, marks, extensions and all else go along."""

from collections.abc import Iterator
from pathlib import Path

from nbgrader.api import MissingEntry

from autograder.afterwards.forget import rename_in_trash
from autograder.base.failure import Failure
from autograder.base.paths import BY_STUDENT, Classroom, homeworks
from autograder.grading.journal import Journal
from autograder.on_nbgrader.nbgrader_api import Nbgrader
from autograder.people.changed_ids import changed_ids
from autograder.people.former_ids import note_new_id
from autograder.people.roster import Roster
from autograder.rules.extensions import rename_in_extensions


class Conflict(Failure):
    """Two students' folders collide, or one is a link; the message says which."""


def rename(classroom: Classroom, old: str, new: str) -> list[str]:
    """Moves all that a class has of one id to another. If interrupted, do it again.

    Returns:
        The homeworks that had something of the old id.

    Raises:
        Conflict: both ids have something of the same homework, or a folder of theirs is a link to
            what may be another student's. Nothing was changed.
    """
    places = (classroom.folder / each / id for each in BY_STUDENT for id in (old, new))
    if link := next((place for place in places if place.is_symlink()), None):
        raise Conflict(
            f"{link} is a link, which is not followed. Nothing was changed. Replace it by a folder."
        )
    moves = list(_moves(classroom, old, new))
    taken = {homework for _, there, homework in moves if there.exists()}
    nbgrader = Nbgrader(classroom)
    marked, also = (nbgrader.homeworks_of(student) or set() for student in (old, new))
    if both := sorted(taken | (marked & also)):
        raise Conflict(
            f"{old} and {new} both have {', '.join(both)}. Nothing was changed. To keep "
            f"{old}'s, first: autograder forget {new}"
        )
    note_new_id(classroom, old, new)
    rename_in_extensions(classroom, old, new)
    rename_in_trash(classroom, old, new)
    _rename_in_gradebook(nbgrader, old, new)
    done = set(marked)
    for name in homeworks():
        if old in Journal(classroom, name).latest:
            Journal(classroom, name).rename(old, new)
            done.add(name)
    for here, there, homework in moves:
        there.parent.mkdir(parents=True, exist_ok=True)
        here.rename(there)
        done.add(homework)
    for each in BY_STUDENT:
        folder = classroom.folder / each / old
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
    return sorted(done)


def follow_new_list(
    classroom: Classroom, before: Roster, now: Roster, *, dry_run: bool = False
) -> Iterator[tuple[str, str, Conflict | None]]:
    """Renames students whose ids have changed between two class lists, if these identify them.

    Yields:
        For each who has data in the class: the old id, the new one, and what stood in the way.
    """
    for old, new in changed_ids(before, now).items():
        has_folder = any((classroom.folder / each / old).is_dir() for each in BY_STUDENT)
        try:
            is_renamed = has_folder if dry_run else rename(classroom, old, new)
            if is_renamed:
                yield old, new, None
        except Conflict as reason:
            yield old, new, reason


def _moves(classroom: Classroom, old: str, new: str) -> Iterator[tuple[Path, Path, str]]:
    """Each of a student's folders, where it goes, and the homework."""
    for each in BY_STUDENT:
        for path in sorted((classroom.folder / each / old).glob("*")):
            yield path, classroom.folder / each / new / path.name, path.name
    for path in sorted((classroom.folder / "collected").glob(f"*/{old}")):
        yield path, path.with_name(new), path.parent.name


def _rename_in_gradebook(nbgrader: Nbgrader, old: str, new: str) -> None:
    with nbgrader.gradebook() as book:
        try:
            before = book.find_student(old)
        except MissingEntry:
            return
        names = {"first_name": before.first_name, "last_name": before.last_name}
        book.update_or_create_student(new, email=before.email, **names)
        for submission in list(before.submissions):
            submission.student_id = new
        book.db.flush()
        book.db.expire(before)
        book.db.delete(before)
        book.db.commit()
