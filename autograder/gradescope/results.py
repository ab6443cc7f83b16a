"""What Gradescope is told: a judged notebook as the dictionary that becomes `results.json`.

Its format: https://gradescope-autograders.readthedocs.io/en/latest/specs/
"""

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nbformat import NotebookNode

from autograder.source import extra_points

if TYPE_CHECKING:
    from autograder.submission import Graded

MOST = 10_000  # characters of the output of one test
_TITLE = re.compile(r"(\d+[a-z]?)\s+(.+)")  # of an exercise: its number, its name


def of_graded(graded: "Graded") -> dict:
    """The results of a submission that was graded."""
    tests = [_test(cell, _earned(cell), _said(cell)) for cell in checks(graded.notebook)]
    return _results(tests, "\n".join(_remarks(graded)))


def of_ungraded(released: NotebookNode, sentence: str) -> dict:
    """The results of a submission that could not be graded: nothing for any check, and why."""
    return _results([_test(cell, 0.0, "") for cell in checks(released)], sentence)


def _results(tests: list[dict], output: str) -> dict:
    # What is printed while grading says what an instructor should look at.
    return {
        "output": output,
        "output_format": "text",
        "stdout_visibility": "hidden",
        "visibility": "visible",
        "tests": [{"number": str(number)} | test for number, test in enumerate(tests, start=1)],
    }


def _test(cell: NotebookNode, score: float, output: str) -> dict:
    extra, points = extra_points(cell), float(cell.metadata.nbgrader.points)
    match = _TITLE.fullmatch(_title(cell))
    number = {"number": match[1]} if match else {}
    return (
        number
        | {
            "name": match[2] if match else _title(cell),
            "score": score,
            "max_score": points,  # nbgrader's: 0 for extra credit, which only adds
            "status": "passed" if score >= (extra or points) else "failed",
            "output": output
            if len(output) <= MOST
            else output[:MOST] + "\n(The rest is left out.)",
            "output_format": "text",
            "visibility": "visible",
        }
    )


def checks(notebook: NotebookNode) -> Iterator[NotebookNode]:
    """The cells whose marks the judge gives. What people grade is left to them."""
    for cell in notebook.cells:
        nbgrader = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "code" and nbgrader.get("grade") and not nbgrader.get("solution"):
            yield cell


def _earned(cell: NotebookNode) -> float:
    """The points that the verdict in a cell's outputs gives."""
    for output in cell.outputs:
        if output.output_type == "execute_result":
            return float(output.data["text/plain"])
    return 0.0


def _said(cell: NotebookNode) -> str:
    """What a student reads below a check."""
    said = []
    for output in cell.outputs:
        if output.output_type == "stream":
            said.append(output.text.rstrip())
        elif output.output_type == "error":
            said.append("\n".join(output.traceback))
    return "\n\n".join(said)


def _remarks(graded: "Graded") -> Iterator[str]:
    for sentence in graded.mended:
        yield f"Mended before grading. {sentence}"
    for cell, reason in graded.stopped.items():
        yield f"A cell was stopped ({cell}). {reason}"


def _title(cell: NotebookNode) -> str:
    """The title of a check's exercise, else the cell's name."""
    for node in ast.walk(ast.parse(cell.source)):
        if not isinstance(node, ast.Call):
            continue
        texts = [keyword.value for keyword in node.keywords if keyword.arg == "exercise"]
        if isinstance(node.func, ast.Name) and node.func.id == "exercise":
            texts += node.args
        for text in texts:
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                return text.value
    return cell.metadata.nbgrader.grade_id.removesuffix("-check").replace("-", " ")
