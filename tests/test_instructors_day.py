"""An instructor's day by the commands alone: from an empty folder to marks in the LMS, twice."""

import csv
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from autograder.classroom.settings import COURSE_ID
from tests import worked_example
from tests.worked_example import HOMEWORK, commands

pytestmark = pytest.mark.slow

NAMES = ["Müller, Jörg", 'O\'Neil, "Zed"', "Nuñez, Ana María", "=cmd, Eve", "Đặng, Hoà"]
SQUARE = """\
class Square(ComputationNode):
    def forward(self):
        self.result = self.input(0) ** 2

    def backward(self):
        return [{share}]
"""
RIGHT = SQUARE.format(share="2 * self.gradient * self.input(0)")
WRONG = SQUARE.format(share="2 * self.input(0)")
ANSWER = "Because the local gradient is 2x."
MISTYPED = '"dy_dx": 2 * 3**3,  ### SOLUTION'  # the author's, before it is mended
COMPUTED, CHECKED = "(x**2).square().backward()", "(9 * x**2).backward()"  # which has slope 54


@dataclass(frozen=True)
class Person:
    """A student, what they hand in, and what it is worth: before and after the check is mended."""

    number: int
    name: str
    kind: str
    before: float
    after: float

    @property
    def first(self) -> str:
        return self.name.split(", ")[1]

    @property
    def last(self) -> str:
        return self.name.split(", ")[0]

    @property
    def login(self) -> str:
        return f"s{self.number:03}"

    @property
    def email(self) -> str:
        return f"{self.login}@uni.example"


KINDS = {  # what they hand in, and its points: the check of the blank expects 54, and later 108
    "right": (3, 4),
    "as the author had it": (4, 3),
    "forgets the upstream gradient": (0, 1),
    "blank": (0, 0),
    "late": (3, 4),
    "renamed": (3, 4),
    "cut off": (3, 4),
    "handed in again": (3, 4),
}


SIZE = 2 * len(KINDS)


def people() -> list[Person]:
    kinds = list(KINDS)
    found = []
    for i in range(SIZE):
        name = NAMES[i] if i < len(NAMES) else f"Last{i}, First{i}"
        kind = kinds[i % len(kinds)]
        found.append(Person(i, name, kind, *KINDS[kind]))
    return found


PEOPLE = people()


def notebook(house: Path, person: Person, first_try: bool) -> bytes:
    """The file that somebody hands in."""
    path = house / "notebooks" / "homework" / HOMEWORK / f"{HOMEWORK}.ipynb"
    made = nbformat.read(path, as_version=4)
    kind = "blank" if first_try and person.kind == "handed in again" else person.kind
    wrong = kind == "forgets the upstream gradient"
    blank = "54" if kind == "as the author had it" else "108"
    if kind != "blank":
        for cell in made.cells:
            if cell.id == "square":
                cell.source = WRONG if wrong else RIGHT
            elif cell.id == "fourth-power":
                cell.source = f'fourth_power = {{"dy_dx": {blank}}}'
            elif cell.id == "why":
                cell.source = ANSWER
    text = nbformat.writes(made)
    # As when the download in the browser stops after the last check.
    return (text[: text.index('"summary') + 40] if kind == "cut off" else text).encode()


def file_name(person: Person) -> str:
    return "my solution (3).ipynb" if person.kind == "renamed" else f"{HOMEWORK}.ipynb"


class Canvas:
    """A class in Canvas: its downloads, and its gradebook."""

    name = "canvas"

    def gradebook(self) -> str:
        rows = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{HOMEWORK} (77)"]]
        rows.append(["    Points Possible", "", "", "", "", "6"])
        rows += [[p.name, 9000 + p.number, f"X{p.number}", p.login, "A", ""] for p in PEOPLE]
        return as_csv(rows)

    roster = gradebook

    def entry(self, person: Person, again: bool) -> str:
        squashed = "".join(c for c in (person.last + person.first).lower() if c.isalnum())
        late = "_LATE" if person.kind == "late" else ""
        stem, ending = file_name(person).rsplit(".", 1)
        number = "-1" if again else ""
        upload = 500 + person.number + 100 * again
        return f"{squashed}{late}_{9000 + person.number}_{upload}_{stem}{number}.{ending}"

    def scores(self, text: str) -> dict[str, str]:
        return {row[3]: row[5] for row in as_rows(text)[2:]}


class Moodle:
    """A class in Moodle: its participants, its downloads, and its grading worksheet."""

    name = "moodle"

    def roster(self) -> str:
        rows = [["First name", "Last name", "ID number", "Email address"]]
        return as_csv(rows + [[p.first, p.last, p.login, p.email] for p in PEOPLE])

    def gradebook(self) -> str:
        headings = ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade"]
        rows = [
            [f"Participant {700 + p.number}", f"{p.first} {p.last}", p.email, "Submitted", "", "6"]
            for p in PEOPLE
        ]
        return as_csv([headings, *rows])

    def entry(self, person: Person, again: bool) -> str:
        folder = f"{person.first} {person.last}_{700 + person.number}_assignsubmission_file_"
        return f"{folder.replace(chr(34), '')}/{file_name(person)}"

    def scores(self, text: str) -> dict[str, str]:
        return {row[2].partition("@")[0]: row[4] for row in as_rows(text)[1:]}


def as_csv(rows: list[list]) -> str:
    held = io.StringIO()
    csv.writer(held, lineterminator="\n").writerows(rows)
    return held.getvalue()


def as_rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Path:
    """A house with one homework, whose author has mistyped an answer."""
    house = tmp_path_factory.mktemp("house")
    worked_example.follow(house)
    text = source(house).read_text(encoding="utf-8")
    mistyped = text.replace('"dy_dx": 4 * 3**3,  ### SOLUTION', MISTYPED)
    mistyped = mistyped.replace(COMPUTED, CHECKED)
    assert MISTYPED in mistyped and CHECKED in mistyped
    source(house).write_text(mistyped, encoding="utf-8")
    assert worked_example.run(house, "bank").returncode == 0
    return house


def source(house: Path) -> Path:
    return house / "solutions" / f"{HOMEWORK}.py"


@pytest.mark.parametrize("lms", [Canvas(), Moodle()], ids=lambda lms: lms.name)
def test_from_an_empty_folder_to_the_marks_in_the_lms(lms, house, tmp_path):
    classroom = tmp_path / "class"
    written = source(house).read_text(encoding="utf-8")
    (tmp_path / "roster.csv").write_text(lms.roster(), encoding="utf-8")

    with commands(house, classroom) as run:
        run("publish", tmp_path / "students")
        assert list((tmp_path / "students").rglob(f"{HOMEWORK}.ipynb"))
        first = download(tmp_path / "first.zip", house, lms, again=False)
        collect = "collect", first, HOMEWORK, "--roster", tmp_path / "roster.csv"
        assert len(json.loads(run(*collect, "--dry-run", "--json"))["rows"]) == SIZE
        assert not (classroom / "submitted").exists()
        run(*collect)
        run("collect", download(tmp_path / "second.zip", house, lms, again=True), HOMEWORK)
        assert sorted(path.name for path in (classroom / "submitted").iterdir()) == [
            p.login for p in PEOPLE
        ]

        run("grade", HOMEWORK)
        by_hand = {p.login: float(p.number % 3) for p in PEOPLE if p.kind != "blank"}
        grade_by_hand(classroom, by_hand)
        agree(run, lms, tmp_path, {p.login: p.before + by_hand.get(p.login, 0) for p in PEOPLE})

    mended = written.replace(MISTYPED, '"dy_dx": 4 * 3**3,  ### SOLUTION')
    source(house).write_text(mended.replace(CHECKED, COMPUTED), encoding="utf-8")
    with commands(house, classroom) as run:
        run("publish", tmp_path / "students")
        run("grade", HOMEWORK)
        agree(run, lms, tmp_path, {p.login: p.after + by_hand.get(p.login, 0) for p in PEOPLE})
    source(house).write_text(written, encoding="utf-8")


def download(path: Path, house: Path, lms, again: bool) -> Path:
    """All that was handed in: at first, and of those who hand in again later."""
    chosen = [p for p in PEOPLE if not again or p.kind == "handed in again"]
    with zipfile.ZipFile(path, "w") as archive:
        for person in chosen:
            info = zipfile.ZipInfo(lms.entry(person, again), (2026, 1, 30 + again, 20, 30, 0))
            archive.writestr(info, notebook(house, person, first_try=not again))
    return path


def grade_by_hand(classroom: Path, scores: dict[str, float]) -> None:
    """What formgrader does when somebody types a score; tests/test_browser.py does it there."""
    with Gradebook(f"sqlite:///{classroom / 'gradebook.db'}", COURSE_ID) as book:
        for student, score in scores.items():
            grade = book.find_grade("why", HOMEWORK, HOMEWORK, student)
            grade.manual_score = score
            grade.needs_manual_grade = False
        book.db.commit()


def agree(run: Callable[..., str], lms, folder: Path, expected: dict[str, float]) -> None:
    """The gradebook, the report and the exports all have the same marks."""
    facts = json.loads(run("report", HOMEWORK, "--json"))
    assert {each["id"]: each["total"] for each in facts["students"]} == expected
    (mistake,) = facts["misconceptions"]
    assert mistake["title"] == "Square forgets the upstream gradient."
    assert mistake["students"] == [p.login for p in PEOPLE if p.kind.startswith("forgets")]
    (folder / "template.csv").write_text(lms.gradebook(), encoding="utf-8")
    into = folder / "marks.csv"
    run("export", HOMEWORK, "--to", lms.name, "--template", folder / "template.csv", "--into", into)
    exported = lms.scores(into.read_text(encoding="utf-8"))
    assert {student: float(score) for student, score in exported.items()} == expected
    run("export", HOMEWORK, "--to", "csv", "--into", into)
    table = list(csv.DictReader(io.StringIO(into.read_text(encoding="utf-8-sig"))))
    assert {row["id"]: float(row["total"]) for row in table} == expected
