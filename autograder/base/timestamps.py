"""Reads times of submission from nbgrader's `timestamp.txt`, which a student may have written, and
says which can be used."""

import re
import warnings
from datetime import UTC, datetime, timedelta, tzinfo

from dateutil import parser, tz

_MAX_LENGTH = 100  # dateutil's time grows as the square of a text's length
_WHOLE_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}(?!\d)")  # dateutil fills the rest in
_OFFSET = re.compile(r"[+-]\d")
# If it were given a path as a zone, dateutil would open the file there, any on the machine.
_ZONE = re.compile(r"[\w+-]+(/[\w+-]+)*")


def usable_time(at: datetime | None) -> datetime | None:
    """A time as it is; None if it is not in this century. Near the ends of the calendar, a time
    cannot be moved to another time zone, and an earlier version may have stored such a time."""
    return at if at and 2000 <= at.year < 2100 else None


def in_utc(time: datetime, zone: tzinfo | None) -> datetime:
    """A time in UTC. If it names no zone, it is taken to be in `zone` or, without that, in this
    machine's time zone."""
    if time.tzinfo is None and zone is not None:
        time = time.replace(tzinfo=zone)
    return time.astimezone(UTC)


def timestamp_in(text: str) -> datetime | None:
    """The time in a text; None if there is none, or if it lacks a whole date of this century."""
    text = text.strip()
    if len(text) > _MAX_LENGTH or not _WHOLE_DATE.match(text):
        return None
    try:
        return usable_time(_time_in(text))
    except Exception:  # not only of values: a warning about a zone is one, too
        return None


def naive_timestamp(text: str) -> datetime | None:
    """The time in a text as nbgrader stores it, in UTC without saying so; None if there is none."""
    at = timestamp_in(text)
    return at and at.replace(tzinfo=None)


def _time_in(text: str) -> datetime:
    """Reads a time as `nbgrader.utils.parse_utc` does, which takes seconds to import: the last of
    three words is a time zone; without one, UTC is meant. But +0100 is an hour, not 100 seconds.

    Raises:
        ValueError: nbgrader would misread it: it takes PM for a zone, and an unknown zone for UTC.
    """
    *words, zone = text.split(" ")
    if len(words) == 2 and not _OFFSET.match(zone):
        known = tz.gettz(zone) if _ZONE.fullmatch(zone) else None
        time = parser.parse(" ".join([*words, "TZ"]), tzinfos={"TZ": known})
        if not known and time != _parsed(text.upper()).replace(tzinfo=None):
            raise ValueError(f"{zone} is not a time zone")
    else:
        time = _parsed(text)
    return time.replace(tzinfo=UTC) - (time.utcoffset() or timedelta())


def _parsed(text: str) -> datetime:
    """Reads a time with dateutil alone. A zone that it would ignore is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", parser.UnknownTimezoneWarning)
        return parser.parse(text)
