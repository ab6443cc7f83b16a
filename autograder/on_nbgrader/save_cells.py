"""Enters a homework's cells in the gradebook, even after it has been handed in."""

import json

from nbformat import NotebookNode
from nbgrader.api import Comment, Grade, Gradebook, MissingEntry, Notebook

from autograder.base.failure import Failure
from autograder.notebook.cells import (
    grade_id,
    is_graded,
    is_locked,
    is_solution,
    nbgrader_of,
    points_of,
)


def save_cells(book: Gradebook, homework: str, released: NotebookNode) -> None:
    """Enters the cells of a released notebook. Once submissions are in the gradebook, nbgrader
    refuses to change its cells. This adds new cells, to the submissions, too, and removes cells
    that the notebook no longer has.

    Raises:
        Failure: a check that has given marks is missing.
    """
    book.update_or_create_assignment(homework)
    try:
        notebook = book.find_notebook(homework, homework)
    except MissingEntry:
        kernelspec = json.dumps(released.metadata.get("kernelspec", {}))
        notebook = book.add_notebook(homework, homework, kernelspec=kernelspec)
    cells = {grade_id(cell): cell for cell in released.cells if grade_id(cell)}
    _remove_missing(book, notebook, cells)
    for name, cell in cells.items():
        place, kind = (name, homework, homework), cell.cell_type
        if is_graded(cell):
            points = float(points_of(cell))
            book.update_or_create_grade_cell(*place, max_score=points, cell_type=kind)
        if is_solution(cell):
            book.update_or_create_solution_cell(*place)
        checksum = nbgrader_of(cell).get("checksum")
        facts = {"source": cell.source, "locked": is_locked(cell), "checksum": checksum}
        book.update_or_create_source_cell(*place, cell_type=kind, **facts)
    book.db.expire(notebook)
    add_missing_rows(book, notebook)


def _remove_missing(book: Gradebook, notebook: Notebook, cells: dict[str, NotebookNode]) -> None:
    """Removes the cells that are no longer among these, and what is recorded about them."""
    answers = {name for name, cell in cells.items() if is_solution(cell)}
    graded = {name for name, cell in cells.items() if is_graded(cell)}
    checks_gone = [cell for cell in notebook.grade_cells if cell.name not in graded]
    answers_gone = [cell for cell in notebook.solution_cells if cell.name not in answers]
    for cell in checks_gone:
        grades = book.db.query(Grade).filter_by(cell_id=cell.id)
        if any((grade.auto_score, grade.manual_score) != (None, None) for grade in grades):
            raise Failure(
                f"{cell.name} of {notebook.name} has given marks, but is no longer in its text. "
                "Put the cell back with void=true in its header: it then counts for nobody, and "
                "the marks given stay known."
            )
    for cell in (*checks_gone, *answers_gone):
        for row in (Grade, Comment):
            book.db.query(row).filter_by(cell_id=cell.id).delete()
    sources_gone = [cell for cell in notebook.source_cells if cell.name not in cells]
    for cell in (*checks_gone, *answers_gone, *sources_gone):
        book.db.delete(cell)
    book.db.flush()


def add_missing_rows(book: Gradebook, notebook: Notebook) -> None:
    """Gives each submission a row for each graded or solution cell, as nbgrader does for
    submissions that come after the cells. This does not commit."""
    for row, cells in ((Grade, notebook.grade_cells), (Comment, notebook.solution_cells)):
        for cell in cells:
            with_row = {
                entry.notebook_id for entry in book.db.query(row).filter_by(cell_id=cell.id)
            }
            book.db.add_all(
                row(cell_id=cell.id, notebook=submission)
                for submission in notebook.submissions
                if submission.id not in with_row
            )
