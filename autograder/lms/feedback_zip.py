"""All feedback pages of a homework in one zip, as a learning management system imports them.

Moodle and Canvas know whose a file is by the name under which they exported the submission, so the
pages are named after the collected files.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from autograder.base.failure import Failure
from autograder.base.files import write_zip
from autograder.base.paths import Classroom
from autograder.base.visible import without_controls
from autograder.collect.layouts import PATTERNS, of_moodle
from autograder.collect.versions import Shelf, newest_first
from autograder.marks.marks import Mark
from autograder.reports.page_state import outdated_pages

HOW_TO_IMPORT = {
    "moodle": "In Moodle: the assignment, View all submissions, Upload multiple feedback files in "
    "a zip. Feedback files must be switched on in its settings, under Feedback types.",
    "canvas": "In Canvas: the assignment, Upload Submissions; each page becomes the file of a "
    "comment. This menu item appears once the same person has downloaded the submissions.",
    "folder": "",
}


@dataclass
class FeedbackZip:
    """A zip that was written: the students in it, and those left out, with the reason: the system
    could not place their page, or it is from an earlier grading."""

    path: Path
    students: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)


def write_feedback_zip(
    classroom: Classroom, homework: str, system: str, path: Path, marks: list[Mark]
) -> FeedbackZip:
    """Writes the zip for one of the systems in `HOW_TO_IMPORT`; `marks` are those of the class.

    Raises:
        Failure: there is no page that the system could place. Nothing was written.
    """
    done, pages = FeedbackZip(path), {}
    outdated = outdated_pages(classroom, homework, marks)
    for student in classroom.students(homework):
        page = classroom.feedback(student, homework)
        if not page.exists():
            continue
        name = _page_name(classroom, homework, student, system)
        if name is None:
            done.left_out[student] = f"was not collected from {system.title()}"
        elif student in outdated or not classroom.autograded(student, homework).exists():
            done.left_out[student] = "has only a page from an earlier grading, which may be wrong"
        else:
            pages[name] = page.read_bytes()
            done.students.append(student)
    if done.left_out and not pages:
        fitting = [
            other
            for other in HOW_TO_IMPORT
            if any(_page_name(classroom, homework, each, other) for each in done.left_out)
        ]
        if system in fitting:
            raise Failure(
                f"All pages that {system.title()} could place are from an earlier grading. First "
                f"make them again: autograder feedback {homework}"
            )
        raise Failure(
            f"No submission of {homework} was collected from {system.title()}, so it cannot "
            f"place any page. Use {' or '.join(f'--zip {each}' for each in fitting)}."
        )
    write_zip(path, pages)
    return done


def _page_name(classroom: Classroom, homework: str, student: str, system: str) -> str | None:
    """The name of a student's page in the zip; None if it was not collected from the system."""
    page = f"{homework}-feedback.html"
    if system == "folder":
        return f"{homework}/{student}.html"
    versions = Shelf(classroom.collected(student, homework)).versions
    origin = next((v.origin for v in newest_first(versions) if v.system == system and v.origin), "")
    found = of_moodle(origin) if system == "moodle" else PATTERNS["canvas"].fullmatch(origin)
    if not found or not found["number"]:
        return None
    if system == "canvas":  # reads the two numbers, and needs a name before them
        name = re.sub(r"[^a-z]", "", student.casefold()) or "student"
        return f"{name}_{found['user']}_{found['number']}_{page}"
    # Moodle splits the name at each "_", and reads the second part. To Windows "\\" is a folder.
    name = re.sub(r"[_\\]", " ", without_controls(found["name"]))
    return f"{name}_{found['number']}_assignsubmission_file_/{page}"
