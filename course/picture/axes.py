"""Draws axes with lines, dots and squares on them, as a part of a picture.

Matplotlib is not used, because its figures take so long to draw that a slider would lag behind.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import groupby

from course.picture.scale import Scale
from course.picture.svg import box, dot, path, text, with_words
from course.values.as_text import typeset

MAX_POINTS = 11  # points of a line that a text alternative lists


def thinned_out(points: Sequence) -> Sequence:
    """At most `MAX_POINTS` of the points, including the first and the last."""
    step = max(1, math.ceil((len(points) - 1) / (MAX_POINTS - 1)))
    return [*points[:-1:step], *points[-1:]]


class Axes:
    """A frame with two scales, into which data is drawn. It is a part of a picture.

    Args:
        place: left, top, width and height of the frame. Numbers and titles are outside it.
    """

    def __init__(
        self, place: tuple[float, float, float, float], x: Scale, y: Scale, title: str = ""
    ):
        self.left, self.top, self.width, self.height = place
        self.x_scale, self.y_scale = x, y
        self.parts = self._frame(title)

    def __str__(self) -> str:
        return "".join(self.parts)

    def x(self, value: float) -> float:
        """The position of a value, from the left of the picture."""
        return self.left + self.x_scale.fraction(value) * self.width

    def y(self, value: float) -> float:
        """The position of a value, from the top of the picture."""
        return self.top + (1 - self.y_scale.fraction(value)) * self.height

    def line(
        self, xs: Iterable, ys: Iterable, colour: str, name: str = "", *, width=3, dash=""
    ) -> None:
        """Draws a line through points. It breaks at points that are nan or outside the scales. If
        it has a name, the text alternative lists a few of its points."""
        points = list(zip(xs, ys, strict=True))
        d = ""
        for is_inside, run in groupby(points, self._is_inside):
            if is_inside:
                d += "M" + " L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in run)
        drawn = path(d, colour, width, dash, stroke_linejoin="round")
        self.parts.append(self._named(name, thinned_out(self._inside(points)), drawn))

    def dots(
        self, xs: Iterable, ys: Iterable, colour: str, name: str = "", *, size=5.0, **attributes
    ) -> None:
        """Draws a dot at each point inside the scales. If the dots have a name, the text
        alternative lists them all. `attributes` are SVG's, such as stroke."""
        points = self._inside(zip(xs, ys, strict=True))
        drawn = "".join(dot(self.x(x), self.y(y), size, colour, **attributes) for x, y in points)
        self.parts.append(self._named(name, points, drawn))

    def squares(self, xs: Iterable, ys: Iterable, colour: str, *, size, **attributes) -> None:
        """Draws a square at each point inside the scales."""
        for x, y in self._inside(zip(xs, ys, strict=True)):
            left, top = self.x(x) - size / 2, self.y(y) - size / 2
            self.parts.append(box(left, top, size, size, colour, **attributes))

    def describe(self, name: str, points: Sequence) -> None:
        """Lists a few of the points, which the caller draws, in the text alternative."""
        self.parts.append(self._named(name, thinned_out(points), ""))

    def _named(self, name: str, points: Sequence, drawn: str) -> str:
        if not name:
            return drawn
        pairs = (
            f"({typeset(self.x_scale.tidy(x))}, {typeset(self.y_scale.tidy(y))})" for x, y in points
        )
        return with_words(f"{name}: {', '.join(pairs)}", drawn)

    def _inside(self, points: Iterable) -> list:
        return list(filter(self._is_inside, points))

    def _is_inside(self, point: tuple[float, float]) -> bool:
        x, y = point
        fractions = self.x_scale.fraction(x), self.y_scale.fraction(y)
        return all(-1e-6 <= fraction <= 1 + 1e-6 for fraction in fractions)

    def _frame(self, title: str) -> list[str]:
        bottom, right = self.top + self.height, self.left + self.width
        parts = [box(self.left, self.top, self.width, self.height, "none", stroke="line")]
        for value in self.x_scale.numbers():
            x = self.x(value)
            parts.append(path(f"M{x:.1f} {self.top} V{bottom}", "grid"))
            parts.append(text(x, bottom + 20, typeset(value), "ink", "middle"))
        for value in self.y_scale.numbers():
            y = self.y(value)
            parts.append(path(f"M{self.left} {y:.1f} H{right}", "grid"))
            parts.append(text(self.left - 7, y + 5, typeset(value), "ink", "end"))
        middle = self.left + self.width / 2
        parts.append(text(middle, self.top - 11, title, "ink", "middle", font_weight="bold"))
        parts.append(text(middle, bottom + 41, self.x_scale.label, "ink", "middle"))
        parts.append(text(self.left - 50, self.top - 11, self.y_scale.label))
        spans = f"{_span('x', self.x_scale)}, {_span('y', self.y_scale)}"
        return [with_words(f"{title or 'a plot'}: {spans}", *parts)]


def _span(name: str, scale: Scale) -> str:
    """A scale in words, called `name` if it has no label."""
    span = f"{scale.label or name} from {typeset(scale.low)} to {typeset(scale.high)}"
    return f"{span}, logarithmic" if scale.is_log else span
