"""Reads JSON from students, and makes their text safe to write to a file."""

import json
from typing import NoReturn


def storable(text: str) -> str:
    """A text with "?" in place of lone surrogates, which JSON can hold but UTF-8 cannot."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def strict_json(text: str | bytes) -> object:
    """The value of a JSON text.

    Raises:
        ValueError: it is not JSON, or has NaN or an infinity, which Python itself would accept.
    """

    def refuse(constant: str) -> NoReturn:
        raise ValueError(constant)

    return json.loads(text, parse_constant=refuse)
