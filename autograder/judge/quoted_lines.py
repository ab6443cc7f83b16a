"""Tells whether the lines that a kernel reports for an engine stand in the student's notebook."""

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain, takewhile

from autograder.notebook.cell_text import MAX_MAGICS, as_python
from course.recording.run_by_line import MAX_SOURCE_WIDTH
from course.running.cell_lines import python_lines

MAX_ENGINE_CELLS = 10  # cells over which an engine may be spread
# The number of characters that identify a line; the rest of a long one is cut off.
_IDENTIFYING = MAX_SOURCE_WIDTH // 2
_MAGIC = re.compile(r"(?:[\w, ]{1,80}= *)?[%!?]|[^#]*\?$")


def are_quoted(reported: Iterable[str], cells: Iterable[str]) -> bool:
    """Whether the lines that were reported come from some of a notebook's code cells, in the order
    that they have there. In place of a line with a magic, there may be what IPython makes of it.
    Comments alone are not an engine."""
    lines = _identifying(reported)
    if all(line.startswith("#") for line in lines):
        return False
    unused = _with_magics_as_python([_identifying(python_lines(cell)) for cell in cells])
    for _ in range(MAX_ENGINE_CELLS):  # the lines come from one cell, then from another
        if not lines or not unused:
            break
        # If several cells have equally many of the lines, the shortest is used, since a longer one
        # may repeat it and go on differently.
        best = max(unused, key=lambda text: (_first_in(lines, text), -len(text)))
        lines = lines[_first_in(lines, best) :]
        unused.remove(best)
    return not lines


def _identifying(lines: Iterable[str]) -> list[str]:
    shortened = (line.strip()[:_IDENTIFYING] for line in lines)
    return [line for line in shortened if line]


def _with_magics_as_python(texts: list[list[str]]) -> list[list[str]]:
    """The lines of texts, with each line that has a magic followed by what IPython makes of it."""
    magics = sorted(filter(_MAGIC.match, set(chain.from_iterable(texts))))[:MAX_MAGICS]
    in_place_of: dict[str, list[str]] = {}
    for line in magics:
        with suppress(SyntaxError):
            in_place_of[line] = [line, as_python(line).strip()[:_IDENTIFYING]]
    return [
        list(chain.from_iterable(in_place_of.get(line, [line]) for line in text)) for text in texts
    ]


def _first_in(lines: list[str], text: list[str]) -> int:
    """How many of the lines, from the first on, are in a text, in this order."""
    rest = iter(text)
    return sum(1 for _ in takewhile(lambda line: line in rest, lines))
