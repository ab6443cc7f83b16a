"""Prepares notebooks for formgrader, where people grade by hand: adds rubrics, and makes the rest
harmless.

formgrader's pages belong to the instructor's own Jupyter. A script in a student's answer would run
there with all their rights, so whatever a notebook displays is made harmless first, in a separate
process that cannot hold up the instructor's Jupyter.
"""

from functools import partial

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

from autograder.base.visible import without_controls
from autograder.in_kernel.storable_text import storable
from autograder.notebook.cells import grade_id, is_judged, model_answer
from autograder.notebook.headers import BadSource
from autograder.notebook.source import read_source
from autograder.pages import page_process, safe_html
from autograder.pages.markdown import markdown
from autograder.pages.page_budget import PageBudget
from autograder.pages.shown_cells import shown_output, source_as_html

HEADING = "For graders only: students do not see this box."
# Cleaning removes classes, styles and this element from students' texts, so none can look like it.
RUBRIC = Markup(
    '<aside class="rubric" style="border: 3px solid #7a3e9d; border-radius: 6px; padding: 0 1em; '
    'background: #f6effa; color: #222"><p><strong>{}</strong></p>{}</aside>'
)
# Formulas are rendered here. formgrader's MathJax could also draw boxes like the rubric's.
LEFT_ALONE = '<div class="tex2jax_ignore">{}</div>'
# What a cell displays may be one long word, which must not make the page as wide.
DISPLAYED = '<div class="tex2jax_ignore" style="overflow-x: auto">{}</div>'
COLOURED = "highlight hl-ipython3"  # the class to which formgrader's page gives colours
_MAX_SHOWN = 100_000  # characters of a cell; the rest is not shown
MAX_OWN_CELLS = 200  # of the student's own
# Resources that formgrader's template does not escape. In many systems, people choose their own
# names.
_NAMES = ("student", "first_name", "last_name", "notebook_path")
CELLS_LEFT_OUT = "More cells of the student's own are not shown here, but on the feedback page."
OUTPUTS_LEFT_OUT = Markup(
    "<p>(What else the cells display is not shown here, but on the feedback page.)</p>"
)
AS_WRITTEN = (
    "This student's texts are shown as written, and what the cells displayed is left out, because "
    "they could not be made into a page."
)


class ForGraders(Preprocessor):
    """Prepares a graded notebook for formgrader's page.

    The model answers are read from the author's text when the page is opened; no student's file
    holds them.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Makes names and outputs harmless, and puts model answers under answers in words."""
        resources |= {name: escape(resources[name]) for name in _NAMES if resources.get(name)}
        as_html: dict[str, str] = {}  # by the source of a code cell, or by a placeholder
        resources["as_html"] = as_html
        own = [cell for cell in nb.cells if not grade_id(cell)]
        left_out = [id(cell) for cell in own[MAX_OWN_CELLS:]]
        kept = [_short(cell) for cell in nb.cells if id(cell) not in left_out]
        rubrics = _rubrics(resources.get("assignment_id", ""))
        cells = []
        try:
            shown = page_process.make_apart(partial(harmless, kept))
        except page_process.NotMade:
            cells.append(_note(as_html, "not-made", AS_WRITTEN))
            budget = PageBudget()
            written = [(safe_html.preformatted(cell.source), cell.source) for cell in kept]
            shown = [(str(budget.of_source(*source)), "") for source in written]
        for number, (cell, (html, outputs)) in enumerate(zip(kept, shown, strict=True)):
            if cell.cell_type != "code":
                cell.cell_type = "markdown"  # a raw cell would be written as it is
                cell.source = _stand_for(as_html, f"text-{number}", html)
            else:
                as_html[cell.source] = html
                data = {"text/html": outputs}
                cell.outputs = [new_output("display_data", data=data)] if outputs else []
            cells.append(cell)
            if rubric := rubrics.get(name := grade_id(cell)):
                cells.append(_box(as_html, f"rubric-{name}", RUBRIC.format(HEADING, rubric)))
        if left_out:
            cells.append(_note(as_html, "left-out", CELLS_LEFT_OUT))
        return NotebookNode(nb | {"cells": cells}), resources


@pass_context
def made_filter(context: Context, text: str, **_: object) -> Markup:
    """Replaces the filters `markdown2html` and `highlight_code` of formgrader's template. Returns
    the HTML made for a text, or else the text as written."""
    made = context.get("resources", {}).get("as_html", {}).get(text)
    return Markup(made) if made else safe_html.preformatted(text)


def harmless(cells: list[NotebookNode]) -> list[tuple[str, str]]:
    """Harmless HTML of the source and of the outputs of each cell. formgrader puts it into a page,
    and parses that again, in the instructor's Jupyter, so there must not be too much."""
    budget = PageBudget()
    shown = []
    for cell in cells:
        source = budget.of_source(source_as_html(cell, COLOURED), cell.source)
        outputs = []
        for output in cell.get("outputs", []):
            html = shown_output(output, is_ours=is_judged(cell)) or Markup("")
            if not budget.take(html):
                outputs.append(OUTPUTS_LEFT_OUT)
                break
            outputs.append(html)
        displayed = DISPLAYED.format(Markup("").join(outputs)) if outputs else ""
        shown.append((LEFT_ALONE.format(source), without_controls(displayed)))
    return shown


def _short(cell: NotebookNode) -> NotebookNode:
    """The cell, with a source that can be stored and fits a page."""
    text = without_controls(storable(cell.source))
    rest = "\n(The rest is not shown.)" if len(text) > _MAX_SHOWN else ""
    cell.source = text[:_MAX_SHOWN] + rest
    return cell


def _box(as_html: dict[str, str], name: str, html: str) -> NotebookNode:
    """One of our cells, among the student's."""
    return new_markdown_cell(_stand_for(as_html, name, html))


def _note(as_html: dict[str, str], name: str, sentence: str) -> NotebookNode:
    """A cell with a sentence of ours."""
    return _box(as_html, name, f"<p><strong>{sentence}</strong></p>")


def _stand_for(as_html: dict[str, str], name: str, html: str) -> str:
    """Keeps HTML under a placeholder that no file can contain, and returns the placeholder."""
    as_html[f"\ud800{name}"] = html
    return f"\ud800{name}"


def _rubrics(homework: str) -> dict[str, Markup]:
    """The model answers of a homework, by cell; empty if its text is not here."""
    try:
        cells = read_source(homework).cells
    except (BadSource, OSError):
        return {}
    return {cell.id: markdown(rubric) for cell in cells if (rubric := model_answer(cell))}
