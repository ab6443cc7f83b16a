"""An instructor's own folder or zip, which has `student.ipynb`, `student/any.ipynb` or, as with
nbgrader, `student/HOMEWORK/any.ipynb`."""

import re
from collections import defaultdict
from contextlib import suppress
from pathlib import PurePath

from autograder.base.classroom import TIMESTAMP
from autograder.base.encodings import decoded
from autograder.base.paths import homeworks
from autograder.base.timestamps import timestamp_in
from autograder.people.student import id_from
from autograder.submissions.handed_in_file import File
from autograder.submissions.unreadable import Unreadable
from autograder.systems.download import (
    SUBMITTED,
    Attempt,
    AttemptsAndStrays,
    Download,
    unclear_top,
    without_top,
)
from autograder.systems.system import DownloadLayout, FeedbackPages, System

_ALONE = re.compile(r"\W*\d?\W*")  # what is left of "hw1-cosh (1)" without the homework


def _attempts(download: Download) -> AttemptsAndStrays:
    by_owner: dict[str, list[File]] = defaultdict(list)
    attempts: list[Attempt] = []
    strays: list[File] = []
    other_homeworks = set(homeworks()) - {download.homework}
    owners = [(file, _owner(file, download.homework)) for file in _without_tops(download)]
    has_names = any(id_from(owner) and not owner.isdigit() for _, owner in owners)
    for file, owner in owners:
        if len(file.parts) > 2 and file.parts[1] in other_homeworks:
            continue
        is_copy = has_names and len(file.parts) == 1 and _ALONE.fullmatch(owner)
        if is_copy and not download.roster.candidates(owner):  # as hw1-cosh-2.ipynb may be
            strays.append(file)
        elif id_from(owner) and not owner.startswith("."):  # which leaves out .venv or .Trash
            by_owner[owner].append(file)
        else:
            strays.append(file)
    notes = _trusted_notes(by_owner, download.homework)
    for owner, files in by_owner.items():
        note, at = notes.get(owner), None
        if note:
            files.remove(note)
            with suppress(Unreadable):
                at = timestamp_in(decoded(note.read()))
        attempts.append(Attempt(owner, id_from(owner), (owner,), files, at, name=owner))
    return attempts, strays


def _owner(file: File, homework: str) -> str:
    """Whose file it is, by its folder or, if it is not in a folder, by its name. What a browser
    adds to the name of a second download, such as (1), is ignored."""
    if len(file.parts) > 1:
        return file.parts[0].removesuffix(".ipynb")
    words = rf"[\s_-]*{re.escape(homework)}[\s_-]*"
    name = PurePath(file.name).stem.removesuffix(".ipynb")
    at_end = rf"{words}(\(\d+\))?$|(?<=[^\W_]){words}\d$"
    return re.sub(rf"{at_end}|^{words}", "", name, flags=re.IGNORECASE)


def _trusted_notes(by_owner: dict[str, list[File]], homework: str) -> dict[str, File]:
    """nbgrader's timestamp files, by owner. A student's own zip may contain such a file, too, but
    nbgrader writes one for everybody. So they count only if there are several students and most of
    them have one."""
    notes = {
        owner: file
        for owner, files in by_owner.items()
        for file in files
        if file.parts[1:] == [homework, TIMESTAMP]
    }
    return notes if len(notes) > max(1, len(by_owner) / 2) else {}


def _without_tops(download: Download) -> list[File]:
    """The files, without the folders around all of them, up to one that is a student's."""
    files = download.files
    while (inside := without_top(files)) is not files and not _is_students(files, download):
        files = inside
    return files


def _is_students(files: list[File], download: Download) -> bool:
    """Whether the folder around all files is a student's.

    If there is a class list, it decides. Without one, the folder is a student's if all files
    directly in it are named after the homework. One such file alone is not enough: it may lie among
    those of a class, which would then all become one student's.

    Raises:
        BadDownload: in the class list, the folder is one student's, and a file in it another's.
    """
    if download.roster.students:
        whose, inside = download.roster.candidates(files[0].parts[0]), _people_in(files, download)
        if whose and inside - {student.id for student in whose}:
            raise unclear_top(files, whose)
        return bool(whose) or not inside
    if {file.parts[1] for file in files} == {download.homework}:
        return True
    direct = [file for file in files if len(file.parts) == 2]
    if len(direct) == len(files) == 1:
        return True
    owners = [
        _owner(file.below(1), download.homework) for file in direct if SUBMITTED.search(file.name)
    ]
    return bool(owners) and all(map(_ALONE.fullmatch, owners))


def _people_in(files: list[File], download: Download) -> set[str]:
    """The ids of all in the class list who may have a file in the folder around all files."""
    owners = {_owner(file.below(1), download.homework) for file in files}
    return {student.id for owner in owners for student in download.roster.candidates(owner)}


PLAIN_FOLDER = System(
    "folder",
    "your own folder",
    DownloadLayout(_attempts),
    feedback=FeedbackPages(lambda student, homework, _origin: f"{homework}/{student}.html", ""),
)
