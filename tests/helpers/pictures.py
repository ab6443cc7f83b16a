"""Pictures made of pixels, as students attach and display them."""

from base64 import b64encode
from io import BytesIO
from random import Random

from PIL import Image


def picture(
    width: int, height: int, kind: str = "PNG", *, noise: bool = False, **how: object
) -> str:
    """A picture in base64, white or of random pixels. Pillow's `save` gets the options `how`."""
    size = width, height
    made = Image.frombytes("L", size, Random(0).randbytes(width * height)) if noise else None
    written = BytesIO()
    (made or Image.new("1" if kind == "PNG" else "L", size, 1)).save(written, kind, **how)
    return b64encode(written.getvalue()).decode()
