"""Reads the texts that authors write in Jupytext's percent format."""

import re
from pathlib import Path

from nbformat import NotebookNode

from autograder.base.failure import Failure
from autograder.base.paths import short

_HEADER = re.compile(r"\s*#\s*%%+(\s|$)")


def cells_with_lines(path: Path, refusal: type[Failure]) -> list[tuple[int, NotebookNode]]:
    """The cells of a text, each with the number of the line at which it begins.

    Raises:
        refusal: the text is not in UTF-8.
    """
    import jupytext  # takes long, and few commands read these texts

    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise refusal(f"{short(path)} is not in UTF-8. Save it in this encoding.") from None
    cells = jupytext.reads(text, "py:percent").cells
    lines = [n for n, line in enumerate(text.splitlines(), start=1) if _HEADER.match(line)]
    if len(lines) < len(cells):
        lines.insert(0, 1)  # what is above the first header is a cell, too
    return list(zip(lines + [0] * len(cells), cells, strict=False))
