"""Lists the cells that have run, and finds lines of code by Python's line numbers."""

import linecache
import re

from IPython import get_ipython

_LINE_END = re.compile(r"\r\n?|\n")
# Characters that end a line for `str.splitlines`, but not for Python.
_NO_LINE_END = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]")


def cells_run() -> list[str]:
    """The sources of the cells that have run, with IPython's magics written as calls. The last is
    the running cell; outside of a notebook, it is empty."""
    history = getattr(get_ipython(), "history_manager", None)
    return getattr(history, "input_hist_parsed", None) or [""]


def python_lines(text: str) -> list[str]:
    """The lines of code as Python counts them. Other characters that would end a line on a screen
    become blanks."""
    return _LINE_END.split(_NO_LINE_END.sub(" ", text))


def lines_of(filename: str) -> list[str]:
    """The lines of the code that was compiled under this filename; none if its text is not known.

    For a cell, `linecache` has lines made by `str.splitlines`, which may split some of Python's
    lines. IPython's history has the whole text.
    """
    text = "".join(linecache.getlines(filename)).removesuffix("\n")
    if not text:
        return []
    remembered = text.splitlines()
    for cell in reversed(cells_run()):
        # Comparing the first line is enough to rule out most cells without splitting them.
        if cell.startswith(remembered[0]) and cell.splitlines() == remembered:
            return python_lines(cell)
    return python_lines(text)


def line_at(filename: str, number: int | None) -> str:
    """The line of `lines_of` with this number, counted from 1, without the blanks around it; empty
    if it is not known."""
    return "".join(lines_of(filename)[number - 1 : number]).strip() if number else ""
