"""Says what to do about failures that are not the code's fault: a full disk, a gradebook in use or
out of reach, a folder that belongs to another user, or a file where a folder should be."""

import errno
import os
import sqlite3
from pathlib import Path

from autograder.base.paths import ROOT, short

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
# Errors that may concern only one folder, such as that of one student.
_OF_A_PLACE = (PermissionError, IsADirectoryError, NotADirectoryError, FileExistsError)
_AGAIN = "No existing data is lost: {}, then run the command again."


def what_to_do(error: BaseException) -> str:
    """A sentence on what is wrong and what to do; empty if the error is of another kind."""
    cause = getattr(error, "orig", None) or error  # SQLAlchemy's errors hold the database's own
    if isinstance(cause, OSError) and cause.errno in _NO_ROOM:
        where = f" for {cause.filename}" if cause.filename else ""
        return f"There is no room on the disk{where}. {_AGAIN.format('make room')}"
    if isinstance(cause, _OF_A_PLACE) and cause.filename:
        path = Path(cause.filename2 or cause.filename)
        return _not_ours(path) if isinstance(cause, PermissionError) else _in_the_way(path)
    is_sqlite = isinstance(cause, sqlite3.OperationalError)
    if not is_sqlite and type(error).__name__ != "OperationalError":  # SQLAlchemy's
        return ""
    if "locked" in str(cause):
        wait = "close formgrader or wait for it"
        return f"Another program has locked the gradebook. {_AGAIN.format(wait)}"
    reason = " ".join(str(cause).split())
    remedy = "see to its database"
    if is_sqlite and reason.startswith("no such"):
        remedy = "if an older nbgrader made it, set CLASS_DIR, run nbgrader db upgrade in the clone"
    elif is_sqlite and any(each in reason for each in ("disk", "readonly", "unable to open")):
        remedy = "make room on its disk, or make it writable"
    return f"The gradebook cannot be used ({reason}). {_AGAIN.format(remedy)}"


def befalls_all(error: BaseException) -> bool:
    """Whether the same error would occur for every student."""
    return not isinstance(error, _OF_A_PLACE) and bool(what_to_do(error))


def _in_the_way(path: Path) -> str:
    """Says what to do if there is a folder, or for example a device, where a file should be, or a
    file where a folder should be."""
    if path.is_dir():
        return f"{short(path)} is a folder. Name a file, or move the folder away."
    file = next(place for place in (path, *path.parents) if os.path.lexists(place))
    if not file.is_file():
        return f"{short(file)} is not a regular file. Name another, or move it away."
    return f"{short(file)} is a file. Name a folder, or move the file away."


def _not_ours(path: Path) -> str:
    """Says what to do about a file or folder that this user may not use or create."""
    existing = next(place for place in (path, *path.parents) if os.access(place, os.F_OK))
    is_new = not os.path.lexists(path)  # and may have a name that nobody knows, until it is whole
    remedy = f"Make it {'' if is_new else 'readable and '}writable, then run the command again."
    owner = existing.stat().st_uid
    if ROOT in existing.parents and owner != os.geteuid():
        of_clone = ROOT / existing.relative_to(ROOT).parts[0]
        remedy = f"It belongs to another user. Take it over: sudo chown -R $USER {short(of_clone)}"
    if is_new:
        return f"Nothing can be written into {short(existing)}. {remedy}"
    return f"{short(path)} cannot be read or written. {remedy}"
