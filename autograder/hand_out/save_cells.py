"""Enters a homework's cells in the gradebook, even after it has been handed in."""

from contextlib import suppress

from nbformat import NotebookNode
from nbgrader import preprocessors
from nbgrader.api import Comment, Grade, MissingEntry, Notebook

from autograder.on_nbgrader.api import add_missing_rows


class MarksLostError(RuntimeError):
    """A check that has given marks is no longer in the text; the message says what to do."""


class SaveCells(preprocessors.SaveCells):
    """nbgrader's SaveCells, which refuses a homework whose cells differ from those handed in. This
    one adds new cells to the gradebook, and removes missing ones."""

    def _create_notebook(self, nb: NotebookNode) -> None:
        with suppress(MissingEntry):
            notebook = self.gradebook.find_notebook(self.notebook_id, self.assignment_id)
            if notebook.submissions:
                self._remove(notebook)
                self._add(notebook)
                self.gradebook.db.commit()
        super()._create_notebook(nb)

    def _remove(self, notebook: Notebook) -> None:
        db = self.gradebook.db
        graded = [cell for cell in notebook.grade_cells if cell.name not in self.new_grade_cells]
        for cell in graded:
            grades = db.query(Grade).filter_by(cell_id=cell.id).all()
            if any((grade.auto_score, grade.manual_score) != (None, None) for grade in grades):
                raise MarksLostError(
                    f"{cell.name} of {self.assignment_id} has given marks, but is no longer in its "
                    "text. Put the cell back with void=true in its header: it then counts for "
                    "nobody, and the marks given stay known."
                )
        answers = [
            cell for cell in notebook.solution_cells if cell.name not in self.new_solution_cells
        ]
        for cell in (*graded, *answers):
            for row in (Grade, Comment):
                db.query(row).filter_by(cell_id=cell.id).delete()
        sources = [cell for cell in notebook.source_cells if cell.name not in self.new_source_cells]
        for cell in (*graded, *answers, *sources):
            db.delete(cell)

    def _add(self, notebook: Notebook) -> None:
        book, place = self.gradebook, (self.notebook_id, self.assignment_id)
        for name, facts in self.new_source_cells.items():
            book.update_or_create_source_cell(name, *place, **facts)
        for name, facts in self.new_grade_cells.items():
            book.update_or_create_grade_cell(name, *place, **facts)
        for name, facts in self.new_solution_cells.items():
            book.update_or_create_solution_cell(name, *place, **facts)
        add_missing_rows(book, notebook)
