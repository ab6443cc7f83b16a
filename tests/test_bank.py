"""Tests of the tests: every known mistake is caught and known again, no right answer refused."""

import json

import pytest

from autograder.authoring import bank
from autograder.authoring import hints as collected
from autograder.authoring.bank import BadBank, read_answers, run_checks
from autograder.authoring.hints import collect_hints, shipped_hints
from autograder.house import homeworks
from autograder.source import BadSource, read_source
from course import hints, misconceptions

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made():
    return bank.run_bank()


def test_there_are_sixty_mistakes_and_twenty_five_right_answers(made):
    assert len(made.mistakes) >= 60
    assert len(made.right) >= 25


def test_every_mistake_fails_a_graded_check_of_each_homework_it_belongs_to(made):
    assert made.survivors == []


def test_every_graded_check_catches_a_mistake(made):
    assert made.idle_checks == []


def test_no_right_answer_is_refused(made):
    assert made.false_alarms == []


def test_every_mistake_is_known_by_its_numbers(made):
    assert [place for place, count in made.named_among().items() if count == 0] == []


def test_what_a_right_answer_makes_a_check_see_names_no_mistake(made):
    known = made.signatures()
    for answer in made.right:
        for assignment in {hw for hw, _ in answer.exercises}:
            seen = made.runs[answer.id, assignment].seen
            assert not [s for signatures in seen.values() for s in signatures if s in known]


def test_the_shipped_files_are_fresh(made):
    """Stale ones are made again with `autograder bank`."""
    assert misconceptions.DATA.read_text(encoding="utf-8") == bank.shipped(made)
    assert bank.KILL_MATRIX.read_text(encoding="utf-8") == bank.kill_matrix(made)
    assert hints.DATA.read_text(encoding="utf-8") == shipped_hints()


def test_the_shipped_file_is_small_and_holds_no_code():
    text = misconceptions.DATA.read_text(encoding="utf-8")
    assert len(text.encode()) < 250_000
    for line in bank.read_answers(bank.MISCONCEPTIONS):
        for code in line.code.splitlines():
            assert len(code.strip()) < 20 or code.strip() not in text
    for title, sentence in json.loads(text)["mistakes"].values():
        assert title.endswith(".")
        assert sentence.endswith((".", "?", ")"))


@pytest.mark.parametrize("assignment", homeworks())
def test_the_authors_solution_passes_in_the_runner_too(assignment):
    assert run_checks(assignment).failed == set()


def test_a_text_for_a_cell_that_does_not_exist_is_an_error(tmp_path):
    text = '# %% [markdown] exercise=["hw2-tanh/mull"]\n# Title.\n\n# %%\nx = 1\n'
    (tmp_path / "typo.py").write_text(text)
    with pytest.raises(BadBank, match="typo: hw2-tanh/mull is no solution cell"):
        read_answers(tmp_path)


def test_a_text_without_a_heading_is_an_error(tmp_path):
    (tmp_path / "bare.py").write_text("x = 1\n")
    with pytest.raises(BadBank, match=r"bare\.py: it needs a Markdown cell"):
        read_answers(tmp_path)


def test_every_hint_belongs_to_something_a_student_defines():
    assert {"forward_algorithm", "backward_algorithm", "Add", "Mul", "Matmul"} <= set(
        collect_hints()
    )


def test_hints_of_one_name_in_two_homeworks_are_an_error(monkeypatch):
    twice = {"hw2-tanh": "hw2-tanh", "hw9-again": "hw2-tanh"}
    monkeypatch.setattr(collected, "homeworks", lambda: list(twice))
    monkeypatch.setattr(collected, "read_source", lambda assignment: read_source(twice[assignment]))
    with pytest.raises(BadSource, match=r"hw9-again: '.*' has hints in hw2-tanh, too"):
        collect_hints()
