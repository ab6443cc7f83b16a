"""Says so if a check uses a name that was defined by a given cell with changes.

Where a check uses what a given cell defines, that cell ends with a line that says so and has a mark
of the text above it, which the release has put there. Grading puts such cells back as they were.
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
    """The text of a cell with the line that says that a check uses it."""
    return source + _LAST_LINE.format(_mark(source))


def as_written(source: str) -> str:
    """The text of a cell without that line, as its author wrote it."""
    given = _GIVEN.fullmatch(source)
    return given[1] if given else source


def _mark(source: str) -> str:
    """What stands for a text, whatever blank lines are around and in it."""
    return signature(tuple(line.rstrip() for line in source.splitlines() if line.strip()))


def note_on_given_cells() -> str:
    """The sentence about names that the running cell uses and that were last defined by a given
    cell with changes; empty if there are none."""
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
