"""The report as a page about the class, for instructors to read and, without names, to show."""

import math
import os
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path
from statistics import mean, median
from urllib.parse import quote

from autograder.base.files import write_whole
from autograder.base.paths import Classroom
from autograder.base.visible import json_text
from autograder.marks.exercises import Exercise
from autograder.marks.facts import ClassFacts, StudentFacts
from autograder.marks.item_analysis import MIN_STUDENTS
from autograder.notebook.titles import OWN_CELL, title_of_homework
from autograder.reports.pages import render
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


@dataclass(frozen=True)
class Passing:
    """The outcome of an exercise: how many got all of its points, some, none, or still wait for a
    mark."""

    exercise: Exercise
    full: int
    part: int
    none: int
    waiting: int

    @property
    def graded(self) -> int:
        """The number of students who have a mark."""
        return self.full + self.part + self.none


def class_page_path(classroom: Classroom, homework: str, *, anonymous: bool = False) -> Path:
    """The path at which the page is written by default."""
    name = f"{homework}-anonymous.html" if anonymous else f"{homework}.html"
    return classroom.folder / "reports" / name


def write_class_page(facts: ClassFacts, classroom: Classroom, path: Path) -> None:
    """Writes the page. Its links to feedback pages are relative to its place."""
    totals = [student.total for student in facts.counted]
    page = render(
        "report.html.j2",
        facts=facts,
        title=title_of_homework(facts.homework),
        class_name=classroom.folder.name,
        today=f"{datetime.now():%Y-%m-%d}",
        bins=bins(totals, facts.points),
        mean=mean(totals) if totals else None,
        median=median(totals) if totals else None,
        passing=[passing(each, facts.counted) for each in facts.exercises if not each.is_void],
        fewest=MIN_STUDENTS,
        aliases=_aliases(facts.students),
        namesakes=_namesakes(facts.students),
        links=_links(facts.students, classroom, path),
        clock=partial(_clock, policy_of(classroom).zone),
        own_cell=OWN_CELL,
        titles={exercise.id: exercise.title for exercise in facts.exercises},
        by_id={student.id: student for student in facts.students},
    )
    write_whole(path, page.encode("utf-8", "replace"))


def _clock(zone: tzinfo | None, at: str) -> str:
    """A time in the class's time zone, or else this machine's."""
    return f"{datetime.fromisoformat(at).astimezone(zone):%Y-%m-%d %H:%M %Z}"


def facts_as_json(facts: ClassFacts) -> str:
    """The facts as JSON, for scripts."""
    report = {
        "assignment": facts.homework,
        "points": facts.points,
        "exercises": [
            asdict(each.exercise)
            | {"full": each.full, "part": each.part, "none": each.none, "waiting": each.waiting}
            | _statistics_of(facts, each.exercise.id)
            for each in (passing(exercise, facts.counted) for exercise in facts.exercises)
        ],
        "reliability": facts.analysis and facts.analysis.reliability,
        "together": [
            {"misconceptions": [each.first.id, each.second.id], "both": each.both}
            for each in facts.together
        ],
        "misconceptions": [asdict(mistake) for mistake in facts.mistakes],
        "students": [
            asdict(replace(student, answers={}))
            | {"total": student.total, "waiting": student.waiting}
            for student in facts.students
        ],
    }
    return json_text(report)


def _statistics_of(facts: ClassFacts, exercise: str) -> dict[str, float | None]:
    """The statistics of an exercise; empty if it is not counted."""
    items = facts.analysis.items if facts.analysis else {}
    return asdict(items[exercise]) if exercise in items else {}


def bins(totals: Sequence[float], points: float) -> list[Bin]:
    """At most a dozen bars, from zero to the homework's points, or to the best total."""
    top = max([points, *totals, 1])
    fitting = [s for s in BIN_WIDTHS if MIN_BINS <= top / s <= MAX_BINS]
    even = [s for s in fitting if top % s == 0]
    step = next(iter(even or fitting), top / MAX_BINS)
    count = math.ceil(top / step)
    found = [0] * count
    for total in totals:
        found[min(max(int(total / step), 0), count - 1)] += 1
    return [Bin(i * step, (i + 1) * step, n) for i, n in enumerate(found)]


def passing(exercise: Exercise, students: Sequence[StudentFacts]) -> Passing:
    """Counts how many have all points of an exercise, some, none, or no mark yet."""
    marks = [student.marks[exercise.id] for student in students if exercise.id in student.marks]
    there = Counter(map(exercise.state, marks))
    none = there["none"] + there["open"]
    return Passing(exercise, there["full"], there["part"], none, there["waiting"])


def _aliases(students: Sequence[StudentFacts]) -> dict[str, int]:
    """A number for each student that does not reveal who it is."""
    numbers = list(range(1, len(students) + 1))
    random.SystemRandom().shuffle(numbers)
    return {student.id: number for student, number in zip(students, numbers, strict=True)}


def _namesakes(students: Sequence[StudentFacts]) -> set[str]:
    """The ids of those whose name somebody else has, too."""
    times = Counter(student.name.casefold() for student in students)
    return {student.id for student in students if times[student.name.casefold()] > 1}


def _links(students: Sequence[StudentFacts], classroom: Classroom, path: Path) -> dict[str, str]:
    """By student, the address of the feedback page."""
    here = path.resolve().parent
    return {
        student.id: quote(
            Path(os.path.relpath(classroom.folder / student.feedback, here)).as_posix()
        )
        for student in students
        if student.feedback
    }
