"""What formgrader shows to whoever grades by hand: the rubric, and nothing that could harm them.

formgrader's pages belong to the instructor's own Jupyter. A script in a student's answer would run
there with all their rights, so whatever a notebook displays is made harmless first.
"""

import nbformat
from jinja2 import pass_context
from markupsafe import Markup
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode

from autograder.reports import safe_html
from autograder.source import BadSource, model_answer, read_source

HEADING = "**For you who grade:** students see neither this box nor what is in it."
AS_HTML = {
    "text/html": safe_html.clean,
    "text/markdown": safe_html.markdown,
    "text/latex": safe_html.latex,
}
HARMLESS = ("image/svg+xml", "image/png", "image/jpeg", "text/plain")  # SVG is shown as an image


class ForGraders(Preprocessor):
    """Prepares a graded notebook for formgrader's page.

    The model answers are read from the author's text when the page is opened; they are in no file
    of a student's.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Makes outputs harmless, and puts the model answer under each answer in words."""
        rubrics = _rubrics(resources.get("assignment_id", ""))
        cells = []
        for cell in nb.cells:
            cell.metadata.pop("raw_mimetype", None)
            for output in cell.get("outputs", []):
                if "data" in output:
                    output.data = NotebookNode(_harmless(output.data))
            cells.append(cell)
            if rubric := rubrics.get(cell.metadata.get("nbgrader", {}).get("grade_id")):
                lines = [HEADING, "", *rubric.splitlines()]
                cells.append(nbformat.v4.new_markdown_cell("\n".join(f"> {x}" for x in lines)))
        return NotebookNode(nb | {"cells": cells}), resources


@pass_context
def markdown(context, text: str) -> Markup:
    """The filter `markdown2html` of formgrader's template: harmless, with formulas as MathML."""
    return safe_html.markdown(text, context.get("cell", {}).get("attachments"))


def _harmless(data: dict) -> dict[str, str]:
    """What a cell displayed, in the forms that can do nothing but be seen."""
    told = {kind: text for kind, text in data.items() if isinstance(text, str)}
    made = {kind: told[kind] for kind in HARMLESS if kind in told}
    for kind, convert in AS_HTML.items():
        if kind in told:
            return made | {"text/html": str(convert(told[kind]))}
    return made


def _rubrics(assignment: str) -> dict[str, str]:
    """By cell, the model answers of a homework; none if its text is not here."""
    try:
        cells = read_source(assignment).cells
    except (BadSource, OSError):
        return {}
    return {cell.id: rubric for cell in cells if (rubric := model_answer(cell))}
