"""Reads and writes JSON, with only the parts of Python's `json` that are C code.

The methods of `json`'s classes look each other up by name, even those that were bound early. A
notebook could replace one of them, and so read or change what the judge and the kernel tell each
other.
"""

import json
from collections.abc import Callable
from json import encoder as python_encoder
from typing import Any


def encoder(*, allow_nan: bool) -> Callable[[object], str]:
    """A function that writes a value as JSON."""
    make = python_encoder.c_make_encoder  # type: ignore[attr-defined]
    quoted = python_encoder.encode_basestring_ascii
    refuse = json.JSONEncoder().default
    parts_of = make(None, refuse, quoted, None, ": ", ", ", False, False, allow_nan)
    join = "".join
    return lambda value: join(parts_of(value, 0))


def decoder() -> Callable[..., Any]:
    """A function that reads the JSON value that begins at a given place in a text, by default at
    the start."""
    scan = vars(json.JSONDecoder())["scan_once"]
    return lambda text, place=0: scan(text, place)[0]
