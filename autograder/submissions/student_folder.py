"""Finds the notebook among the files in a student's folder, and when it was handed in."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from nbformat import NotebookNode

from autograder.base.classroom import TIMESTAMP
from autograder.base.encodings import decoded
from autograder.base.files import read_text
from autograder.base.processor import TimeBudget
from autograder.base.sentences import first_of
from autograder.base.timestamps import timestamp_in
from autograder.base.visible import quoted
from autograder.notebook.notebook_files import released_cells
from autograder.submissions.candidates import candidates_among, choose_among
from autograder.submissions.handed_in_file import on_disk
from autograder.submissions.tidying import Note
from autograder.submissions.unreadable import HAND_IN_NOTEBOOK, Unreadable
from autograder.submissions.untrusted import work_on_file

MAX_LOOKED_AT = 1000
_MAX_LISTED = 10  # files that a message names
MAX_TIMESTAMP = 1000  # bytes of a timestamp file that are read


def find_submission(folder: Path, homework: str, why_no_notebook: Path | None = None) -> Path:
    """The notebook in a student's folder, chosen as in `choose_among`. Links are never followed.

    Args:
        why_no_notebook: where `collect` may have noted what was handed in instead.

    Raises:
        Unreadable: there is none, or it is too large. The message says what there is.
    """
    if is_linked(folder) or not folder.is_dir():
        raise Unreadable(f"There is no submission folder {folder.name}.")
    files = [on_disk(path, os.path.relpath(path, folder)) for path in _paths_below(folder)]
    placed = f"{homework}.ipynb"
    files.sort(key=lambda file: (file.path == placed, file.written, file.path))  # the newest last
    candidates, unreadable = candidates_among(files)
    if candidates:
        was_changed = partial(_was_changed, homework, TimeBudget())
        best, _ = choose_among(candidates, homework, was_changed, placed)
        return folder / best.file.path
    if why_no_notebook and (note := read_text(why_no_notebook)):
        raise Unreadable(" ".join(note.split())[:1000])
    if not files:
        raise Unreadable("The submission folder is empty.", HAND_IN_NOTEBOOK)
    listed = first_of(sorted(quoted(file.path) for file in files), _MAX_LISTED)
    reasons = " ".join(["", *unreadable])
    raise Unreadable(f"There is no readable notebook, only {listed}.{reasons}", HAND_IN_NOTEBOOK)


def time_noted(folder: Path) -> str | None:
    """The time of submission, according to its folder's timestamp; None if it has none.

    Raises:
        Unreadable: the timestamp is not a regular file with a time in it.
    """
    note = folder / TIMESTAMP
    if not os.path.lexists(note):
        return None
    if note.is_symlink() or not note.is_file():
        raise Unreadable(f"{note.name} is not a regular file. Delete it.")
    with note.open("rb") as file:
        data = file.read(MAX_TIMESTAMP)
    text = decoded(data).strip()
    if data.strip() and not timestamp_in(text):
        raise Unreadable(
            f"{note.name} does not hold a time: {text[:100]!r}. Write it like this: "
            "2026-01-31 08:00 Europe/Berlin."
        )
    return text or None


def is_linked(folder: Path) -> bool:
    """Whether a student's folder for a homework, or the folder around it, is a link, which could
    lead to another student's. Folders further up, such as that of the class, may be links."""
    return folder.is_symlink() or folder.parent.is_symlink()


def _paths_below(folder: Path) -> Iterator[Path]:
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
                    yield Path(entry.path)


def _was_changed(homework: str, budget: TimeBudget, data: bytes) -> bool:
    """Whether a notebook has anything that was not handed out with it. It counts as changed if that
    cannot be found out, or if the time for all of a student's notebooks is used up."""
    if budget.is_spent:
        return True
    released_sources = {"", *(cell.source.strip() for cell in released_cells(homework))}

    def has_others(notebook: NotebookNode, notes: list[Note]) -> bool:
        return any(cell.source.strip() not in released_sources for cell in notebook.cells)

    with budget:
        try:
            return work_on_file(data, has_others)
        except Unreadable:
            return True
