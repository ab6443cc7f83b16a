"""Enters a homework's cells in the gradebook, even after it has been handed in."""

from contextlib import suppress

from nbformat import NotebookNode
from nbgrader import preprocessors
from nbgrader.api import BaseCell, Comment, Grade, MissingEntry, Notebook


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
        gone = [cell for cell in notebook.grade_cells if cell.name not in self.new_grade_cells]
        for cell in gone:
            grades = db.query(Grade).filter_by(cell_id=cell.id).all()
            if any((grade.auto_score, grade.manual_score) != (None, None) for grade in grades):
                raise MarksLostError(
                    f"{cell.name} of {self.assignment_id} has given marks, but is no longer in its "
                    "text. Put the cell back with void=true in its header: it then counts for "
                    "nobody, and the marks given stay known."
                )
        gone += [
            each for each in notebook.solution_cells if each.name not in self.new_solution_cells
        ]
        for cell in gone:
            for kind in (Grade, Comment):
                db.query(kind).filter_by(cell_id=cell.id).delete()
        gone += [each for each in notebook.source_cells if each.name not in self.new_source_cells]
        for cell in gone:
            db.delete(cell)

    def _add(self, notebook: Notebook) -> None:
        book, place = self.gradebook, (self.notebook_id, self.assignment_id)
        for name, facts in self.new_source_cells.items():
            book.update_or_create_source_cell(name, *place, **facts)
        for name, facts in self.new_grade_cells.items():
            self._add_to_all(
                book.update_or_create_grade_cell(name, *place, **facts), Grade, notebook
            )
        for name, facts in self.new_solution_cells.items():
            cell = book.update_or_create_solution_cell(name, *place, **facts)
            self._add_to_all(cell, Comment, notebook)

    def _add_to_all(self, cell: BaseCell, kind: type, notebook: Notebook) -> None:
        """Gives each submission that was there before the cell a row for it, as nbgrader does for
        those that come after it."""
        db = self.gradebook.db
        have = {each.notebook_id for each in db.query(kind).filter_by(cell_id=cell.id)}
        db.add_all(
            kind(cell_id=cell.id, notebook=each)
            for each in notebook.submissions
            if each.id not in have
        )
