"""Which feedback pages are out of date, and who has none."""

import re
from collections.abc import Iterable

from autograder.base.paths import Classroom
from autograder.marks.marks import Mark

_MARKS_ON_PAGE = re.compile(rb'<meta name="marks" content="([-\d.e]+) ([-\d.e]+)">')


def reasons_without_page(
    homework: str, marks: Iterable[Mark], graded: list[str], chosen: list[str] | None
) -> dict[str, list[str]]:
    """Why students have no feedback page, each reason with the students.

    Args:
        graded: the students who have one.
        chosen: only these; all by default.
    """
    found: dict[str, list[str]] = {}
    for mark in marks:
        student = mark.student.id
        if student not in graded and student in (chosen or [student]):
            why = mark.why_none or f"to be graded again: autograder grade {homework}"
            found.setdefault(why, []).append(student)
    return found


def outdated_pages(classroom: Classroom, homework: str, marks: Iterable[Mark]) -> list[str]:
    """The students whose feedback page shows another mark or late penalty than the gradebook now
    has."""
    found = []
    for mark in marks:
        page = classroom.feedback(mark.student.id, homework)
        if mark.recorded is None or not page.exists():
            continue
        with page.open("rb") as file:
            shown = _MARKS_ON_PAGE.search(file.read(5000))
        now = (mark.recorded.score, mark.recorded.penalty)
        if shown and any(
            abs(max(0.0, float(a)) - b) > 1e-6 for a, b in zip(shown.groups(), now, strict=True)
        ):
            found.append(mark.student.id)
    return found
