"""Reads pictures from texts, and says which of those made of pixels a browser can show at once.

Such a picture can be compressed a thousandfold and more: 64 kB may hold more pixels than fit into
memory. So its size in pixels is read before it is shown.
"""

import re
import warnings
from base64 import b64decode
from html import unescape
from io import BytesIO
from urllib.parse import unquote_to_bytes

from PIL import Image

SVG = "image/svg+xml"
PICTURES = ("image/png", "image/jpeg")  # a notebook holds them as base64
MAX_PIXELS = 50_000_000  # a phone's photograph has 12 to 50 million
MAX_SIDE = 20_000  # pixels; a long, flat picture is shown so small that many fit
MAX_SCANS = 20  # of a JPEG; each takes a browser as long as a picture, and programs make about ten
ANIMATION = 50  # pictures that an animated one counts as: a browser draws it again and again
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
# By format, the bytes that every animated picture has. Pillow misses some that browsers animate.
_MOVES = {"PNG": b"acTL", "WEBP": b"ANMF"}
_JPEG, _SCAN = b"\xff\xd8", b"\xff\xda"  # how a JPEG begins, and a scan in it
_ADDRESS = re.compile(r"data:([^,]*),(.*)", re.DOTALL | re.IGNORECASE)
_SOURCE = re.compile(r'src="(data:[^"]*)"')
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")


def is_showable_picture(picture: bytes) -> bool:
    """Whether this is a picture, in a usual format, that takes a browser little time and memory."""
    pixels, side = _size(picture)
    is_many = picture.startswith(_JPEG) and picture.count(_SCAN) > MAX_SCANS
    return 0 < pixels <= MAX_PIXELS and side <= MAX_SIDE and not is_many


def pixels_in(html: str) -> int:
    """How many pixels a browser draws for the pictures that some HTML holds."""
    addresses = map(unescape, _SOURCE.findall(html))
    return sum(_size(data_in_address(address) or b"")[0] for address in addresses)


def _size(picture: bytes) -> tuple[int, int]:
    """How many pixels a browser draws, and how many the longest side has; both are 0 if this is not
    a picture in a usual format."""
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(BytesIO(picture), "r", _FORMATS) as p,
        ):
            is_marked = p.format in _MOVES and _MOVES[p.format] in picture
            moves = is_marked or getattr(p, "is_animated", False)
            return p.width * p.height * (ANIMATION if moves else 1), max(p.size)
    except Exception:  # Pillow raises errors of many classes if this is not a whole picture
        return 0, 0


def from_base64(text: str) -> bytes:
    """What is encoded in a text; nothing if it is not base64."""
    try:
        return b64decode(text) if _BASE64.fullmatch(text) else b""
    except ValueError:
        return b""


def data_in_address(address: str) -> bytes | None:
    """The data that an address holds, as browsers read it; None if it holds none."""
    parts = _ADDRESS.fullmatch(re.sub(r"[\t\n\r]", "", address).strip())
    if not parts:
        return None
    data = unquote_to_bytes(parts[2])
    return from_base64(data.decode("latin-1")) if ";base64" in parts[1].lower() else data
