"""Times as people type them."""

from datetime import datetime, time, tzinfo
from zoneinfo import ZoneInfo

from autograder.collect.archive import in_utc


class BadTime(Exception):
    """Neither a time nor a time zone; the message says what one is."""


def zone_of(name: str | None) -> tzinfo | None:
    """A time zone by its name.

    Raises:
        BadTime: there is none of this name.
    """
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError):
        raise BadTime(
            f"There is no time zone {name!r}. Names are such as Europe/Berlin or America/New_York."
        ) from None


def due_time(text: str | None, zone: tzinfo | None) -> datetime | None:
    """A time at which something was due; of a mere day, its last second.

    Raises:
        BadTime: it is no time.
    """
    if not text:
        return None
    try:
        due = datetime.fromisoformat(text.strip())
    except ValueError:
        raise BadTime(
            f"{text!r} is no time. Write 2026-01-30T23:59, or 2026-01-30 for the end of that day."
        ) from None
    if len(text.strip()) <= len("2026-01-30"):
        due = datetime.combine(due, time(23, 59, 59))
    return in_utc(due, zone)
