"""Finds out which feedback pages are out of date, and who has none."""

import re

from autograder.marks.class_marks import ClassMarks
from autograder.on_nbgrader.recorded_scores import are_same_points

_MARKS_ON_PAGE = re.compile(rb'<meta name="marks" content="([-\d.e]+) ([-\d.e]+)">')


def reasons_without_page(
    marks: ClassMarks, graded: list[str], chosen: list[str] | None
) -> dict[str, list[str]]:
    """Why students have no feedback page, each reason with the students.

    Args:
        graded: the students who have a page.
        chosen: only these; all by default.
    """
    again = marks.classroom.command("grade", marks.homework)
    reasons: dict[str, list[str]] = {}
    for mark in marks:
        student = mark.student.id
        if student in graded or (chosen and student not in chosen):
            continue
        reason = mark.why_none or f"to be graded again: {again}"
        reasons.setdefault(reason, []).append(student)
    return reasons


def outdated_pages(marks: ClassMarks) -> list[str]:
    """The students whose feedback page shows another mark or late penalty than the gradebook now
    has."""
    students = []
    for mark in marks:
        page = marks.classroom.feedback(mark.student.id, marks.homework)
        if mark.recorded is None or not page.exists():
            continue
        with page.open("rb") as file:
            shown = _MARKS_ON_PAGE.search(file.read(5000))
        if shown is None:
            continue
        on_page = (max(0.0, float(number)) for number in shown.groups())
        if not all(map(are_same_points, on_page, (mark.recorded.mark, mark.recorded.penalty))):
            students.append(mark.student.id)
    return students
