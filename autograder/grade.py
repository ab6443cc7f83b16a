"""Grading the submissions of one homework, one student's failure costing nobody else."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from autograder.house import Class
from autograder.nbgrader_api import Nbgrader, NbgraderFailed
from autograder.source import write_source


@dataclass
class Outcome:
    """How grading one student went: None, or the reason why it could not be done."""

    student: str
    failure: str | None = None


def grade(
    of: Class,
    assignment: str,
    *,
    students: list[str] | None = None,
    force: bool = False,
    progress: Callable[[Outcome], None] = lambda outcome: None,
) -> list[Outcome]:
    """Runs the submissions of a homework, enters the marks and writes the feedback.

    Args:
        of: the class.
        assignment: the homework.
        students: only these; all who handed in by default.
        force: grade again what has been graded and has not changed since.
        progress: called after each student.
    """
    write_source(assignment)
    with tempfile.TemporaryDirectory(prefix="grade-") as unused:
        # The gradebook needs the assignment as it now is; the released notebook stays untouched.
        Nbgrader(of, release_to=Path(unused)).generate(assignment)
    nbgrader = Nbgrader(of)
    outcomes = []
    for student in students if students is not None else of.students(assignment):
        outcomes.append(_grade_one(nbgrader, assignment, student, force))
        progress(outcomes[-1])
    return outcomes


def _grade_one(nbgrader: Nbgrader, assignment: str, student: str, force: bool) -> Outcome:
    try:
        nbgrader.autograde(assignment, student, force=force)
        nbgrader.feedback(assignment, student)
    except NbgraderFailed as failure:
        return Outcome(student, str(failure))
    return Outcome(student)
