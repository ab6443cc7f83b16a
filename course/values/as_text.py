"""Writes values as text, for the places where they are read.

`in_text` is for sentences, `told_apart` for a value next to one that is nearly the same,
`plain_in_text` for plain values, and `shapes_in_words` for shapes only. `in_full` and `on_one_line`
write anything as Python does, and `as_typed` quotes what a student typed. `in_picture` is for
pictures, in which all text has to be `drawable_text`. `in_page` is for pages, `typeset` for slides
and axes, and `in_python` for code.
"""

import math
import re
from collections.abc import Iterable

import numpy as np
import torch

from course.sentences.words import listed
from course.values.tensors import as_float64, as_tensor, has_too_many_entries

MAX_INLINE = 4  # entries of the largest tensor shown in full in a sentence
MAX_QUOTED = 120  # characters of a quoted text
MAX_SHOWN = 12  # entries of the largest tensor shown in full on its own line
TOO_LONG = "so long a number"
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")  # cannot be drawn
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_MINUS = re.compile(r"(?<![\w)\]])-(?=[\d.]|inf\b)")
_EXPONENT = re.compile(r"(?<![\w.])(−?\d+(?:\.\d+)?)e([-+]?\d+)(?!\w)")


def in_text(value, most: int = MAX_INLINE, digits: int = 6) -> str:
    """A value for a message or a caption, such as 0.75 or [1, -2.5]; for a tensor with more than
    `most` entries, its shape."""
    if has_too_many_entries(value):
        return f"a tensor of shape {tuple(value.shape)}"
    tensor = as_tensor(value)
    if tensor is None:
        return drawable_text(in_full(value))
    if tensor.numel() > most:
        return f"a tensor of shape {tuple(tensor.shape)}"

    def written(entries) -> str:
        if isinstance(entries, list):
            return f"[{', '.join(map(written, entries))}]"
        return f"{_tidy(entries):.{digits}g}"

    return written(tensor.tolist())


def shapes_in_words(values: Iterable[object]) -> str:
    """The shapes of values, such as a node's inputs. A plain number has shape ()."""
    return listed(str(tuple(as_float64(value).shape)) for value in values)


def _tidy(value: float) -> float:
    """The value, or 0 if it differs from 0 only by rounding."""
    return 0.0 if abs(value) <= 1e-12 else value


def told_apart(value, other) -> str:
    """A value as `in_text` writes it, with enough digits to tell it apart from the other one."""
    pairs = ((in_text(value, digits=n), in_text(other, digits=n)) for n in (6, 9, 12, 17))
    return next((text for text, of_other in pairs if text != of_other), in_text(value))


def plain_in_text(value: object) -> str:
    """A plain value, or a list of them, for a message."""
    if isinstance(value, list):
        return f"[{', '.join(map(plain_in_text, value))}]"
    return in_text(value, MAX_SHOWN)


def drawable_text(words: str) -> str:
    """Text with a replacement character for each character that a picture cannot contain."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", words)


def in_full(value: object) -> str:
    """A value as Python writes it, or its kind if Python cannot; a node by its label."""
    try:
        label = getattr(value, "label", None)  # a node's label, not its whole graph
        return label if isinstance(label, str) else str(value)
    except Exception:  # such as for an int with more digits than Python prints
        return f"<{type(value).__name__}>"


def in_python(value) -> str:
    """A number or a tensor as a Python expression."""
    if not isinstance(value, torch.Tensor):
        return f"{value:g}"
    return f"torch.tensor({value.numpy().round(6).tolist()})"


def on_one_line(value: object, most: int = 40) -> str:
    """A value as Python writes it, on one line and in at most `most` characters, or its kind if
    that fails. A node is written by its label."""
    try:
        text = getattr(value, "label", "") if looks_like_node(value) else repr(value)
        text = " ".join(text.split())
    except Exception as error:  # Python refuses to write thousands of digits
        is_too_long = any(isinstance(arg, str) and "integer string" in arg for arg in error.args)
        return TOO_LONG if is_too_long else f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[: most - 4]} ..."


def as_typed(answer: object) -> str:
    """Typed text in the form that messages quote: cut off if it is long, and on one line, because
    further lines could be mistaken for a check's output."""
    text = " ".join(str(answer).split())
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}..."


def looks_like_node(value: object) -> bool:
    """Whether a value is a node, whose text would be its whole graph. This package cannot import
    nodes, so it knows them by an attribute that nothing else has."""
    return hasattr(value, "input_nodes")


def in_picture(value, length: float = 15) -> str:
    """A value for a picture: with as many digits as fit into `length` characters, or a tensor's
    shape."""
    text = in_text(value).replace("a tensor of shape ", "")
    if len(text) <= length:
        return text
    if isinstance(value, torch.Tensor | np.ndarray) and value.shape:
        return str(tuple(value.shape))
    try:
        rounded = (f"{float(value):.{digits}g}" for digits in range(5, 0, -1))
        return next(text for text in rounded if len(text) <= length)
    except (TypeError, ValueError, OverflowError, RuntimeError, StopIteration):
        return text[: int(length) - 1] + "…"


def in_page(words: str) -> str:
    """Text for a page, with minus signs in place of hyphens before numbers, and 8.24·10⁻⁹ in place
    of 8.24e-09."""
    words = _MINUS.sub("−", words)
    return _EXPONENT.sub(lambda number: _times_power(number[1], int(number[2])), words)


def _times_power(factor: str, exponent: int) -> str:
    power = "10" + str(exponent).translate(_SUPERSCRIPTS)
    return factor[:-1] + power if factor in ("1", "−1") else f"{factor}·{power}"


def typeset(value: float, digits: int = 5) -> str:
    """A number for an axis or a slide: 1500, 0.25, 10⁻⁸, 3·10⁶, inf."""
    value = float(f"{value:.{digits}g}") + 0.0  # + 0.0 turns -0.0 into 0.0
    if value == 0 or 1e-3 <= abs(value) < 1e5 or not math.isfinite(value):
        return in_page(f"{value:.5g}")
    factor, exponent = f"{value:.2e}".split("e")
    return _times_power(in_page(f"{float(factor):g}"), int(exponent))
