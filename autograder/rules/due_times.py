"""Reads due times and time zones, as people type them."""

from contextlib import suppress
from datetime import UTC, date, datetime, time, tzinfo
from zoneinfo import ZoneInfo

from autograder.base.failure import Failure
from autograder.base.timestamps import usable_time


def zone_of(name: object) -> tzinfo | None:
    """The time zone that has a name, as people type it or a file has it; None without a name.

    Raises:
        Failure: there is no zone of this name.
    """
    if name in (None, ""):
        return None
    if isinstance(name, str):
        with suppress(KeyError, ValueError, OSError):
            return ZoneInfo(name)
    raise Failure(
        f"There is no time zone {name!r}. Names look like Europe/Berlin or America/New_York."
    )


def due_time(text: str | None, zone: tzinfo | None) -> datetime | None:
    """The due time in a text. A date alone means its last second.

    Raises:
        Failure: it is not a time in this century.
    """
    if not text:
        return None
    if due := time_as_typed(text, zone):
        return due.astimezone(UTC)
    raise Failure(
        f"{text!r} is not a time between 2000 and 2100. Write 2026-01-30T23:59, or 2026-01-30 for "
        "the end of that day."
    )


def time_as_typed(value: object, zone: tzinfo | None) -> datetime | None:
    """The time that people wrote or that was read from TOML, with its zone. A date alone means its
    last second. None if it is not a time in this century."""
    if isinstance(value, str):
        text = value.strip()
        if "W" in text:  # a week, which Python would read as its Monday
            return None
        try:
            value = datetime.fromisoformat(text)
        except ValueError:
            return None
        if len(text) <= len("2026-01-30"):
            value = value.date()
    if not isinstance(value, date):
        return None
    if not isinstance(value, datetime):
        value = datetime.combine(value, time(23, 59, 59))
    if not usable_time(value):
        return None
    if value.tzinfo:
        return value
    return value.replace(tzinfo=zone) if zone else value.astimezone()
