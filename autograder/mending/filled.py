"""How much of a homework is filled in, to tell a blank notebook from one with answers."""

from functools import lru_cache
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.base.paths import released
from autograder.mending.earlier import known
from autograder.mending.release import Release
from autograder.mending.repair import repair
from autograder.notebook.pieces import adds_nothing, squeezed
from autograder.notebook.reading import Unreadable, read_notebook


def answers_in(data: bytes, assignment: str) -> int | None:
    """In how many of the cells to be filled in something stands; None if nobody can tell, because
    the file cannot be read, or is of another homework."""
    path = released(assignment)
    if not path.exists():
        return None
    blank = _read(path, path.stat().st_mtime_ns)
    try:
        notebook, _ = read_notebook(data)
        mended, _ = repair(notebook, blank, earlier=known(path.parents[1], assignment))
    except Unreadable:
        return None
    given = {cell.id: cell.source for cell in blank.cells}
    places = {blank.cells[i].id for i in Release(blank).solutions}
    return sum(not _is_blank(cell, given[cell.id]) for cell in mended.cells if cell.id in places)


def _is_blank(cell: NotebookNode, given: str) -> bool:
    if cell.cell_type == "code":
        return not cell.source.strip() or adds_nothing(cell.source, given)
    return squeezed(cell.source) in ("", squeezed(given))


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> NotebookNode:
    return nbformat.read(path, as_version=4)
