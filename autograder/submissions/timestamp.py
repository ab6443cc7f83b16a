"""Reads the timestamp in the folder of a submission, which a student may have written."""

import os
from pathlib import Path

from autograder.base.paths import TIMESTAMP
from autograder.base.timestamps import timestamp_in
from autograder.submissions.unreadable import Unreadable

MAX_TIMESTAMP = 1000  # characters of a timestamp file that are read


def time_noted(folder: Path) -> str | None:
    """The time of submission, according to its folder's timestamp; None if it has none.

    Raises:
        Unreadable: it is not a regular file with a time in it.
    """
    note = folder / TIMESTAMP
    if not os.path.lexists(note):
        return None
    if note.is_symlink() or not note.is_file():
        raise Unreadable(f"{note.name} is not a regular file. Delete it.")
    with note.open(encoding="utf-8", errors="replace") as file:
        text = file.read(MAX_TIMESTAMP).strip()
    if text and not timestamp_in(text):
        raise Unreadable(
            f"{note.name} does not hold a time: {text[:100]!r}. Write it like this: "
            "2026-01-31 08:00 Europe/Berlin."
        )
    return text or None
