"""What `autograder grade` says: why it grades again, which marks changed, what to look at."""

import io
import json
from pathlib import Path

import nbformat
import pytest
from rich.console import Console

from autograder.base import interrupt
from autograder.base.classroom import Classroom
from autograder.base.paths import released_path
from autograder.cli.grading_summary import by_hand_lines, grading_summary
from autograder.cli.progress import grading_progress
from autograder.grading import ingredients
from autograder.grading.journal import GradingOutcome, Journal, JournalEntry
from autograder.marks.class_marks import ClassMarks, Mark
from autograder.notebook.exercises import Exercises
from autograder.notebook.titles import cell_names_in
from autograder.on_nbgrader.gradebook import ClassGradebook, open_gradebook
from autograder.on_nbgrader.recorded_scores import RecordedSubmission
from autograder.people.student import Student
from tests.autograder.conftest import class_facts, put, run
from tests.helpers.grading import HOMEWORK, hand_in, sample_of_homework

pytestmark = pytest.mark.slow


def test_the_command_says_why_it_grades_again(tmp_path):
    classroom = Classroom(tmp_path / "class")
    put(classroom, "ada", HOMEWORK, sample_of_homework()["ada"])
    words = classroom, "grade", HOMEWORK, "--workers", "0"
    assert "again" not in run(*words)
    data = classroom.submission("ada", HOMEWORK).read_bytes()
    entry = Journal(classroom, HOMEWORK).latest["ada"]
    entry.graded_with |= {"the checks": "those before"}
    entry.key = ingredients.submission_key(entry.graded_with, data, None)
    Journal(classroom, HOMEWORK).write(entry)
    assert "1 of them again: the checks have changed since." in run(*words)
    assert "0 graded, 1 had already been graded." in run(*words)
    classroom.autograded("ada", HOMEWORK).unlink()
    assert "the graded notebook were missing." in run(*words)


def test_what_waits_for_a_person_is_to_be_graded_in_formgrader_for_this_class(tmp_path):
    mark = Mark(Student("ada"), RecordedSubmission({"why": None}, 0.0))
    lines = by_hand_lines(
        ClassMarks(Classroom(tmp_path / "my class"), HOMEWORK, Exercises(), [mark])
    )
    assert f"make lab CLASS_DIR='{tmp_path / 'my class'}'," in lines[-1]


def test_unlisted_missing_and_misspelled_students_are_reported(classroom):
    put(classroom, "O_Neill", HOMEWORK, sample_of_homework()["ada"])
    put(classroom, "studenttest-9", HOMEWORK, sample_of_homework()["ada"])
    put(classroom, "ann", HOMEWORK, nbformat.read(released_path(HOMEWORK), as_version=4))
    (classroom.folder / "roster.csv").write_text(
        "id,name,email\nzo77,Zoe O'Neill,\nann,Ann Lee,a@x.org\n"
    )
    words = classroom, "grade", HOMEWORK, "--workers", "0"
    printed = run(*words)
    assert "Not in the class list (roster.csv) O_Neill" in printed
    assert "May be zo77 (Zoe O'Neill): if so, autograder rename O_Neill zo77 --class-dir" in printed
    assert "ann Ann Lee Nothing was filled in." in printed
    assert "studenttest-9 Handed in" not in printed
    person = ClassGradebook(classroom).people()["ann"]
    assert (person.first, person.last, person.email) == ("Ann", "Lee", "a@x.org")
    missed = run(*words, "--student", "O_Neil", code=2)
    assert "There is no submission of O_Neil. Did you mean O_Neill?" in missed
    assert "Did you mean ann?" in run(*words, "--student", "Ann Lee", code=2)
    for command in ("grade", "feedback"):
        told = run(classroom, command, HOMEWORK, "--student", "zo77", code=2)
        assert f"zo77 has not handed in {HOMEWORK}." in told and "Did you mean" not in told
    pages = run(classroom, "feedback", HOMEWORK)
    assert "No page for zo77: not handed in" in pages and "ann:" not in pages


def test_a_mistyped_homework_is_answered_with_the_likely_one(tmp_path):
    for typed, meant in {"hw1": "hw1-cosh", "hw2_tahn": "hw2-tanh", "memory": "hw6-memory"}.items():
        assert f"Did you mean {meant}?" in run(Classroom(tmp_path), "grade", typed, code=2)
    unknown = run(Classroom(tmp_path), "grade", "xyz", code=2)
    assert "Did you mean" not in unknown and "There are: hw1-cosh" in unknown


def test_a_remark_to_look_at_is_repeated_until_it_is_resolved(classroom):
    blank = nbformat.read(released_path(HOMEWORK), as_version=4)
    put(classroom, "ann", HOMEWORK, blank)
    words = ["grade", HOMEWORK, "--workers", "0"]
    assert "Please look ann Nothing was filled in." in run(classroom, *words)
    solved = sample_of_homework()["ada"]
    put(classroom, "bob", HOMEWORK, solved)
    assert "Please look ann Nothing was filled in." in run(classroom, *words)
    assert "Please look ann Nothing was filled in." in run(classroom, *words)
    assert "Please look: nothing." in run(classroom, *words, "--student", "bob")
    put(classroom, "ann", HOMEWORK, solved)
    assert "Please look: nothing." in run(classroom, *words)


def summarised(*outcomes: GradingOutcome) -> str:
    console = Console(width=200, file=io.StringIO())
    console.print(grading_summary([*outcomes], HOMEWORK, Classroom(Path("no class"))))
    return console.file.getvalue()


@pytest.mark.parametrize("is_new", [True, False])
def test_a_stopped_cell_is_something_to_look_at(is_new):
    entry = JournalEntry("ann", "", stopped={"cell": "It was still running."})
    summary = summarised(GradingOutcome(entry, is_new=is_new))
    assert "It was still running." in summary and "Please look: nothing." not in summary


def test_one_reason_for_many_stopped_cells_takes_few_lines():
    names = cell_names_in(HOMEWORK)
    cells = [*{name: cell for cell, name in names.items()}.values()]  # some share a name
    stopped = dict.fromkeys(cells, "It was not run.") | {cells[0]: "It was still running."}
    summary = summarised(GradingOutcome(JournalEntry("ann", "", stopped=stopped)))
    named = dict.fromkeys(names[cell] for cell in cells[1:])
    assert len(named) > 6 and summary.count("It was not run.") == 1
    assert f"and {len(named) - 3} more: It was not run." in summary
    assert f"{names[cells[0]]}: It was still running." in summary


@pytest.mark.parametrize(
    ("force", "says"),
    [
        (False, "1 of 3 are done. Run the command again for the rest."),
        (True, "1 of 3 are graded again; the others are unchanged. With --force"),
    ],
)
def test_an_interrupted_run_reports_truly_what_is_left(force, says):
    with grading_progress(HOMEWORK, 3, force=force) as show:
        show(GradingOutcome(JournalEntry("ann", "")))
        assert interrupt.so_far().startswith(says)


def test_a_class_with_another_homeworks_notebooks_is_reported_once(classroom):
    for i in range(4):
        put(classroom, f"s{i}", HOMEWORK, released_path("hw2-tanh").read_bytes())
    printed = run(classroom, "grade", HOMEWORK, "--workers", "0", code=1)
    assert printed.count("it seems to be hw2-tanh. Please") == 4  # once for each, and no more
    assert "These are s0, s1, s2, s3." in printed


def test_an_unusable_class_list_is_reported_after_everybody_is_graded(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("who\nada\n")
    printed = run(graded_pair, "grade", HOMEWORK, code=1)
    assert "no column of ids" in printed and "2 had already been graded" in printed


def test_each_mark_changed_by_grading_again_is_reported_with_the_reason(graded_pair):
    with open_gradebook(graded_pair) as book:
        book.find_grade("linear-check", HOMEWORK, HOMEWORK, "ada").auto_score = 1
        book.db.commit()
    printed = run(graded_pair, "grade", HOMEWORK, "--workers", "0", "--force", "--student", "ada")
    assert "Marks that changed" in printed and "1 → 2" in printed and "--force" in printed
    entry = Journal(graded_pair, HOMEWORK).latest["ada"]
    assert entry.changes == {"linear-check": [1, 2]} and entry.score == entry.score_before + 1
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
    assert "1 had already been graded" in run(*words)
