"""JSON by what is C code in Python's `json`.

The methods of `json`'s classes call each other by name, also those that were bound early. A
notebook could replace one, and hear or change what the judge and the kernel tell each other.
"""

import json
from collections.abc import Callable
from json.encoder import c_make_encoder, encode_basestring_ascii


def encoder(*, allow_nan: bool) -> Callable[[object], str]:
    """A function that writes a value as JSON."""
    whole = json.JSONEncoder(allow_nan=allow_nan)
    if c_make_encoder is None:
        return whole.encode
    parts_of = c_make_encoder(
        None, whole.default, encode_basestring_ascii, None, ": ", ", ", False, False, allow_nan
    )
    join = "".join
    return lambda value: join(parts_of(value, 0))


def decoder() -> Callable[..., object]:
    """A function that reads the JSON value that begins at a place in a text, by default the
    first."""
    scan = json.JSONDecoder().scan_once
    return lambda text, place=0: scan(text, place)[0]
