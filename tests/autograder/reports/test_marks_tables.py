"""The tables of marks in a terminal."""

import io

import pytest
from rich.console import Console

from autograder.base.classroom import Classroom
from autograder.marks.class_marks import ClassMarks, Mark, NoMark
from autograder.on_nbgrader.recorded_scores import RecordedSubmission
from autograder.people.student import Student
from autograder.reports.marks_tables import marks_table
from tests.helpers.marks import EXERCISES, HOMEWORK

WAITING = RecordedSubmission({"linear-check": 2.0, "sinh-check": None}, 2.0)


@pytest.mark.parametrize(
    ("recorded", "no_mark", "is_told"),
    [
        (None, NoMark.NOT_GRADED, True),
        (None, NoMark.FAILED, True),
        (WAITING, NoMark.FAILED, True),  # what waits is of an earlier submission
        (WAITING, NoMark.WAITING, False),  # the exercise says so
    ],
)
def test_a_row_tells_why_there_is_no_mark_unless_its_cells_do(recorded, no_mark, is_told, tmp_path):
    mark = Mark(Student("ada"), recorded, no_mark=no_mark, details="6b sinh")
    printed = Console(width=200, file=io.StringIO())
    printed.print(marks_table(ClassMarks(Classroom(tmp_path), HOMEWORK, EXERCISES, [mark])))
    (row,) = (line for line in printed.file.getvalue().splitlines() if "ada" in line)
    assert (no_mark in row) == is_told and "6b sinh" not in row
