"""Says what to do about failures of the machine, which are nobody's mistake: a full disk, a
gradebook in use, or a folder that belongs to another user."""

import errno
import os
import sqlite3
from pathlib import Path

from autograder.base.paths import ROOT, short

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_AGAIN = "No existing data is lost: {}, then run the command again."


def what_to_do(error: BaseException) -> str:
    """A sentence on what is wrong and what to do; empty if the error is of another kind."""
    cause = getattr(error, "orig", None) or error  # SQLAlchemy's errors hold the database's own
    if isinstance(cause, OSError) and cause.errno in _NO_ROOM:
        where = f" for {cause.filename}" if cause.filename else ""
        return f"There is no room on the disk{where}. {_AGAIN.format('make room')}"
    if isinstance(cause, PermissionError) and cause.filename:
        return _not_ours(Path(cause.filename))
    if not isinstance(cause, sqlite3.OperationalError):
        return ""
    if "locked" in str(cause):
        wait = "close formgrader or wait for it"
        return f"Another program has locked the gradebook. {_AGAIN.format(wait)}"
    room = "make room on its disk, or make it writable"
    return f"The gradebook cannot be used ({cause}). {_AGAIN.format(room)}"


def befalls_all(error: BaseException) -> bool:
    """Whether it would fail for every student; a lack of permission may concern one folder only."""
    return not isinstance(error, PermissionError) and bool(what_to_do(error))


def _not_ours(path: Path) -> str:
    """Says what to do about a file or folder that this user may not use or create."""
    existing = next(place for place in (path, *path.parents) if os.access(place, os.F_OK))
    owner = existing.stat().st_uid
    remedy = "Make it readable and writable, then run the command again."
    if ROOT in existing.parents and owner != os.geteuid():
        from_outside = (*reversed(existing.parents), existing)
        in_clone = (place for place in from_outside if ROOT in place.parents)
        outermost = next(place for place in in_clone if place.stat().st_uid == owner)
        remedy = f"It belongs to another user. Take it over: sudo chown -R $USER {short(outermost)}"
    return f"{short(path)} cannot be read or written. {remedy}"
