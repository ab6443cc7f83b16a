"""What fails because of the machine, and is nobody's mistake: a full disk, a gradebook in use."""

import errno
import sqlite3

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_AGAIN = "Nothing that was there is lost: {}, and give the command again."


def what_to_do(error: BaseException) -> str:
    """A sentence on what is the matter and what to do; empty if it is something else."""
    cause = getattr(error, "orig", None) or error  # SQLAlchemy's errors hold the database's own
    if isinstance(cause, OSError) and cause.errno in _NO_ROOM:
        where = f" for {cause.filename}" if cause.filename else ""
        return f"There is no room on the disk{where}. {_AGAIN.format('make room')}"
    if not isinstance(cause, sqlite3.OperationalError):
        return ""
    if "locked" in str(cause):
        wait = "close formgrader or wait for it"
        return f"Another program keeps the gradebook locked. {_AGAIN.format(wait)}"
    room = "make room on its disk, or let it be written"
    return f"The gradebook cannot be used ({cause}). {_AGAIN.format(room)}"
