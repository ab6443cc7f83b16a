"""Names cells and exercises by the title in the header of a check, such as "2a Add".

All pages, tables and sentences for students and instructors use these names.
"""

import re
from collections.abc import Sequence

from nbformat import NotebookNode

from autograder.base.paths import released
from autograder.notebook.cells import grade_id, is_graded, is_solution, own_title
from autograder.notebook.read_released import read_released
from autograder.notebook.set_up import SET_UP

OWN_CELL = "a cell of their own"  # which has no name
_NUMBERED = re.compile(r"(\d+[a-z]?)\s+(.+)")
_BEGINS = re.compile(r"^(?:#+ |\*\*Exercise\b)", re.MULTILINE)  # a section or an exercise


def title_of(cell: NotebookNode) -> str:
    """The title of an exercise's check, else its id in words."""
    return own_title(cell) or untitled(grade_id(cell))


def untitled(grade_id: str) -> str:
    """The name of an exercise without a title."""
    return grade_id.removesuffix("-check").replace("-", " ")


def numbered(title: str) -> tuple[str, str]:
    """The number of an exercise, empty if it has none, and the rest of its title."""
    found = _NUMBERED.fullmatch(title)
    return (found[1], found[2]) if found else ("", title)


def checks_of(cells: Sequence[NotebookNode]) -> dict[str, NotebookNode]:
    """The checks that the answers of a released notebook belong to, by the ids of the answers: the
    next one, unless something else begins before it."""
    found: dict[str, NotebookNode] = {}
    coming = None
    for cell in reversed(cells):
        name, is_answer = grade_id(cell), is_solution(cell)
        if is_graded(cell) or own_title(cell):
            coming = cell
        if is_answer and coming is not None:
            found[name] = coming
        elif not name and cell.cell_type == "markdown" and _BEGINS.search(cell.source):
            coming = None
    return found


def names_of(cells: Sequence[NotebookNode]) -> dict[str, str]:
    """The names of a released notebook's cells in sentences, by nbgrader's ids.

    A cell to be filled in is called after the exercise of its check, and a given one after that of
    the next check.
    """
    names: dict[str, str] = {}
    coming, checks = "", checks_of(cells)
    for cell in reversed(cells):
        name, is_answer = grade_id(cell), is_solution(cell)
        if not name:
            continue
        if is_graded(cell) or own_title(cell):
            coming = title_of(cell)
            names[name] = coming if is_answer else f"the check of {coming}"
        elif name == SET_UP:
            names[name] = "the set-up cell"
        elif is_answer:
            names[name] = title_of(checks[name]) if name in checks else untitled(name)
        else:
            names[name] = f"a given cell of {coming}" if coming else "a given cell at the end"
    return names


def title_of_homework(homework: str) -> str:
    """The first heading of a homework as released now; its name if it is not released."""
    texts = (c.source for c in _released_cells(homework) if c.cell_type == "markdown")
    headings = (line[2:] for text in texts for line in text.split("\n") if line.startswith("# "))
    return next(headings, homework).strip()


def names_in(homework: str) -> dict[str, str]:
    """The names of the cells of a homework as released now; empty if it is not released."""
    return names_of(_released_cells(homework))


def titles_in(homework: str) -> dict[str, str]:
    """The titles of the exercises of a homework as it is released now, by the ids of the checks."""
    cells = _released_cells(homework)
    return {grade_id(each): title_of(each) for each in cells if is_graded(each)}


def _released_cells(homework: str) -> list[NotebookNode]:
    path = released(homework)
    return read_released(path).cells if path.exists() else []
