"""Text by others, made safe for a terminal: without control and direction characters."""

import json


def visible(text: str) -> str:
    """The text, with each character that a terminal would act on replaced by U+FFFD."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def json_text(value: object) -> str:
    """JSON for people and scripts, in which only unprintable characters are escaped."""
    text = json.dumps(value, indent=1, ensure_ascii=False)
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)
