"""Counts how much of a homework is filled in, to tell a blank notebook from one with answers."""

from nbformat import NotebookNode

from autograder.base.paths import released
from autograder.handed_in.unreadable import Unreadable
from autograder.notebook.cells import is_solution
from autograder.notebook.read_released import read_released
from autograder.repairing.earlier import earlier_releases
from autograder.repairing.pieces import holds_nothing
from autograder.repairing.repair import repair


def answers_in(notebook: NotebookNode, homework: str) -> int | None:
    """How many of the cells to be filled in have something in them; None if that cannot be told,
    because the notebook is for another homework, or the homework is not released."""
    path = released(homework)
    if not path.exists():
        return None
    blank = read_released(path)
    try:
        repaired, _ = repair(notebook, blank, earlier=earlier_releases(path.parents[1], homework))
    except Unreadable:
        return None
    blanks = {cell.id: cell.source for cell in blank.cells if is_solution(cell)}
    answers = [cell for cell in repaired.cells if cell.id in blanks]
    return sum(not holds_nothing(cell.cell_type, cell.source, blanks[cell.id]) for cell in answers)


def is_untouched(notebook: NotebookNode, homework: str) -> bool:
    """Whether a repaired notebook has nothing in it that the released one lacks."""
    path = released(homework)
    if not path.exists():  # it is being released for the first time
        return False
    blanks = {cell.id: cell.source for cell in read_released(path).cells}
    return all(
        holds_nothing(cell.cell_type, cell.source, blanks.get(cell.id, ""))
        for cell in notebook.cells
    )
