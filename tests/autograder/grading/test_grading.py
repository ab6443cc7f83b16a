"""Grading a class: once each, fairly if a file is damaged, and with respect for manual marks."""

import re
import secrets
import subprocess
import sys
from datetime import datetime

import nbformat
import pytest
from nbgrader.apps import NbGraderAPI

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.paths import SOLUTIONS, released_path
from autograder.grading import draw_rounds
from autograder.grading.enter_homework import enter_homework
from autograder.grading.grade import grade
from autograder.grading.journal import Journal
from autograder.hand_out.release import make_untouched
from autograder.judge import question_plan
from autograder.notebook.cells import grade_id
from autograder.on_nbgrader.gradebook import ClassGradebook, open_gradebook
from autograder.on_nbgrader.steps import Nbgrader, NbgraderFailed
from tests.autograder.conftest import class_facts, put, run, score_by_hand
from tests.conftest import for_today
from tests.helpers import damaged
from tests.helpers.grading import (
    HOMEWORK,
    autograde_by_nbgrader,
    gradebook,
    hand_in,
    recorded_points,
    recorded_scores,
)

pytestmark = pytest.mark.slow

DUE = datetime(2030, 1, 31, 23, 59)


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


def test_a_lost_gradebook_is_filled_again(graded_pair):
    (graded_pair.folder / "gradebook.db").unlink()
    (again,) = grade(graded_pair, HOMEWORK, students=["ada"], workers=0)
    assert again.is_new
    assert gradebook(graded_pair)["ada"]["linear-check"] == 2


def test_a_date_typed_into_a_new_gradebook_does_not_pass_for_the_homework(classroom):
    (classroom.folder / "gradebook.db").unlink()
    with open_gradebook(classroom) as book:
        book.add_assignment(HOMEWORK, duedate=DUE)
    assert ClassGradebook(classroom).exercises(HOMEWORK) == []
    enter_homework(classroom, HOMEWORK)
    assert ClassGradebook(classroom).exercises(HOMEWORK)
    with open_gradebook(classroom) as book:
        assert book.find_assignment(HOMEWORK).duedate == DUE


GIVEN = """# %% grade_id="extra-given"
extra = 1

# %% grade_id="extra-check" points=2 title="9 Extra"
assert extra == 1

"""


@pytest.mark.parametrize(
    "limit",
    [
        'Limits.cell_seconds = "long"',
        "Limits.processes = -1",
        "SandboxedExecute.disk_mib = 0",
        "Limits.unsafe = True",
        "Limits.processes = True",
    ],
)
def test_a_limit_that_cannot_be_one_is_refused_before_anything_is_graded(graded_pair, limit):
    lines = f"c = get_config()\nc.{limit}\n"
    (graded_pair.folder / "nbgrader_config.py").write_text(lines)
    entries = list(Journal(graded_pair, HOMEWORK).entries())
    with pytest.raises(Failure, match=limit.split()[0].split(".")[1]):
        grade(graded_pair, HOMEWORK, workers=0, force=True)
    assert list(Journal(graded_pair, HOMEWORK).entries()) == entries


@pytest.mark.parametrize("left", [b"", b'{\n "cells": [\n  {\n', b'{"cells": [,]\n}\n', b"{}\n"])
def test_a_graded_notebook_that_breaks_off_or_is_damaged_is_made_again(graded_pair, left):
    (student, *_) = graded_pair.students(HOMEWORK)
    graded = graded_pair.autograded(student, HOMEWORK)
    whole, marks = graded.read_bytes(), gradebook(graded_pair)
    graded.write_bytes(left)
    class_facts(graded_pair, HOMEWORK)
    again = {outcome.student: outcome for outcome in grade(graded_pair, HOMEWORK)}
    assert again[student].is_new and not again[student].failure
    assert "incomplete" in again[student].why_again
    assert [name for name, outcome in again.items() if outcome.is_new] == [student]
    assert len(graded.read_bytes()) > 0.9 * len(whole)
    assert gradebook(graded_pair) == marks


GENERATE = f"""
import sys
from pathlib import Path
from autograder.base import paths
from autograder.base.classroom import Classroom
from autograder.on_nbgrader.steps import Nbgrader
paths.SOLUTIONS = folder = Path(sys.argv[1])
Nbgrader(Classroom(folder / "other class"), release_to=folder / "out").generate("{HOMEWORK}")
"""


def test_a_command_with_another_version_of_a_homework_can_run_at_the_same_time(
    monkeypatch, tmp_path
):
    text = (SOLUTIONS / f"{HOMEWORK}.py").read_text()
    (tmp_path / f"{HOMEWORK}.py").write_text(text.replace('"linear-check"', '"other-check"'))
    generate = NbGraderAPI.generate_assignment

    def generate_after_the_other(*args, **kwargs):
        subprocess.run([sys.executable, "-c", GENERATE, tmp_path], check=True)
        return generate(*args, **kwargs)

    monkeypatch.setattr(NbGraderAPI, "generate_assignment", generate_after_the_other)
    untouched = make_untouched(HOMEWORK, tmp_path / "here")
    assert "linear-check" in {grade_id(cell) for cell in untouched.cells}


def test_grading_continues_after_cells_were_added_and_removed(graded_pair, monkeypatch, tmp_path):
    """Marks stay, what is new gets its own, and no check that has given marks disappears."""
    before = gradebook(graded_pair)["ada"]
    text = (SOLUTIONS / f"{HOMEWORK}.py").read_text()
    monkeypatch.setattr("autograder.base.paths.SOLUTIONS", tmp_path)
    monkeypatch.setattr("autograder.base.paths.RELEASED", tmp_path / "released")

    def enter(text: str) -> None:
        (tmp_path / f"{HOMEWORK}.py").write_text(text)
        Nbgrader(graded_pair, release_to=tmp_path / "released").generate(HOMEWORK)
        enter_homework(graded_pair, HOMEWORK)

    enter(f"{text}\n{GIVEN}")
    assert gradebook(graded_pair)["ada"] == before | {"extra-check": None}
    with open_gradebook(graded_pair) as book:
        book.find_grade("extra-check", HOMEWORK, HOMEWORK, "emeka").manual_score = 1.0
        book.db.commit()
    with pytest.raises(Failure, match=r"extra-check .* void=true"):
        enter(text)
    with open_gradebook(graded_pair) as book:
        for student in ("ada", "emeka"):
            grade_of = book.find_grade("extra-check", HOMEWORK, HOMEWORK, student)
            grade_of.manual_score = grade_of.auto_score = None
        book.db.commit()
    enter(text)
    assert gradebook(graded_pair)["ada"] == before
    grade(graded_pair, HOMEWORK, force=True, workers=0)
    assert gradebook(graded_pair)["ada"] == before


def test_a_resubmission_counts_as_new_even_if_the_checks_have_changed_too(classroom):
    (student, other, *_) = hand_in(classroom)
    classroom.submission(other, HOMEWORK).write_bytes(b"%PDF-1.4")
    chosen = {"students": [student, other], "workers": 0}
    grade(classroom, HOMEWORK, **chosen)
    for each in chosen["students"]:
        entry = Journal(classroom, HOMEWORK).latest[each]
        entry.graded_with |= {"the checks": "those before"}
        Journal(classroom, HOMEWORK).write(entry)
        classroom.submission(each, HOMEWORK).write_bytes(released_path(HOMEWORK).read_bytes())
    assert [(o.is_new, o.why_again) for o in grade(classroom, HOMEWORK, **chosen)] == [
        (True, "")
    ] * 2


def test_formgrader_shows_the_ids_of_students_with_the_same_name(graded_pair):
    people = "id,First name,Last name\nada,Min,Kim\nemeka,min,Kim\n"
    for more, names in (("", ["Kim (ada)", "Kim (emeka)"]), ("x", ["Kim", "Kim"])):
        (graded_pair.folder / "roster.csv").write_text(people.replace("a,Min", f"a,Min{more}"))
        grade(graded_pair, HOMEWORK)
        known = ClassGradebook(graded_pair).people()
        assert [known[each].last for each in ("ada", "emeka")] == names


def test_nbgraders_own_command_says_that_a_homework_is_not_released(
    classroom, tmp_path, monkeypatch
):
    (student, *_) = hand_in(classroom)
    monkeypatch.setattr("autograder.base.paths.RELEASED", tmp_path / "none")
    with pytest.raises(NbgraderFailed, match=f"autograder release {HOMEWORK}"):
        autograde_by_nbgrader(classroom, HOMEWORK, student)


def test_an_unreleased_homework_is_refused_with_the_command_that_releases_it(tmp_path, monkeypatch):
    monkeypatch.setattr("autograder.base.paths.RELEASED", tmp_path / "none")
    with pytest.raises(Failure, match=f"autograder release {HOMEWORK}"):
        grade(Classroom(tmp_path), HOMEWORK, workers=0)


def test_a_text_that_differs_from_the_release_is_the_only_thing_reported(tmp_path, monkeypatch):
    """Not first that somebody's file cannot be read, and nothing of that in the journal."""
    classroom, told = Classroom(tmp_path), []
    put(classroom, "ann", HOMEWORK, b"")
    pdf = classroom.submission("bob", HOMEWORK).with_name("report.pdf")
    pdf.parent.mkdir(parents=True)
    pdf.write_bytes(b"%PDF")

    def refuse(homework):
        raise Failure("not made from it")

    monkeypatch.setattr("autograder.grading.grade.refuse_outdated_release", refuse)
    with pytest.raises(Failure, match="not made from it"):
        grade(classroom, HOMEWORK, workers=0, progress=told.append)
    assert told == [] and not classroom.journals.exists()


def test_a_solution_that_does_not_pass_stops_the_class_at_its_first_submission(
    classroom, monkeypatch
):
    tried = []

    def fail(check, _):
        tried.append(check)
        raise AssertionError

    monkeypatch.setattr(draw_rounds, "secrets", secrets)  # new draws, for which there is no plan
    monkeypatch.setattr(question_plan, "run_code", fail)
    hand_in(classroom)
    told = run(classroom, "grade", HOMEWORK, "--workers", 1, code=2)
    assert told.count("The author's solution does not pass") == 1
    assert len(tried) == question_plan.MAX_SERIES
    assert not Journal(classroom, HOMEWORK).latest


def test_a_file_that_breaks_off_is_reported_as_cut_short(classroom):
    put(classroom, "ann", HOMEWORK, released_path(HOMEWORK).read_bytes()[:3000])
    (outcome,) = grade(classroom, HOMEWORK, workers=0)
    assert outcome.failure.startswith("The file is cut short")


def test_a_folder_without_a_notebook_is_recorded_once_until_it_changes(classroom):
    answers = put(classroom, "ann", HOMEWORK, b"").with_name("answers.pdf")
    answers.with_name(f"{HOMEWORK}.ipynb").rename(answers)
    first, again = (grade(classroom, HOMEWORK)[0] for _ in range(2))
    assert (first.is_new, again.is_new) == (True, False) and first.entry == again.entry
    answers.rename(answers.with_name("other.pdf"))
    grade(classroom, HOMEWORK)
    said, later = (entry.failure for entry in Journal(classroom, HOMEWORK).entries())
    assert "answers.pdf" in said and "other.pdf" in later


def test_a_manual_score_survives_grading_again(graded_pair):
    score_by_hand(graded_pair, HOMEWORK, "ada", "linear-check", 1.5)
    grade(graded_pair, HOMEWORK, students=["ada"], workers=0, force=True)
    assert gradebook(graded_pair)["ada"]["linear-check"] == 1.5


def test_a_manual_score_is_in_doubt_from_other_code_until_a_person_resolves_that(graded_pair):
    """Whatever the check says of that code, and however often it is graded."""

    def in_doubt() -> tuple[str, ...]:
        grade(graded_pair, HOMEWORK, students=["emeka"], workers=0, force=True)
        return ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)["emeka"].to_look_at

    path = graded_pair.submission("emeka", HOMEWORK)
    notebook = nbformat.read(path, as_version=4)
    score_by_hand(graded_pair, HOMEWORK, "emeka", "fork-check", 2)
    notebook.cells.append(nbformat.v4.new_markdown_cell("Please look again."))
    nbformat.write(notebook, path)
    assert in_doubt() == ()
    notebook.cells.append(nbformat.v4.new_code_cell("something_else = 1"))
    nbformat.write(notebook, path)
    assert in_doubt() == in_doubt() == ("fork-check",)
    score_by_hand(graded_pair, HOMEWORK, "emeka", "fork-check", 2)
    assert in_doubt() == ()


def test_nothing_is_run_without_a_sandbox_unless_the_risk_is_accepted(classroom, monkeypatch):
    from autograder.sandbox import bubblewrap

    (student, *_) = hand_in(classroom)
    monkeypatch.setattr(bubblewrap, "executable", lambda: "/bin/false")
    bubblewrap.require_sandbox.cache_clear()
    words = classroom, "grade", HOMEWORK, "--student", student, "--workers", "0"
    try:
        assert "--unsafe-no-sandbox" in run(*words, code=3)
        assert not classroom.autograded(student, HOMEWORK).exists()
        run(*words, "--unsafe-no-sandbox")
        assert gradebook(classroom)[student]["fork-check"] == 2
    finally:
        bubblewrap.require_sandbox.cache_clear()


@pytest.mark.parametrize(
    "how_many", [12, pytest.param(len(damaged.KINDS), marks=pytest.mark.nightly)]
)
def test_damaged_notebooks_are_graded_as_a_fair_teacher_would(how_many, tmp_path):
    classroom = Classroom(tmp_path)
    kinds = dict(for_today([*damaged.KINDS.items()], how_many, "damaged"))
    for name, kind in kinds.items():
        folder = classroom.submission(_student(name), damaged.HOMEWORK).parent
        folder.mkdir(parents=True)
        kind.put(folder, kind.damage(damaged.good()))
    outcomes = {o.student: o for o in grade(classroom, damaged.HOMEWORK)}
    assert len(outcomes) == how_many
    full = recorded_points(classroom, damaged.HOMEWORK)
    for name, kind in kinds.items():
        outcome = outcomes[_student(name)]
        if kind.expect == "row":
            assert outcome.failure, name
            continue
        assert not outcome.failure, (name, outcome.failure)
        marks = recorded_scores(classroom, damaged.HOMEWORK, _student(name))
        lost = {check for check, most in full.items() if marks[check] < most}
        # "All together" needs every part to be there, if not every one to be right.
        assert lost <= set(kind.loses) | ({"tanh-all"} if kind.loses else set()), (name, lost)


def _student(kind: str) -> str:
    return re.sub(r"\W+", "-", kind)
