"""Reads the texts that authors write in Jupytext's percent format."""

import re
from itertools import accumulate
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.base.paths import short
from autograder.notebook.headers import BadSource

_HEADER = re.compile(r"\s*#\s*%%+(\s|$)")


def cells_with_lines(path: Path) -> list[tuple[int, NotebookNode]]:
    """The cells of a text, each with the number of the line at which it begins.

    Raises:
        BadSource: the text is not in UTF-8.
    """
    import jupytext  # takes long, and few commands read these texts

    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadSource(f"{short(path)} is not in UTF-8. Save it in this encoding.") from None
    cells = jupytext.reads(text, "py:percent").cells
    lines = [n for n, line in enumerate(text.split("\n"), start=1) if _HEADER.match(line)]
    places = list(accumulate((1 + _like_headers(cell) for cell in cells), initial=0))
    if len(lines) < places[-1]:
        lines.insert(0, 1)  # what is above the first header is a cell, too
    lines += [0] * places[-1]
    return [(lines[place], cell) for place, cell in zip(places, cells, strict=False)]


def _like_headers(cell: NotebookNode) -> int:
    """How many lines inside a cell look like headers, in a string or a fenced block."""
    comment = "" if cell.cell_type == "code" else "# "
    return sum(bool(_HEADER.match(comment + line)) for line in cell.source.split("\n"))


def head_and_cells(path: Path) -> tuple[NotebookNode, list[NotebookNode]]:
    """The first cell of a text, and the others. The first is empty if the text has no cells.

    Raises:
        BadSource: as for `cells_with_lines`.
    """
    head, *cells = [cell for _, cell in cells_with_lines(path)] or [new_code_cell()]
    return head, cells
