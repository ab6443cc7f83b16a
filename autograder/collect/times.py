"""Times as people type them."""

import re
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from autograder.base.failure import Failure
from autograder.classroom.policy import moment


def zone_of(name: str | None) -> tzinfo | None:
    """A time zone by its name.

    Raises:
        Failure: there is no zone of this name.
    """
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError):
        raise Failure(
            f"There is no time zone {name!r}. Names look like Europe/Berlin or America/New_York."
        ) from None


def due_time(text: str | None, zone: tzinfo | None) -> datetime | None:
    """A due time; for a date alone, its last second.

    Raises:
        Failure: it is not a time.
    """
    if not text:
        return None
    if due := moment(text, zone):
        return due.astimezone(UTC)
    raise Failure(
        f"{text!r} is not a time. Write 2026-01-30T23:59, or 2026-01-30 for the end of that day."
    )


# The first letters of the months in English, German, French, Spanish and Italian; June and July
# begin alike in some of them, so they need four.
_MONTHS = (
    *("jan ene gen", "feb fev fév", "mar mär mae", "apr avr abr", "may mai mag"),
    *("june juni juin giug", "july juli juil lugl", "aug aoû aou ago", "sep set", "oct okt ott"),
    *("nov", "dec dez déc dic"),
)
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap])?\.?m?", re.IGNORECASE)


def time_in_words(text: str) -> datetime | None:
    """A time such as "Friday, 30 January 2026, 11:58 PM", as Moodle writes it in several languages;
    None if it is not one."""
    clock, year = _CLOCK.search(text), re.search(r"\b(20\d\d)\b", text)
    day = re.search(r"\b(\d{1,2})\b(?!:)", text[: clock.start()] if clock else "")
    words = re.findall(r"[^\W\d]{3,}", text.casefold())
    months = [
        number
        for word in words
        for number, begins in enumerate(_MONTHS, start=1)
        if word.startswith(tuple(begins.split()))
    ]
    if not (clock and year and day and months):
        return None
    hour, half = int(clock[1]), (clock[4] or "").casefold()
    hour = hour % 12 + 12 * (half == "p") if half else hour
    try:
        return datetime(
            int(year[1]), months[-1], int(day[1]), hour, int(clock[2]), int(clock[3] or 0)
        )
    except ValueError:
        return None
