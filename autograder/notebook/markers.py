"""Understands the markers around solutions in an author's text, and what they hide from students.

Students do not get the lines between `### BEGIN SOLUTION` and `### END SOLUTION`. A line that ends
in `### SOLUTION` is a blank: students get its name, with `...` as its value.
"""

import io
import re
import tokenize
from collections.abc import Iterator
from typing import NamedTuple

BEGIN, END, BLANK = MARKERS = "### BEGIN SOLUTION", "### END SOLUTION", "### SOLUTION"
_MARKER = re.compile(rf"^[ \t]*(?:{BEGIN}|{END})\n?|[ \t]*{BLANK}[ \t]*$", re.MULTILINE)
_REGION = re.compile(rf"^{BEGIN}$(.*?)^{END}$", re.MULTILINE | re.DOTALL)
# An assignment or an entry of a dict: the text before the value, the value, a comma after it.
_BLANK = re.compile(rf'(\s*(?:\w+\s*=|"\w+":))\s*(.*?)(,?)\s*{BLANK}\s*')
# In code, `###` begins nothing but a marker.
_MEANT = re.compile(r"###.*|#+\s*(?:(?:BEGIN|END)\s*)?SOLUTIONS?\W*", re.IGNORECASE)
_MEANT_IN_TEXT = re.compile(r"\W*(?:BEGIN|END)\s+SOLUTIONS?\W*", re.IGNORECASE)


class Blank(NamedTuple):
    """A line that is a blank, in parts."""

    before: str  # the name and the sign after it
    value: str  # `...` if the author has given none
    comma: str  # empty if there is none


def is_blank(line: str) -> bool:
    """Whether a line has the marker of a blank."""
    return line.rstrip().endswith(BLANK)


def read_blank(line: str) -> Blank | None:
    """The parts of a blank; None if the line is not one."""
    match = _BLANK.fullmatch(line)
    return Blank(*match.groups()) if match else None


def misused(source: str, *, is_code: bool) -> Iterator[tuple[int, str]]:
    """The lines of an author's cell that seem to be meant as markers but hide nothing: the number
    of each, from 0, and its text."""
    lines = source.split("\n")
    if not is_code:
        meant = {n for n, line in enumerate(lines) if _MEANT_IN_TEXT.fullmatch(line)}
        yield from ((n, lines[n]) for n in sorted(meant) if lines[n].strip() not in (BEGIN, END))
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and _MEANT.fullmatch(token.string):
            line = lines[token.start[0] - 1]
            if not (line.strip() in (BEGIN, END) or (is_blank(line) and read_blank(line))):
                yield token.start[0] - 1, line


def hidden_lines(source: str) -> dict[int, str]:
    """The lines that students do not get, by number and without markers. A line that has only a
    marker is empty."""
    hidden, is_inside = {}, False
    for number, line in enumerate(source.splitlines(), start=1):
        is_inside = is_inside or BEGIN in line
        if is_inside or is_blank(line):
            hidden[number] = _MARKER.sub("", line)
        is_inside = is_inside and END not in line
    return hidden


def hidden_regions(source: str) -> list[str]:
    """The texts between markers that are at the beginning of a line."""
    return [text.strip() for text in _REGION.findall(source)]


def solved(source: str) -> str:
    """A cell's source as a student would have written it: without the markers."""
    return _MARKER.sub("", source).strip("\n")
