"""Writes the report as a page on the class, for instructors to read or, without names, to show."""

import math
import os
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
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
from autograder.rules.policy_file import policy_of

MAX_BINS = 12
MIN_BINS = 5
BIN_WIDTHS = (0.1, 0.25, 0.5, 1, 2, 2.5, 3, 4, 5, 10, 20, 25, 50, 100)


@dataclass(frozen=True)
class Bin:
    """A bar of the histogram: how many totals are at least `low` and below `high`, or, in the last
    bar, not above it."""

    low: float
    high: float
    count: int


def class_page_path(classroom: Classroom, homework: str, *, anonymous: bool = False) -> Path:
    """The path at which the page is written by default."""
    name = f"{homework}-anonymous.html" if anonymous else f"{homework}.html"
    return classroom.reports / name


def write_class_page(facts: ClassFacts, classroom: Classroom, path: Path) -> None:
    """Writes the page. Its links to feedback pages are relative to `path`."""
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


def bins(totals: Sequence[float], points: float) -> list[Bin]:
    """At most a dozen bars, from zero to the homework's points, or to the best total if that is
    higher."""
    top = max([points, *totals, 1])
    fitting = [width for width in BIN_WIDTHS if MIN_BINS <= top / width <= MAX_BINS]
    even = [width for width in fitting if round(top / width, 9).is_integer()]
    width = next(iter(even or fitting), top / MAX_BINS)
    counts = [0] * math.ceil(round(top / width, 9))
    for total in totals:
        bar = int(round(total / width, 9))  # 0.3 / 0.1 is less than 3
        counts[min(max(bar, 0), len(counts) - 1)] += 1
    return [Bin(i * width, (i + 1) * width, count) for i, count in enumerate(counts)]


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
            "stopped": student.stopped_sentences(facts.names),
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
    """The ids of students who share their name with another student."""
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
