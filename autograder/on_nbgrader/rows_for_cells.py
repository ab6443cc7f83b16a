"""Gives submissions the rows that the gradebook lacks for a homework's cells."""

from nbgrader.api import Assignment, BaseCell, Comment, Grade, Gradebook, Notebook


def add_rows(
    book: Gradebook, cell: BaseCell, row: type[Grade | Comment], notebook: Notebook
) -> None:
    """Gives each submission that was there before the cell a row for it, as nbgrader does for those
    that come after it. This does not commit."""
    with_row = {entry.notebook_id for entry in book.db.query(row).filter_by(cell_id=cell.id)}
    book.db.add_all(
        row(cell_id=cell.id, notebook=submission)
        for submission in notebook.submissions
        if submission.id not in with_row
    )


def add_missing_rows(book: Gradebook, assignment: Assignment) -> None:
    """Gives each submission of a homework a row for each cell. This does not commit."""
    for notebook in assignment.notebooks:
        for row, cells in ((Grade, notebook.grade_cells), (Comment, notebook.solution_cells)):
            for cell in cells:
                add_rows(book, cell, row, notebook)
