"""Writes values for the boxes of the player."""

from functools import lru_cache

from course.values.as_text import in_page, in_picture, in_text
from course.values.tensors import as_tensor

MAX_BOX_LETTERS = 13  # characters of a number that fit into a box
_NARROW = ".·⁻⁰¹²³⁴⁵⁶⁷⁸⁹"


def in_box(value, digits: int = 3, length: float = MAX_BOX_LETTERS) -> str:
    """A value for a box of the player: a number, a few entries, or a tensor's shape. Numbers are
    rounded to `digits` digits, or to whole numbers if these have more digits and are below 100000.
    They have a minus sign instead of a hyphen."""
    tensor = as_tensor(value)
    if tensor is None:
        return in_picture(value, length)
    if not tensor.shape:
        return _number(tensor.item(), digits, length)
    text = "[" + ", ".join(_rounded(entry, digits) for entry in tensor.flatten().tolist()) + "]"
    is_short = tensor.dim() == 1 and len(text) <= length
    return text if is_short else "×".join(map(str, tensor.shape))


def text_width(text: str) -> float:
    """The width of a number's text, in letters. Superscripts and dots count as half a letter."""
    return len(text) - sum(letter in _NARROW for letter in text) / 2


@lru_cache(4096)  # most boxes do not change from step to step
def _number(value: float, digits: int, length: float) -> str:
    """A number with as many digits as fit, up to `digits` and at least one."""
    roundings = (_rounded(value, fewer) for fewer in range(digits, 1, -1))
    fitting = (text for text in roundings if text_width(text) <= length)
    return next(fitting, None) or _rounded(value, 1)


def _rounded(value: float, digits: int) -> str:
    rounded = abs(float(f"{value:.{digits}g}"))  # 999.6 rounds to 1000
    is_whole = 10**digits <= rounded and abs(value) < 10**5
    return in_page(f"{value:.0f}" if is_whole else in_text(value, digits=digits))
