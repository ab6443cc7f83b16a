"""Writes the report as a page on the class, for instructors to read or, without names, to show."""

import os
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path
from statistics import mean, median
from urllib.parse import quote

from autograder.base.classroom import Classroom
from autograder.base.files import write_whole
from autograder.marks.class_facts import ClassFacts, StudentFacts
from autograder.marks.item_analysis import MIN_STUDENTS
from autograder.notebook.titles import OWN_CELL, title_of_homework
from autograder.pages.rendering import render
from autograder.reports.histogram import bins
from autograder.reports.stopped_cells import stopped_sentences
from autograder.rules.policy_file import policy_of


def class_page_path(classroom: Classroom, homework: str, *, anonymous: bool = False) -> Path:
    """The path at which the page is written by default."""
    name = f"{homework}-anonymous.html" if anonymous else f"{homework}.html"
    return classroom.reports / name


def write_class_page(facts: ClassFacts, classroom: Classroom, path: Path) -> None:
    """Writes the page. Its links to feedback pages are relative to its place."""
    totals = [student.total for student in facts.counted if student.total is not None]
    page = render(
        "report.html.j2",
        facts=facts,
        title=title_of_homework(facts.homework),
        class_name=classroom.folder.name,
        today=f"{datetime.now():%Y-%m-%d}",
        bins=bins(totals, facts.exercises.points),
        mean=mean(totals) if totals else None,
        median=median(totals) if totals else None,
        score_counts=[
            facts.count_scores(exercise) for exercise in facts.exercises if not exercise.is_void
        ],
        fewest=MIN_STUDENTS,
        aliases=_aliases(facts.students),
        namesakes=_namesakes(facts.students),
        links=_links(facts.students, classroom, path),
        rows=_rows(facts),
        clock=partial(_clock, policy_of(classroom).zone),
        own_cell=OWN_CELL,
        titles=facts.exercises.titles,
        by_id={student.id: student for student in facts.students},
    )
    write_whole(path, page.encode("utf-8", "replace"))


def _rows(facts: ClassFacts) -> dict[str, list[tuple[StudentFacts, list[str]]]]:
    """By section of the page, the students that it names, each with sentences."""
    titles = facts.exercises.titles
    rows: dict[str, list[tuple[StudentFacts, list[str]]]] = defaultdict(list)
    for student in facts.students:
        earlier = " The marks are those of an earlier submission." if student.marks else ""
        sentences = {
            "failed": [student.failure + earlier] if student.failure else [],
            "flags": student.flags,
            "regraded": student.regraded,
            "waiting": [titles[exercise] for exercise in student.waiting],
            "stopped": stopped_sentences(student.stopped, facts.names),
            "mended": student.mended,
        }
        for section, texts in sentences.items():
            if texts and student.handed_in:
                rows[section].append((student, texts))
    return rows


def _clock(zone: tzinfo | None, at: str) -> str:
    """A time in the class's time zone, or else this machine's."""
    return f"{datetime.fromisoformat(at).astimezone(zone):%Y-%m-%d %H:%M %Z}"


def _aliases(students: Sequence[StudentFacts]) -> dict[str, int]:
    """A number for each student that does not reveal who it is."""
    shuffled = random.SystemRandom().sample(students, len(students))
    return {student.id: number for number, student in enumerate(shuffled, start=1)}


def _namesakes(students: Sequence[StudentFacts]) -> set[str]:
    """The ids of those whose name somebody else has, too."""
    counts = Counter(student.name.casefold() for student in students)
    return {student.id for student in students if counts[student.name.casefold()] > 1}


def _links(students: Sequence[StudentFacts], classroom: Classroom, path: Path) -> dict[str, str]:
    """By student, the address of the feedback page."""
    here = path.resolve().parent
    links = {}
    for student in students:
        if student.feedback:
            relative = Path(os.path.relpath(classroom.folder / student.feedback, here))
            links[student.id] = quote(relative.as_posix())
    return links
