"""Reads times that a system writes in words, in the language of its user."""

import re
from datetime import datetime

# The first letters of the months in English, German, French, Spanish and Italian. June and July
# need four letters, since they begin alike in some of these languages.
_MONTHS = [
    ("jan", "ene", "gen"),
    ("feb", "fev", "fév"),
    ("mar", "mär", "mae"),
    ("apr", "avr", "abr"),
    ("may", "mai", "mag"),
    ("june", "juni", "juin", "giug"),
    ("july", "juli", "juil", "lugl"),
    ("aug", "aoû", "aou", "ago"),
    ("sep", "set"),
    ("oct", "okt", "ott"),
    ("nov",),
    ("dec", "dez", "déc", "dic"),
]
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap])?\.?m?", re.IGNORECASE)


def read_worded_time(text: str) -> datetime | None:
    """The time in a text like "Friday, 30 January 2026, 11:58 PM", as Moodle writes it in several
    languages; None if the text is not a time."""
    clock, year = _CLOCK.search(text), re.search(r"\b(20\d\d)\b", text)
    day = re.search(r"\b(\d{1,2})\b(?!:)", text[: clock.start()] if clock else "")
    month = _month_in_words(text)
    if not (clock and year and day and month):
        return None
    hour, half = int(clock[1]), (clock[4] or "").casefold()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    minute, second = int(clock[2]), int(clock[3] or 0)
    try:
        return datetime(int(year[1]), month, int(day[1]), hour, minute, second)
    except ValueError:
        return None


def _month_in_words(text: str) -> int | None:
    """The last month that a text names, from 1 to 12; None if it names none."""
    for word in reversed(re.findall(r"[^\W\d]{3,}", text.casefold())):
        for month in range(12, 0, -1):
            if word.startswith(_MONTHS[month - 1]):
                return month
    return None
