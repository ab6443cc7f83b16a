"""Packs what a page needs to show pictures that move: scripts, style sheets and data as text."""

import json
import zlib
from base64 import b64encode
from functools import cache
from pathlib import Path

_COURSE = Path(__file__).parent.parent


@cache
def asset(name: str) -> str:
    """A script or a style sheet of the package."""
    return (_COURSE / name).read_text(encoding="utf-8")


def with_dom(*names: str) -> str:
    """Scripts of the package, with `dom.js`, which they use, in front."""
    return "".join(map(asset, ("picture/dom.js", *names)))


def compressed(data: object) -> str:
    """Data as text for a script in the page, which unpacks it."""
    return in_base64(zlib.compress(json.dumps(data).encode(), 9))


def in_base64(data: bytes) -> str:
    """Bytes as text."""
    return b64encode(data).decode()
