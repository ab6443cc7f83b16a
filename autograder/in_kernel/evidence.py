"""Defines how a kernel recognises a request, and how the judge recognises the evidence that answers
it. Reads and writes both as JSON.

Only the C parts of Python's `json` are used. Its Python methods look each other up by name at run
time, so binding them early would not help: a notebook could replace one of them, and then read or
change what the judge and the kernel send to each other.
"""

import json
from collections.abc import Callable
from json import encoder as python_encoder
from typing import Any

REQUEST = "import in_kernel.agent\nin_kernel.agent.show("  # how a request begins; JSON follows
MIME = "application/vnd.backprop-by-hand.evidence+json"
MAX_EVIDENCE = 1_200_000  # characters that the judge reads


def encoder(*, allow_nan: bool) -> Callable[[object], str]:
    """Returns a function that writes a value as JSON."""
    make = python_encoder.c_make_encoder  # type: ignore[attr-defined]
    quoted = python_encoder.encode_basestring_ascii
    refuse = json.JSONEncoder().default
    parts_of = make(None, refuse, quoted, None, ": ", ", ", False, False, allow_nan)
    join = "".join
    return lambda value: join(parts_of(value, 0))


def decoder() -> Callable[..., Any]:
    """Returns a function that reads one JSON value from a text, starting at a given place, by
    default at the beginning."""
    scan = vars(json.JSONDecoder())["scan_once"]
    return lambda text, place=0: scan(text, place)[0]
