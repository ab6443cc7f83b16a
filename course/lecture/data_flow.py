"""Lecture 5, an MLP as data flow: its quantities as boxes, with what flows forward and back."""

import torch

from course.lecture.mlp import Snapshot
from course.picture.svg import box, path, text, with_words
from course.values.as_text import typeset

# The boxes of the upper and the lower row, with their titles.
_ABOVE = {
    "x": "x",
    "z": "z = x W₁ + b₁",
    "h": "h = φ(z)",
    "o": "o = h W₂ + b₂",
    "L": "L(o)",
    "J": "J = L + s",
}
_BELOW = {"W1": "W₁", "b1": "b₁", "W2": "W₂", "b2": "b₂", "s": "s = λ/2 ‖W‖²"}
_LEAVES = ("x", "W1", "b1", "W2", "b2")
_ARROWS = [
    ("x", "z"),
    ("z", "h"),
    ("h", "o"),
    ("o", "L"),
    ("L", "J"),
    ("W1", "z"),
    ("b1", "z"),
    ("W2", "o"),
    ("b2", "o"),
    ("s", "J"),
    ("W1", "s"),
    ("W2", "s"),
]
_LEFT, _TOP = 20, 312  # the corner of the first box
_WIDE, _TALL = 132, 68  # of a box
_ACROSS, _DOWN = 157.6, 102  # from a box to the next one

Corner = tuple[float, float]  # the top left one of a box


def data_flow(now: Snapshot, upcoming: Snapshot) -> str:
    """The quantities as boxes, each with the root mean square of its entries and of its gradient.

    Args:
        upcoming: the same parameters, with the settings of the next update.
    """
    corners = _corners()
    parts = [_headings(upcoming)]
    for source, user in _ARROWS:
        parts.append(
            path(_arrow(corners[source], corners[user], from_below=user == "s"), "line", 2)
        )
    for name, title in (_ABOVE | _BELOW).items():
        parts.append(_quantity(name, title, corners[name], now))
    return "".join(parts)


def _headings(upcoming: Snapshot) -> str:
    """What the numbers in the boxes are, and how large the next update of W₁ is."""
    rate, gradient = upcoming.settings.rate, upcoming.gradients["W1"]
    size = _root_mean_square(gradient)
    update = f"{typeset(rate)} · gradient {typeset(size, 3)} ≈ {typeset(rate * size, 3)}"
    y = _TOP - 10
    return "".join(
        [
            text(20, y, "root mean square of all entries:"),
            text(290, y, "value", "value", font_weight="bold"),
            text(348, y, "gradient of J", "gradient", font_weight="bold"),
            text(940, y, f"next update of W₁: {update}", "ink", "end"),
        ]
    )


def _corners() -> dict[str, Corner]:
    """Where each box is."""
    corners: dict[str, Corner] = {}
    for row, names in enumerate((_ABOVE, _BELOW)):
        for column, name in enumerate(names):
            corners[name] = (_LEFT + _ACROSS * column, _TOP + _DOWN * row)
    return corners


def _quantity(name: str, title: str, corner: Corner, now: Snapshot) -> str:
    """The box of a quantity, with its title, its shape and both root mean squares."""
    x, y = corner
    middle = x + _WIDE / 2
    shape = "×".join(map(str, now.values[name].shape))
    value = typeset(_root_mean_square(now.values[name]), 2)
    words = f"{title}, {shape or 'a number'}, value {value}"
    parts = [
        box(x, y, _WIDE, _TALL, "leaf" if name in _LEAVES else "node", stroke="line", rx=8),
        text(middle, y + 21, title, "ink", "middle", font_weight="bold"),
        text(middle, y + 39, shape, "ink", "middle"),
        text(x + 8, y + 60, value, "value"),
    ]
    if name in now.gradients:
        gradient = typeset(_root_mean_square(now.gradients[name]), 2)
        parts.append(text(x + _WIDE - 8, y + 60, gradient, "gradient", "end"))
        words += f", gradient {gradient}"
    return with_words(words, *parts)


def _arrow(start: Corner, end: Corner, *, from_below: bool) -> str:
    """The path of an arrow from one box to another, given by their corners. With `from_below`, it
    runs below both boxes."""
    (start_x, start_y), (end_x, end_y), half = start, end, _WIDE / 2
    if from_below:
        return f"M{start_x + half} {start_y + _TALL} v12 H{end_x + half} v-8 m-5 6 l5 -6 l5 6"
    if start_y == end_y:
        return f"M{start_x + _WIDE} {start_y + _TALL / 2} H{end_x - 5} m-7 -5 l7 5 l-7 5"
    # From the row below: a curve that arrives off centre, on the side that it comes from.
    x, foot = end_x + half + (start_x - end_x) * 0.25, end_y + _TALL + 3
    bend = f"C{start_x + half} {start_y - 20} {x} {start_y - 12} {x} {foot}"
    return f"M{start_x + half} {start_y} {bend} m-5 7 l5 -7 l5 7"


def _root_mean_square(tensor: torch.Tensor) -> float:
    return tensor.square().mean().sqrt().item()
