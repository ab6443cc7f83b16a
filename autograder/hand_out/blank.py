"""Makes the students' notebook from the author's: adds the package, removes the solutions."""

import re

from nbformat import NotebookNode
from nbgrader.preprocessors import ClearSolutions, NbGraderPreprocessor

from autograder.notebook.choices import chosen
from autograder.notebook.set_up import insert_set_up, path_in_repository

# An assignment or an entry of a dict: the text before the value, and a comma after it.
_VALUE = re.compile(r'^(\s*(?:\w+\s*=|"\w+":|\w+=))\s*.*?(,?)\s*### SOLUTION$')


class InsertSetUp(NbGraderPreprocessor):
    """On generating a notebook: completes its set-up cell, and adds a badge."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Changes a notebook in place."""
        insert_set_up(nb, path_in_repository(resources["nbgrader"]["assignment"]), chosen())
        return nb, resources


class BlankSolutions(ClearSolutions):
    """nbgrader's ClearSolutions, and blanks: a line that ends in `### SOLUTION` keeps its name and
    gets `...` as its value."""

    def preprocess_cell(self, cell: NotebookNode, resources, cell_index):
        """Removes the solutions from one cell."""
        lines = cell.source.split("\n")
        if cell.cell_type == "code" and any(_is_blank(line) for line in lines):
            cell.source = "\n".join(_blank_line(line) for line in lines)
            if self.begin_solution_delimeter not in cell.source:
                return cell, resources  # nbgrader would empty a cell that has no region
        return super().preprocess_cell(cell, resources, cell_index)


def _is_blank(line: str) -> bool:
    return line.rstrip().endswith("### SOLUTION")


def _blank_line(line: str) -> str:
    if not _is_blank(line):
        return line
    blank, count = _VALUE.subn(r"\1 ...\2", line.rstrip())
    if count == 0:
        raise ValueError(f"A line ending in ### SOLUTION must be `name = value`, not: {line}")
    return blank
