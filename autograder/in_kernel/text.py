"""Texts that came from a student, read and made fit for a file."""

import json


def storable(text: str) -> str:
    """A text without the halves of characters that JSON can hold and UTF-8 cannot."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def strict_json(text: str | bytes) -> object:
    """What a JSON holds.

    Raises:
        ValueError: it is none, or has NaN or an infinity in it, which Python alone would take.
    """

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    return json.loads(text, parse_constant=refuse)
