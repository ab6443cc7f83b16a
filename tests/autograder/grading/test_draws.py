"""The draws that a submission is judged on: the same each time, and none that anybody was shown."""

import os
import secrets

import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from autograder.base.classroom import Classroom
from autograder.grading import draw_rounds
from autograder.grading.draw_rounds import DrawRounds
from autograder.reports.feedback import FeedbackExporter
from course.check.base.exercise import check_exercise
from course.reference.random_values import RandomValues, in_series


@pytest.fixture(autouse=True)
def own_draws(monkeypatch):
    """Each class has its own, as it is for instructors."""
    monkeypatch.setattr(draw_rounds, "secrets", secrets)


@pytest.fixture
def classroom(tmp_path):
    return Classroom(tmp_path)


def series(classroom, submission, homework="hw2-tanh"):
    return DrawRounds(classroom, homework).series_for(submission)


def page(classroom):
    marks = {"score": 0.0, "max_score": 1.0, "late_penalty": 0.0}
    about = {"student": "ann", "assignment": "hw2-tanh"}
    about["db_url"] = f"sqlite:///{classroom.folder}/gradebook.db"
    resources = {"nbgrader": about | marks}
    exporter = FeedbackExporter(class_folder=str(classroom.folder))
    notebook = new_notebook(cells=[new_markdown_cell("what was asked")])
    exporter.from_notebook_node(notebook, resources)


def test_a_submission_gets_the_same_draws_each_time(classroom):
    first = series(classroom, b"anns")
    assert series(classroom, b"anns") == first
    page(classroom)
    assert series(classroom, b"anns") == first


def test_draws_that_a_page_may_show_are_not_reused_for_others(classroom):
    first = series(classroom, b"anns")
    assert series(classroom, b"bobs") == first
    page(classroom)
    assert series(classroom, b"anns, copied with a table") != first
    assert series(classroom, b"another") == series(classroom, b"anns, copied with a table")


def test_the_draws_of_one_exercise_reveal_nothing_about_anothers():
    def drawn(title: str) -> float:
        with in_series("a series"), check_exercise(title):
            return RandomValues(0).near(1.0)

    assert len({drawn("1 An engine"), drawn("2 A formula"), drawn("2 A formula")}) == 2


def test_pages_count_even_after_they_were_moved(classroom):
    first = series(classroom, b"anns")
    page(classroom)
    assert not (classroom.folder / "feedback").exists()
    assert series(classroom, b"bobs") != first


def test_each_homework_and_each_class_has_its_own_draws(classroom, tmp_path):
    found = {
        series(classroom, b"a"),
        series(classroom, b"a", "hw1-cosh"),
        series(Classroom(tmp_path / "2"), b"a"),
    }
    assert len(found) == 3


@pytest.mark.parametrize("content", ["", "\n", "0" * 63, "x" * 64])
def test_a_damaged_secret_is_renewed(classroom, content):
    path = classroom.folder / "series.secret"
    path.write_text(content)
    with_none = series(classroom, b"a")
    assert len(path.read_text()) == 64
    assert path.stat().st_mode & 0o077 == 0
    assert series(classroom, b"a") == with_none


def test_a_page_that_another_command_writes_meanwhile_counts(classroom):
    draws = DrawRounds(classroom, "hw2-tanh")
    first = draws.series_for(b"anns")
    page(classroom)
    assert draws.series_for(b"bobs") != first
    assert draws.series_for(b"anns") == first


def test_a_line_that_another_command_is_writing_is_read_when_it_is_whole(classroom):
    draws = DrawRounds(classroom, "hw2-tanh")
    first = draws.series_for(b"anns")
    with (classroom.folder / "series" / "hw2-tanh.jsonl").open("a") as file:
        print('\n{"page":', end=" ", file=file, flush=True)
        assert draws.series_for(b"anns") == first
        print("true}", file=file, flush=True)
        assert draws.series_for(b"carls") != first


def test_a_truncated_line_in_the_record_does_no_harm(classroom):
    first = series(classroom, b"a")
    with (classroom.folder / "series" / "hw2-tanh.jsonl").open("a") as file:
        file.write('\n{"submission": "b", "rou')
    assert series(classroom, b"a") == first
    assert series(classroom, b"b") == first


def test_that_a_page_was_shown_is_on_disk_before_anybody_reads_it(classroom, monkeypatch):
    sizes_on_disk = []
    monkeypatch.setattr(os, "fsync", lambda file: sizes_on_disk.append(os.fstat(file).st_size))
    DrawRounds(classroom, "hw2-tanh").note_page()
    assert sizes_on_disk == [(classroom.folder / "series" / "hw2-tanh.jsonl").stat().st_size]


def test_the_stored_record_does_not_reveal_submissions(classroom):
    series(classroom, b"anns")
    assert "anns" not in (classroom.folder / "series" / "hw2-tanh.jsonl").read_text()
