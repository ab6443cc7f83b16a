"""All pages of feedback of a homework in one zip, as a learning management system takes them back.

Moodle and Canvas tell whose a file is by the name under which they gave the submission out. So what
goes back is named after what was collected.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from autograder.base.files import write_zip
from autograder.base.paths import Classroom, Failure
from autograder.collect.layouts import PATTERNS, of_moodle
from autograder.collect.versions import Shelf, newest_first
from autograder.reports.marks import class_marks, outdated_pages

WHERE = {
    "moodle": "In Moodle: the assignment, View all submissions, Upload multiple feedback files in "
    "a zip. Feedback files have to be switched on in its settings, under Feedback types.",
    "canvas": "In Canvas: the assignment, Upload Submissions; each page becomes the file of a "
    "comment. It is there once the submissions have been downloaded by the same person.",
    "folder": "",
}


class NobodyThere(Failure):
    """Nothing was collected from the system that is to take the pages; the message says from which
    it was."""


@dataclass
class Bulk:
    """What was put into a zip: the students in it, and those whose page is not, with the reason:
    the system could not place it, or it is of an earlier grading."""

    path: Path
    students: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)


def bundle(classroom: Classroom, assignment: str, system: str, path: Path) -> Bulk:
    """Writes the zip for one of the systems in `WHERE`.

    Raises:
        NobodyThere: there is no page that the system could place. Nothing was written.
    """
    done, pages = Bulk(path), {}
    outdated = outdated_pages(classroom, assignment, class_marks(classroom, assignment))
    for student in classroom.students(assignment):
        page = classroom.feedback(student, assignment)
        if not page.exists():
            continue
        name, why = _name(classroom, assignment, student, system)
        if student in outdated or not classroom.autograded(student, assignment).exists():
            why = why or "has a page of an earlier grading only"
        if why:
            done.left_out[student] = why
            continue
        pages[name] = page.read_bytes()
        done.students.append(student)
    if done.left_out and not pages:
        fitting = [s for s in WHERE if _takes(classroom, assignment, s, done.left_out)]
        raise NobodyThere(
            f"None of {assignment} was collected from {system.title()}, so that it could not place "
            f"any page. What fits: {' or '.join(f'--zip {each}' for each in fitting)}."
        )
    write_zip(path, pages)
    return done


def _takes(classroom: Classroom, assignment: str, system: str, students: Iterable[str]) -> bool:
    return any(not _name(classroom, assignment, each, system)[1] for each in students)


def _name(classroom: Classroom, assignment: str, student: str, system: str) -> tuple[str, str]:
    """What a student's page is called in the zip; or why it cannot be called anything."""
    page = f"{assignment}-feedback.html"
    if system == "folder":
        return f"{assignment}/{student}.html", ""
    versions = Shelf(classroom.collected(student, assignment)).versions
    origin = next((v.origin for v in newest_first(versions) if v.system == system and v.origin), "")
    found = of_moodle(origin) if system == "moodle" else PATTERNS["canvas"].fullmatch(origin)
    if not found or not found["number"]:
        return "", f"was not collected from {system.title()}"
    if system == "canvas":  # which looks at the two numbers, and needs a name before them
        return f"{_plain(student)}_{found['user']}_{found['number']}_{page}", ""
    # Moodle parts the name at each "_", and looks at the second part. To Windows "\\" is a folder.
    name = re.sub(r"[_\\]", " ", found["name"])
    return f"{name}_{found['number']}_assignsubmission_file_/{page}", ""


def _plain(student: str) -> str:
    return re.sub(r"[^a-z]", "", student.casefold()) or "student"
