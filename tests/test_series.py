"""Which draws a submission is judged on: the same ones again, and none that anybody was shown."""

import os
import time

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.grading import submission
from autograder.grading.series import Draws
from autograder.grading.submission import Graded
from autograder.house import Class
from autograder.preprocess import SandboxedExecute


@pytest.fixture
def of(tmp_path):
    return Class(tmp_path)


def series(of, submission, assignment="hw2-tanh"):
    return Draws(of, assignment).series_for(submission)


def page(of, student="ann", assignment="hw2-tanh", written=0.0):
    path = of.feedback(student, assignment)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("what was asked")
    when = time.time() + written
    for each in (path, of.folder / "feedback"):
        os.utime(each, (when, when))


def test_a_submission_gets_the_same_draws_each_time(of):
    first = series(of, b"anns")
    assert series(of, b"anns") == first
    page(of)
    assert series(of, b"anns") == first


def test_draws_that_a_page_may_show_are_given_to_nobody_else(of):
    first = series(of, b"anns")
    assert series(of, b"bobs") == first
    page(of)
    assert series(of, b"anns, copied with a table") != first
    assert series(of, b"another") == series(of, b"anns, copied with a table")


def test_pages_that_were_written_before_and_removed_count(of):
    series(of, b"anns")
    page(of)
    of.feedback("ann", "hw2-tanh").unlink()
    assert series(of, b"bobs") != series(of, b"anns")


def test_homeworks_and_classes_have_draws_of_their_own(of, tmp_path):
    found = {series(of, b"a"), series(of, b"a", "hw1-cosh"), series(Class(tmp_path / "2"), b"a")}
    assert len(found) == 3


@pytest.mark.parametrize("content", ["", "\n", "0" * 63, "x" * 64])
def test_a_damaged_secret_is_renewed(of, content):
    path = of.folder / "series.secret"
    path.write_text(content)
    with_none = series(of, b"a")
    assert len(path.read_text()) == 64
    assert path.stat().st_mode & 0o077 == 0
    assert series(of, b"a") == with_none


def test_a_line_that_was_broken_off_hinders_nobody(of):
    first = series(of, b"a")
    with (of.folder / "series" / "hw2-tanh.jsonl").open("a") as file:
        file.write('\n{"submission": "b", "rou')
    assert series(of, b"a") == first
    assert series(of, b"b") == first


def test_no_submission_can_be_found_in_what_is_kept(of):
    series(of, b"anns")
    assert "anns" not in (of.folder / "series" / "hw2-tanh.jsonl").read_text()


def test_nbgraders_own_command_asks_anew_when_text_has_become_code(of, monkeypatch):
    asked = []

    def run_and_judge(assignment, notebook, series, **_):
        asked.append(series)
        return Graded(notebook)

    monkeypatch.setattr(submission, "run_and_judge", run_and_judge)
    step = SandboxedExecute(class_folder=str(of.folder), allow_unsafe=True)
    resources = {"nbgrader": {"notebook": "hw2-tanh", "student": "ann"}}

    def graded(*cells) -> None:
        path = of.submission("ann", "hw2-tanh")
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(new_notebook(cells=cells), path)
        step.preprocess(nbformat.read(path, as_version=4), resources)

    bits = [new_markdown_cell(f"bits.add({i})") for i in range(9)]
    graded(*bits)
    page(of, written=1)
    graded(*bits)
    graded(new_code_cell("bits.add(0)"), *bits[1:])
    graded(new_markdown_cell("bits.add(0)\0bits.add(1)"), *bits[2:])
    assert asked[0] == asked[1]
    assert asked[0] not in asked[2:]
