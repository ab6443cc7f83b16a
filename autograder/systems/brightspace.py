"""Brightspace: its grades, for Enter Grades > Import. Nothing can be collected from it."""

import re

from autograder.people.student import Student
from autograder.systems.system import GradebookFile, NewGradebook, System


def _why_not(headings: list[str]) -> str:
    if "endoflineindicator" in headings:
        return ""
    return (
        "This is not a Brightspace export: it has no column End-of-Line Indicator. To get one, "
        "in Brightspace: Grades, Enter Grades, Export, with the key field Both and points grades."
    )


def _cells(student: Student) -> list[str]:
    ids = student.cells.get("OrgDefinedId", ""), student.cells.get("Username") or student.id
    return [f"#{each.removeprefix('#')}" if each else "" for each in ids]


BRIGHTSPACE = System(
    "brightspace",
    "Brightspace",
    gradebook=GradebookFile(
        _why_not,
        NewGradebook(
            ("OrgDefinedId", "Username"),
            _cells,
            note="In Brightspace: Grades, Enter Grades, Import. If no grade item is named exactly "
            "{heading!r}, and you allow it there, a new one is made.",
            mark_heading="{heading} Points Grade <Numeric MaxPoints:{points:g}>",
            last_column=("End-of-Line Indicator", "#"),
        ),
        maximum_in_heading=re.compile(r"<Numeric MaxPoints:([\d.,]+)"),
        above_maximum="Brightspace reduces marks to its maximum: {}. Set Can Exceed for the grade "
        "item there.",
        other_columns=frozenset({"endoflineindicator"}),
    ),
)
