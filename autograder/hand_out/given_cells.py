"""Marks the cells that students are given and checks use, so that a check can say so if one of them
was changed."""

from nbformat import NotebookNode

from autograder.notebook.cells import header_title, is_solution
from course.messages.given_cells import as_given
from course.running.cell_names import names_defined, names_read


def mark_given_cells(cells: list[NotebookNode]) -> None:
    """Adds a line to each given cell that defines a name which a check below uses."""
    code = [cell for cell in cells if cell.cell_type == "code"]
    filled_in = {name for cell in filter(is_solution, code) for name in names_defined(cell.source)}
    used: set[str] = set()  # by the checks below
    for cell in reversed(code):
        defined = names_defined(cell.source)
        if header_title(cell):
            used |= names_read(cell.source) - defined - filled_in
        elif not is_solution(cell) and used & defined:
            cell.source = as_given(cell.source)
