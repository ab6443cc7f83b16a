"""The model answer and the rubric of an answer in words, shown to whoever grades it by hand."""

import nbformat
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode

from autograder.source import BadSource, model_answer, read_source

HEADING = "**For you who grade:** students see neither this box nor what is in it."


class ShowRubric(Preprocessor):
    """Puts the model answer under each answer in words, on formgrader's page of a submission.

    It is read from the author's text when the page is opened and is in no file of a student's.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Adds a cell below each graded answer in words."""
        rubrics = _rubrics(resources.get("assignment_id", ""))
        cells = []
        for cell in nb.cells:
            cells.append(cell)
            if rubric := rubrics.get(cell.metadata.get("nbgrader", {}).get("grade_id")):
                lines = [HEADING, "", *rubric.splitlines()]
                cells.append(nbformat.v4.new_markdown_cell("\n".join(f"> {x}" for x in lines)))
        return NotebookNode(nb | {"cells": cells}), resources


def _rubrics(assignment: str) -> dict[str, str]:
    """By cell, the model answers of a homework; none if its text is not here."""
    try:
        cells = read_source(assignment).cells
    except (BadSource, OSError):
        return {}
    return {cell.id: rubric for cell in cells if (rubric := model_answer(cell))}
