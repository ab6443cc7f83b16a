"""Provides, as text, the scripts, style sheets and data that a page with moving pictures needs."""

import json
import zlib
from base64 import b64encode
from functools import cache
from pathlib import Path

_COURSE = Path(__file__).parent.parent


@cache
def asset(name: str) -> str:
    """The text of a script or a style sheet. Its name is a path in `course/`."""
    return (_COURSE / name).read_text(encoding="utf-8")


def with_dom(*names: str) -> str:
    """The text of these scripts, preceded by `dom.js`, which they use."""
    return "".join(map(asset, ("picture/dom.js", *names)))


def compressed(data: object) -> str:
    """Data as compressed JSON in base64, which a script in the page unpacks."""
    return in_base64(zlib.compress(json.dumps(data).encode(), 9))


def in_base64(data: bytes) -> str:
    """Bytes as base64 text."""
    return b64encode(data).decode()
