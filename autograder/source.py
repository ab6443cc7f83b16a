"""From the author's text to nbgrader's source notebook.

An author writes percent text in `solutions/` and marks cells with no more than

    # %% grade_id="mul"                   a solution cell, or one that students must not change
    # %% grade_id="mul-check" points=3    a graded check
    # %% grade_id="more-check" extra=2    a graded check that can only add points
    # %% [markdown] grade_id="why" points=2    an answer in words, graded by hand

A cell is a solution cell if it holds `### BEGIN SOLUTION` ... `### END SOLUTION`, or lines that end
in `### SOLUTION`. The rest of nbgrader's metadata follows from that. In an answer in words, what
stands between these lines is the model answer and the rubric: students get "YOUR ANSWER HERE" in
its place, and formgrader shows it to whoever grades.
"""

import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.house import SOLUTIONS, SOURCE

MARKERS = ("### BEGIN SOLUTION", "### END SOLUTION", "### SOLUTION")
EXTRA_CREDIT = "# Extra credit: {points} points."
_REGION = re.compile(r"^### BEGIN SOLUTION$(.*?)^### END SOLUTION$", re.MULTILINE | re.DOTALL)
EXTRA_CREDIT_POINTS = re.compile(r"# Extra credit: (\d+) points\.\n")

KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


class BadSource(ValueError):
    """An author's text that cannot become an assignment; the message says what to change."""


def source_path(assignment: str) -> Path:
    """The author's text of a homework."""
    return SOLUTIONS / f"{assignment}.py"


def read_source(assignment: str) -> NotebookNode:
    """The author's text as a notebook with nbgrader's metadata, cell ids that never change,
    and no outputs.

    Raises:
        BadSource: a cell without an id that needs one, an id used twice, unknown metadata.
    """
    path = source_path(assignment)
    if not path.exists():
        raise BadSource(f"There is no {path.name} in {SOLUTIONS.name}/.")
    import jupytext  # takes long, and few commands read a source

    text = jupytext.read(path)
    notebook = nbformat.v4.new_notebook(metadata=KERNEL)
    seen: set[str] = set()
    for number, cell in enumerate(text.cells):
        is_code = cell.cell_type == "code"
        metadata = _nbgrader_metadata(cell, f"{path.name}, cell {number}")
        new = nbformat.v4.new_code_cell if is_code else nbformat.v4.new_markdown_cell
        cell_id = metadata["grade_id"] if metadata else f"text-{number:02}"
        if cell_id in seen:
            raise BadSource(f"{path.name}: two cells have grade_id={cell_id!r}.")
        seen.add(cell_id)
        source = cell.source
        if "extra" in cell.metadata:
            source = EXTRA_CREDIT.format(points=cell.metadata["extra"]) + "\n" + source
        made = new(source, id=cell_id)
        if metadata:
            made.metadata["nbgrader"] = metadata
        notebook.cells.append(made)
    return notebook


def write_source(assignment: str) -> Path:
    """Writes nbgrader's source notebook into the build folder."""
    path = SOURCE / assignment / f"{assignment}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(read_source(assignment), path)
    return path


def extra_points(cell: NotebookNode) -> int:
    """The points of an extra-credit check; 0 for any other cell.

    Read from the source of the cell, which nbgrader restores to the released one before grading,
    and not from metadata, which a student can edit.
    """
    match = EXTRA_CREDIT_POINTS.match(cell.source)
    return int(match.group(1)) if match else 0


def has_solution(cell: NotebookNode) -> bool:
    """Whether a cell holds a solution that students do not get."""
    return any(marker in cell.source for marker in MARKERS)


def model_answer(cell: NotebookNode) -> str:
    """The model answer and the rubric of an answer in words; empty for any other cell."""
    if cell.cell_type != "markdown":
        return ""
    return "\n\n".join(text.strip() for text in _REGION.findall(cell.source))


def _nbgrader_metadata(cell: NotebookNode, where: str) -> dict | None:
    given = {k: v for k, v in cell.metadata.items() if k in ("grade_id", "points", "extra")}
    unknown = set(cell.metadata) - set(given) - {"cell_marker", "lines_to_next_cell", "title"}
    if unknown:
        raise BadSource(f"{where}: unknown metadata {', '.join(sorted(unknown))}.")
    if cell.cell_type != "code" and not given:
        return None
    if "grade_id" not in given:
        raise BadSource(f'{where}: a code cell needs a name: # %% grade_id="...".')
    solution = has_solution(cell)
    graded = "points" in given or "extra" in given
    in_words = cell.cell_type == "markdown"
    if solution and graded and not in_words:
        raise BadSource(f"{where}: a solution cell has no points; its check has.")
    if in_words and graded != solution:
        raise BadSource(
            f"{where}: an answer in words has both points=... and, between ### BEGIN SOLUTION and "
            "### END SOLUTION, the model answer and the rubric."
        )
    if in_words and "extra" in given:
        raise BadSource(f"{where}: an answer in words has points, and no extra credit.")
    metadata = {
        "grade": graded,
        "grade_id": given["grade_id"],
        "locked": not solution,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    if graded:
        metadata["points"] = given.get("points", 0)
    return metadata
