"""Makes text by others safe for a terminal, a file or a page: removes control and direction
characters."""

import json
import re
from collections.abc import Callable

MAX_NAME = 120  # characters of a name chosen by others that are shown
# Tabs and the ends of lines are left to whoever writes the file, and letters may need joiners.
_CONTROLS = re.compile(
    r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
_HARMLESS = "\n\xa0\u200c\u200d"  # line breaks, spaces that join words, and joiners of letters


def visible(text: str) -> str:
    """The text, with each character that a terminal would act on replaced by U+FFFD."""
    return _with_unprintable(text, kept=_HARMLESS)


def _with_unprintable(
    text: str,
    replaced: Callable[[str], str] = lambda _: "\N{REPLACEMENT CHARACTER}",
    kept: str = "\n",
) -> str:
    """The text, with each unprintable character replaced but those to be kept."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(
        character if character.isprintable() or character in kept else replaced(character)
        for character in text
    )


def in_one_line(text: str) -> str:
    """A name made visible on one line, so that it cannot pass for several entries of a list, or
    for another name."""
    return _with_unprintable(text.replace("\n", "\0"))


def short_name(text: str) -> str:
    """A name made fit for a line of a terminal, and shortened if it is too long."""
    return in_one_line(text[:MAX_NAME])


def quoted(text: str) -> str:
    """A short name in quotes, for sentences: without them it could look like a part of one."""
    return repr(short_name(text))


def without_controls(text: str) -> str:
    """The text without characters that control a terminal, or the direction of what follows."""
    return _CONTROLS.sub("", text)


def json_text(value: object) -> str:
    """JSON for people and scripts, in which only unprintable characters are escaped."""
    text = json.dumps(value, indent=1, ensure_ascii=False)
    return _with_unprintable(text, lambda character: json.dumps(character)[1:-1])
