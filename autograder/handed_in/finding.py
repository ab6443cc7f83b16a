"""Finds the notebook among the files in a student's folder."""

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from nbformat import NotebookNode

from autograder.base.files import cached_until_changed
from autograder.base.paths import Classroom, homeworks, released
from autograder.base.visible import quoted
from autograder.handed_in.unreadable import ASK, MAX_FILE, MAX_TOGETHER, Unreadable, too_large
from autograder.handed_in.untrusted import from_file
from autograder.in_kernel.text import storable
from autograder.notebook.read_released import read_released

MAX_LOOKED_AT = 1000
MAX_IDS = 10_000  # nbgrader's ids in a file; a notebook has fewer cells
NO_NOTEBOOK = "no-notebook.txt"
NOTEBOOK_NAME = re.compile(r"\.ipynb($|\W)", re.I)  # also hw1.ipynb.txt, as browsers rename it
_GRADE_ID = re.compile(rb'"grade_id"\s*:\s*"([\w-]{1,100})"')


def find_submission(folder: Path, homework: str) -> Path:
    """The notebook in a student's folder. It is chosen by name, else by content, else as the
    newest. If nothing in it was changed since it was handed out, another one of this homework is
    preferred.

    Links are never followed.

    Raises:
        Unreadable: there is none, or it is too large; the message says what is there.
    """
    if is_linked(folder) or not folder.is_dir():
        raise Unreadable(f"There is no submission folder {folder.name}.")
    files, odd = _files(folder)
    candidates = sorted(_perhaps_notebooks(files, homework))  # by name, if nothing else decides
    if candidates:
        candidates.sort(key=lambda file: _preference(file, folder, homework), reverse=True)
        return _changed_one(candidates, homework)
    if note := _text_of_note(note_of_collect(folder)):
        raise Unreadable(note)
    names = odd + [_printable_path(file, folder) for file in files]
    if not names:
        raise Unreadable(f"The submission folder is empty. {ASK}")
    listed = ", ".join(sorted(names)[:10])
    if folder / NO_NOTEBOOK in files:  # an earlier `collect` or a student wrote it
        listed += f"; {NO_NOTEBOOK} says {_text_of_note(folder / NO_NOTEBOOK)[:300]!r}"
    raise Unreadable(f"There is no readable notebook, only {listed}. {ASK}")


def note_of_collect(folder: Path) -> Path:
    """The file in which `collect` notes what a student handed in instead of a notebook. It is not
    in the folder of the submission, because a student could write such a note there."""
    classroom = Classroom(folder.parent.parent.parent)
    return classroom.collected(folder.parent.name, folder.name) / NO_NOTEBOOK


def _text_of_note(note: Path) -> str:
    """The text of a note; empty if there is none."""
    if not note.is_file():
        return ""
    return " ".join(storable(note.read_text(encoding="utf-8", errors="replace")).split())[:1000]


def is_linked(folder: Path) -> bool:
    """Whether a student's folder for a homework, or the folder around it, is a link, which could
    lead to another student's. Folders further up, such as that of the class, may be links."""
    return folder.is_symlink() or folder.parent.is_symlink()


def _files(folder: Path) -> tuple[list[Path], list[str]]:
    """The regular files of a folder that are not too large, and a phrase about each other entry."""
    files: list[Path] = []
    odd: list[str] = []
    for entry in _entries_below(folder):
        file = Path(entry.path)
        name = _printable_path(file, folder)
        if entry.is_symlink():
            odd.append(f"{name} (a link, which is not followed)")
        elif not entry.is_file(follow_symlinks=False):
            odd.append(f"{name} (not a regular file)")
        elif entry.stat(follow_symlinks=False).st_size > MAX_FILE:
            odd.append(f"{name} ({too_large(entry.stat(follow_symlinks=False).st_size)})")
        else:
            files.append(file)
    return files, odd


def _entries_below(folder: Path) -> Iterator[os.DirEntry]:
    """The files in a folder and below, without hidden ones and copies that macOS makes."""
    folders, count = [folder], 0
    while folders:
        with os.scandir(folders.pop(0)) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                count += 1
                if count > MAX_LOOKED_AT:
                    return
                if entry.name.startswith(".") or entry.name == "__MACOSX":
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(Path(entry.path))
                else:
                    yield entry


def _perhaps_notebooks(files: list[Path], homework: str) -> Iterator[Path]:
    """The files that are named like a notebook or hold cells. The one with the right name comes
    first. When they are too large together, no more are read."""
    room = MAX_TOGETHER
    for file in sorted(files, key=lambda file: file.name != f"{homework}.ipynb"):
        is_named = NOTEBOOK_NAME.search(file.name)
        size = file.stat().st_size
        if size > room or not (is_named or file.suffix.lower() in ("", ".json", ".txt")):
            continue
        room -= size
        if is_named or b'"cells"' in file.read_bytes():
            yield file


def _changed_one(files: list[Path], homework: str) -> Path:
    """The first of some files. If that is still as it was handed out, the first one of this
    homework that is not."""
    first, *others = files
    if not others or not _is_as_released(first.read_bytes(), homework):
        return first
    for file in others:
        data = file.read_bytes()
        if is_of(homework, data) and not _is_as_released(data, homework):
            return file
    return first


def _is_as_released(data: bytes, homework: str) -> bool:
    path = released(homework)
    if not path.exists():  # it is being released for the first time
        return False
    released_sources = {"", *(cell.source.strip() for cell in read_released(path).cells)}

    def has_only_these(notebook: NotebookNode, notes: list[str]) -> bool:
        return all(cell.source.strip() in released_sources for cell in notebook.cells)

    try:
        return from_file(data, has_only_these)
    except Unreadable:
        return False


def _preference(file: Path, folder: Path, homework: str) -> tuple:
    exact = f"{homework}.ipynb"
    return (
        file == folder / exact,
        file.name == exact,
        file.name.lower() == exact.lower(),
        is_of(homework, file.read_bytes()),
        file.stat().st_mtime_ns,
    )


def is_of(homework: str, data: bytes) -> bool:
    """Whether most of nbgrader's ids in a file are those of this homework's release."""
    return _are_of(homework, _ids_in(data))


def homework_of(data: bytes) -> str:
    """The released homework to which most of nbgrader's ids in a file belong; empty if there is
    none."""
    ids = _ids_in(data)
    return next((homework for homework in homeworks() if _are_of(homework, ids)), "")


def _are_of(homework: str, ids: frozenset[bytes]) -> bool:
    path = released(homework)
    if not path.exists():  # it is being released for the first time
        return False
    wanted = _released_ids(path)
    return len(wanted & ids) > len(wanted | ids) / 2


@cached_until_changed
def _released_ids(path: Path) -> frozenset[bytes]:
    return _ids_in(path.read_bytes())


def _ids_in(data: bytes) -> frozenset[bytes]:
    """nbgrader's ids in a file, however damaged it is. There are none if it has more than a
    notebook can have, since millions of them would take minutes and gigabytes."""
    ids = [match[1] for match in islice(_GRADE_ID.finditer(data), MAX_IDS + 1)]
    return frozenset(ids) if len(ids) <= MAX_IDS else frozenset()


def _printable_path(file: Path, folder: Path) -> str:
    return quoted(os.path.relpath(file, folder))
