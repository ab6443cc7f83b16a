"""The sample class, graded by nbgrader for real: everyone loses exactly what they should."""

import pytest
from typer.testing import CliRunner

from autograder.authoring.sample_class import read_sample_submission
from autograder.base.classroom import Classroom
from autograder.base.paths import homeworks
from autograder.cli import app
from autograder.notebook.cells import is_graded, worth_of
from autograder.notebook.source import BadSource, read_source
from autograder.on_nbgrader.gradebook import open_gradebook
from tests.autograder.conftest import put, run
from tests.helpers.grading import recorded_points, recorded_scores
from tests.helpers.submissions import submissions

pytestmark = pytest.mark.slow

SUBMISSIONS = [(each.homework, each.student) for each in submissions()]


def marks_of(sample, homework, student):
    classroom, submissions = sample
    (submission,) = [s for s in submissions if (s.homework, s.student) == (homework, student)]
    return submission, recorded_scores(classroom, homework, student)


def full_marks(homework):
    cells = filter(is_graded, read_source(homework).cells)
    return {cell.id: worth_of(cell) for cell in cells}


def test_the_demo_leaves_the_folder_of_a_class_alone(tmp_path):
    file = put(Classroom(tmp_path), "zoe", "hw1-cosh", b"hers")
    done = CliRunner().invoke(app, ["demo", str(tmp_path)])
    assert done.exit_code == 2 and "zoe" in done.output
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [file]


@pytest.mark.parametrize("left", [".DS_Store", "notes.txt", ".ipynb_checkpoints/x"])
def test_the_demo_takes_only_folders_for_submissions(tmp_path, monkeypatch, left):
    path = tmp_path / "submitted" / left
    path.parent.mkdir(parents=True)
    path.touch()
    monkeypatch.setattr("autograder.cli.demo._submissions", lambda: 1 / 0)
    done = CliRunner().invoke(app, ["demo", str(tmp_path)])
    assert isinstance(done.exception, ZeroDivisionError)


@pytest.mark.parametrize(("homework", "student"), SUBMISSIONS)
def test_a_submission_loses_exactly_the_points_it_should(sample, homework, student):
    submission, marks = marks_of(sample, homework, student)
    full = full_marks(homework)
    assert marks.keys() == full.keys()
    waiting = {check for check, mark in marks.items() if mark is None}  # for someone to read it
    lost = {check for check, most in full.items() if check not in waiting and marks[check] < most}
    assert lost == set(submission.loses)


def test_right_blanks_among_wrong_ones_earn_their_share(sample):
    _, marks = marks_of(sample, "hw1-cosh", "fatima")
    assert marks["backward-by-hand-check"] == 6  # six of seven blanks


def test_extra_credit_raises_a_mark_and_never_lowers_it(sample):
    classroom, _ = sample
    points = recorded_points(classroom, "hw3-polynomial")
    assert points["higher-check"] == points["higher-exp-check"] == 0
    with open_gradebook(classroom) as book:
        best = book.find_submission("hw3-polynomial", "ada")
        without = book.find_submission("hw3-polynomial", "ivo")
        assert best.max_score == without.max_score == sum(points.values())
        assert best.score == best.max_score + 4
        (notebook,) = without.notebooks
        assert {g.name: g.score for g in notebook.grades}["higher-check"] == 0
        assert without.score == without.max_score - points["mul-check"]  # and not again in 3b


def test_the_page_says_which_part_did_not_cost_its_points_again(sample_page):
    page = " ".join(sample_page("ivo", "hw2-tanh").read_text().split())
    assert "Passed: 6 tanh, all together. Your Mul is wrong" in page
    assert "your Add and engine are right" in page
    assert "The first wrong gradient on the way back" in page


@pytest.mark.parametrize("homework", homeworks())
def test_the_report_has_a_row_for_each_student(sample, homework, tmp_path):
    classroom, submissions = sample
    words = "report", homework, "--html", tmp_path / "page.html"
    printed = run(classroom, *words)
    for submission in submissions:
        if submission.homework == homework:
            assert submission.student in printed


def test_grade_says_where_submissions_belong(tmp_path):
    graded = run(Classroom(tmp_path), "grade", "hw1-cosh", code=2)
    assert "hw1-cosh.ipynb" in graded.replace(" ", "")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("x = 1\n", r"lea\.py must begin with a line such as"),
        ("", r"lea\.py must begin with a line such as"),
        ("# %% [markdown] loses=[]\n# Lea.\n\n# %%\nx = 1\n", r"each cell below it with"),
        (
            '# %% [markdown] loses=[]\n# Lea.\n\n# %% grade_id="mull"\nx = 1\n',
            r"lea\.py of the sample class: hw2-tanh has no solution cell mull",
        ),
    ],
)
def test_a_text_that_is_not_a_submission_is_refused_with_advice(text, complaint, tmp_path):
    path = tmp_path / "hw2-tanh" / "lea.py"
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(BadSource, match=complaint):
        read_sample_submission(path).notebook()
