"""Tries a homework before it is released.

A temporary class of two is graded: one student hands in the solution, the other the untouched
notebook.
"""

from collections.abc import Iterator
from contextlib import closing
from copy import deepcopy
from pathlib import Path

from nbformat import NotebookNode

from autograder.base.classroom import Classroom
from autograder.grading.class_limits import limits_of
from autograder.grading.submission import run_and_judge
from autograder.judge.author_run import BadPlan
from autograder.judge.question_plan import plan_for
from autograder.notebook.cells import (
    errors_among,
    is_graded,
    is_graded_check,
    printed_in,
    ruling_of,
    worth_of,
)
from autograder.notebook.markers import solved
from autograder.on_nbgrader.gradebook import ClassGradebook
from autograder.on_nbgrader.marks_writer import MarksWriter
from autograder.repairing.repair import repair_for


def failures_in_rehearsal(
    homework: str, source: NotebookNode, untouched: NotebookNode, folder: Path
) -> list[str]:
    """Sentences on wrong marks and errors of the solution and the untouched notebook.

    Args:
        folder: the folder for the class; the untouched notebook is already in `release` there.
    """
    try:
        plan_for(homework, series="rehearsal")
    except BadPlan as reason:
        return [str(reason)]
    rehearsal = Classroom(folder)
    solution = deepcopy(source)
    for cell in solution.cells:
        cell.source = solved(cell.source)
    graded, limits = {}, limits_of(rehearsal)
    book = ClassGradebook(rehearsal)
    book.enter(homework, untouched)
    with closing(MarksWriter(rehearsal)) as writer:
        for student, notebook in (("solution", solution), ("untouched", untouched)):
            repaired = repair_for(homework, notebook, release_folder=folder / "release")
            done = run_and_judge(homework, repaired, "rehearsal", limits=limits, everything=True)
            writer.enter(student, homework, done.notebook, timestamp=None)
            graded[student] = done.notebook.cells
    records = book.recorded_submissions(homework)
    marks = {student: record.scores for student, record in records.items()}
    return [*_wrong_marks(source, marks, graded), *_errors_outside_checks(graded["solution"])]


def _wrong_marks(
    source: NotebookNode,
    marks: dict[str, dict[str, float | None]],
    graded: dict[str, list[NotebookNode]],
) -> Iterator[str]:
    """Sentences on checks that give the solution fewer than all points, or give the untouched
    notebook any. Checks that people grade, or that are decided for everybody, are left out."""
    for cell in source.cells:
        if not is_graded_check(cell) or ruling_of(cell):
            continue
        check, points = cell.id, worth_of(cell)
        earned, for_nothing = marks["solution"][check], marks["untouched"][check]
        if earned != points:
            complaint = _complaint(check, graded["solution"])
            yield f"the solution earns {earned:g} of {points:g} in {check}. {complaint}"
        if for_nothing:
            complaint = _complaint(check, graded["untouched"])
            yield (
                f"the untouched notebook earns {for_nothing:g} of {points:g} in {check}. Are the "
                f"markers of a cell above it missing? {complaint}"
            )


def _errors_outside_checks(solution: list[NotebookNode]) -> Iterator[str]:
    for cell in solution:
        if is_graded(cell):
            continue
        for error in _errors_of(cell):
            yield (
                f"cell {cell.id!r} of the solution raises {error} when it is graded. Checks are "
                "run outside the student's kernel, so no other cell may use what they define."
            )


def _complaint(check: str, graded: list[NotebookNode]) -> str:
    """What a check said: its error or, without an error, what it printed."""
    cell = next(cell for cell in graded if cell.id == check)
    if errors := _errors_of(cell):
        return errors[0]
    printed = printed_in(cell.outputs)
    return f"It says:\n{printed}".rstrip() if printed else "It says nothing."


def _errors_of(cell: NotebookNode) -> list[str]:
    errors = errors_among(cell.get("outputs", []))
    return [f"{error.ename}: {error.evalue}"[:300] for error in errors]
