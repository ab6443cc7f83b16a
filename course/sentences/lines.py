"""Breaks text into lines, indents quoted text, and defines errors that are shown without a
traceback."""

import re
import textwrap

LINE_WIDTH = 96  # characters that fit on a line of a notebook's output on a laptop
TABLE_ROW = re.compile(r"\S {2,}\S")  # a table has two or more spaces between columns


class ToldAlone(Exception):
    """An error of which a notebook shows only the text, a sentence, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows."""
        return in_lines(f"Not yet: {self}").splitlines()


def in_lines(text: str) -> str:
    """A text with its long lines broken between words, because Jupyter would break them anywhere.
    Rows of tables are not broken."""
    return "\n".join(map(_broken, text.splitlines()))


def with_lines_indented(text: str) -> str:
    """A text with all lines but the first indented, so that none looks like a check's own line."""
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
