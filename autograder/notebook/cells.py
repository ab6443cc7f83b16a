"""Says what a cell of a homework is for, from nbgrader's metadata and the author's header."""

import re

from nbformat import NotebookNode

from autograder.base.sentences import counted
from autograder.notebook.check_cells import SUMMARY
from autograder.notebook.markers import MARKERS, hidden_regions

ONLY_SHOWS = "shows"  # in a cell's metadata: the cell only shows something
TITLE = "title"  # in a cell's metadata: what students call the exercise of a check
RULING = "ruling"  # in a cell's metadata: one of these two
EVERYBODY, VOID = "everybody", "void"  # all who handed in get the points; or it does not count
_EXTRA_CREDIT = re.compile(r"# Extra credit: (\d+) points?\.\n")


def as_extra_credit(code: str, points: int) -> str:
    """The code of a check with a first line that makes it extra credit."""
    return f"# Extra credit: {counted(points, 'point')}.\n{code}"


def extra_credit_of(cell: NotebookNode) -> int:
    """The extra credit that a check can give; 0 for any other cell.

    It is read from the source, because nbgrader's gradebook keeps the source but not the metadata.
    The source of an answer in words is the student's, so it cannot set points.
    """
    match = _EXTRA_CREDIT.match(cell.source or "") if cell.cell_type == "code" else None
    return int(match.group(1)) if match else 0


def ruling_of(cell: NotebookNode) -> str:
    """What the author has decided for everybody, no matter what they answered: `EVERYBODY`, `VOID`,
    or nothing. This can be trusted: the metadata in repaired notebooks come from the release."""
    return cell.metadata.get(RULING, "")


def header_title(cell: NotebookNode) -> str:
    """The title in the header of a check or an answer in words; empty for any other cell."""
    return cell.metadata.get(TITLE, "")


def colab_id(cell: NotebookNode) -> str:
    """The id that Colab keeps in a cell's metadata; empty if there is none. It survives even if the
    cell's own id is lost."""
    kept = cell.metadata.get("id")
    return kept if isinstance(kept, str) else ""


def nbgrader_of(cell: NotebookNode) -> dict:
    """nbgrader's metadata of a cell; empty for a cell that a student added."""
    return cell.metadata.get("nbgrader", {})


def grade_id(cell: NotebookNode) -> str:
    """nbgrader's id of a cell; empty if it has none."""
    return nbgrader_of(cell).get("grade_id", "")


def points_of(cell: NotebookNode) -> float:
    """The points of a cell, without extra credit; 0 if it gives none."""
    return nbgrader_of(cell).get("points", 0)


def worth_of(cell: NotebookNode) -> float:
    """What a cell can give at most, in points or extra credit."""
    return extra_credit_of(cell) or points_of(cell)


def with_extra_as_points(cell: NotebookNode) -> NotebookNode:
    """The cell, with its extra credit as ordinary points."""
    if not extra_credit_of(cell):
        return cell
    nbgrader = {**nbgrader_of(cell), "points": extra_credit_of(cell)}
    return NotebookNode(cell | {"metadata": cell.metadata | {"nbgrader": nbgrader}})


def worth_in_all(cells: list[NotebookNode]) -> tuple[float, int]:
    """The points of some cells, and their extra credit."""
    return sum(map(points_of, cells)), sum(map(extra_credit_of, cells))


def is_graded(cell: NotebookNode) -> bool:
    """Whether a cell gives points: a check, which the judge scores, or an answer in words, which a
    person scores."""
    return nbgrader_of(cell).get("grade", False)


def is_solution(cell: NotebookNode) -> bool:
    """Whether students are to fill in a cell."""
    return nbgrader_of(cell).get("solution", False)


def is_locked(cell: NotebookNode) -> bool:
    """Whether students are to leave a cell as it is."""
    return nbgrader_of(cell).get("locked", False)


def students_code(cells: list[NotebookNode]) -> list[NotebookNode]:
    """The student's code cells: those to be filled in, and those of their own."""
    code = (cell for cell in cells if cell.cell_type == "code")
    return [cell for cell in code if is_solution(cell) or is_own(cell)]


def is_own(cell: NotebookNode) -> bool:
    """Whether a code cell is a student's own: nbgrader knows all those of the author."""
    return not grade_id(cell)


def has_solution(cell: NotebookNode) -> bool:
    """Whether a cell holds a solution that students do not get."""
    return any(marker in cell.source for marker in MARKERS)


def is_judged(cell: NotebookNode) -> bool:
    """Whether a cell is a check, which may give points, or the summary: the judge runs it, not a
    student's kernel."""
    return cell.cell_type == "code" and (header_title(cell) != "" or grade_id(cell) == SUMMARY)


def is_graded_check(cell: NotebookNode) -> bool:
    """Whether a cell is a check that gives points."""
    return is_graded(cell) and is_judged(cell)


def only_shows(cell: NotebookNode) -> bool:
    """Whether an author's cell only shows something, so that it need not be run in grading."""
    return bool(cell.metadata.get(ONLY_SHOWS))


def printed_in(outputs: list[NotebookNode]) -> str:
    """The text that a cell printed, from its outputs."""
    return "".join(output.text for output in outputs if output.output_type == "stream")


def errors_among(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """The errors that a cell raised, or that its check shows, among its outputs."""
    return [output for output in outputs if output.output_type == "error"]


def model_answer(cell: NotebookNode) -> str:
    """The model answer and the rubric of an answer in words; empty for any other cell."""
    if cell.cell_type != "markdown":
        return ""
    return "\n\n".join(hidden_regions(cell.source))


def nbgrader_metadata(
    grade_id: str, points: float | None = None, *, solution: bool = False
) -> dict:
    """nbgrader's metadata for a cell. A cell without points is not graded."""
    metadata = {
        "grade": points is not None,
        "grade_id": grade_id,
        "locked": not solution,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    return metadata if points is None else metadata | {"points": points}
