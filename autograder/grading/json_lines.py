"""Keeps files of JSON lines. If the machine stops, they lose at most their last line."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def line_of(entry: dict) -> bytes:
    """The line for an entry."""
    return (json.dumps(entry, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def append(path: Path, entry: dict) -> None:
    """Adds a line, and returns when it is on disk. If the machine stopped in the middle of the last
    line, that line is first ended."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(line_of(entry))
        file.flush()
        os.fsync(file.fileno())


def entries(lines: bytes) -> Iterator[Any]:
    """The entries in lines, oldest first. A line that was being written when the machine stopped is
    left out."""
    # A text's splitlines would also split at U+2028 and some others.
    for line in lines.split(b"\n"):
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        yield entry
