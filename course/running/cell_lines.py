"""Tells which cells have run, and finds the lines of a cell's code by the numbers that Python gives
them."""

import linecache
import re

from IPython import get_ipython

_LINE_END = re.compile(r"\r\n?|\n")
# Where `str.splitlines`, but not Python, begins another line.
_NO_LINE_END = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]")


def cells_run() -> list[str]:
    """The cells that have run, with IPython's magics as calls. The last is the running one; outside
    of a notebook, it is empty."""
    history = getattr(get_ipython(), "history_manager", None)
    return getattr(history, "input_hist_parsed", None) or [""]


def python_lines(text: str) -> list[str]:
    """The lines of code as Python counts them. In them, a blank stands for whatever else would end
    a line where they are shown."""
    return _LINE_END.split(_NO_LINE_END.sub(" ", text))


def lines_of(filename: str) -> list[str]:
    """The lines of the code that was compiled under this name; none if its text is not known.

    IPython remembers a cell as the lines of `str.splitlines`, of which there may be more, but also
    has the cell's whole text.
    """
    text = "".join(linecache.getlines(filename)).removesuffix("\n")
    if not text:
        return []
    remembered = text.splitlines()
    for cell in reversed(cells_run()):
        # A long cell is not taken apart just to compare it.
        if cell.startswith(remembered[0]) and cell.splitlines() == remembered:
            return python_lines(cell)
    return python_lines(text)


def line_at(filename: str, number: int | None) -> str:
    """One of these lines, without the blanks around it; empty if it is not known."""
    return "".join(lines_of(filename)[number - 1 : number]).strip() if number else ""
