"""Puts all feedback pages of a homework into one zip, which a learning management system imports.

Moodle and Canvas recognise whose page it is by the name under which they exported the submission,
so the pages are named after the collected files.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.files import write_zip
from autograder.collect.graded_version import origin_in
from autograder.marks.class_marks import ClassMarks
from autograder.reports.page_state import outdated_pages
from autograder.systems.all_systems import FEEDBACK, LAYOUTS, SYSTEMS


class LeftOut(NamedTuple):
    """Why a student's page is not in a zip."""

    reason: str  # after "who"
    what_to_do: str  # a sentence


@dataclass
class FeedbackZip:
    """A zip that was written: the students in it, and those left out. A student is left out if the
    system could not place the page, or if the page is not about what was handed in last."""

    how_to_import: str  # in sentences
    students: list[str] = field(default_factory=list)
    left_out: dict[str, LeftOut] = field(default_factory=dict)


def write_feedback_zip(marks: ClassMarks, system: str, path: Path) -> FeedbackZip:
    """Writes the zip for one of the systems in `FEEDBACK`.

    Raises:
        Failure: there is no page that the system could place. Nothing was written.
    """
    feedback_zip, pages = FeedbackZip(FEEDBACK[system].how_to_import), {}
    classroom, homework, old_pages = marks.classroom, marks.homework, _old_pages(marks)
    for student in classroom.students(homework):
        page = classroom.feedback(student, homework)
        if not page.exists():
            continue
        name = _page_name(classroom, homework, student, system)
        if isinstance(name, LeftOut):
            feedback_zip.left_out[student] = name
        elif student in old_pages:
            feedback_zip.left_out[student] = old_pages[student]
        else:
            pages[name] = page.read_bytes()
            feedback_zip.students.append(student)
    if feedback_zip.left_out and not pages:
        left_out = dict.fromkeys(feedback_zip.left_out.values())
        reasons = "; ".join(each.reason for each in left_out)
        remedies = " ".join(each.what_to_do for each in left_out)
        raise Failure(f"No page can go into the zip, as each student {reasons}. {remedies}")
    write_zip(path, pages)
    return feedback_zip


def _old_pages(marks: ClassMarks) -> dict[str, LeftOut]:
    """Students whose pages are out of date, with the reasons: a page is about an earlier
    submission, or from an earlier grading. Some of these students may have no page at all."""
    classroom, homework = marks.classroom, marks.homework
    report, grade, feedback = (
        classroom.command(step, homework) for step in ("report", "grade", "feedback")
    )
    earlier_submission = LeftOut(
        "has only a page about an earlier submission: the newest could not be graded",
        f"{report} says why.",
    )
    earlier_grading = LeftOut(
        "has only a page from an earlier grading, which may be wrong",
        f"{grade}, then {feedback}, makes the pages again.",
    )
    students = [mark.student.id for mark in marks]
    ungraded = [s for s in students if not classroom.autograded(s, homework).exists()]
    return dict.fromkeys([*outdated_pages(marks), *ungraded], earlier_grading) | {
        mark.student.id: earlier_submission for mark in marks if mark.is_of_earlier
    }


def _page_name(classroom: Classroom, homework: str, student: str, system: str) -> str | LeftOut:
    """The name of a student's page in the zip, or why the system could not place it."""
    origin = ""
    if system in LAYOUTS and LAYOUTS[system].names:
        try:
            origin = origin_in(system, classroom, homework, student)
        except OSError as error:
            reason = f"has versions that cannot be read: {str(error).removesuffix('.')}"
            return LeftOut(reason, "Then run this again.")
    return FEEDBACK[system].name(student, homework, origin) or LeftOut(
        f"has a graded notebook that did not come from {SYSTEMS[system].name}", "Use --zip folder."
    )
