"""Students hand in, get marks, change their logins, leave and come back, in any order: nobody's
marks or files are lost, or become another's.

Marks are entered by the real writer, without running anything.
"""

import csv
import json
import shutil
import tempfile
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import hypothesis
import hypothesis.strategies as st
import pytest
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from typer.testing import CliRunner

from autograder.base.classroom import Classroom
from autograder.base.files import sha256
from autograder.base.paths import released_path
from autograder.cli import app
from autograder.grading.enter_homework import enter_homework
from autograder.grading.journal import Journal, JournalEntry
from autograder.notebook.notebook_files import read_released
from autograder.on_nbgrader.gradebook import ClassGradebook
from autograder.on_nbgrader.marks_writer import MarksWriter
from autograder.people.former_ids import former_ids
from autograder.rules.policy_file import policy_of
from tests.autograder.conftest import copied, run, score_by_hand

HOMEWORKS = {"hw1-cosh": "linear-check", "hw2-tanh": "add-check"}  # each with a check
NUMBERS = {"King, Ada": 101, "Obi, Emeka": 102, "Lee, Ann": 103}  # of the people, in Canvas
names = st.sampled_from(sorted(NUMBERS))
homeworks = st.sampled_from(sorted(HOMEWORKS))
ids = st.sampled_from(["ada", "emeka", "ann", "new1", "new2"])

Held = dict[str, dict]  # by homework: what a class has of a student, without the id


@dataclass
class Person:
    """What should be true of a student."""

    login: str  # in Canvas
    id: str  # in the class
    held: Held = field(default_factory=dict)
    excused: set[str] = field(default_factory=set)  # from homeworks


def everything_in(classroom: Classroom) -> dict[str, Held]:
    """What a class has of each student, by id, but for what is in the trash."""
    found: dict[str, Held] = defaultdict(lambda: defaultdict(dict))
    for path in classroom.folder.rglob("*/*/*/*"):
        step, student, homework, *inside = path.relative_to(classroom.folder).parts
        if step == "collected":
            student, homework = homework, student
        if path.is_file() and step != "trash":
            found[student][homework][step, *inside] = path.read_bytes()
    for homework in HOMEWORKS:
        for student, recorded in ClassGradebook(classroom).recorded_submissions(homework).items():
            found[student][homework]["marks"] = recorded
        for student, entry in Journal(classroom, homework).latest.items():
            found[student][homework]["journal"] = entry.key
    return {student: dict(held) for student, held in found.items()}


class Term(RuleBasedStateMachine):
    """A class, and what should be in it."""

    start: Path  # the folder of a class in which all have handed in the first homework

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.classroom = copied(Classroom(self.start), self.folder / "class")
        logins = zip(NUMBERS, ("ada", "emeka", "ann"), strict=True)
        self.people = {name: Person(login, login) for name, login in logins}
        # By the id at that time, who was forgotten, and what the class had of them.
        self.trash: dict[str, list[tuple[Person, Held]]] = defaultdict(list)
        self.count = 0
        self.look_again({*NUMBERS})

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    def gradebook(self, column: str = "Homework") -> Path:
        """Canvas's, which is also its class list."""
        path = self.folder / "gradebook.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["Student", "ID", "SIS User ID", "SIS Login ID", "Section", column])
            rows.writerow(["    Points Possible", "", "", "", "", 30])
            for name, number in NUMBERS.items():
                rows.writerow([name, number, f"S{number}", self.people[name].login, "A", ""])
        return path

    def collect(self, those: set[str], homework: str, *words: object) -> None:
        """Collects a download in which these people have something new."""
        self.count += 1
        download = self.folder / "download"
        download.mkdir()
        for name in those:
            raw = json.loads(released_path(homework).read_text(encoding="utf-8"))
            raw["cells"][-1]["source"] = f"answer = {self.count}"
            short = name.replace(", ", "").lower()
            file = f"{short}_{NUMBERS[name]}_{9000 + self.count}_{homework}.ipynb"
            (download / file).write_text(json.dumps(raw), encoding="utf-8")
        run(self.classroom, "collect", download, homework, *words)
        shutil.rmtree(download)
        now = former_ids(self.classroom)
        for person in self.people.values():  # a new list may move others, too
            person.id = now.get(person.id, person.id)
        for name in those:
            self.people[name].id = now.get(self.people[name].login, self.people[name].login)
            file = self.classroom.submission(self.people[name].id, homework)
            assert f"answer = {self.count}" in file.read_text(encoding="utf-8")
        self.look_again(those)

    def look_again(self, those: set[str]) -> None:
        """Takes for right what the class has of these people, after it has changed for them."""
        found = everything_in(self.classroom)
        for name in those:
            self.people[name].held = found.get(self.people[name].id, {})

    def code_of(self, *words: str) -> int:
        """The code with which a command ends."""
        words = [*words, "--class-dir", str(self.classroom.folder)]
        done = CliRunner().invoke(app, words)
        assert isinstance(done.exception, SystemExit | None), done.exception
        return done.exit_code

    @rule(those=st.sets(names, min_size=1), homework=homeworks)
    def hand_in(self, those: set[str], homework: str) -> None:
        self.collect(those, homework)

    @rule(homework=homeworks)
    def grade(self, homework: str) -> None:
        students = self.classroom.students(homework)
        journal, notebook = (
            Journal(self.classroom, homework),
            read_released(released_path(homework)),
        )
        with closing(MarksWriter(self.classroom)) as writer:
            for student in students:
                score = writer.enter(student, homework, notebook, None).score
                key = sha256(self.classroom.submission(student, homework).read_bytes())
                journal.write(JournalEntry(student, key, score=score))
                for place in (self.classroom.autograded, self.classroom.feedback):
                    path = place(student, homework)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(key)
        self.look_again({name for name, person in self.people.items() if person.id in students})

    def marked(self) -> list[tuple[str, str]]:
        """Who has marks for what."""
        held = ((name, *pair) for name in NUMBERS for pair in self.people[name].held.items())
        return [(name, homework) for name, homework, part in held if "marks" in part]

    @precondition(marked)
    @rule(data=st.data(), score=st.sampled_from([0.25, 0.5, 0.75]))
    def mark_by_hand(self, data: st.DataObject, score: float) -> None:
        name, homework = data.draw(st.sampled_from(self.marked()))
        person, check = self.people[name], HOMEWORKS[homework]
        score_by_hand(self.classroom, homework, person.id, check, score)
        self.look_again({name})
        assert person.held[homework]["marks"].scores[check] == score

    @rule(name=names, homework=homeworks)
    def excuse(self, name: str, homework: str) -> None:
        person = self.people[name]
        person.excused.add(homework)
        file = self.classroom.folder / "extensions.csv"
        text = file.read_text() if file.exists() else "student,homework,due\n"
        file.write_text(f"{text}{person.id},{homework},excused\n")
        self.forgive(person)

    def forgive(self, person: Person) -> None:
        """Who is excused is never late, also if the marks were in the trash at that time."""
        for homework in person.excused & person.held.keys():
            if recorded := person.held[homework].get("marks"):
                person.held[homework]["marks"] = replace(recorded, late=False)

    @rule(name=names, student=ids)
    def rename(self, name: str, student: str) -> None:
        person = self.people[name]
        may = person.held and self.is_free(student, person)
        if may and self.code_of("rename", person.id, student) == 0:
            person.id = student

    @rule(name=names, login=ids, homework=homeworks)
    def change_login(self, name: str, login: str, homework: str) -> None:
        person = self.people[name]
        others = [each for each in self.people.values() if each is not person]
        is_taken = any(login in (other.login, other.id) for other in others)
        if not is_taken and self.is_free(login, person):
            person.login = login
            self.collect({name}, homework, "--roster", self.gradebook())

    def is_free(self, student: str, person: Person) -> bool:
        """Whether the trash has nothing of anybody else under an id. If it has, and the id is given
        to this person, nobody could tell whose that is."""
        return all(owner is person for owner, _ in self.trash.get(student, ()))

    @rule(data=st.data())
    def leave_or_come_back(self, data: st.DataObject) -> None:
        """One rule for both, because a run may leave some rules out."""
        there = [name for name in NUMBERS if self.people[name].held]
        removed = sorted(student for student, removals in self.trash.items() if removals)
        chosen = data.draw(st.sampled_from([*removed, *there]))
        if chosen in removed:
            self.undo(chosen)
        else:
            person = self.people[chosen]
            run(self.classroom, "forget", person.id, "--yes")
            self.trash[person.id].append((person, person.held))
            person.held = {}

    def undo(self, student: str) -> None:
        """Restores what was forgotten under an id, the newest first, beside what there is now."""
        removals = self.trash.pop(student)
        code = self.code_of("forget", student, "--undo")
        for person, held in removals[::-1]:
            if left := {name: held[name] for name in held.keys() & person.held.keys()}:
                self.trash[student].insert(0, (person, left))
            person.held = held | person.held
            self.forgive(person)
        assert code == (1 if self.trash[student] else 0)

    @rule(homework=homeworks)
    def export(self, homework: str) -> None:
        """In Canvas's own gradebook, each row gets that student's mark, or none."""
        marks = {
            name: person.held.get(homework, {}).get("marks") for name, person in self.people.items()
        }
        if not any(marks.values()):
            return
        template, made = self.gradebook(f"{homework} (1)"), self.folder / "made.csv"
        words = ["--to", "canvas", "--template", template, "--into", made]
        run(self.classroom, "export", homework, *words, code=None)
        with made.open(encoding="utf-8-sig", newline="") as file:
            exported = {row[0]: row[-1] for row in csv.reader(file) if row[0] in NUMBERS}
        assert exported == {
            name: f"{recorded.mark:g}" if recorded else "" for name, recorded in marks.items()
        }

    @invariant()
    def the_class_has_what_it_should(self) -> None:
        should_be = {person.id: person.held for person in self.people.values() if person.held}
        assert everything_in(self.classroom) == should_be
        assert {*policy_of(self.classroom).extensions} == {
            (person.id, name) for person in self.people.values() for name in person.excused
        }


def begin_term(folder: Path) -> None:
    """All hand in the first homework and get marks, one of them by hand; the gradebook has the
    second homework, too."""
    for homework in HOMEWORKS:
        enter_homework(Classroom(folder), homework)
    term = Term()
    term.start = folder
    term.begin()
    term.gradebook().rename(term.classroom.roster)
    term.hand_in(those={*NUMBERS}, homework="hw1-cosh")
    term.grade(homework="hw1-cosh")
    for person in term.people.values():
        score_by_hand(term.classroom, "hw1-cosh", person.id, "linear-check", 0.5)
    shutil.copytree(term.classroom.folder, folder, dirs_exist_ok=True)
    term.teardown()


@pytest.mark.parametrize(
    ("terms", "steps"), [(16, 16), pytest.param(60, 30, marks=pytest.mark.nightly)]
)
def test_nothing_is_lost_or_becomes_anothers_in_a_term(terms, steps, made_once):
    class OurTerm(Term):
        start = made_once("begun-term", begin_term)

    settings = hypothesis.settings(
        max_examples=terms, stateful_step_count=steps, derandomize=True, database=None
    )
    run_state_machine_as_test(OurTerm, settings=settings)
