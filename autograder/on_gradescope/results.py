"""Makes the results for Gradescope: the dictionary that becomes `results.json`.

Its format: https://gradescope-autograders.readthedocs.io/en/latest/specs/
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nbformat import NotebookNode

from autograder.notebook.cells import (
    EVERYBODY,
    is_graded_check,
    points_of,
    ruling_of,
    worth_of,
)
from autograder.notebook.titles import OWN_CELL, cell_names, number_and_name, title_of

if TYPE_CHECKING:
    from autograder.grading.submission import GradedSubmission

MAX_OUTPUT = 10_000  # characters of the output of one test


def of_graded(graded: "GradedSubmission") -> dict:
    """The results of a submission that was graded."""
    tests = [
        _test(cell, _earned(cell), _output_below(cell)) for cell in graded_checks(graded.notebook)
    ]
    return _results(tests, "\n".join(_remarks(graded)))


def of_ungraded(released: NotebookNode, sentence: str) -> dict:
    """The results of a submission that could not be graded: nothing for any check, and why."""
    return _results([_test(cell, 0.0, "") for cell in graded_checks(released)], sentence)


def _results(tests: list[dict], output: str) -> dict:
    # What is printed during grading says what instructors should look at.
    return {
        "output": output,
        "output_format": "text",
        "stdout_visibility": "hidden",
        "visibility": "visible",
        "tests": [{"number": str(number)} | test for number, test in enumerate(tests, start=1)],
    }


def _test(cell: NotebookNode, score: float, output: str) -> dict:
    number, name = number_and_name(title_of(cell))
    if len(output) > MAX_OUTPUT:
        output = f"{output[:MAX_OUTPUT]}\n(The rest is left out.)"
    test = {
        "name": name,
        "score": score,
        "max_score": float(points_of(cell)),  # 0 for extra credit, which only adds
        "status": "passed" if score >= worth_of(cell) else "failed",
        "output": output,
        "output_format": "text",
        "visibility": "visible",
    }
    return {"number": number} | test if number else test


def graded_checks(notebook: NotebookNode) -> list[NotebookNode]:
    """The cells that the judge grades, without those that people grade."""
    return [cell for cell in notebook.cells if is_graded_check(cell)]


def _earned(cell: NotebookNode) -> float:
    """The points from the verdict in a cell's outputs or, if the author has decided the question,
    those that everybody gets."""
    if ruling := ruling_of(cell):
        return float(worth_of(cell)) if ruling == EVERYBODY else 0.0
    for output in cell.outputs:
        if output.output_type == "execute_result":
            return float(output.data["text/plain"])
    return 0.0


def _output_below(cell: NotebookNode) -> str:
    """The text that a student reads below a check."""
    texts = []
    for output in cell.outputs:
        if output.output_type == "stream":
            texts.append(output.text.rstrip())
        elif output.output_type == "error":
            texts.append("\n".join(output.traceback))
        elif "text/html" in output.get("data", {}):  # folded in the notebook
            texts.append(output.data["text/plain"])
    return "\n\n".join(texts)


def _remarks(graded: "GradedSubmission") -> Iterator[str]:
    if graded.notes.earlier:
        yield "Made with an earlier release of this homework."
    for sentence in graded.notes.mended:
        yield f"Repaired before grading. {sentence}"
    names = cell_names(graded.notebook.cells)
    for cell, reason in graded.notes.stopped.items():
        yield f"A cell was stopped ({names.get(cell, OWN_CELL)}). {reason}"
