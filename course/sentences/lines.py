"""Breaks sentences into lines, also those of errors without a traceback, and indents those that are
quoted."""

import re
import textwrap

LINE_WIDTH = 96  # characters that fit on a line of a notebook's output on a laptop
TABLE_ROW = re.compile(r"\S {2,}\S")  # in a row of a table, columns are parted by spaces


class ToldAlone(Exception):
    """An error that a notebook shows as its text, a sentence, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows."""
        return in_lines(f"Not yet: {self}").splitlines()


def in_lines(text: str) -> str:
    """Text with its lines broken between words, because Jupyter would break them anywhere."""
    return "\n".join(map(_broken, text.splitlines()))


def with_lines_indented(text: str) -> str:
    """A text with its lines after the first indented, so that none looks like one of a check."""
    return "\n    ".join(text.splitlines())


def _broken(line: str) -> str:
    if TABLE_ROW.search(line):
        return line.rstrip()
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(
        line.strip(),
        LINE_WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
