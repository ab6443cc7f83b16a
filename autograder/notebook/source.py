"""Makes nbgrader's source notebook from the author's text.

An author writes percent text in `solutions/` and marks cells with just

    # %% grade_id="mul"                   a solution cell, or one that students must not change
    # %% grade_id="mul-check" points=3 title="2b Mul"    a graded check
    # %% grade_id="more-check" extra=2 title="2c More"   a graded check that can only add points
    # %% grade_id="all" title="3 All together"           a check that gives no points
    # %% grade_id="plot" shows=true       not run at grading, since it only shows something
    # %% [markdown] grade_id="why" points=2    an answer in words, graded by hand
    # %% grade_id="own" variants=true     only there if students get their own versions
    # %% grade_id="setup" ai="off"        for the AI in Colab, in the whole notebook

A cell that gives points can also have `everybody=true`, so that all get them, or `void=true`, so
that the question does not count.

Title and points are in the header and nowhere else: `check_cells` and `points_table` make the rest
from them.

A cell is a solution cell if it holds `### BEGIN SOLUTION` ... `### END SOLUTION`, or lines that end
in `### SOLUTION`. The rest of nbgrader's metadata follows from that. In an answer in words, the
text between these lines is the model answer and the rubric: students get "YOUR ANSWER HERE" in its
place, and formgrader shows it to graders.
"""

import ast
import re
from copy import deepcopy
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.base import paths
from autograder.base.files import cached_until_changed, write_whole
from autograder.notebook.cells import (
    ONLY_SHOWS,
    RULING,
    TITLE,
    as_extra_credit,
    has_solution,
    header_title,
    nbgrader_metadata,
    nbgrader_of,
)
from autograder.notebook.check_cells import SUMMARY, BadCheck, check_code, summary_code
from autograder.notebook.headers import AI, BadSource, Header, read_header
from autograder.notebook.markers import BEGIN, BLANK, END, misused
from autograder.notebook.notebook_files import notebook_text
from autograder.notebook.percent_text import cells_with_lines
from autograder.notebook.points_table import fill_in_points
from autograder.notebook.release_choices import kept_choices

# A check that computes right answers or has clues is folded, so that students run it without
# reading it.
_WORKS_OUT = re.compile(r"^(clues|right) = \{|^def ", re.MULTILINE)
FOLDED = {"jupyter": {"source_hidden": True}, "cellView": "form"}  # in Jupyter, in Colab
_EXERCISE = re.compile(r"\*\*Exercise (\w+)")

KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def source_path(homework: str) -> Path:
    """The author's text of a homework."""
    return paths.SOLUTIONS / f"{homework}.py"


def read_source(homework: str, *, variants: bool | None = None) -> NotebookNode:
    """The author's text as a notebook, with nbgrader's metadata and cell ids that never change, and
    without outputs.

    Args:
        variants: whether to include cells for students' own versions; by default, as chosen.

    Raises:
        BadSource: a header cannot be read, an id is missing or used twice, markers do not match,
            there is a syntax error, or the table of points lists a section that gives no points.
    """
    path = source_path(homework)
    if not path.exists():
        raise BadSource(f"There is no {path.name} in {paths.SOLUTIONS.name}/.")
    return deepcopy(_notebook_from(path, kept_choices().variants if variants is None else variants))


@cached_until_changed
def _notebook_from(path: Path, variants: bool) -> NotebookNode:  # noqa: FBT001
    notebook = nbformat.v4.new_notebook(metadata=KERNEL)
    for line, cell in cells_with_lines(path):
        where = f"{path.name}, line {line}"
        _refuse_bad_text(cell, where)
        header = read_header(cell, where)
        for number, text in misused(cell.source, is_code=cell.cell_type == "code"):
            raise BadSource(
                f"{path.name}, line {line + 1 + number}: `{text.strip()}` hides nothing. Write "
                f"{BEGIN} and {END} on lines of their own, or {BLANK} after `name = value`."
            )
        if header.ai:
            notebook.metadata[AI] = header.ai
        if variants or not header.is_for_variants:
            notebook.cells.append(_new_cell(cell, header, notebook.cells))
    if titles := _titles_of_checks(notebook.cells):
        answers = (_exercise_in_words(cell) for cell in notebook.cells if nbgrader_of(cell))
        code = summary_code(titles, [*filter(None, answers)])
        summary = nbformat.v4.new_code_cell(code, id=SUMMARY)
        summary.metadata["nbgrader"] = nbgrader_metadata(SUMMARY)
        notebook.cells.append(summary)
    fill_in_points(notebook.cells, path.name)
    return notebook


def _new_cell(cell: NotebookNode, header: Header, before: list[NotebookNode]) -> NotebookNode:
    """The notebook's cell for a cell of the text; `before` has the notebook's cells so far. Without
    nbgrader metadata, its id is made from its place."""
    is_code, nbgrader = cell.cell_type == "code", header.nbgrader
    make = nbformat.v4.new_code_cell if is_code else nbformat.v4.new_markdown_cell
    new = make(cell.source, id=nbgrader["grade_id"] if nbgrader else f"text-{len(before):02}")
    if any(other.id == new.id for other in before):
        header.refuse(f"another cell also has grade_id={new.id!r}. Rename one.")
    if new.id == SUMMARY:
        header.refuse("the release adds the summary; delete this cell.")
    if header.title in _titles_of_checks(before):
        header.refuse(f"another check is also called {header.title!r}.")
    exercise = _exercise_in_words(new) if nbgrader else ""
    metadata = {
        "nbgrader": nbgrader,
        ONLY_SHOWS: header.only_shows,
        TITLE: header.title or (f"{exercise} In words" if exercise else ""),
        RULING: header.ruling,
    }
    new.metadata |= {key: value for key, value in metadata.items() if value}
    if header.title and is_code:
        new.source = _check_code(cell, header, before)
        new.metadata |= FOLDED if _WORKS_OUT.search(cell.source) else {}
    return new


def _titles_of_checks(cells: list[NotebookNode]) -> list[str]:
    return [title for cell in cells if cell.cell_type == "code" and (title := header_title(cell))]


def _exercise_in_words(cell: NotebookNode) -> str:
    """The number of the exercise that a text names; empty if it names none."""
    match = _EXERCISE.search(cell.source) if cell.cell_type != "code" else None
    return match[1] if match else ""


def write_source(homework: str, folder: Path | None = None) -> Path:
    """Writes nbgrader's source notebook, by default into the folder in which formgrader looks."""
    path = paths.released_path(homework, folder or paths.SOURCE)
    write_whole(path, notebook_text(read_source(homework)))
    return path


def line_of_cell(homework: str, cell_id: str) -> int:
    """The number of the line that is the header of a cell with this id."""
    cells = cells_with_lines(source_path(homework))
    return next(line for line, cell in cells if cell.metadata.get("grade_id") == cell_id)


def _refuse_bad_text(cell: NotebookNode, where: str) -> None:
    """Raises BadSource, with the line, for what nbgrader and Python report without one."""
    is_code = cell.cell_type == "code"
    for begin, end in [(BEGIN, END)] if is_code else [(BEGIN, END), ("<details>", "</details>")]:
        begins, ends = cell.source.count(begin.rstrip(">")), cell.source.count(end)
        if begins != ends:
            missing = begin if begins < ends else end
            raise BadSource(
                f"{where}: this cell has {begins} of {begin} and {ends} of {end}. Add {missing}."
            )
    try:
        ast.parse(cell.source if is_code else "")
    except SyntaxError as error:
        text = (error.text or "").strip()
        raise BadSource(f"{where}: in this cell, {error.msg}, at `{text}`.") from None


def _check_code(cell: NotebookNode, header: Header, before: list[NotebookNode]) -> str:
    """A check as students get it."""
    code_cells = [other for other in before if other.cell_type == "code"]
    solutions = [other.source for other in code_cells if has_solution(other)]
    try:
        code = check_code(cell.source, header.title, header.worth, solutions)
    except BadCheck as reason:
        header.refuse(str(reason))
    return code if header.extra is None else as_extra_credit(code, header.extra)
