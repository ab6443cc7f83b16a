"""Prepares what formgrader shows to people who grade by hand: adds rubrics, and makes it harmless.

formgrader's pages belong to the instructor's own Jupyter. A script in a student's answer would run
there with all their rights, so whatever a notebook displays is made harmless first, in a separate
process that cannot hold up the instructor's Jupyter.
"""

from collections.abc import Callable
from functools import partial

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

from autograder.in_kernel.storable_text import storable
from autograder.notebook.cells import grade_id, model_answer
from autograder.notebook.headers import BadSource
from autograder.notebook.source import read_source
from autograder.pages import page_process, safe_html

_MAX_SHOWN = 100_000  # characters of a source or a stream; the rest is not shown
HEADING = "For graders only: students do not see this box."
# No student's text has a class, a style or this element after it has been cleaned.
RUBRIC = Markup(
    '<aside class="rubric" style="border: 3px solid #7a3e9d; border-radius: 6px; padding: 0 1em; '
    'background: #f6effa; color: #222"><p><strong>{}</strong></p>{}</aside>'
)
HARMLESS = (safe_html.SVG, *safe_html.PICTURES, "text/plain")  # SVG is shown as an image
# Formulas are made here; formgrader's MathJax could also draw boxes like the one with the rubric.
LEFT_ALONE = '<div class="tex2jax_ignore">{}</div>'
COLOURED = "highlight hl-ipython3"  # the class to which formgrader's page gives colours
CODE = f'<div class="{COLOURED}">{{}}</div>'
# In total; formgrader makes the page, and parses it again, in the instructor's Jupyter.
MAX_PAGE_TAGS = 50_000
MAX_PAGE_COLOURS = 5000
MAX_PAGE_OUTPUTS = 500
MAX_OWN_CELLS = 200  # of the student's own
# What formgrader's template does not escape. In many systems, people choose their own names.
_NAMES = ("student", "first_name", "last_name", "notebook_path")
CELLS_LEFT_OUT = "More cells of the student's own are not shown here, but on the feedback page."
OUTPUTS_LEFT_OUT = "(What else the cells display is not shown here, but on the feedback page.)"
AS_WRITTEN = (
    "This student's texts are shown as written, because they could not be made into a page."
)


class ForGraders(Preprocessor):
    """Prepares a graded notebook for formgrader's page.

    The model answers are read from the author's text when the page is opened; no student's file
    holds them.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Makes names and outputs harmless, and puts model answers under answers in words."""
        resources |= {name: escape(resources[name]) for name in _NAMES if resources.get(name)}
        as_html: dict[str, str] = {}  # by source, for code, or by what stands for it
        resources |= {"as_html": as_html, "colours_left": MAX_PAGE_COLOURS}
        kept = _as_many_as_fit(nb.cells)
        cells = _made_harmless(kept, as_html)
        if cells is None:
            cells = [_note(as_html, "not-made", AS_WRITTEN), *map(_as_plain_text, kept)]
        if len(kept) < len(nb.cells):
            cells.append(_note(as_html, "left-out", CELLS_LEFT_OUT))
        cells = _with_rubrics(cells, _rubrics(resources.get("assignment_id", "")), as_html)
        return NotebookNode(nb | {"cells": cells}), resources


@pass_context
def markdown_filter(context: Context, text: str) -> Markup:
    """The filter `markdown2html` of formgrader's template: the HTML made from a text, or the
    text."""
    return _made_from(text, context) or safe_html.preformatted(text)


@pass_context
def code_filter(context: Context, text: str, **_: object) -> Markup:
    """The filter `highlight_code` of formgrader's template: code as HTML, or as it is."""
    return _made_from(text, context) or Markup(CODE.format(safe_html.preformatted(text)))


def _made_from(text: str, context: Context) -> Markup:
    return Markup(context.get("resources", {}).get("as_html", {}).get(text, ""))


@pass_context
def terminal_filter(context: Context, text: str) -> Markup:
    """The filter `ansi2html` of formgrader's template: with colours, as long as a page has few."""
    resources = context.get("resources", {})
    colours_left = resources.get("colours_left", MAX_PAGE_COLOURS)
    resources["colours_left"] = max(0, colours_left - safe_html.colours_in(text))
    return safe_html.terminal(text, max_colours=colours_left)


def _as_many_as_fit(cells: list[NotebookNode]) -> list[NotebookNode]:
    """The cells without further ones of the student's own if there are very many, and without
    further outputs."""
    kept: list[NotebookNode] = []
    own_cells = outputs = 0
    for cell in cells:
        own_cells += not grade_id(cell)
        if own_cells > MAX_OWN_CELLS and not grade_id(cell):
            continue
        if cell.cell_type == "code":
            room = max(0, MAX_PAGE_OUTPUTS - outputs)
            outputs += len(cell.outputs)
            if len(cell.outputs) > room:
                left_out = new_output("stream", text=OUTPUTS_LEFT_OUT)
                cell.outputs = [*cell.outputs[:room], left_out]
        kept.append(cell)
    return kept


def _made_harmless(cells: list[NotebookNode], as_html: dict[str, str]) -> list[NotebookNode] | None:
    """The cells with harmless outputs, and their texts and code as HTML in `as_html`; None if that
    fails."""
    kept = [_short(cell) for cell in cells]
    try:
        shown = page_process.make_apart(partial(harmless, kept))
    except page_process.NotMade:
        return None
    for number, (cell, (html, outputs)) in enumerate(zip(kept, shown, strict=True)):
        if cell.cell_type == "code":
            as_html[cell.source] = html
        elif html:
            cell.source = _stand_for(as_html, f"text-{number}", html)
        for output, data in zip(cell.get("outputs", []), outputs, strict=True):
            if data is not None:
                output.data = NotebookNode(data)
    return kept


def _with_rubrics(
    cells: list[NotebookNode], rubrics: dict[str, Markup], as_html: dict[str, str]
) -> list[NotebookNode]:
    """The cells, with the model answer below each that has one."""
    with_rubrics = []
    for cell in cells:
        with_rubrics.append(cell)
        name = grade_id(cell)
        if name in rubrics:
            box = RUBRIC.format(HEADING, rubrics[name])
            with_rubrics.append(_box(as_html, f"rubric-{name}", box))
    return with_rubrics


def _short(cell: NotebookNode) -> NotebookNode:
    """A cell with texts cut to fit a page, and without what formgrader's page would write as it is:
    a raw cell's type, and what an output says about its pictures."""
    cell.metadata.pop("raw_mimetype", None)
    cell.source = _cut(cell.source)
    for output in cell.get("outputs", []):
        if "text" in output:
            output.text = _cut(output.text)
        if "traceback" in output:
            output.traceback = [_cut("\n".join(output.traceback))]
        if "metadata" in output:
            output.metadata = NotebookNode()  # nbconvert writes a picture's width without quotes
    return cell


def _cut(text: str) -> str:
    text = storable(text)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}\n(The rest is not shown.)"


def _as_plain_text(cell: NotebookNode) -> NotebookNode:
    """A cell with only its plain text."""
    for output in cell.get("outputs", []):
        if "data" in output:
            text = output.data.get("text/plain")
            output.data = NotebookNode({"text/plain": _cut(text)} if text else {})
    return cell


def _box(as_html: dict[str, str], name: str, html: str) -> NotebookNode:
    """One of our cells, among the student's."""
    return new_markdown_cell(_stand_for(as_html, name, html))


def _note(as_html: dict[str, str], name: str, sentence: str) -> NotebookNode:
    """A cell with a sentence of ours."""
    return _box(as_html, name, f"<p><strong>{sentence}</strong></p>")


def _stand_for(as_html: dict[str, str], name: str, html: str) -> str:
    """A placeholder for HTML in a cell, which no file can contain."""
    as_html[f"\ud800{name}"] = html
    return f"\ud800{name}"


def _rubrics(homework: str) -> dict[str, Markup]:
    """The model answers of a homework, by cell; empty if its text is not here."""
    try:
        cells = read_source(homework).cells
    except (BadSource, OSError):
        return {}
    return {cell.id: safe_html.markdown(rubric) for cell in cells if (rubric := model_answer(cell))}


def harmless(cells: list[NotebookNode]) -> list[tuple[str, list[dict[str, str] | None]]]:
    """For each cell, harmless HTML of its Markdown or code, empty if it is neither, and harmless
    data of each of its outputs, None where there is none."""
    tags_left = MAX_PAGE_TAGS

    def limited(html: str, text: str) -> str:
        nonlocal tags_left
        tags_left -= html.count("<")
        return LEFT_ALONE.format(html) if tags_left >= 0 else str(safe_html.preformatted(text))

    shown = []
    for cell in cells:
        source, html = cell.source, ""
        if cell.cell_type == "markdown":
            html = limited(str(safe_html.markdown(source, cell.get("attachments"))), source)
        elif cell.cell_type == "code":
            html = limited(str(safe_html.code(source, COLOURED)), source)
        outputs = cell.get("outputs", [])
        data = [_harmless_data(output.get("data"), limited) for output in outputs]
        shown.append((html, data))
    return shown


def _harmless_data(data: dict | None, limited: Callable[[str, str], str]) -> dict[str, str] | None:
    """The output of a cell, in forms that can only be looked at."""
    if data is None:
        return None
    texts = safe_html.texts_in(data)
    shown = {media_type: texts[media_type] for media_type in HARMLESS if media_type in texts}
    for media_type, convert in safe_html.CONVERTERS.items():
        if media_type in texts:
            text = texts[media_type]
            return shown | {"text/html": limited(str(convert(text)), text)}
    return shown
