"""Says which pictures made of pixels a browser can show at once.

Such a picture can be compressed a thousand times and more: 64 kB may stand for more pixels than
there is memory for. So its size is read, in pixels, before it is shown.
"""

import re
import warnings
from base64 import b64decode
from io import BytesIO
from urllib.parse import unquote_to_bytes

from PIL import Image

MAX_PIXELS = 50_000_000  # the photograph of a telephone has 12 to 50 million
MAX_SIDE = 20_000  # pixels; a picture that is long and flat is shown so small that many fit
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
_ADDRESS = re.compile(r"data:(?P<facts>[^,]*),(?P<data>.*)", re.DOTALL)


def is_showable(picture: bytes) -> bool:
    """Whether this is a picture, in a usual format, that takes a browser little time and memory."""
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(BytesIO(picture), "r", _FORMATS) as p,
        ):
            width, height = p.size
    except Exception:  # Pillow raises errors of many classes for what is no whole picture
        return False
    return width * height <= MAX_PIXELS and max(width, height) <= MAX_SIDE


def is_showable_base64(text: str) -> bool:
    """Whether a showable picture is encoded in a text."""
    try:
        return is_showable(b64decode(text))
    except ValueError:
        return False


def is_showable_address(address: str) -> bool:
    """Whether an address holds a showable picture."""
    parts = _ADDRESS.fullmatch(address)
    if not parts:
        return False
    data = unquote_to_bytes(parts["data"])
    if ";base64" not in parts["facts"].lower():
        return is_showable(data)
    return is_showable_base64(data.decode("ascii", "replace"))
