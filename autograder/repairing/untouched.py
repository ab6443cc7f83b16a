"""Tells an untouched notebook from one with answers, and counts these."""

from nbformat import NotebookNode

from autograder.base.paths import released
from autograder.notebook.cell_text import is_untouched
from autograder.notebook.cells import is_solution
from autograder.notebook.notebook_files import read_released, released_cells
from autograder.repairing.earlier import earlier_releases
from autograder.repairing.repair import repair
from autograder.submissions.unreadable import Unreadable


def answers_in(notebook: NotebookNode, homework: str) -> int | None:
    """How many of the cells to be filled in have something in them; None if that cannot be told,
    because the notebook is for another homework, or the homework is not released."""
    path = released(homework)
    if not path.exists():
        return None
    as_released = read_released(path)
    try:
        repaired, _ = repair(
            notebook, as_released, earlier=earlier_releases(path.parents[1], homework)
        )
    except Unreadable:
        return None
    sources = {cell.id: cell.source for cell in as_released.cells if is_solution(cell)}
    answers = [cell for cell in repaired.cells if cell.id in sources]
    return sum(not is_untouched(cell.cell_type, cell.source, sources[cell.id]) for cell in answers)


def all_untouched(notebook: NotebookNode, homework: str) -> bool:
    """Whether a repaired notebook has nothing in it that the released one lacks."""
    sources = {cell.id: cell.source for cell in released_cells(homework)}
    return bool(sources) and all(  # without any, it is being released for the first time
        is_untouched(cell.cell_type, cell.source, sources.get(cell.id, ""))
        for cell in notebook.cells
    )
