"""Which of the files in a student's folder is the submission."""

import os
from pathlib import Path

import pytest
from nbgrader.utils import parse_utc

from autograder.base import child_process, processor
from autograder.base.classroom import Classroom
from autograder.base.paths import released_path
from autograder.base.trouble import what_to_do
from autograder.enrolment.belongings import ids_of_folders
from autograder.submissions import candidates, student_folder
from autograder.submissions.candidates import MAX_REMARKS
from autograder.submissions.student_folder import find_submission, time_noted
from autograder.submissions.unreadable import Unreadable
from tests.helpers.damaged import (
    HOMEWORK,
    as_bytes,
    good,
    partly_wrong,
)
from tests.helpers.unlisted import refuse_to_list


def test_an_unreleased_homework_is_found_by_its_name(tmp_path):
    (tmp_path / "hw0-new.ipynb").write_bytes(as_bytes(good()))
    assert find_submission(tmp_path, "hw0-new").name == "hw0-new.ipynb"


def test_a_hidden_folder_is_no_student(tmp_path):
    for student in ("ann", ".ipynb_checkpoints"):
        (tmp_path / "submitted" / student / HOMEWORK).mkdir(parents=True)
    assert Classroom(tmp_path).students(HOMEWORK) == ["ann"]
    assert ids_of_folders(tmp_path) == {"ann"}


@pytest.mark.parametrize("name", ["ann\nlee", "*"])
def test_a_folder_whose_name_nbgrader_misreads_is_to_be_renamed(tmp_path, name):
    for student in ("ann", name):
        (tmp_path / "submitted" / student / HOMEWORK).mkdir(parents=True)
    assert Classroom(tmp_path).students(HOMEWORK) == ["ann"]
    assert Classroom(tmp_path).nobodys_folders() == [name]


def test_a_folder_that_cannot_be_listed_does_not_make_a_student_disappear(tmp_path, monkeypatch):
    for student in ("ann", "bob"):
        (tmp_path / "submitted" / student / HOMEWORK).mkdir(parents=True)
    refuse_to_list(monkeypatch, tmp_path / "submitted" / "bob")
    for homework in (HOMEWORK, "*"):
        with pytest.raises(PermissionError) as raised:
            Classroom(tmp_path).students(homework)
        assert "submitted/bob cannot be read" in what_to_do(raised.value)


def test_the_exact_file_name_is_preferred(tmp_path):
    (tmp_path / f"{HOMEWORK}.ipynb").write_bytes(as_bytes(good()))
    (tmp_path / f"Copy of {HOMEWORK}.ipynb").write_bytes(as_bytes(good()))
    assert find_submission(tmp_path, HOMEWORK).name == f"{HOMEWORK}.ipynb"


def test_many_large_files_in_a_folder_are_not_all_read(tmp_path, monkeypatch):
    for name in ("a.ipynb", "b.ipynb", "c.txt", f"{HOMEWORK}.ipynb"):
        (tmp_path / name).write_bytes(b'{"cells": []}' + bytes(1000))
        os.utime(tmp_path / name, (2, 2) if name == "a.ipynb" else (1, 1))
    read, plain = set(), Path.open
    monkeypatch.setattr(candidates, "MAX_TOGETHER", 2500)
    monkeypatch.setattr(Path, "open", lambda path, *mode: read.add(path) or plain(path, *mode))
    assert find_submission(tmp_path, HOMEWORK).name == f"{HOMEWORK}.ipynb"
    assert {path.name for path in read if path.parent == tmp_path} == {
        f"{HOMEWORK}.ipynb",
        "a.ipynb",
    }


def test_of_many_files_that_cannot_be_read_a_few_are_named(tmp_path):
    for i in range(40):
        (tmp_path / f"{i}.ipynb").mkdir()
    with pytest.raises(Unreadable) as error:
        find_submission(tmp_path, HOMEWORK)
    assert str(error.value).count("could not be read") <= MAX_REMARKS + 1


def test_a_blank_notebook_gives_way_to_one_with_answers(tmp_path):
    (tmp_path / f"{HOMEWORK}.ipynb").write_bytes(released_path(HOMEWORK).read_bytes())
    (tmp_path / "scratch.ipynb").write_bytes(b'{"cells": [{"cell_type": "code", "source": "x"}]}')
    assert find_submission(tmp_path, HOMEWORK).name == f"{HOMEWORK}.ipynb"
    (tmp_path / "mine.ipynb").write_bytes(as_bytes(good()))
    assert find_submission(tmp_path, HOMEWORK).name == "mine.ipynb"
    (tmp_path / f"{HOMEWORK}.ipynb").write_bytes(as_bytes(partly_wrong()))
    assert find_submission(tmp_path, HOMEWORK).name == f"{HOMEWORK}.ipynb"


def test_looking_for_answers_in_many_notebooks_may_take_as_long_as_in_one(tmp_path, monkeypatch):
    for i in range(5):
        (tmp_path / f"{i}.ipynb").write_bytes(released_path(HOMEWORK).read_bytes())
    spent = [0.0]

    def slow(data, look):
        spent[0] += child_process.PROCESSOR_SECONDS
        return False

    monkeypatch.setattr(processor, "processor_time", lambda: spent[0])
    monkeypatch.setattr(student_folder, "work_on_file", slow)
    find_submission(tmp_path, HOMEWORK)
    assert spent == [child_process.PROCESSOR_SECONDS]


def test_a_linked_folder_is_not_followed(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / f"{HOMEWORK}.ipynb").write_bytes(as_bytes(good()))
    (tmp_path / "linked").symlink_to(tmp_path / "real")
    (tmp_path / "holds-a-link").mkdir()
    (tmp_path / "holds-a-link" / "inner").symlink_to(tmp_path / "real")
    (tmp_path / "real" / "below").mkdir()
    (tmp_path / "real" / "below" / f"{HOMEWORK}.ipynb").write_bytes(as_bytes(good()))
    for name in ("linked", "holds-a-link", "linked/below"):
        with pytest.raises(Unreadable):
            find_submission(tmp_path / name, HOMEWORK)


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-31 08:00 Nowhere/Land",
        "2026-01-31 08:00 Europe/Berln",
        "2026-07-31 08:00 CEST",
        "2026-01-31 8:00 PM",
        "2026-01-31 12:00 am",
        "2026-07-31T08:00 CEST",
        "2026-07-31 08:00 PM CEST",
    ],
)
def test_a_time_that_nbgrader_would_silently_misread_is_refused(text, tmp_path):
    assert parse_utc(text)
    (tmp_path / "timestamp.txt").write_text(text)
    with pytest.raises(Unreadable):
        time_noted(tmp_path)
