"""Remembers the manual scores that a ruling for everybody replaces, until it is withdrawn."""

import json
from contextlib import suppress
from pathlib import Path

from autograder.base.files import read_text, write_whole

# By check, the manual score and the extra credit that a person gave.
Replaced = dict[str, tuple[float | None, float | None]]


def read_replaced(path: Path) -> Replaced:
    """What rulings have replaced in a student's marks of a homework."""
    return {check: tuple(scores) for check, scores in json.loads(read_text(path) or "{}").items()}


def write_replaced(path: Path, replaced: Replaced) -> None:
    """Writes that down. If it is nothing, there is no file."""
    if replaced:
        write_whole(path, json.dumps(replaced, indent=1))
    elif path.exists():
        path.unlink()
        with suppress(OSError):  # it has something else
            path.parent.rmdir()
