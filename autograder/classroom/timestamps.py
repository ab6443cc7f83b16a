"""The time of submission in nbgrader's `timestamp.txt`, which a student may have written."""

import re
from datetime import UTC, datetime

from nbgrader.utils import parse_utc

# What is missing in a date would be completed with today's, and no time zone can be applied to a
# time at the end of the calendar.
_WHOLE_DATE = re.compile(r"20\d\d-\d{1,2}-\d{1,2}(?!\d)")


def moment_in(text: str) -> datetime | None:
    """The time in a text; None if it holds none, or not a whole date of this century."""
    text = text.strip()
    try:
        return parse_utc(text).replace(tzinfo=UTC) if _WHOLE_DATE.match(text) else None
    except (ValueError, OverflowError):
        return None
