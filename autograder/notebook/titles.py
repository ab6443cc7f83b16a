"""What people know cells and exercises by: the title that a check prints, such as "2a Add".

Whatever is told to students or instructors, on pages, in tables and in sentences, calls them so.
"""

import re
from collections.abc import Sequence

import nbformat
from nbformat import NotebookNode

from autograder.base.paths import released
from autograder.notebook.set_up import SET_UP

OWN_CELL = "a cell of their own"  # which has no name
_TITLE = re.compile(r'exercise\(\s*"([^"\n]+)"|exercise="([^"\n]+)"')
_NUMBERED = re.compile(r"(\d+[a-z]?)\s+(.+)")


def title_of(source: str, grade_id: str) -> str:
    """What students know an exercise by: what its check calls it, else its id in words."""
    own = grade_id.removesuffix("-check").replace("-", " ")
    return next(iter(titles_in(source)), own)


def numbered(title: str) -> tuple[str, str]:
    """The number of an exercise, empty if it has none, and the rest of its title."""
    found = _NUMBERED.fullmatch(title)
    return (found[1], found[2]) if found else ("", title)


def names_of(cells: Sequence[NotebookNode]) -> dict[str, str]:
    """What the cells of a released notebook are called in sentences, by nbgrader's ids.

    A cell to be filled in is called as its exercise, which is that of the next check.
    """
    names: dict[str, str] = {}
    coming = ""
    for cell in reversed(cells):
        nbgrader = cell.metadata.get("nbgrader", {})
        if "grade_id" not in nbgrader:
            continue
        grade_id, own = nbgrader["grade_id"], next(iter(titles_in(cell.source)), "")
        is_answer = nbgrader.get("solution", False)
        if nbgrader.get("grade") or (own and not is_answer):
            coming = title_of("" if is_answer else cell.source, grade_id)
            names[grade_id] = coming if is_answer else f"the check of {coming}"
        elif grade_id == SET_UP:
            names[grade_id] = "the set-up cell"
        elif is_answer:
            names[grade_id] = coming or title_of("", grade_id)
        else:
            names[grade_id] = f"a given cell of {coming}" if coming else "a given cell at the end"
    return names


def names_in(assignment: str) -> dict[str, str]:
    """The same for a homework as it is released now; nothing if it is not."""
    path = released(assignment)
    return names_of(nbformat.read(path, as_version=4).cells) if path.exists() else {}


def titles_in(source: str) -> list[str]:
    """What the checks in a cell call their exercises."""
    return [found[1] or found[2] for found in _TITLE.finditer(source)]
