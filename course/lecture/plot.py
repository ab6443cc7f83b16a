"""Plots as SVG: a picture of axes with lines, dots, bars and text in them.

By hand, because a figure of matplotlib takes longer to draw than a slider may lag behind. All
sizes are in the picture's own units, of which it is WIDTH wide; text can be read from the last row.
"""

import json
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby, product
from xml.etree import ElementTree

import torch

from course.picture.scale import decades, label, ticks
from course.picture.shapes import HALO, box, dot, path, text
from course.picture.svg import card

# One colour for each quantity, in all lectures; after Okabe and Ito's palette, as in `draw`.
ERROR, TIME = "local", "share"
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
WIDTH, HEIGHT = 960, 500  # which are pixels, too, where 1280 x 720 are projected
FONT = 16  # of the smallest text
CELL = 52, 32  # of a table
LARGEST = 1600  # pixels, of a picture's width
AROUND = 220  # pixels of a window's height, for JupyterLab, a line of code and two of controls
FEW = 11  # points of a line, in a text alternative


def picture(*parts: str, title: str) -> str:
    """A whole picture: a card with parts on it, as large as a projector has room for.

    It grows with the cell, as long as controls and picture fit into the window's height (vh), and
    shrinks where a cell is narrower than WIDTH. Its text alternative is its title, its texts in
    their order and, instead of the texts in a part that is `with_words`, what that says.
    """
    drawn = "".join(parts)
    said = f"{title}. {'; '.join(_said(ElementTree.fromstring(f'<g>{drawn}</g>')))}."
    tall = f"calc((100vh - {AROUND}px) * {WIDTH / HEIGHT:.4g})"
    size = f"width:clamp({WIDTH}px, {tall}, {LARGEST}px);max-width:100%;height:auto"
    return card(WIDTH, HEIGHT, [drawn], said, font_size=FONT, style=size)


def with_words(words: str, *parts: str, aloud: bool = False) -> str:
    """Parts of a picture with what its text alternative says of them; "" leaves them out. Some are
    read aloud whenever the page shows another one of `Frames`."""
    live = f' data-live="{escape(words)}"' if aloud else ""
    return f"<g{live}><desc>{escape(words)}</desc>{''.join(parts)}</g>"


def handle(drawn: str, name: str = "", pick: Mapping = {}, drag: Mapping = {}) -> str:
    """A part of a picture of `Frames`: a button that moves controls to the positions in `pick`, or
    what is dragged so far right and down for one step of each control as `drag` says."""
    button = f' data-pick="{escape(json.dumps(pick))}" aria-label="{escape(name)}"' * bool(pick)
    dragged = f' data-drag="{escape(json.dumps(drag))}"' * bool(drag)
    return f"<g{button}{dragged}>{drawn}</g>"


def _said(element: ElementTree.Element) -> Iterator[str]:
    words = element.text if element.tag == "text" else element.findtext("desc")
    if words:
        yield words.strip().rstrip(".")
    elif words is None:
        for each in element:
            yield from _said(each)


def readings(x: float, said: Iterable[tuple[str, str, str]]) -> str:
    """Numbers with their names and colours, one below the other, right of a plot."""
    return "".join(
        with_words(
            f"{name}: {number}",
            text(x, 80 + 66 * i, name),
            text(x, 106 + 66 * i, number, colour, font_size=24, font_weight="bold"),
            aloud=True,
        )
        for i, (name, number, colour) in enumerate(said)
    )


def key(x: float, y: float, entries: Iterable[tuple[str, str]]) -> str:
    """What the colours of lines mean, in words, which the text alternative has from the lines."""
    look = {"font_weight": "bold", **HALO}
    return with_words("", *(text(x, y + 24 * i, *each, **look) for i, each in enumerate(entries)))


def few(points: Sequence) -> Sequence:
    """A few of many points, the first and the last among them."""
    step = max(1, math.ceil((len(points) - 1) / (FEW - 1)))
    return [*points[:-1:step], *points[-1:]]


class Axes:
    """A part of a picture with scales, into which data is drawn.

    Args:
        place: left, top, width and height of the frame; ticks and titles stand outside of it.
        x, y: the lowest and the highest value of each scale.
        log: the scales that are logarithmic: "", "x", "y" or "xy".
        numbers: the scales that have numbers beside them.
    """

    def __init__(self, place, x, y, *, title="", x_label="", y_label="", log="", numbers="xy"):
        self.left, self.top, self.width, self.height = place
        self.scales = {"x": x, "y": y}
        self.log, self.numbers = log, numbers
        self.parts = self._frame(title, x_label, y_label)

    def __str__(self) -> str:
        return "".join(self.parts)

    def x(self, value: float) -> float:
        """Where a value stands, from the left of the picture."""
        return self.left + self._share("x", value) * self.width

    def y(self, value: float) -> float:
        """Where a value stands, from the top of the picture."""
        return self.top + (1 - self._share("y", value)) * self.height

    def line(
        self, xs: Iterable, ys: Iterable, colour: str, name: str = "", *, width=3, dash=""
    ) -> None:
        """A line through points; it breaks where one is outside of the scales, or nan. With a name
        the text alternative tells a few of them."""
        points = list(zip(xs, ys, strict=True))
        d = "".join(
            "M" + " L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in run)
            for is_inside, run in groupby(points, self._is_inside)
            if is_inside
        )
        drawn = path(d, colour, width, dash, stroke_linejoin="round")
        self.parts.append(self._named(name, few(self._inside(points)), drawn))

    def dots(
        self, xs: Iterable, ys: Iterable, colour: str, name: str = "", *, size=5.0, **attributes
    ) -> None:
        """A dot at each point; with a name the text alternative tells all of them. Attributes such
        as stroke are SVG's."""
        shown = self._inside(zip(xs, ys, strict=True))
        drawn = "".join(dot(self.x(x), self.y(y), size, colour, **attributes) for x, y in shown)
        self.parts.append(self._named(name, shown, drawn))

    def squares(self, xs: Iterable, ys: Iterable, colour: str, *, size=8.0, **attributes) -> None:
        """A square at each point."""
        for x, y in self._inside(zip(xs, ys, strict=True)):
            left, top = self.x(x) - size / 2, self.y(y) - size / 2
            self.parts.append(box(left, top, size, size, colour, **attributes))

    def tell(self, name: str, points: Sequence) -> None:
        """Lets the text alternative tell a few of points that are drawn in a way of their own."""
        self.parts.append(self._named(name, few(points), ""))

    def _named(self, name: str, points: Sequence, drawn: str) -> str:
        if not name:
            return drawn
        tidy = ((label(self._tidy("x", x)), label(self._tidy("y", y))) for x, y in points)
        return with_words(f"{name}: {', '.join(f'({x}, {y})' for x, y in tidy)}", drawn)

    def _tidy(self, axis: str, value: float) -> float:
        """The value, or 0 where it only differs by rounding."""
        low, high = self.scales[axis]
        return value if axis in self.log or abs(value) > 1e-6 * (high - low) else 0.0

    def _inside(self, points: Iterable) -> list:
        return list(filter(self._is_inside, points))

    def _share(self, axis: str, value: float) -> float:
        low, high = self.scales[axis]
        if axis in self.log:
            low, high, value = (math.log10(v) if v > 0 else math.nan for v in (low, high, value))
        return (value - low) / (high - low)

    def _is_inside(self, point: tuple[float, float]) -> bool:
        shares = map(self._share, "xy", point)
        return all(-1e-6 <= share <= 1 + 1e-6 for share in shares)

    def _frame(self, title: str, x_label: str, y_label: str) -> list[str]:
        bottom, right = self.top + self.height, self.left + self.width
        parts = [box(self.left, self.top, self.width, self.height, "none", stroke="line")]
        for value in self._ticks("x"):
            x = self.x(value)
            parts.append(path(f"M{x:.1f} {self.top} V{bottom}", "grid"))
            parts.append(text(x, bottom + 20, label(value), "ink", "middle"))
        for value in self._ticks("y"):
            y = self.y(value)
            parts.append(path(f"M{self.left} {y:.1f} H{right}", "grid"))
            parts.append(text(self.left - 7, y + 5, label(value), "ink", "end"))
        middle = self.left + self.width / 2
        parts.append(text(middle, self.top - 11, title, "ink", "middle", font_weight="bold"))
        parts.append(text(middle, bottom + 41, x_label, "ink", "middle"))
        parts.append(text(self.left - 50, self.top - 11, y_label))
        names = {"x": x_label or "x", "y": y_label or "y"}
        spans = [
            f"{names[axis]} from {label(a)} to {label(b)}{', logarithmic' * (axis in self.log)}"
            for axis, (a, b) in self.scales.items()
        ]
        return [with_words(f"{title or 'a plot'}: {', '.join(spans)}", *parts)]

    def _ticks(self, axis: str) -> Sequence[float]:
        marks = decades if axis in self.log else ticks
        return marks(*self.scales[axis]) if axis in self.numbers else []


def factor(number: str) -> str:
    """A number as a factor stands in a product: in brackets if it is negative."""
    return f"({number})" if number.startswith("−") else number


def colour_of(matrix: str) -> str:
    """The colour of a matrix with this name, of values or of gradients."""
    return "gradient" if matrix.startswith("∂") else "value"


def table(
    x: float,
    y: float,
    matrix: torch.Tensor,
    title: str,
    lit: Collection[tuple[int, int]] = (),
    *,
    empty: Collection[tuple[int, int]] = (),
    picks: Sequence[Sequence[Mapping[str, int]]] = (),
) -> str:
    """A matrix as cells with numbers, below its title and shape.

    Args:
        x, y: where the first cell begins.
        matrix: the numbers.
        title: what it is called, such as ∂L/∂A.
        lit: places of the cells that stand out.
        empty: places of the cells that have no number.
        picks: if cells are buttons, the positions of controls after each is pressed.
    """
    rows, columns = matrix.shape
    (wide, tall), colour = CELL, colour_of(title)
    parts = [text(x, y - 10, f"{title}   {rows}×{columns}", colour)]
    numbers = [[label(value) for value in row] for row in matrix.tolist()]
    for i, j in product(range(rows), range(columns)):
        left, top = x + j * wide, y + i * tall
        if (i, j) in empty:
            numbers[i][j] = "empty"
            parts.append(box(left, top, wide - 2, tall - 2, "grid", rx=4))
            continue
        fill, ink = (colour, "card") if (i, j) in lit else (f"pale-{colour}", "ink")
        at, number = (left + wide / 2 - 1, top + tall / 2 + 5), numbers[i][j]
        cell = box(left, top, wide - 2, tall - 2, fill, rx=4) + text(*at, number, ink, "middle")
        parts.append(handle(cell, f"{title} ({i + 1}, {j + 1}): {number}", picks and picks[i][j]))
    listed = ", ".join(f"({', '.join(row)})" for row in numbers)
    said = f"{title}, {rows}×{columns}: rows {listed}"
    marked = [f"({i + 1}, {j + 1})" for i, j in sorted(lit) if i < rows and j < columns]
    return with_words(said + f", marked {' '.join(marked)}" * bool(marked), *parts)


def runs(values: Iterable) -> Iterator[tuple[object, int, int]]:
    """Equal neighbours together: the value, where it begins, and where another one does."""
    at = 0
    for value, run in groupby(values):
        began, at = at, at + len(list(run))
        yield value, began, at


def subscript(number: int) -> str:
    """A number as the small digits below a letter."""
    return str(number).translate(SUBSCRIPTS)
