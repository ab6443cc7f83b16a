"""When imported or run, keeps SQLite from waiting until its data is on the disk.

Waiting protects from power failures, which no test is about, and takes longer than the rest of a
commit.
"""

import sqlite3

from sqlalchemy import Engine, event


@event.listens_for(Engine, "connect")
def _unsynced(connection: object, _record: object) -> None:
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA synchronous = OFF")
