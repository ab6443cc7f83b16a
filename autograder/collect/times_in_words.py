"""Times in words, as Moodle writes them."""

import re
from datetime import datetime

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
