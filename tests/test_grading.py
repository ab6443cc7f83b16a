"""Grading a class: once each, the same by every way there is, and whatever is killed on the way."""

import ast
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import nbformat
import psutil
import pytest
from nbformat import NotebookNode
from rich.console import Console
from typer.testing import CliRunner

from autograder.__main__ import main
from autograder.afterwards.forget import forget, traces
from autograder.afterwards.rename import rename
from autograder.base.failure import Failure
from autograder.base.paths import BY_STUDENT, ROOT, SOLUTIONS, Classroom, released
from autograder.cli import app
from autograder.cli.progress import grade_with_progress
from autograder.grading import cluster, ingredients, submission
from autograder.grading.grade import grade
from autograder.grading.gradebook import MarksWriter, renew_penalties
from autograder.grading.homework import enter_homework
from autograder.grading.journal import Journal, JournalEntry
from autograder.grading.outcome import GradingOutcome
from autograder.notebook.cells import EVERYBODY, VOID
from autograder.on_nbgrader import nbgrader_api, settings
from autograder.on_nbgrader.nbgrader_api import Nbgrader, NbgraderFailed
from autograder.people.former_ids import former_ids
from autograder.people.roster import Roster, current_ids
from autograder.reports.grading_summary import grading_summary
from autograder.sandbox.kernel import Interrupted
from autograder.terminal import interrupt
from tests.conftest import class_facts, copied, for_today, put, run, score_by_hand
from tests.helpers import damaged
from tests.helpers.submissions import submissions_of

pytestmark = pytest.mark.slow

HOMEWORK = "hw1-cosh"
VICTIMS = ("grader", "zygote")
CI_POSTGRES = "apt-get install postgresql"


@cache
def sample_of_homework() -> dict[str, NotebookNode]:
    """By student."""
    return {student: each.notebook() for student, each in submissions_of(HOMEWORK).items()}


def hand_in(classroom: Classroom, copies: int = 1) -> list[str]:
    """The sample class's submissions of one homework, each so many times."""
    found = [(f"{s}{i}", made) for s, made in sample_of_homework().items() for i in range(copies)]
    for student, notebook in found:
        Nbgrader(classroom).hand_in(student, HOMEWORK, notebook)
    return sorted(student for student, _ in found)


@pytest.fixture
def classroom(made_once, tmp_path) -> Classroom:
    """A class whose gradebook knows the homework, which takes half a second, and nobody."""

    def enter(folder: Path) -> None:
        enter_homework(Nbgrader(Classroom(folder)), HOMEWORK)

    return copied(Classroom(made_once("entered", enter)), tmp_path / "class")


def gradebook(classroom: Classroom) -> dict:
    """All marks of the homework, by student and check."""
    nbgrader = Nbgrader(classroom)
    return {student: nbgrader.marks(HOMEWORK, student) for student in classroom.students(HOMEWORK)}


@pytest.fixture(scope="module")
def undisturbed(sample) -> dict:
    """The marks that the same notebooks have in the sample class, which was graded in one go."""
    return {f"{each}0": sample[0].marks(HOMEWORK, each) for each in sample_of_homework()}


@pytest.mark.by_day(1)
@pytest.mark.parametrize("student", submissions_of(HOMEWORK))
def test_nbgraders_own_autograde_gives_the_same_marks(student, undisturbed, tmp_path):
    nbgrader = Nbgrader(Classroom(tmp_path))
    nbgrader.hand_in(student, HOMEWORK, sample_of_homework()[student])
    enter_homework(nbgrader, HOMEWORK)
    nbgrader.autograde(HOMEWORK, student, force=True)
    assert nbgrader.marks(HOMEWORK, student) == undisturbed[f"{student}0"]


def test_the_same_class_is_graded_only_once(classroom):
    students = hand_in(classroom)

    def are_new(**options) -> list[bool]:
        done = grade(classroom, HOMEWORK, students=students[:2], workers=0, **options)
        return [outcome.is_new for outcome in done]

    assert are_new() == [True, True]
    assert are_new() == [False, False]
    path = classroom.submission(students[0], HOMEWORK)
    path.write_text(path.read_text() + "\n")
    assert are_new() == [True, False]
    assert are_new(force=True) == [True, True]


def test_a_gradebook_that_was_lost_is_filled_again(graded_pair):
    (graded_pair.folder / "gradebook.db").unlink()
    (again,) = grade(graded_pair, HOMEWORK, students=["ada"], workers=0)
    assert again.is_new
    assert gradebook(graded_pair)["ada"]["linear-check"] == 2


GIVEN = """# %% grade_id="extra-given"
extra = 1

# %% grade_id="extra-check" points=2 title="9 Extra"
assert extra == 1

"""


def test_a_graded_class_goes_on_after_cells_were_added_and_taken_out(
    graded_pair, monkeypatch, tmp_path
):
    """Marks stay, what is new gets its own, and no check that has given marks disappears."""
    before = gradebook(graded_pair)["ada"]
    text = (SOLUTIONS / f"{HOMEWORK}.py").read_text()
    monkeypatch.setattr("autograder.notebook.source.SOLUTIONS", tmp_path)
    nbgrader = Nbgrader(graded_pair)

    def enter(text: str) -> None:
        (tmp_path / f"{HOMEWORK}.py").write_text(text)
        enter_homework(nbgrader, HOMEWORK)

    enter(f"{text}\n{GIVEN}")
    assert gradebook(graded_pair)["ada"] == before | {"extra-check": None}
    nbgrader.autograde(HOMEWORK, "ada", force=True)
    with nbgrader.gradebook() as book:
        book.find_grade("extra-check", HOMEWORK, HOMEWORK, "emeka").manual_score = 1.0
        book.db.commit()
    with pytest.raises(NbgraderFailed, match=r"extra-check .* void=true"):
        enter(text)
    with nbgrader.gradebook() as book:
        for student in ("ada", "emeka"):
            grade_of = book.find_grade("extra-check", HOMEWORK, HOMEWORK, student)
            grade_of.manual_score = grade_of.auto_score = None
        book.db.commit()
    enter(text)
    assert gradebook(graded_pair)["ada"] == before
    grade(graded_pair, HOMEWORK, force=True, workers=0)
    assert gradebook(graded_pair)["ada"] == before


def test_the_command_says_why_it_grades_again(tmp_path):
    classroom = Classroom(tmp_path / "class")
    Nbgrader(classroom).hand_in("ada", HOMEWORK, sample_of_homework()["ada"])
    words = classroom, "grade", HOMEWORK, "--workers", "0"
    assert "again" not in run(*words)
    data = classroom.submission("ada", HOMEWORK).read_bytes()
    entry = Journal(classroom, HOMEWORK).latest["ada"]
    entry.using |= {"the checks": "those before"}
    entry.key = ingredients.submission_key(entry.using, data, None)
    Journal(classroom, HOMEWORK).write(entry)
    assert "1 of them again: the checks have changed since." in run(*words)
    assert "0 graded, 1 had already been graded." in run(*words)
    classroom.autograded("ada", HOMEWORK).unlink()
    assert "the graded notebook were missing." in run(*words)


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ({"a": "1", "b": "1", "c": "1"}, ""),
        ({"a": "2", "b": "1", "c": "1"}, "a has changed since"),
        ({"a": "2", "b": "1", "c": "2"}, "a and c have changed since"),
        ({"a": "2", "b": "2", "c": "2"}, "a, b and c have changed since"),
        ({}, "the homework, the checks, the autograder or the limits have changed since"),
    ],
)
def test_what_has_changed_since_is_said_in_a_sentence(before, says):
    assert ingredients.what_changed(before, {"a": "1", "b": "1", "c": "1"}) == says


LATE_LINE = 'c.LateSubmissionPlugin.penalty_method = "zero"'


@pytest.fixture
def configure(monkeypatch):
    """Call it with a line of nbgrader_config.py."""

    def add(line: str) -> None:
        def configured(*arguments, **options):
            config = settings.configured(*arguments, **options)
            exec(line, {"c": config})
            return config

        monkeypatch.setattr(nbgrader_api, "configured", configured)

    return add


BY_THE_DAY = """
from math import ceil
from nbgrader.plugins import BasePlugin

class TenPercentADay(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return score * min(1, 0.1 * ceil(total_seconds_late / 86400))

c = get_config()
c.AssignLatePenalties.plugin_class = TenPercentADay
"""


def hand_in_at(classroom: Classroom, student: str, day: int) -> None:
    note = classroom.submission(student, HOMEWORK).with_name("timestamp.txt")
    note.write_text(f"2026-02-0{day} 12:00:00 UTC")


def set_due(classroom: Classroom) -> None:
    """What formgrader does when somebody types a due date: here February 2nd."""
    with Nbgrader(classroom).gradebook() as book:
        book.find_assignment(HOMEWORK).duedate = datetime(2026, 2, 2)
        book.db.commit()


@pytest.fixture
def late_class(classroom) -> Classroom:
    """A class in which only Ada has handed in, a day late by a due date that formgrader has."""
    Nbgrader(classroom).hand_in("ada", HOMEWORK, sample_of_homework()["ada"])
    hand_in_at(classroom, "ada", 3)
    set_due(classroom)
    return classroom


def test_who_is_late_by_a_due_date_set_later_loses_what_nbgraders_plugin_takes(
    classroom, configure
):
    late, in_time = hand_in(classroom)[:2]
    hand_in_at(classroom, late, 3)
    hand_in_at(classroom, in_time, 1)
    words = ["grade", HOMEWORK, "--workers", "0", "--student", late, "--student", in_time]
    run(classroom, *words)
    marks = {o.student: o.entry.score for o in grade(classroom, HOMEWORK, students=[late, in_time])}
    set_due(classroom)
    configure(LATE_LINE)
    said = run(classroom, *words)
    assert f"Late penalties that changed: {late} {marks[late]:g} (was 0)." in said
    assert "0 graded, 2 had already been graded." in said
    recorded = Nbgrader(classroom).recorded(HOMEWORK)
    assert recorded[late].score == 0 < recorded[late].penalty
    assert recorded[in_time].score == marks[in_time] > 0
    assert "Late penalties" not in run(classroom, *words)


def test_a_penalty_is_of_the_score_of_this_grading_also_by_nbgraders_own_autograde(late_class):
    path = late_class.submission("ada", HOMEWORK)
    first, right = released(HOMEWORK).read_bytes(), path.read_bytes()
    (late_class.folder / "nbgrader_config.py").write_text(BY_THE_DAY)
    nbgrader, penalties = Nbgrader(late_class), []
    for data in (right, first, right):
        path.write_bytes(data)
        (outcome,) = grade(late_class, HOMEWORK, workers=0)
        penalties.append(nbgrader.recorded(HOMEWORK)["ada"].penalty)
        assert penalties[-1] == pytest.approx(outcome.entry.score / 5)
    assert penalties[0] == penalties[2] > penalties[1]
    for data, penalty in ((first, penalties[1]), (right, penalties[0])):
        path.write_bytes(data)
        nbgrader.autograde(HOMEWORK, "ada", force=True)
        assert nbgrader.recorded(HOMEWORK)["ada"].penalty == pytest.approx(penalty)


@pytest.mark.parametrize(
    ("lines", "code", "says"),
    [
        ('c.AssignLatePenalties.plugin_class = "late.ByTheDay"', 3, "late.ByTheDay"),
        ("import late", 3, "nbgrader_config.py cannot be used: ModuleNotFoundError: No module"),
        (BY_THE_DAY.replace("score *", "1 / 0 *"), 1, "could not be entered: division by zero"),
    ],
)
def test_a_penalty_that_does_not_work_is_told_in_a_sentence(
    late_class, lines, code, says, monkeypatch, capsys
):
    (late_class.folder / "nbgrader_config.py").write_text(f"c = get_config()\n{lines}\n")
    words = ["grade", HOMEWORK, "--workers", "0", "--class-dir", str(late_class.folder)]
    monkeypatch.setattr(sys, "argv", ["autograder", *words])
    monkeypatch.setattr(interrupt, "end_at_once", lambda: None)
    with pytest.raises(SystemExit) as ended:
        main()
    said = " ".join("".join(capsys.readouterr()).split())
    assert ended.value.code == code, said
    # A path at the end of a line is broken.
    assert says.replace(" ", "") in said.replace(" ", "") and "Traceback" not in said


def test_a_penalty_that_fails_after_grading_changes_nothing(late_class):
    grade(late_class, HOMEWORK, workers=0)
    failing = BY_THE_DAY.replace("score *", "1 / 0 *")
    (late_class.folder / "nbgrader_config.py").write_text(failing)
    with pytest.raises(Failure, match="ada's late penalty cannot be computed: ZeroDivision"):
        renew_penalties(late_class, HOMEWORK)
    assert Nbgrader(late_class).recorded(HOMEWORK)["ada"].penalty == 0


@pytest.mark.parametrize("at", [datetime(9999, 12, 31, 23, 59, 59), datetime(1, 1, 1)])
def test_a_stored_time_that_cannot_be_holds_up_nobody_elses_penalty(graded_pair, at):
    """The command that it names puts it right."""
    (graded_pair.folder / "policy.toml").write_text(
        'timezone = "America/New_York"\n[due]\nhw1-cosh = "2026-01-30"\n'
        '[late]\nper_day = "10 %"\ngrace_minutes = 10\n'
    )
    times = {"ada": at, "emeka": datetime(2026, 2, 1)}  # a day late in New York
    nbgrader = Nbgrader(graded_pair)
    with nbgrader.gradebook() as book:
        for student, time in times.items():
            book.find_submission(HOMEWORK, student).timestamp = time
        book.db.commit()
    for command in (
        ("report", HOMEWORK),
        ("report", HOMEWORK, "--json"),
        ("feedback", HOMEWORK),
        ("grade", HOMEWORK, "--student", "emeka"),
        ("export", HOMEWORK, "--to", "csv"),
        ("total",),
    ):
        said = run(graded_pair, *command, code=1)
        assert "ada's late penalty in hw1-cosh is left as it was." in said, said
        assert "autograder grade hw1-cosh --student ada" in said
    recorded = nbgrader.recorded(HOMEWORK)
    score, penalty = recorded["emeka"].score, recorded["emeka"].penalty
    assert penalty == pytest.approx((score + penalty) / 10) and recorded["emeka"].late
    assert (recorded["ada"].penalty, recorded["ada"].late, recorded["ada"].handed_in) == (
        *(0, None, None),
    )
    note = graded_pair.submission("ada", HOMEWORK).with_name("timestamp.txt")
    note.write_text("2026-01-31 08:00 Europe/Berlin")
    said = run(graded_pair, "grade", HOMEWORK, "--student", "ada", "--workers", "0", code=0)
    assert "left as it was" not in said
    put_right = nbgrader.recorded(HOMEWORK)["ada"]
    assert put_right.handed_in == datetime(2026, 1, 31, 7, tzinfo=UTC)
    assert put_right.late


@pytest.mark.by_day(2)
@pytest.mark.parametrize("command", ["grade", "export", "report", "feedback"])
def test_a_score_given_by_hand_changes_the_penalty_of_who_is_late(late_class, command):
    (late_class.folder / "nbgrader_config.py").write_text(BY_THE_DAY)
    (outcome,) = grade(late_class, HOMEWORK, workers=0)
    score_by_hand(late_class, HOMEWORK, "ada", "linear-check", 102.0)
    options = {"grade": ["--workers", "0"], "export": ["--to", "csv"]}
    assert "Late penalties that changed: ada " in run(
        late_class, command, HOMEWORK, *options.get(command, [])
    )
    recorded = Nbgrader(late_class).recorded(HOMEWORK)["ada"]
    by_hand = outcome.entry.score - 2 + 102
    assert recorded.penalty == pytest.approx(by_hand / 5)
    assert recorded.score == pytest.approx(by_hand * 0.8)


def test_who_has_handed_in_again_is_not_told_that_something_else_has_changed(classroom):
    (student, other, *_) = hand_in(classroom)
    classroom.submission(other, HOMEWORK).write_bytes(b"%PDF-1.4")
    chosen = {"students": [student, other], "workers": 0}
    grade(classroom, HOMEWORK, **chosen)
    for each in chosen["students"]:
        entry = Journal(classroom, HOMEWORK).latest[each]
        entry.using |= {"the checks": "those before"}
        Journal(classroom, HOMEWORK).write(entry)
        classroom.submission(each, HOMEWORK).write_bytes(released(HOMEWORK).read_bytes())
    assert [(o.is_new, o.again) for o in grade(classroom, HOMEWORK, **chosen)] == [(True, "")] * 2


def test_a_line_of_the_configuration_that_means_nothing_is_told(tmp_path, configure):
    classroom = Classroom(tmp_path)
    (student, *_) = hand_in(classroom)
    configure('c.AssignLatePenalties.penalty_method = "zero"')
    said = run(classroom, "grade", HOMEWORK, "--workers", "0", "--student", student, code=0)
    assert said.count("`penalty_method` not recognized by") == 1


def test_formgrader_shows_the_ids_of_students_with_one_name(graded_pair):
    people = "id,First name,Last name\nada,Min,Kim\nemeka,min,Kim\n"
    for more, names in (("", ["Kim (ada)", "Kim (emeka)"]), ("x", ["Kim", "Kim"])):
        (graded_pair.folder / "roster.csv").write_text(people.replace("a,Min", f"a,Min{more}"))
        grade(graded_pair, HOMEWORK)
        known = Nbgrader(graded_pair).people()
        assert [known[each].last for each in ("ada", "emeka")] == names


def test_who_is_not_in_the_class_list_hands_in_nothing_or_is_misspelled_is_told(classroom):
    nbgrader = Nbgrader(classroom)
    nbgrader.hand_in("O_Neill", HOMEWORK, sample_of_homework()["ada"])
    nbgrader.hand_in("studenttest-9", HOMEWORK, sample_of_homework()["ada"])
    nbgrader.hand_in("ann", HOMEWORK, nbformat.read(released(HOMEWORK), as_version=4))
    (classroom.folder / "roster.csv").write_text(
        "id,name,email\nzo77,Zoe O'Neill,\nann,Ann Lee,a@x.org\n"
    )
    words = classroom, "grade", HOMEWORK, "--workers", "0"
    said = run(*words)
    assert "Not in the class list (roster.csv) O_Neill" in said
    assert "May be zo77 (Zoe O'Neill): if so, autograder rename O_Neill zo77." in said
    assert "ann Ann Lee Nothing was filled in." in said
    assert "studenttest-9 Handed in" not in said
    person = nbgrader.people()["ann"]
    assert (person.first, person.last, person.email) == ("Ann", "Lee", "a@x.org")
    missed = run(*words, "--student", "O_Neil", code=2)
    assert "There is no submission of O_Neil. Did you mean O_Neill?" in missed
    assert "Did you mean ann?" in run(*words, "--student", "Ann Lee", code=2)
    pages = run(classroom, "feedback", HOMEWORK)
    assert "No page for zo77: not handed in" in pages and "ann:" not in pages


def test_the_homework_that_is_meant_is_asked_for(tmp_path):
    for typed, meant in {"hw1": "hw1-cosh", "hw2_tahn": "hw2-tanh", "memory": "hw6-memory"}.items():
        assert f"Did you mean {meant}?" in run(Classroom(tmp_path), "grade", typed, code=2)
    unknown = run(Classroom(tmp_path), "grade", "xyz", code=2)
    assert "Did you mean" not in unknown and "There are: hw1-cosh" in unknown


def test_a_homework_that_is_not_released_is_refused_with_the_command_that_releases_it(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("autograder.grading.grade.released", lambda assignment: tmp_path / "none")
    with pytest.raises(Failure, match=f"autograder release {HOMEWORK}"):
        grade(Classroom(tmp_path), HOMEWORK, workers=0)


def test_of_a_text_that_is_not_the_one_released_nothing_is_said_but_that(tmp_path, monkeypatch):
    """Not first that somebody's file cannot be read, and nothing of that in the journal."""
    classroom, told = Classroom(tmp_path), []
    put(classroom, "ann", HOMEWORK, b"")
    pdf = classroom.submission("bob", HOMEWORK).with_name("report.pdf")
    pdf.parent.mkdir(parents=True)
    pdf.write_bytes(b"%PDF")

    def refuse(homework):
        raise Failure("not made from it")

    monkeypatch.setattr("autograder.grading.grade.refuse_unreleased", refuse)
    with pytest.raises(Failure, match="not made from it"):
        grade(classroom, HOMEWORK, workers=0, progress=told.append)
    assert told == [] and not classroom.journals.exists()


def test_what_should_be_looked_at_is_told_until_it_has_gone(classroom):
    blank = nbformat.read(released(HOMEWORK), as_version=4)
    Nbgrader(classroom).hand_in("ann", HOMEWORK, blank)
    words = ["grade", HOMEWORK, "--workers", "0"]
    assert "Please look ann Nothing was filled in." in run(classroom, *words)
    solved = sample_of_homework()["ada"]
    Nbgrader(classroom).hand_in("bob", HOMEWORK, solved)
    assert "Please look ann Nothing was filled in." in run(classroom, *words)
    assert "Please look ann Nothing was filled in." in run(classroom, *words)
    assert "Please look: nothing." in run(classroom, *words, "--student", "bob")
    Nbgrader(classroom).hand_in("ann", HOMEWORK, solved)
    assert "Please look: nothing." in run(classroom, *words)


def summarised(*outcomes: GradingOutcome) -> str:
    console = Console(width=200, file=io.StringIO())
    console.print(grading_summary([*outcomes], HOMEWORK, Roster()))
    return console.file.getvalue()


@pytest.mark.parametrize("is_new", [True, False])
def test_a_stopped_cell_is_something_to_look_at(is_new):
    entry = JournalEntry("ann", "", stopped={"cell": "It was still running."})
    said = summarised(GradingOutcome(entry, is_new=is_new))
    assert "It was still running." in said and "Please look: nothing." not in said


def test_what_an_interrupted_run_had_changed_is_told_by_the_one_that_completes_it():
    why = "the checks have changed since"
    first, last, older = (
        JournalEntry(who, "", score=2, before=1, because=because)
        for who, because in (("ann", why), ("bob", why), ("cem", "the homework has changed since"))
    )
    outcomes = [GradingOutcome(each, is_new=False) for each in (first, older)]
    said = summarised(*outcomes, GradingOutcome(last, again=why))
    told = said.partition("Marks that changed")[2]
    assert "ann" in told and "bob" in told and "cem" not in told


@pytest.mark.parametrize(
    ("force", "says"),
    [
        (False, "1 of 3 are done. Run the command again for the rest."),
        (True, "1 of 3 are graded again; the others are unchanged. With --force"),
    ],
)
def test_what_an_interruption_leaves_is_told_as_it_is(monkeypatch, tmp_path, force, says):
    said = []

    def first_of_three(*_, progress, **__):
        progress(GradingOutcome(JournalEntry("ann", "")))
        said.append(interrupt.so_far[-1]())
        return []

    monkeypatch.setattr("autograder.grading.grade.grade", first_of_three)
    grade_with_progress(
        Classroom(tmp_path), HOMEWORK, ["ann", "bob", "cem"], force=force, quiet=True
    )
    assert said[0].startswith(says)


def test_a_class_of_another_homeworks_notebooks_is_told_once(classroom):
    for i in range(4):
        put(classroom, f"s{i}", HOMEWORK, released("hw2-tanh").read_bytes())
    said = run(classroom, "grade", HOMEWORK, "--workers", "0")
    assert "4 of 4 are for hw2-tanh: were they collected as hw1-cosh by mistake?" in said
    assert "These are s0, s1, s2, s3." in said


def test_of_a_file_that_breaks_off_it_is_said_that_it_does(classroom):
    put(classroom, "ann", HOMEWORK, released(HOMEWORK).read_bytes()[:3000])
    (outcome,) = grade(classroom, HOMEWORK, workers=0)
    assert outcome.failure.startswith("The file is cut short")


def test_a_folder_without_a_notebook_is_in_the_journal_once_until_it_changes(classroom):
    answers = put(classroom, "ann", HOMEWORK, b"").with_name("answers.pdf")
    answers.with_name(f"{HOMEWORK}.ipynb").rename(answers)
    first, again = (grade(classroom, HOMEWORK)[0] for _ in range(2))
    assert (first.is_new, again.is_new) == (True, False) and first.entry == again.entry
    answers.rename(answers.with_name("other.pdf"))
    grade(classroom, HOMEWORK)
    said, later = (entry.failure for entry in Journal(classroom, HOMEWORK).entries())
    assert "answers.pdf" in said and "other.pdf" in later


def test_a_student_is_forgotten_after_a_question(graded_pair):
    folder = graded_pair.folder
    asked = CliRunner().invoke(app, ["forget", "ada", "--class-dir", str(folder)], input="n\n")
    assert asked.exit_code == 1
    assert "submitted/ada/" in asked.output.replace("\n", "")
    assert graded_pair.submission("ada", HOMEWORK).exists()
    run(graded_pair, "forget", "ada", "--yes", code=0)
    assert list(folder.glob("*/ada")) == [folder / "trash" / "ada"]
    assert list(Nbgrader(graded_pair).people()) == ["emeka"]
    assert list(Journal(graded_pair, HOMEWORK).latest) == ["emeka"]
    assert gradebook(graded_pair)["emeka"]
    assert "The class has nothing of ada." in run(graded_pair, "forget", "ada", "--yes", code=2)


def everything(classroom: Classroom) -> tuple:
    """The gradebook, the journal and all files of a class."""
    recorded = Nbgrader(classroom).recorded(HOMEWORK)
    entries = [*Journal(classroom, HOMEWORK).entries()]
    lines = {entry.student: entry for entry in entries}, len(entries)
    files = {
        path.relative_to(classroom.folder): path.read_bytes()
        for each in ("submitted", "autograded", "collected", "feedback")
        for path in classroom.folder.glob(f"{each}/**/*")
        if path.is_file()
    }
    return recorded, lines, files


def test_who_was_forgotten_by_mistake_is_taken_back_with_all_marks(graded_pair):
    shelf = graded_pair.folder / "collected" / HOMEWORK / "ada"
    shelf.mkdir(parents=True)
    (shelf / "versions.json").write_text("[]")
    score_by_hand(graded_pair, HOMEWORK, "ada", "linear-check", 1)
    before = everything(graded_pair)
    run(graded_pair, "forget", "ada", "--yes")
    assert set(everything(graded_pair)[0]) == {"emeka"} and not shelf.exists()
    run(graded_pair, "forget", "ada", "--undo")
    assert everything(graded_pair) == before
    assert all(not o.is_new for o in grade(graded_pair, HOMEWORK))
    run(graded_pair, "forget", "ada", "--yes")
    graded_pair.submission("ada", HOMEWORK).parent.mkdir(parents=True)
    graded_pair.submission("ada", HOMEWORK).write_bytes(b"later")
    run(graded_pair, "forget", "ada", "--yes")
    run(graded_pair, "forget", "ada", "--undo")  # what was forgotten last
    assert graded_pair.submission("ada", HOMEWORK).read_bytes() == b"later"
    run(graded_pair, "forget", "ada", "--yes", "--for-good")
    run(graded_pair, "forget", "ada", "--undo", code=2)


def test_what_was_forgotten_earlier_comes_back_beside_what_was_handed_in_again(graded_pair):
    other = "hw2-tanh"
    put(graded_pair, "ada", other, b"tanh")
    score_by_hand(graded_pair, HOMEWORK, "ada", "linear-check", 1)
    before = everything(graded_pair)
    run(graded_pair, "forget", "ada", "--yes")
    put(graded_pair, "ada", other, b"later")
    said = run(graded_pair, "forget", "ada", "--undo", code=1)
    assert f"{HOMEWORK}, with marks: restored" in said and f"{other}: stays in the trash" in said
    assert everything(graded_pair)[:2] == before[:2]
    assert graded_pair.submission("ada", other).read_bytes() == b"later"
    (removal,) = (graded_pair.trash / "ada").glob("*")
    run(graded_pair, "forget", "ada", "--yes")
    assert "no removal" in run(graded_pair, "forget", "ada", "--undo", "--from", "x", code=2)
    said = run(graded_pair, "forget", "ada", "--undo", "--from", removal.name, code=1)
    assert said.index(f"{HOMEWORK}, with marks: restored") < said.index(removal.name)
    assert everything(graded_pair) == before
    assert all(not o.is_new for o in grade(graded_pair, HOMEWORK))


def test_what_was_forgotten_is_not_restored_into_another_students_folder(graded_pair):
    run(graded_pair, "forget", "ada", "--yes")
    other, theirs = graded_pair.folder / "other", graded_pair.folder / "submitted" / "ada"
    other.mkdir()
    theirs.symlink_to(other)
    assert "stays in the trash" in run(graded_pair, "forget", "ada", "--undo", code=1)
    assert [*other.iterdir()] == []
    theirs.unlink()
    run(graded_pair, "forget", "ada", "--undo", code=0)
    assert graded_pair.submission("ada", HOMEWORK).exists()


def test_marks_come_back_although_the_student_was_entered_again_without_any(graded_pair):
    before = everything(graded_pair)
    run(graded_pair, "forget", "ada", "--yes")
    with Nbgrader(graded_pair).gradebook() as book:
        book.add_student("ada")
    run(graded_pair, "forget", "ada", "--undo")
    assert everything(graded_pair) == before
    assert not [*graded_pair.trash.glob("*")]


def test_forgetting_and_taking_back_that_were_broken_off_are_completed(graded_pair, monkeypatch):
    before = everything(graded_pair)

    def broken_off(*_, **__):
        raise KeyboardInterrupt

    for words in (["--yes"], ["--undo"]):
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "forget", broken_off)
            options = ["forget", "ada", *words, "--class-dir", str(graded_pair.folder)]
            assert CliRunner().invoke(app, options).exit_code != 0
        run(graded_pair, "forget", "ada", *words)
    assert everything(graded_pair) == before


def test_forgetting_is_completed_although_the_student_has_handed_in_again(graded_pair, monkeypatch):
    before = everything(graded_pair)
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "forget", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            forget(graded_pair, traces(graded_pair, "ada"))
    put(graded_pair, "ada", HOMEWORK, b"later")
    run(graded_pair, "forget", "ada", "--yes", code=0)
    assert not (graded_pair.folder / "submitted" / "ada").exists()
    first, second = sorted((graded_pair.trash / "ada").glob("*"))
    assert (second / "submitted" / "ada" / HOMEWORK / f"{HOMEWORK}.ipynb").read_bytes() == b"later"
    run(graded_pair, "forget", "ada", "--undo", "--from", first.name, code=1)
    assert everything(graded_pair)[0] == before[0]


def test_a_changed_id_keeps_its_marks(graded_pair):
    marks = gradebook(graded_pair)
    entry = Journal(graded_pair, HOMEWORK).latest["ada"]
    extensions = graded_pair.folder / "extensions.csv"
    extensions.write_text(f"student,homework,due\nada,{HOMEWORK},excused\n")
    run(graded_pair, "rename", "ada", "lovelace")
    assert extensions.read_text() == f"student,homework,due\nlovelace,{HOMEWORK},excused\n"
    assert gradebook(graded_pair) == {"emeka": marks["emeka"], "lovelace": marks["ada"]}
    assert set(Nbgrader(graded_pair).people()) == {"emeka", "lovelace"}
    assert Journal(graded_pair, HOMEWORK).latest["lovelace"].key == entry.key
    assert all(not o.is_new for o in grade(graded_pair, HOMEWORK))
    run(graded_pair, "rename", "emeka", "lovelace", code=1)
    assert set(gradebook(graded_pair)) == {"emeka", "lovelace"}
    (graded_pair.folder / "viva").mkdir(exist_ok=True)
    (graded_pair.folder / "viva" / "grace").symlink_to(graded_pair.folder / "submitted" / "emeka")
    assert "a link" in run(graded_pair, "rename", "lovelace", "grace", code=1)
    assert graded_pair.submission("emeka", HOMEWORK).exists()
    assert set(gradebook(graded_pair)) == {"emeka", "lovelace"}
    for each in BY_STUDENT:  # the marks alone are in the way, too
        shutil.rmtree(graded_pair.folder / each / "lovelace", ignore_errors=True)
    assert "both have" in run(graded_pair, "rename", "lovelace", "emeka", code=1)


@pytest.mark.parametrize("broken_off", [False, True])
def test_what_was_forgotten_comes_back_under_a_changed_id(graded_pair, monkeypatch, broken_off):
    shelf = graded_pair.folder / "collected" / HOMEWORK / "ada"
    shelf.mkdir(parents=True)
    (shelf / "versions.json").write_text("[]")
    marks, data = gradebook(graded_pair), graded_pair.submission("ada", HOMEWORK).read_bytes()
    run(graded_pair, "forget", "ada", "--yes")
    put(graded_pair, "ada", "hw2-tanh", b"tanh")
    if broken_off:
        with monkeypatch.context() as patch:
            patch.setattr("autograder.afterwards.forget.write_whole", lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                rename(graded_pair, "ada", "lovelace")
    run(graded_pair, "rename", "ada", "lovelace", code=0)
    run(graded_pair, "forget", "ada", "--undo", code=2)
    said = run(graded_pair, "forget", "lovelace", "--undo", code=0)
    assert f"{HOMEWORK}, with marks: restored" in said
    assert gradebook(graded_pair) == {"emeka": marks["emeka"], "lovelace": marks["ada"]}
    assert set(Nbgrader(graded_pair).people()) == {"emeka", "lovelace"}
    assert set(Journal(graded_pair, HOMEWORK).latest) == {"emeka", "lovelace"}
    assert graded_pair.submission("lovelace", HOMEWORK).read_bytes() == data
    assert (shelf.with_name("lovelace") / "versions.json").exists()
    assert not [*graded_pair.folder.glob("**/ada"), *graded_pair.trash.glob("*")]


def test_a_new_id_that_the_class_list_does_not_have_is_told(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("id\nlovelace\nemeka\n")
    said = run(graded_pair, "rename", "ada", "lovelaze", code=0)
    assert "not in roster.csv" in said and "Did you mean lovelace?" in said
    assert "roster.csv" not in run(graded_pair, "rename", "lovelaze", "lovelace", code=0)


def test_a_class_list_that_cannot_be_used_is_told_once_all_are_graded(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("who\nada\n")
    said = run(graded_pair, "grade", HOMEWORK, code=0)
    assert "no column of ids" in said and "2 had already been graded" in said


def test_a_class_list_with_a_former_id_means_the_student_who_had_it(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("id,name\nada,Ada King\nemeka,Emeka Obi\n")
    said = run(graded_pair, "rename", "ada", "lovelace", code=0)
    assert "not in roster.csv" not in said and "former id of lovelace" in said
    assert [s.id for s in Roster.of(graded_pair).students] == ["lovelace", "emeka"]
    assert current_ids(graded_pair, HOMEWORK) == {
        "ada": "lovelace",
        "lovelace": "lovelace",
        "emeka": "emeka",
    }
    assert "ada is lovelace now" in run(graded_pair, "rename", "ada", "countess", code=2)
    run(graded_pair, "rename", "lovelace", "countess", code=0)
    assert former_ids(graded_pair) == {"ada": "countess", "lovelace": "countess"}
    run(graded_pair, "rename", "countess", "ada", code=0)
    assert former_ids(graded_pair) == {"countess": "ada", "lovelace": "ada"}
    (graded_pair.folder / "roster.csv").write_text("id\nada\nlovelace\n")
    assert [s.id for s in Roster.of(graded_pair).students] == ["ada", "lovelace"]  # two people
    run(graded_pair, "forget", "ada", "--yes", "--for-good")
    assert former_ids(graded_pair) == {}


def test_the_lmss_own_number_joins_a_changed_login(graded_pair, tmp_path):
    heads = "Student,ID,SIS User ID,SIS Login ID,Section\n"
    lists = []
    for login in ("ada", "lovelace"):
        lists.append(tmp_path / f"{login}.csv")
        lists[-1].write_text(f'{heads}"King, Ada",101,S1,{login},A\n"Obi, Emeka",102,S2,emeka,A\n')
    shutil.copy(lists[0], graded_pair.folder / "roster.csv")
    download = tmp_path / "download"
    download.mkdir()
    (download / f"kingada_101_9_{HOMEWORK}.ipynb").write_bytes(
        graded_pair.submission("ada", HOMEWORK).read_bytes()
    )
    marks = gradebook(graded_pair)["ada"]
    said = run(graded_pair, "collect", str(download), HOMEWORK, "--roster", str(lists[1]))
    assert "ada is lovelace" in said
    assert gradebook(graded_pair)["lovelace"] == marks
    assert graded_pair.students(HOMEWORK) == ["emeka", "lovelace"]


POLICY = """
timezone = "UTC"
[due]
hw1-cosh = "2026-02-02 00:00"
[late]
per_day = "10 %"
"""


def test_the_rules_of_the_class_count_in_grading_and_by_nbgraders_own_autograde(graded_pair):
    hand_in_at(graded_pair, "ada", 3)  # two days late
    (graded_pair.folder / "policy.toml").write_text(POLICY)
    nbgrader = Nbgrader(graded_pair)
    (outcome,) = grade(graded_pair, HOMEWORK, students=["ada"], workers=0)
    earned, one = outcome.entry.score, nbgrader.recorded(HOMEWORK)["ada"]
    assert (one.penalty, one.late) == (pytest.approx(0.2 * earned), True)
    nbgrader.autograde(HOMEWORK, "ada", force=True)
    assert nbgrader.recorded(HOMEWORK)["ada"] == one
    hand_in_at(graded_pair, "ada", 4)  # somebody has corrected the time
    said = run(graded_pair, "grade", HOMEWORK)
    less = f"{earned * 0.8:g} ({earned:g} − {earned * 0.2:g} late)"
    assert f"{less} → {earned * 0.7:g} ({earned:g} − {earned * 0.3:g} late)" in said
    extended = "student,homework,due\nada,hw1-cosh,2026-02-05\n"
    (graded_pair.folder / "extensions.csv").write_text(extended)
    assert "Late penalties that changed: ada 0" in run(graded_pair, "grade", HOMEWORK)
    assert nbgrader.recorded(HOMEWORK)["ada"].late is False
    (graded_pair.folder / "policy.toml").write_text(POLICY + "free_days = x\n")
    for words in (
        ["report", HOMEWORK],
        ["feedback", HOMEWORK],
        ["export", HOMEWORK, "--to", "csv"],
        ["total"],
    ):
        assert "line 7" in run(graded_pair, *words, code=2)


def test_an_extension_counts_without_a_due_time_of_the_class(graded_pair):
    hand_in_at(graded_pair, "ada", 5)
    hand_in_at(graded_pair, "emeka", 5)
    (graded_pair.folder / "policy.toml").write_text(POLICY.replace("hw1-cosh", "hw2-tanh"))
    grade(graded_pair, HOMEWORK, workers=0)
    extended = "student,homework,due\nada,hw1-cosh,2026-02-03\nemeka,hw2-tanh,2026-02-09\n"
    (graded_pair.folder / "extensions.csv").write_text(extended)
    assert "Late penalties that changed: ada" in run(graded_pair, "report", HOMEWORK)
    assert Nbgrader(graded_pair).recorded(HOMEWORK)["emeka"].late is None
    set_due(graded_pair)  # in formgrader, for everybody else
    assert "Late penalties" not in run(graded_pair, "report", HOMEWORK)
    recorded = Nbgrader(graded_pair).recorded(HOMEWORK)
    ada, emeka = recorded["ada"], recorded["emeka"]
    assert ada.late and ada.penalty == pytest.approx((ada.score + ada.penalty) * 0.2)
    assert (emeka.late, emeka.penalty) == (True, 0)  # nbgrader's own plugin takes nothing off
    with Nbgrader(graded_pair).gradebook() as book:
        assert book.find_assignment(HOMEWORK).duedate == datetime(2026, 2, 2)
    run(graded_pair, "feedback", HOMEWORK)
    assert "due 2026-02-03 23:59 UTC" in graded_pair.feedback("ada", HOMEWORK).read_text()
    extended = extended.replace("ada,hw1-cosh,2026-02-03", "ada,hw1-cosh,2026-02-06")
    (graded_pair.folder / "extensions.csv").write_text(extended)
    assert "Late penalties that changed: ada" in run(graded_pair, "report", HOMEWORK)
    recorded = Nbgrader(graded_pair).recorded(HOMEWORK)
    assert (recorded["ada"].late, recorded["ada"].penalty) == (False, 0)
    assert recorded["emeka"] == emeka


def test_a_typing_error_in_an_extension_is_told_with_its_line(graded_pair):
    lines = "student,homework,due\nada,hw1-cosh,excused\nemekka,hw1-cosh,2026-02-02\n"
    (graded_pair.folder / "extensions.csv").write_text(lines)
    for words in (["grade", HOMEWORK], ["report", HOMEWORK], ["total"]):
        said = run(graded_pair, *words)
        assert "extensions.csv, line 3" in said and "Did you mean emeka?" in said
        assert "line 2" not in said
    (graded_pair.folder / "roster.csv").write_text("id,email\nada,\nemeka,emekka@uni.example\n")
    (graded_pair.folder / "extensions.csv").write_text(
        lines.replace("emekka", "EMEKKA@uni.example")
    )
    assert "EMEKKA@uni.example. Did you mean emeka?" in run(graded_pair, "report", HOMEWORK)
    (graded_pair.folder / "extensions.csv").write_text(lines)
    (graded_pair.folder / "roster.csv").write_text("id\nada\nemeka\nemekka\n")  # not yet handed in
    assert "extensions.csv" not in run(graded_pair, "report", HOMEWORK)


MOMENTS = (0.5, 1, 1.5, 2, 3, 4.5, 6, 8)  # seconds after the start


@pytest.mark.parametrize("how_many", [2, pytest.param(len(MOMENTS), marks=pytest.mark.nightly)])
def test_an_interrupted_command_ends_at_once_and_is_completed_by_the_next(how_many, tmp_path):
    classroom = Classroom(tmp_path)
    hand_in(classroom, copies=2)
    seen = ""
    for seconds in sorted(for_today(MOMENTS, how_many, "moments")):
        grader = _start_grading(classroom)
        try:
            said, _ = grader.communicate(timeout=seconds)
            assert grader.returncode == 0, said
            break
        except subprocess.TimeoutExpired:
            family = psutil.Process(grader.pid).children(recursive=True)
            os.killpg(grader.pid, signal.SIGINT)
            said, _ = grader.communicate(timeout=3)
        assert grader.returncode == 130, said
        assert "Traceback" not in said
        seen += said
        _, left = psutil.wait_procs(family, timeout=30)  # a zygote in its imports ends after them
        assert left == []
    assert "Interrupted." in seen
    grader = _start_grading(classroom)
    grader.communicate(timeout=120)
    assert grader.returncode == 0
    assert None not in gradebook(classroom).values()


@pytest.mark.parametrize("error", [Interrupted("Ended from outside."), RuntimeError("A defect.")])
def test_what_failed_by_no_fault_of_the_students_is_done_again(error, monkeypatch, classroom):
    Nbgrader(classroom).hand_in("ada", HOMEWORK, sample_of_homework()["ada"])

    def failing(*_, **__):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(submission, "grade_submission", failing)
        failed = grade(classroom, HOMEWORK)
    assert [outcome.student for outcome in failed if outcome.failure] == ["ada"]
    (again,) = grade(classroom, HOMEWORK)
    assert again.is_new
    assert not again.failure


def test_half_a_line_in_the_journal_does_no_harm(graded_pair):
    classroom = graded_pair
    journal = Journal(classroom, HOMEWORK)
    with journal.path.open("a") as file:
        file.write('{"student": "ada", "key": "12')
    (again,) = grade(classroom, HOMEWORK, students=["ada"], workers=0)
    assert not again.is_new
    assert Journal(classroom, HOMEWORK).latest["ada"].score == journal.latest["ada"].score


def test_a_manual_score_survives_grading_again(graded_pair):
    score_by_hand(graded_pair, HOMEWORK, "ada", "linear-check", 1.5)
    grade(graded_pair, HOMEWORK, students=["ada"], workers=0, force=True)
    assert gradebook(graded_pair)["ada"]["linear-check"] == 1.5


@pytest.mark.parametrize("ruling", [VOID, EVERYBODY])
def test_a_question_decided_for_everybody_gives_the_same_also_to_who_has_a_manual_mark(
    graded_pair, ruling
):
    check = "linear-check"
    nbgrader = Nbgrader(graded_pair)
    score_by_hand(graded_pair, HOMEWORK, "ada", check, 1)
    before = {s: nbgrader.marks(HOMEWORK, s) for s in ("ada", "emeka")}
    check_of = {"ada": check, "emeka": next(c for c, m in before["emeka"].items() if m == 0)}
    worth = nbgrader.max_marks(HOMEWORK)
    for said in (ruling, ""):
        for student in ("ada", "emeka"):
            notebook = nbformat.read(graded_pair.autograded(student, HOMEWORK), as_version=4)
            check = check_of[student]
            (cell,) = [c for c in notebook.cells if c.id == check]
            cell.metadata["ruling"] = said
            with closing(MarksWriter(nbgrader)) as book:
                entered = book.record(student, HOMEWORK, notebook, None)
            now, then = nbgrader.marks(HOMEWORK, student)[check], before[student][check]
            if said:
                assert now == (worth[check] if ruling == EVERYBODY else 0)
                assert entered.score - entered.before == now - then
            else:
                assert now == then


def test_each_mark_that_grading_again_changes_is_told_with_the_reason(graded_pair):
    with Nbgrader(graded_pair).gradebook() as book:
        book.find_grade("linear-check", HOMEWORK, HOMEWORK, "ada").auto_score = 1
        book.db.commit()
    said = run(graded_pair, "grade", HOMEWORK, "--workers", "0", "--force", "--student", "ada")
    assert "Marks that changed" in said and "1 → 2" in said and "--force" in said
    entry = Journal(graded_pair, HOMEWORK).latest["ada"]
    assert entry.changes == {"linear-check": [1, 2]} and entry.score == entry.before + 1
    (ada,) = (each for each in class_facts(graded_pair, HOMEWORK).students if each.id == "ada")
    assert ada.before == {"linear-check": 1}
    assert "Marks that changed" not in run(graded_pair, "grade", HOMEWORK, "--workers", "0")


def test_the_command_tells_scripts_what_happened(classroom):
    students = hand_in(classroom)
    classroom.submission(students[1], HOMEWORK).write_bytes(b"%PDF-1.4")
    words = classroom, "grade", HOMEWORK, "--workers", "0", "--student", students[0]
    good, bad = json.loads(run(*words, "--student", students[1], "--json", code=1))
    assert (good["student"], good["new"], good["failure"]) == (students[0], True, "")
    assert bad["score"] is None
    assert "PDF" in bad["failure"]
    assert "1 had already been graded" in run(*words, code=0)


def test_without_a_sandbox_nothing_is_run_unless_the_risk_is_accepted(classroom, monkeypatch):
    from autograder.sandbox import bubblewrap

    (student, *_) = hand_in(classroom)
    monkeypatch.setattr(bubblewrap, "executable", lambda: "/bin/false")
    bubblewrap.check.cache_clear()
    words = classroom, "grade", HOMEWORK, "--student", student, "--workers", "0"
    try:
        assert "--unsafe-no-sandbox" in run(*words, code=3)
        assert not classroom.autograded(student, HOMEWORK).exists()
        run(*words, "--unsafe-no-sandbox", code=0)
        assert gradebook(classroom)[student]["fork-check"] == 2
    finally:
        bubblewrap.check.cache_clear()


def test_an_address_without_a_scheduler_is_refused_with_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "_PATIENCE", 0.5)
    classroom = Classroom(tmp_path)
    hand_in(classroom)
    words = "grade", HOMEWORK, "--scheduler", "tcp://127.0.0.1:9"
    assert "dask scheduler" in run(classroom, *words, code=3)


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.nightly)])
def test_a_dask_cluster_in_other_folders_gives_the_same_gradebook(workers, undisturbed, tmp_path):
    classroom = Classroom(tmp_path / "class")
    hand_in(classroom)
    with dask_cluster(tmp_path, workers) as address:
        outcomes = grade(classroom, HOMEWORK, scheduler=address)
    assert [o.failure for o in outcomes if o.failure] == []
    assert gradebook(classroom) == undisturbed


@contextmanager
def dask_cluster(folder: Path, workers: int):
    """A scheduler and workers, each a process with a working directory of its own."""
    contact = folder / "scheduler.json"
    quiet_and_here = "--no-dashboard", "--host", "127.0.0.1"
    base = [sys.executable, "-m", "distributed.cli.dask_"]
    started = []

    def start(kind: str, *options: str) -> None:
        cwd = folder / f"{kind}-{len(started)}"
        cwd.mkdir()
        command = [*base[:2], base[2] + kind, "--scheduler-file", str(contact), *options]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started.append(subprocess.Popen(command, cwd=cwd, **quiet))

    try:
        start("scheduler", "--port", "0", *quiet_and_here)
        for _ in range(workers):
            start("worker", "--nthreads", "2", *quiet_and_here)
        address = _wait_for(lambda: json.loads(contact.read_text())["address"])
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
        yield address
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait(timeout=30)


def _wait_for(look, seconds: float = 60):
    deadline = time.monotonic() + seconds
    while True:
        try:
            return look()
        except (OSError, ValueError, KeyError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


@pytest.fixture(scope="module")
def postgresql():
    """The URL of a new, empty database in a PostgreSQL server of its own."""
    pytest.importorskip("psycopg")
    places = [Path("/usr/local/bin"), *sorted(Path("/usr/lib/postgresql").glob("*/bin"))]
    programs = next((p for p in reversed(places) if (p / "initdb").exists()), None)
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail(f"CI needs PostgreSQL: {CI_POSTGRES}")
        pytest.skip(f"This test needs PostgreSQL. To install it: {CI_POSTGRES}")
    # Not in pytest's folder, which the next pytest that starts closes to other users.
    with tempfile.TemporaryDirectory(prefix="postgresql-") as folder:
        as_user = {}
        if os.geteuid() == 0:  # which PostgreSQL refuses to run as
            as_user = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(folder, "postgres", "postgres")
        run = {"check": True, "capture_output": True, "cwd": folder, **as_user}
        data, port = Path(folder) / "data", random.randint(20000, 40000)
        subprocess.run([programs / "initdb", "-D", data, "-U", "marks", "-A", "trust"], **run)
        listen = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        server = [programs / "pg_ctl", "-D", data, "-l", Path(folder) / "log"]
        subprocess.run([*server, "-o", listen, "-w", "start"], **run)
        try:
            yield f"postgresql+psycopg://marks@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run([*server, "-m", "immediate", "stop"], **run)


def test_postgresql_gives_the_same_gradebook(undisturbed, postgresql, tmp_path):
    classroom = Classroom(tmp_path, postgresql)
    student, *_ = hand_in(classroom)
    roster = f"id,first,last\n{student},{'Ann' * 60},Lee\n"  # longer than its column
    (tmp_path / "roster.csv").write_text(roster)
    outcomes = grade(classroom, HOMEWORK)
    assert [o.failure for o in outcomes if o.failure] == []
    assert Nbgrader(classroom).people()[student].last == "Lee"
    assert not (tmp_path / "gradebook.db").exists()
    assert gradebook(classroom) == undisturbed


@pytest.mark.parametrize(
    ("kills", "of_each", "in_a_row"),
    [(2, 1, 1), pytest.param(20, 3, 2, marks=pytest.mark.nightly)],
    ids=["a few times", "many times"],
)
def test_whatever_is_killed_the_gradebook_is_complete_in_the_end(
    kills, of_each, in_a_row, undisturbed, tmp_path
):
    """kill -9, at random moments, of the zygotes and, so many times in a row, of the grader."""
    dice, killed = random.Random(4), Counter()

    def is_enough() -> bool:
        return killed.total() >= kills and all(killed[each] >= of_each for each in VICTIMS)

    for turn in range(20):
        classroom = Classroom(tmp_path / f"class{turn}")
        hand_in(classroom)
        for attempt in range(in_a_row + 1):
            grader = _start_grading(classroom)
            for _ in range(dice.randint(1, 2)):
                killed["zygote"] += _kill(grader, "zygote", dice.uniform(0.0, 1.0))
            if attempt < in_a_row:
                killed["grader"] += _kill(grader, "grader", dice.uniform(0.0, 2.0))
                assert grader.wait(timeout=120) in (0, -signal.SIGKILL), grader.stdout.read()
        assert grader.wait(timeout=120) == 0, grader.stdout.read()
        assert gradebook(classroom) == undisturbed
        _nothing_left(classroom)
        if is_enough():
            break
    assert is_enough(), killed


def _start_grading(classroom: Classroom) -> subprocess.Popen:
    command = [sys.executable, "-m", "autograder", "grade", HOMEWORK]
    return subprocess.Popen(
        [*command, "--class-dir", str(classroom.folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # Whoever runs the tests in the background may have it ignored, and that is inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def _kill(grader: subprocess.Popen, victim: str, later: float) -> bool:
    """Waits until there is such a process, and a little longer, and kills it; False if it had
    ended by itself by then."""
    is_grader = victim == "grader"
    deadline = time.monotonic() + 30
    while grader.poll() is None and time.monotonic() < deadline:
        with suppress(psutil.Error):
            process = psutil.Process(grader.pid)
            family = [process] if is_grader else process.children(recursive=True)
            if found := [p for p in family if is_grader or "zygote.py" in " ".join(p.cmdline())]:
                time.sleep(later)
                found[-1].send_signal(signal.SIGKILL)
                return not is_grader or grader.wait(timeout=10) == -signal.SIGKILL
        time.sleep(0.02)
    return False


def _nothing_left(classroom: Classroom) -> None:
    """No sandbox, and no half-written file, is left of what was killed."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        there = psutil.process_iter(["cmdline"])
        left = [p for p in there if str(classroom.folder) in " ".join(p.info["cmdline"] or [])]
        if not left:
            break
        time.sleep(0.1)
    assert not left
    drafts = [p for p in (classroom.folder / "autograded").rglob(".*") if p.is_file()]
    assert len(drafts) <= 4  # one for each grader that was killed while it wrote


@pytest.mark.parametrize(
    "how_many", [25, pytest.param(len(damaged.KINDS), marks=pytest.mark.nightly)]
)
def test_damaged_notebooks_are_graded_as_a_fair_teacher_would(how_many, tmp_path):
    classroom = Classroom(tmp_path)
    kinds = dict(for_today([*damaged.KINDS.items()], how_many, "damaged"))
    for name, kind in kinds.items():
        folder = classroom.submission(_student(name), damaged.ASSIGNMENT).parent
        folder.mkdir(parents=True)
        kind.put(folder, kind.damage(damaged.good()))
    outcomes = {o.student: o for o in grade(classroom, damaged.ASSIGNMENT)}
    assert len(outcomes) == how_many
    nbgrader = Nbgrader(classroom)
    full = nbgrader.max_marks(damaged.ASSIGNMENT)
    for name, kind in kinds.items():
        outcome = outcomes[_student(name)]
        if kind.expect == "row":
            assert outcome.failure, name
            continue
        assert not outcome.failure, (name, outcome.failure)
        marks = nbgrader.marks(damaged.ASSIGNMENT, _student(name))
        lost = {check for check, most in full.items() if marks[check] < most}
        # "All together" needs every part to be there, if not every one to be right.
        assert lost <= set(kind.loses) | ({"tanh-all"} if kind.loses else set()), (name, lost)


def _student(kind: str) -> str:
    return re.sub(r"\W+", "-", kind)


# What grading imports, and no mark depends on, nor on what only these import. Penalties are
# recomputed each time; an id is an ingredient by itself.
WITHOUT_A_MARK = {
    f"{room}/{path.name}"
    for room in ("rules", "people", "terminal")
    for path in (ROOT / "autograder" / room).glob("*.py")
}


def test_marks_depend_on_the_files_that_grading_imports_and_on_no_others():
    house = ROOT / "autograder"
    kernel = [path for room in ("in_kernel", "sandbox") for path in (house / room).glob("*.py")]
    named = house / "grading" / "extra_credit.py"  # in nbgrader's settings
    without = {house / name for name in WITHOUT_A_MARK}
    imported = closure(house / "grading" / "grade.py", named, *kernel, without=without)
    entered = set(ingredients._files("autograder", without=ingredients._IRRELEVANT))
    assert (entered - imported, imported - entered) == (set(), set())
    assert [name for name in ingredients._IRRELEVANT if not (house / name).exists()] == []


def closure(*paths: Path, without: set[Path]) -> set[Path]:
    """Files of the autograder and all those of it that they import, anywhere, but for some and what
    only these import."""
    found, ahead = set(), list(paths)
    while ahead:
        path = ahead.pop()
        if path in found | without:
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("autograder"):
                module = ROOT / node.module.replace(".", "/")
                modules = [module, module.parent, *(module / each.name for each in node.names)]
                files = {p for m in modules for p in (m.with_suffix(".py"), m / "__init__.py")}
                ahead += filter(Path.is_file, files)
    return found


def test_marks_do_not_depend_on_the_copy_of_the_package_in_a_notebook(tmp_path, monkeypatch):
    """Of the package, the checks and the player are ingredients, and the demos are not."""
    notebook = released(HOMEWORK).read_text()
    assert 'packed_course = \\"' in notebook
    other = re.sub(r'(packed_course = \\")[^\\]+', r"\1QUJD", notebook)
    assert len(other) < len(notebook) / 2
    changed = other.replace("**Exercise 5.**", "**Exercise 55.**")
    monkeypatch.setattr(ingredients, "name_in_house", lambda path: path.name)
    hashes = []
    for text in (notebook, other, changed):
        (tmp_path / "hw.ipynb").write_text(text)
        hashes.append(ingredients._hash([tmp_path / "hw.ipynb"]))
    assert hashes[0] == hashes[1] != hashes[2]
