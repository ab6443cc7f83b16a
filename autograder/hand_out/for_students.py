"""Makes the students' notebook from the author's: adds the package and the instructions to the AI
in Colab, and removes the solutions."""

from nbformat import NotebookNode
from nbgrader.preprocessors import ClearSolutions, NbGraderPreprocessor

from autograder.hand_out.ai import colab_settings
from autograder.notebook.cells import header_title, is_solution
from autograder.notebook.headers import AI
from autograder.notebook.markers import is_blank, read_blank
from autograder.notebook.release_choices import kept_choices
from autograder.notebook.set_up import insert_set_up, path_in_repository
from course.messages.given_cells import as_given
from course.running.cell_names import names_defined, names_read


class Complete(NbGraderPreprocessor):
    """Completes the set-up cell, marks given cells that checks use, and adds a badge. Applies what
    the notebook's text says about AI or, if it says nothing, the choice for all notebooks."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Changes a notebook in place."""
        homework, choices = resources["nbgrader"]["assignment"], kept_choices()
        mark_given_cells(nb.cells)
        insert_set_up(nb, path_in_repository(homework), choices)
        if settings := colab_settings(homework, nb.metadata.pop(AI, "") or choices.ai):
            nb.metadata["colab"] = settings
        return nb, resources


def mark_given_cells(cells: list[NotebookNode]) -> None:
    """Adds a line to each given cell that defines a name which a check below uses, so that the
    check can say if the cell was changed."""
    code = [cell for cell in cells if cell.cell_type == "code"]
    filled_in = {name for cell in filter(is_solution, code) for name in names_defined(cell.source)}
    used: set[str] = set()  # by the checks below
    for cell in reversed(code):
        defined = names_defined(cell.source)
        if header_title(cell):
            used |= names_read(cell.source) - defined - filled_in
        elif not is_solution(cell) and used & defined:
            cell.source = as_given(cell.source)


class BlankSolutions(ClearSolutions):
    """nbgrader's ClearSolutions, extended to blanks: a line that ends in `### SOLUTION` keeps its
    name, and its value becomes `...`."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict, cell_index: int
    ) -> tuple[NotebookNode, dict]:
        """Removes the solutions from one cell."""
        lines = cell.source.split("\n")
        if cell.cell_type == "code" and any(map(is_blank, lines)):
            cell.source = "\n".join(map(_without_value, lines))
            if self.begin_solution_delimeter not in cell.source:
                return cell, resources  # nbgrader would empty a cell without a marked region
        return super().preprocess_cell(cell, resources, cell_index)


def _without_value(line: str) -> str:
    """A line as students get it, if it is a blank."""
    blank = read_blank(line)
    return f"{blank.before} ...{blank.comma}" if blank else line
