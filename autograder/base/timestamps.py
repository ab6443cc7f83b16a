"""Reads times of submission from nbgrader's `timestamp.txt`, which a student may have written, and
says which can be used."""

import re
from datetime import UTC, datetime

from nbgrader.utils import parse_utc

_WHOLE_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}(?!\d)")  # what is missing would be today's


def usable(at: datetime | None) -> datetime | None:
    """A time as it is; None if it is not in this century. Near the ends of the calendar, a time
    cannot be moved to another time zone, and an earlier version may have stored such a time."""
    return at if at and 2000 <= at.year < 2100 else None


def timestamp_in(text: str) -> datetime | None:
    """The time in a text; None if there is none, or if it lacks a whole date of this century."""
    text = text.strip()
    try:
        return usable(parse_utc(text).replace(tzinfo=UTC)) if _WHOLE_DATE.match(text) else None
    except (ValueError, OverflowError):
        return None
