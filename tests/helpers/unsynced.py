"""Importing this, or running it, keeps SQLite from waiting until a disk has what is written.

That is for a power failure, which no test is about, and takes longer than the rest of a commit.
"""

import sqlite3

from sqlalchemy import Engine, event


@event.listens_for(Engine, "connect")
def _unsynced(connection: object, _record: object) -> None:
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA synchronous = OFF")
