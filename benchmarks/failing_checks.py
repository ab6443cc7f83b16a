"""How much longer a check of an engine takes when it fails: the time of the diagnosis.

Run: python benchmarks/failing_checks.py
"""

import contextlib
import io
import statistics
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from autograder.authoring.bank_texts import bank_answers
from autograder.judge.author_run import run_author, run_code, set_apart
from course import ComputationNode, Leaf
from course.messages.failure import CheckFailed

HOMEWORKS = {"hw1-cosh": "backward-algorithm", "hw2-tanh": "engine", "hw4-matmul": "engine"}


def main() -> None:
    """Times each check of an engine on the author's engine and on the bank's wrong engines."""
    table = Table("homework", "check", "passes, ms", "slowest failure, ms", "by", "median, ms")
    for assignment, solution in HOMEWORKS.items():
        wrong = {
            answer.id: _algorithms(answer.code)
            for answer in bank_answers()
            if not answer.is_right and (assignment, solution) in answer.exercises
        }
        judged, classes = run_author(assignment)
        with set_apart(classes):
            for cell in judged:
                if "backward_algorithm" not in cell.student_names:
                    continue
                _milliseconds(cell, {})  # a warm-up: what is computed only once is not timed
                right = _milliseconds(cell, {})
                times = {name: _milliseconds(cell, names) for name, names in wrong.items()}
                slowest, median = max(times, key=times.get), statistics.median(times.values())
                table.add_row(
                    assignment,
                    cell.id,
                    f"{right:.0f}",
                    f"{times[slowest]:.0f}",
                    slowest,
                    f"{median:.0f}",
                )
    Console().print(table)


def _algorithms(code: str) -> dict[str, Callable]:
    names = {"ComputationNode": ComputationNode, "Leaf": Leaf}
    exec(code, names)
    return {name: value for name, value in names.items() if name.endswith("_algorithm")}


def _milliseconds(cell, names: dict[str, Callable]) -> float:
    started = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(CheckFailed):
        run_code(cell.code, dict(cell.names) | names)
    return (time.process_time() - started) * 1000


if __name__ == "__main__":
    main()
