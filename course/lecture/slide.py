"""Makes the picture of a slide: a card with parts on it, such as readings, keys and tables.

Sizes are in the picture's own units; it is WIDTH units wide. Text can be read from the last row.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import TypeVar
from xml.etree import ElementTree

import torch

from course.picture.svg import box, card, text, with_words
from course.values.as_text import typeset

# One colour for each quantity, in all lectures.
ERROR, TIME = "local", "share"
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
WIDTH, HEIGHT = 960, 500  # also in pixels, on a projector with 1280 x 720
FONT = 16  # of the smallest text
CELL = 52, 32  # of a table
MAX_PICTURE_WIDTH = 1600  # pixels
AROUND = 250  # pixels that JupyterLab, a line of code and two of controls take of a window's height

Reading = tuple[str, str, str]  # a name, its number as text, and a colour
T = TypeVar("T")


def picture(*parts: str, title: str) -> str:
    """A complete picture: a card with parts on it, as large as a projector has room for.

    It grows as long as controls and picture fit into the window's height (vh), and is never wider
    than the cell. Its text alternative is its title and its texts in order. A part made by
    `with_words` contributes its words instead of its texts.
    """
    drawn = "".join(parts)
    words = "; ".join(_words_in(ElementTree.fromstring(f"<g>{drawn}</g>")))
    room = f"calc((100vh - {AROUND}px) * {WIDTH / HEIGHT:.4g})"
    size = f"width:clamp({WIDTH}px, {room}, {MAX_PICTURE_WIDTH}px);max-width:100%;height:auto"
    return card(WIDTH, HEIGHT, [drawn], f"{title}. {words}.", font_size=FONT, style=size)


def handle(drawn: str, name: str = "", pick: Mapping = {}, drag: Mapping = {}) -> str:
    """A part of a picture that moves the controls of `Frames`.

    Args:
        drawn: the part.
        name: the button's label for screen readers.
        pick: the positions of controls after the part is pressed, as a button.
        drag: how far right and down the part is dragged for one step of each control.
    """
    attributes = ""
    if pick:
        attributes += f' data-pick="{escape(json.dumps(pick))}" aria-label="{escape(name)}"'
    if drag:
        attributes += f' data-drag="{escape(json.dumps(drag))}"'
    return f"<g{attributes}>{drawn}</g>"


def _words_in(element: ElementTree.Element) -> Iterator[str]:
    """The words that stand for each text and each part in the text alternative."""
    words = element.text if element.tag == "text" else element.findtext("desc")
    if words:
        yield words.strip().rstrip(".")
    elif words is None:
        for child in element:
            yield from _words_in(child)


def readings(x: float, rows: Iterable[Reading]) -> str:
    """Numbers with their names and colours, one below the other, right of a plot."""
    parts = []
    for i, (name, number, colour) in enumerate(rows):
        y = 80 + 66 * i
        lines = [
            text(x, y, name),
            text(x, y + 26, number, colour, font_size=24, font_weight="bold"),
        ]
        parts.append(with_words(f"{name}: {number}", *lines, aloud=True))
    return "".join(parts)


def colour_key(x: float, y: float, entries: Iterable[tuple[str, str]]) -> str:
    """A key to the colours of lines. The text alternative leaves it out, because it names the lines
    themselves."""
    lines = []
    for i, (words, colour) in enumerate(entries):
        lines.append(text(x, y + 24 * i, words, colour, font_weight="bold", halo=True))
    return with_words("", *lines)


def factor(number: str) -> str:
    """A number as a factor in a product: in brackets if it is negative."""
    return f"({number})" if number.startswith("−") else number


def colour_of(matrix: str) -> str:
    """The colour of a matrix with this name, of values or of gradients."""
    return "gradient" if matrix.startswith("∂") else "value"


def matrix_table(
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
    wide, tall = CELL
    colour = colour_of(title)
    parts = [text(x, y - 10, f"{title}   {rows}×{columns}", colour)]
    numbers = [[typeset(value) for value in row] for row in matrix.tolist()]
    for i, row in enumerate(numbers):
        for j, number in enumerate(row):
            left, top = x + j * wide, y + i * tall
            if (i, j) in empty:
                row[j] = "empty"
                parts.append(box(left, top, wide - 2, tall - 2, "grid", rx=4))
                continue
            fill, ink = (colour, "card") if (i, j) in lit else (f"pale-{colour}", "ink")
            cell = box(left, top, wide - 2, tall - 2, fill, rx=4)
            cell += text(left + wide / 2 - 1, top + tall / 2 + 5, number, ink, "middle")
            pick = picks[i][j] if picks else {}
            parts.append(handle(cell, f"{title} ({i + 1}, {j + 1}): {number}", pick))
    listed = ", ".join(f"({', '.join(row)})" for row in numbers)
    words = f"{title}, {rows}×{columns}: rows {listed}"
    marked = [f"({i + 1}, {j + 1})" for i, j in sorted(lit) if i < rows and j < columns]
    if marked:
        words += f", marked {' '.join(marked)}"
    return with_words(words, *parts)


def equal_runs(values: Iterable[T]) -> Iterator[tuple[T, int, int]]:
    """Runs of equal neighbours: the value, where its run begins, and where the next run begins."""
    start = 0
    for value, run in groupby(values):
        end = start + len(list(run))
        yield value, start, end
        start = end


def subscript(number: int) -> str:
    """A number in subscript digits."""
    return str(number).translate(SUBSCRIPTS)
