"""Warns a student if a check uses a name from a given cell that was changed.

If a check uses what a given cell defines, the release adds a last line to the cell, which says so
and holds a hash of the text above it. Grading restores the original cell.
"""

import re
from collections.abc import Sequence

from course.messages.misconceptions import signature
from course.running.cell_lines import cells_run
from course.running.cell_names import names_defined, names_read
from course.sentences.words import listed, verb

_LAST_LINE = "\n# Given, and used by a check: leave this cell as it is. [{}]"
_GIVEN = re.compile(r"(.*)" + re.escape(_LAST_LINE).replace(r"\{\}", r"(\w+)"), re.DOTALL)


def as_given(source: str) -> str:
    """The text of a cell, with a last line added that says that a check uses the cell."""
    return source + _LAST_LINE.format(_mark(source))


def as_written(source: str) -> str:
    """The text of a cell as its author wrote it, without the line that `as_given` adds."""
    given = _GIVEN.fullmatch(source)
    return given[1] if given else source


def _mark(source: str) -> str:
    """A hash of a text that ignores blank lines and blanks at the ends of lines."""
    return signature(tuple(line.rstrip() for line in source.splitlines() if line.strip()))


def note_on_given_cells() -> str:
    """A warning about the names that the running cell reads and a changed given cell defined last;
    empty if there are none."""
    *before, running = cells_run()
    used = names_read(running) - names_defined(running)
    names = [f"`{name}`" for name in sorted(used) if _is_changed(_last_to_define(name, before))]
    if not names:
        return ""
    return (
        f"{listed(names)} {verb(len(names), 'were')} defined by a given cell with changes. Put it "
        "back as it was, for example from a new copy of this notebook, and run it before this "
        "check. Grading puts it back, too."
    )


def _last_to_define(name: str, cells: Sequence[str]) -> str:
    """The last of these cells that defines a name; empty if none does."""
    definers = (cell for cell in reversed(cells) if name in cell and name in names_defined(cell))
    return next(definers, "")


def _is_changed(cell: str) -> bool:
    given = _GIVEN.match(cell)
    return given is not None and given[2] != _mark(given[1])
