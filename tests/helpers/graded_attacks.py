"""Grades hostile submissions, and asserts that they gain nothing."""

import json
import math

import nbformat
import pytest
from nbgrader.utils import determine_grade

from autograder.base.paths import released_path
from autograder.grading.submission import GradedSubmission, grade_submission
from autograder.notebook.cells import grade_id, is_graded, points_of, with_extra_as_points
from tests.helpers.hostile import Attack

SERIES = "a series that no student knows"


def grade(attack: Attack, series: str = SERIES) -> GradedSubmission:
    """Grades a hostile submission."""
    data = nbformat.writes(attack.notebook()).encode()
    return grade_submission(attack.homework, data, series, limits=attack.limits)


def marks(graded: GradedSubmission) -> dict[str, float]:
    """The points of each graded cell, as nbgrader reads them."""
    found = {}
    for cell in filter(is_graded, graded.notebook.cells):
        found[grade_id(cell)], _ = determine_grade(with_extra_as_points(cell))
    return found


def points(graded: GradedSubmission) -> float:
    """The sum of all points."""
    assert all(math.isfinite(earned) for earned in marks(graded).values())
    return sum(marks(graded).values())


def shown(graded: GradedSubmission) -> str:
    """Everything that the code cells displayed."""
    return json.dumps([cell.get("outputs", []) for cell in graded.notebook.cells])


def most_in(homework: str) -> dict[str, float]:
    """The points that each graded cell of the released notebook can give."""
    cells = nbformat.read(released_path(homework), as_version=4).cells
    return {grade_id(cell): points_of(cell) for cell in cells if is_graded(cell)}


def no_gain(attack: Attack, graded: GradedSubmission) -> None:
    """Asserts that an attack gained no points, won nothing else, and was noticed as expected."""
    most = most_in(attack.homework)
    assert marks(graded).keys() == most.keys()
    assert all(0 <= earned <= most[cell] for cell, earned in marks(graded).items())
    assert points(graded) <= attack.honest + 0.01
    if not attack.costs:
        assert points(graded) == pytest.approx(attack.honest, abs=0.01)
    assert "WON" not in shown(graded)
    for words in attack.says:
        assert words in shown(graded)
    assert attack.flag in " ".join(graded.notes.flags)
