"""A whole term by the commands alone, against a table that was computed by hand.

Eight homeworks, 13 students, downloads from four systems, late days, an extension, somebody who is
excused, an inquiry, a login that changes, a check that was mistaken, two questions that are decided
for everybody and the regrade, a total with weights and a lowest that does not count, and back to
four systems.

It is small by design: each homework asks for three numbers, and the students are of eight kinds,
one of each and five to whom something else happens, too, and nightly five of each. What a real
homework's checks say has tests of its own.
"""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path

import nbformat
import pytest

from tests.helpers import worked_example
from tests.helpers.pages import html_in
from tests.helpers.worked_example import commands

pytestmark = pytest.mark.slow

HOMEWORKS = [f"hw{n}-numbers" for n in range(1, 9)]
EXERCISES = {"first": 5, "second": 3, "third": 2}
NAMES = ["Müller, Jörg", 'O\'Neil, "Zed"', "Nuñez, Ana María", "=cmd, Eve", "Đặng, Hoà"]
TEXT = '''\
# %% [markdown]
r"""
# Homework {n}: Three numbers
"""

# %% grade_id="setup"
# @title Set up: run this cell first
from course import *
'''
EXERCISE = '''
# %% [markdown]
r"""
**{title}.** What is {a} times {n}?
"""

# %% grade_id="{name}-{n}"
{name} = {{
    "x": {product},  ### SOLUTION
}}

# %% grade_id="{name}-{n}-check" points={points} title="{title}"
import torch

check_blanks({name}, {{"x": float(torch.tensor({a}.0) * {n})}})
'''
POLICY = """
timezone = "UTC"

[due]
hw2-numbers = "2026-02-13 23:59"
hw5-numbers = "2026-03-06 23:59"
hw6-numbers = "2026-03-13 23:59"
hw7-numbers = "2026-03-20 23:59"

[late]
per_day = "10 %"
nothing_after_days = 5
free_days = 2

[weights]
hw1-numbers = 1
hw2-numbers = 1
hw3-numbers = 1
hw4-numbers = 1
hw5-numbers = 1
hw6-numbers = 1
hw7-numbers = 1
hw8-numbers = 2

[total]
drop_lowest = 1
"""
DUE = {5: (2026, 3, 6), 6: (2026, 3, 13), 7: (2026, 3, 20)}  # those whose system tells the time

# What each kind hands in, homework by homework: F is everything (10 points), c is without the third
# (8), b without the second (7), a has the first alone (5), 0 is blank, and - is nothing. Then what
# it is worth when the term is over. In homework 4 the third counts for all who handed in; in
# homework 6 the second counts for nobody, so that there 7 is all. Two days of the term are free.
KINDS = {
    # name: (handed in, days late by homework, marks, total in percent)
    "steady": ("FFFFFFFF", {}, [10, 10, 10, 10, 10, 7, 10, 10], 100),
    # Homework 5 is three days late, of which two are free: a tenth of 10. Without homework 3, the
    # lowest: (1 + 1 + 1 + .9 + 1 + 1 + 2 * 1) / 8.
    "late once": ("FF-FFFFF", {5: 3}, [10, 10, None, 10, 9, 7, 10, 10], Fraction(790, 8)),
    # Canvas says that homework 2 was late, which takes one free day; homework 7 is two days late,
    # of which one is free: a tenth of 8. Without homework 6 (5 of 7):
    # (.8 + .8 + .8 + 1 + .8 + .72 + 2 * .8) / 8.
    "late twice": ("cccccccc", {2: 1, 7: 2}, [8, 8, 8, 10, 8, 5, 7.2, 8], Fraction(652, 8)),
    # Homework 6 is six days late, so that all is lost and no free day used; one for homework 5, one
    # for homework 7, whose second day costs a tenth of 7. Without homework 6:
    # (5 * .7 + .63 + 2 * .7) / 8.
    "too late": ("bbbbbbbb", {5: 1, 6: 6, 7: 2}, [7, 7, 7, 7, 7, 0, 6.3, 7], Fraction(553, 8)),
    # Without homework 8, which weighs two and was not handed in: (4 * .5 + .7 + 5/7) / 7.
    "half": ("aa0aaaa-", {}, [5, 5, 0, 7, 5, 5, 5, None], Fraction(2390, 49)),
    # At first in homework 1 the first alone. Without homework 8, the heaviest, rather than 6:
    # (1 + .8 + 1 + 1 + 1 + 5/7 + 1) / 7.
    "again": ("FcFcFcFc", {}, [10, 8, 10, 10, 10, 5, 10, 8], Fraction(4560, 49)),
    # One of the two that are missing does not count: (5 * 1 + 2 * 1) / 8.
    "two missing": ("-FFFFF-F", {}, [None, 10, 10, 10, 10, 7, None, 10], Fraction(700, 8)),
    # A blank earns what everybody gets in homework 4. Without homework 8: .2 / 7.
    "blank": ("00000000", {}, [0, 0, 0, 2, 0, 0, 0, 0], Fraction(20, 7)),
}
FILLED = {
    "F": EXERCISES,
    "c": ["first", "second"],
    "b": ["first", "third"],
    "a": ["first"],
    "0": [],
}
CUT_OFF, RENAMED = 0, 8  # whose files are otherwise right
EXTENDED, ASKS, NEW_LOGIN, EXCUSED = 9, 10, 11, 14  # whose marks are not those of their kind
BY_DAY = (*range(len(KINDS)), RENAMED, EXTENDED, ASKS, NEW_LOGIN, EXCUSED)


@dataclass
class Person:
    """A student, and what they have at the end: marks by homework, and the total in percent."""

    number: int
    kind: str
    marks: dict[str, float]
    total: Fraction
    login: str

    @property
    def first(self) -> str:
        return self.listed.split(", ")[1]

    @property
    def last(self) -> str:
        return self.listed.split(", ")[0]

    @property
    def listed(self) -> str:
        return [*NAMES, f"Last{self.number}, First{self.number}"][min(self.number, len(NAMES))]

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"

    def handed_in(self, n: int) -> str:
        return KINDS[self.kind][0][n - 1]

    def days_late(self, n: int) -> int:
        return KINDS[self.kind][1].get(n, 0)


def people(numbers: Iterable[int]) -> list[Person]:
    found = []
    for number in numbers:
        kind = [*KINDS][number % len(KINDS)]
        _, _, marks, total = KINDS[kind]
        by_homework = {h: m for h, m in zip(HOMEWORKS, marks, strict=True) if m is not None}
        found.append(Person(number, kind, by_homework, Fraction(total), f"s{number:02}"))
    return found


def notebook(clone: Path, homework: str, filled: str, who: int) -> bytes:
    """The file that somebody hands in; each student's own, by a line of theirs."""
    n = HOMEWORKS.index(homework) + 1
    made = nbformat.read(clone / f"notebooks/homework/{homework}/{homework}.ipynb", as_version=4)
    for cell in made.cells:
        name = cell.id.partition("-")[0]
        if cell.id == f"{name}-{n}" and name in FILLED[filled]:
            answer = (3 + [*EXERCISES].index(name)) * n
            cell.source = f'# student {who}\n{name} = {{"x": {answer}}}'
    text = nbformat.writes(made)
    # As when the download in the browser stops after the last cell.
    return (text[: text.rindex('"metadata"')] if who == CUT_OFF else text).encode()


def canvas(people: list[Person], n: int, file: Callable, again: bool = False) -> dict[str, bytes]:
    made = {}
    for p in people:
        squashed = "".join(c for c in (p.last + p.first).lower() if c.isalnum())
        late = "_LATE" if p.days_late(n) else ""
        name = "my solution (3)" if p.number == RENAMED else HOMEWORKS[n - 1]
        upload = f"{700 + p.number}_{name}-1" if again else f"{500 + p.number}_{name}"
        first_try = p.kind == "again" and n == 1 and not again
        data = file(p, "a") if first_try else file(p)
        made[f"{squashed}{late}_{9000 + p.number}_{upload}.ipynb"] = data
    return made


def moodle(people: list[Person], n: int, file: Callable) -> dict[str, bytes]:
    ending = f"assignsubmission_file_/{HOMEWORKS[n - 1]}.ipynb"
    names = {p.number: p.name.replace('"', "") for p in people}
    return {f"{names[p.number]}_{700 + p.number}_{ending}": file(p) for p in people}


def blackboard(people: list[Person], n: int, file: Callable) -> dict[str, bytes]:
    made = {}
    for p in people:
        begin = f"hw{n}_{p.login}_attempt_{at(p, n):%Y-%m-%d-%H-%M-%S}"
        made[f"{begin}_{HOMEWORKS[n - 1]}.ipynb"] = file(p)
        made[f"{begin}.txt"] = f"Name: {p.name} ({p.login})\r\nAssignment: hw{n}\r\n".encode()
    return made


def gradescope(people: list[Person], n: int, file: Callable) -> dict[str, bytes]:
    made, listed = {}, "---\n"
    for p in people:
        made[f"assignment_{n}_export/submission_{p.number}/{HOMEWORKS[n - 1]}.ipynb"] = file(p)
        listed += (
            f"submission_{p.number}:\n  :submitters:\n  - :name: {json.dumps(p.name)}\n"
            f"    :sid: {p.login}\n    :email: {p.login}@uni.example\n"
            f"  :created_at: {at(p, n):%Y-%m-%d %H:%M:%S} Z\n"
        )
    return made | {f"assignment_{n}_export/submission_metadata.yml": listed.encode()}


def at(person: Person, n: int) -> datetime:
    """When somebody handed in: an hour before it was due, and so many days later."""
    due = datetime(*DUE.get(n, (2026, 5, 1)), 22, 59)
    return due + timedelta(days=person.days_late(n))


DOWNLOADS = [canvas, canvas, moodle, moodle, blackboard, blackboard, gradescope, gradescope]


def roster(people: list[Person]) -> str:
    """As Canvas exports it, with its own numbers."""
    rows = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]]
    for p in people:
        rows.append([p.listed, 9000 + p.number, "", p.login, "A"])
    return as_csv(rows)


def as_csv(rows: list[list]) -> str:
    held = io.StringIO()
    csv.writer(held, lineterminator="\n").writerows(rows)
    return held.getvalue()


def gradebook(system: str, people: list[Person], column: str, most: float) -> tuple[str, str, str]:
    """What a system exports, and the headings of the ids and of the marks."""
    if system == "canvas":
        heading = f"{column} (77)"
        rows = [["Student", "ID", "SIS Login ID", "Section", heading]]
        rows += [["    Points Possible", "", "", "", most]]
        rows += [[p.listed, 9000 + p.number, p.login, "A", ""] for p in people]
        return as_csv(rows), "SIS Login ID", heading
    if system == "moodle":
        rows = [["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade"]]
        for p in people:
            mail = f"{p.login}@uni.example"
            rows.append([f"Participant {700 + p.number}", p.name, mail, "Submitted", "", most])
        return as_csv(rows), "Email address", "Grade"
    if system == "blackboard":
        heading = f"{column} [Total Pts: {most} Score] |88"
        rows = [["Last Name", "First Name", "Username", "Availability", heading]]
        rows += [[p.last, p.first, p.login, "Yes", ""] for p in people]
        return as_csv(rows), "Username", heading
    heading = f"{column} Points Grade <Numeric MaxPoints:{most} Weight:1>"
    rows = [["OrgDefinedId", "Username", heading, "End-of-Line Indicator"]]
    rows += [[f"#00{p.number}", f"#{p.login}", "", "#"] for p in people]
    return as_csv(rows), "Username", heading


@pytest.fixture
def clone(tmp_path) -> Path:
    """A clone with eight small homeworks."""
    clone = tmp_path / "clone"
    clone.mkdir()
    worked_example.copy_clone(clone)
    for folder in ("docs", "notebooks", "solutions/bank"):
        (clone / folder).mkdir(parents=True)
    for n, homework in enumerate(HOMEWORKS, start=1):
        made = TEXT.format(n=n)
        for i, (name, points) in enumerate(EXERCISES.items()):
            facts = {"name": name, "title": f"{i + 1} {name.title()}", "a": 3 + i, "n": n}
            made += EXERCISE.format(points=points, product=(3 + i) * n, **facts)
        (clone / "solutions" / f"{homework}.py").write_text(made)
    edit(clone, MISTAKEN, MENDED.items())
    return clone


MISTAKEN = "hw3-numbers"
MENDED = {'"x": 12,': '"x": 13,', "torch.tensor(4.0) * 3": "torch.tensor(4.0) * 3 + 1"}


def edit(clone: Path, homework: str, changes: Iterable[tuple[str, str]]) -> None:
    """What an author does to a text."""
    path = clone / "solutions" / f"{homework}.py"
    text = path.read_text()
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path.write_text(text)


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def decide(clone: Path, homework: str, exercise: str, ruling: str) -> None:
    """What an author does about a question that went wrong."""
    header = f'# %% grade_id="{exercise}-{homework[2]}-check"'
    edit(clone, homework, [(header, f"{header} {ruling}=true")])


@pytest.mark.parametrize(
    "numbers",
    [BY_DAY, pytest.param(range(5 * len(KINDS)), marks=pytest.mark.nightly)],
    ids=["a few", "five of each kind"],
)
def test_a_term_ends_with_the_marks_computed_by_hand(numbers, clone, tmp_path):
    classroom, everybody = tmp_path / "class", people(numbers)
    classroom.mkdir()
    (classroom / "policy.toml").write_text(POLICY)
    by_number = {p.number: p for p in everybody}
    extended, asks, renamed, excused = (by_number[n] for n in (EXTENDED, ASKS, NEW_LOGIN, EXCUSED))
    assert [p.kind for p in (extended, asks, renamed, excused)] == [
        *("late once", "late twice", "too late", "two missing")
    ]
    (classroom / "extensions.csv").write_text(
        "student,homework,due\n"
        f"{extended.login},hw5-numbers,2026-03-09 23:59\n{excused.login},hw1-numbers,excused\n"
    )
    extended.marks["hw5-numbers"], extended.total = 10, Fraction(100)
    # (.95 + .8 + .8 + 1 + .8 + .72 + 2 * .8) / 8, and without homework 7: (5 * 1 + 2 * 1) / 7.
    asks.marks["hw1-numbers"], asks.total = 9.5, Fraction(667, 8)
    excused.total = Fraction(100)

    (tmp_path / "list.csv").write_text(roster(everybody))
    with commands(clone, classroom) as run:
        run("release")
        for n, homework in enumerate(HOMEWORKS, start=1):
            handed_in = [p for p in everybody if p.handed_in(n) != "-"]
            path = tmp_path / f"{homework}.zip"

            def file(p: Person, filled: str = "", n=n, homework=homework) -> bytes:
                return notebook(clone, homework, filled or p.handed_in(n), p.number)

            collect = "collect", zipped(path, DOWNLOADS[n - 1](handed_in, n, file)), homework
            if n == 1:
                collect += "--roster", tmp_path / "list.csv"
                dry = json.loads(run(*collect, "--dry-run", "--json"))
                assert len(dry["rows"]) == len(handed_in)
                assert not (classroom / "submitted").exists()
            assert len(json.loads(run(*collect, "--json"))["rows"]) == len(handed_in)
            if n == 1:
                later = canvas([p for p in handed_in if p.kind == "again"], n, file, again=True)
                run("collect", zipped(tmp_path / "later.zip", later), homework)
            run("grade", homework)

        run("feedback", "hw1-numbers", "--student", asks.login)
        page = classroom / "feedback" / asks.login / "hw1-numbers" / "hw1-numbers.html"
        soup = html_in(page)
        (text,) = (box.text for box in soup("textarea"))
        (tmp_path / "mails").mkdir()
        (tmp_path / "mails" / "1.txt").write_text(text + "I had it on paper.")
        listed = run("inquiries", tmp_path / "mails", code=1)
        assert "I had it on paper." in listed
        closing = ["--mark", 1.5, "--because", "So you had."]
        name = f"{asks.login}/hw1-numbers/third-1-check"
        run("inquiries", tmp_path / "mails", "--close", name, *closing)

        run("rename", renamed.login, "new.login")
        renamed.login = "new.login"
        (classroom / "roster.csv").write_text(roster(everybody))

    edit(clone, MISTAKEN, [(new, old) for old, new in MENDED.items()])
    decide(clone, "hw4-numbers", "third", "everybody")
    decide(clone, "hw6-numbers", "second", "void")
    with commands(clone, classroom) as run:
        for homework in ("hw4-numbers", "hw6-numbers"):
            printed = run("grade", homework, code=2)
            assert f"autograder release {homework}" in " ".join(printed.split())
        for homework in (MISTAKEN, "hw4-numbers", "hw6-numbers"):
            run("release", homework)
        printed = run("grade", "hw4-numbers")
        assert "Marks that changed" in printed and "3 Third 0 → 2" in " ".join(printed.split())
        printed = " ".join(run("grade", "hw6-numbers").split())
        assert "Marks that changed" in printed and "3 → 0" in printed
        assert "Marks that changed" in run("grade", MISTAKEN)
        run("grade", "hw1-numbers", "--force", "--student", asks.login)
        run("feedback", "hw1-numbers", "--student", asks.login)
        assert "So you had." in page.read_text()

        for n, homework in enumerate(HOMEWORKS, start=1):
            facts = json.loads(run("report", homework, "--json"))
            found = {s["id"]: s["total"] for s in facts["students"] if s["marks"]}
            expected = {p.login: p.marks[homework] for p in everybody if homework in p.marks}
            assert found == pytest.approx(expected), homework
            system = ("canvas", "moodle", "blackboard", "brightspace")[(n - 1) // 2]
            most = 7 if n == 6 else 10
            agree(run, tmp_path, system, homework, everybody, expected, most)
            run("export", homework, "--to", "csv", "--into", tmp_path / "marks.csv")
            table = csv.DictReader(io.StringIO((tmp_path / "marks.csv").read_text("utf-8-sig")))
            found = {row["id"]: float(row["total"]) for row in table if row["total"]}
            assert found == pytest.approx(expected), homework

        totals = {p.login: float(p.total) for p in everybody}
        run("total")
        written = (classroom / "export" / "total.csv").read_text(encoding="utf-8-sig")
        table = {row["id"]: float(row["total"]) for row in csv.DictReader(io.StringIO(written))}
        assert table == pytest.approx(totals, abs=1e-4)
        for system in ("canvas", "moodle", "blackboard", "brightspace"):
            agree(run, tmp_path, system, "total", everybody, totals, 100)


def agree(run, folder: Path, system: str, what: str, everybody, expected, most: float) -> None:
    """What goes back to an LMS has the same marks, and nothing for whoever has none."""
    template, who, column = gradebook(system, everybody, what, most)
    (folder / "template.csv").write_text(template)
    into = folder / "marks.csv"
    words = ["total"] if what == "total" else ["export", what]
    run(*words, "--to", system, "--template", folder / "template.csv", "--into", into)
    rows = list(csv.DictReader(io.StringIO(into.read_text())))
    found = {row[who].removeprefix("#").partition("@")[0]: row[column] for row in rows if row[who]}
    marks = {student: float(mark) for student, mark in found.items() if mark}
    assert marks == pytest.approx(expected, abs=1e-4), (system, what)
