"""Times of submission: those in nbgrader's `timestamp.txt`, which a student may have written, and
which of them can be used."""

import re
from datetime import UTC, datetime

from nbgrader.utils import parse_utc

_WHOLE_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}(?!\d)")  # what is missing would be today's


def usable(at: datetime | None) -> datetime | None:
    """A time as it is; None if it is not of this century. At the ends of the calendar no time zone
    can be applied, and an earlier version may have stored such a time."""
    return at if at and 2000 <= at.year < 2100 else None


def timestamp_in(text: str) -> datetime | None:
    """The time in a text; None if it holds none, or not a whole date of this century."""
    text = text.strip()
    try:
        return usable(parse_utc(text).replace(tzinfo=UTC)) if _WHOLE_DATE.match(text) else None
    except (ValueError, OverflowError):
        return None
