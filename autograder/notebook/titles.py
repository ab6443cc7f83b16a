"""Names cells and exercises by the title in the header of a check, such as "2a Add".

Pages, tables and sentences for students and instructors use these names.
"""

import re
from collections.abc import Sequence

from nbformat import NotebookNode

from autograder.notebook.cells import grade_id, header_title, is_graded, is_solution
from autograder.notebook.notebook_files import released_cells
from autograder.notebook.set_up import SET_UP

OWN_CELL = "a cell of their own"  # what a student's own cell is called, since it has no name
_HEADING = re.compile(r"^# +(.+)$", re.MULTILINE)
_NUMBERED = re.compile(r"(\d+[a-z]?)\s+(.+)")
_BEGINS = re.compile(r"^(?:#+ |\*\*Exercise\b)", re.MULTILINE)  # a section or an exercise


def title_of(cell: NotebookNode) -> str:
    """The title of an exercise's check, else its id in words."""
    return header_title(cell) or name_from_id(grade_id(cell))


def name_from_id(grade_id: str) -> str:
    """The name of an exercise without a title."""
    return grade_id.removesuffix("-check").replace("-", " ")


def number_and_name(title: str) -> tuple[str, str]:
    """The number of an exercise, empty if it has none, and the rest of its title."""
    match = _NUMBERED.fullmatch(title)
    return (match[1], match[2]) if match else ("", title)


def checks_of(cells: Sequence[NotebookNode]) -> dict[str, NotebookNode]:
    """The check of each answer in a released notebook, by the answer's id.

    It is the next check in the notebook, unless another section or exercise begins before it.
    """
    checks: dict[str, NotebookNode] = {}
    next_check = None
    for cell in reversed(cells):
        name = grade_id(cell)
        if is_graded(cell) or header_title(cell):
            next_check = cell
        if is_solution(cell) and next_check is not None:
            checks[name] = next_check
        elif not name and cell.cell_type == "markdown" and _BEGINS.search(cell.source):
            next_check = None
    return checks


def cell_names(cells: Sequence[NotebookNode]) -> dict[str, str]:
    """What sentences call each cell of a released notebook, by nbgrader's ids, in its order.

    A cell to be filled in has the title of its check. A given cell is named after the exercise
    that the next check belongs to.
    """
    names: dict[str, str] = {}
    next_title, checks = "", checks_of(cells)
    for cell in reversed(cells):
        name, is_answer = grade_id(cell), is_solution(cell)
        if not name:
            continue
        if is_graded(cell) or header_title(cell):
            next_title = title_of(cell)
            names[name] = next_title if is_answer else f"the check of {next_title}"
        elif name == SET_UP:
            names[name] = "the set-up cell"
        elif is_answer:
            names[name] = title_of(checks[name]) if name in checks else name_from_id(name)
        else:
            names[name] = (
                f"a given cell of {next_title}" if next_title else "a given cell at the end"
            )
    return dict(reversed(names.items()))


def title_of_homework(homework: str) -> str:
    """The first heading of the released homework; its name if there is no such heading."""
    return heading_of(released_cells(homework)) or homework


def heading_of(cells: Sequence[NotebookNode]) -> str:
    """The first heading of a notebook; empty if it has none."""
    for cell in cells:
        if cell.cell_type == "markdown" and (heading := _HEADING.search(cell.source)):
            return heading[1].strip()
    return ""


def cell_names_in(homework: str) -> dict[str, str]:
    """The names of the cells of a homework as released now; empty if it is not released."""
    return cell_names(released_cells(homework))


def exercise_titles(homework: str) -> dict[str, str]:
    """The titles of the exercises of a homework as it is released now, by the ids of the checks."""
    cells = released_cells(homework)
    return {grade_id(cell): title_of(cell) for cell in cells if is_graded(cell)}
