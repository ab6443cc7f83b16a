"""Of several files, one is the notebook to grade: the same by whichever way they came."""

from datetime import UTC, datetime

import pytest

from autograder.base.paths import released_path
from autograder.submissions import candidates
from autograder.submissions.candidates import (
    MAX_REMARKS,
    MAX_SEARCHED,
    Candidate,
    candidates_among,
    choose_among,
)
from autograder.submissions.handed_in_file import File

HOMEWORK = "hw1-cosh"
OF_IT, OF_ANOTHER = (released_path(name).read_bytes() for name in (HOMEWORK, "hw2-tanh"))


def file(path: str, data: bytes = b"", problem: str = "") -> File:
    now = datetime.now(UTC)
    return File(path, len(data), now, problem, lambda most: data[:most])


def chosen_among(*notebooks: tuple[str, bytes], full: str = "", placed: str = "") -> str:
    """The path of the one that is chosen, if those have answers whose paths begin with one of the
    letters in `full`."""
    found = [Candidate(file(path, data), data + path.encode()) for path, data in notebooks]

    def may_have_answers(data: bytes) -> bool:
        return chr(data.removeprefix(OF_IT).removeprefix(OF_ANOTHER)[0]) in full

    return choose_among(found, HOMEWORK, may_have_answers, placed)[0].file.path


@pytest.mark.parametrize(
    "full, placed, chosen",
    [
        ("abc", "", "b"),  # the last of this homework
        ("a", "", "a"),
        ("", "", "b"),
        ("c", "", "b"),  # it is for another homework
        ("abc", "a", "a"),
        ("abc", "c", "c"),  # as whoever put it there wants
        ("b", "c", "b"),
    ],
)
def test_the_last_notebook_of_the_homework_with_answers_is_chosen(full, placed, chosen):
    notebooks = ("a", OF_IT), ("b", OF_IT), ("c", OF_ANOTHER)
    assert chosen_among(*notebooks, full=full, placed=placed) == chosen


def test_without_a_notebook_of_the_homework_the_last_of_another_is_chosen():
    assert chosen_among(("a", OF_ANOTHER), ("b", OF_ANOTHER), full="a") == "a"
    assert chosen_among(("a", OF_ANOTHER), ("b", OF_ANOTHER)) == "b"


def test_answers_are_looked_for_in_the_last_notebooks_only_and_not_in_a_single_one():
    many = [("a", OF_IT), *[("b", OF_IT)] * MAX_SEARCHED]
    assert chosen_among(*many, full="a") == "b"

    def never(_: bytes) -> bool:
        raise AssertionError

    single = Candidate(file("a", OF_IT), OF_IT)
    assert choose_among([single], HOMEWORK, never) == (single, [])


def test_newer_notebooks_without_answers_are_told_of():
    found = [Candidate(file(path, OF_IT), OF_IT + path.encode()) for path in "abc"]
    best, blank = choose_among(found, HOMEWORK, lambda data: data.endswith(b"a"))
    assert best.file.path == "a" and [each.file.path for each in blank] == ["c", "b"]


def test_what_may_be_a_notebook_is_told_by_name_or_content():
    names = "a.ipynb", "b.ipynb.txt", "c", "d.json", "e.pdf", "f.txt"
    files = [file(name, b'{"cells": []}' if name in ("c", "e.pdf") else b"") for name in names]
    found, remarks = candidates_among(files)
    assert [each.file.path for each in found] == ["a.ipynb", "b.ipynb.txt", "c"]
    assert remarks == []


def test_of_files_that_are_too_large_together_the_last_are_taken(monkeypatch):
    monkeypatch.setattr(candidates, "MAX_TOGETHER", 10)
    files = [file(f"{n}.ipynb", b"12345") for n in range(3)]
    found, remarks = candidates_among(files)
    assert [each.file.path for each in found] == ["1.ipynb", "2.ipynb"]
    assert len(remarks) == 1 and "'0.ipynb'" in remarks[0]


def test_not_all_of_many_files_that_cannot_be_read_are_told_of():
    files = [file(f"{n}.ipynb", problem="It is a link.") for n in range(MAX_REMARKS + 2)]
    found, remarks = candidates_among(files)
    assert found == [] and len(remarks) == MAX_REMARKS + 1
    assert "'11.ipynb'" in remarks[-2] and remarks[-1].startswith("2 more")
