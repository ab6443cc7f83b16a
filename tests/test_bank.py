"""Tests of the tests: every known mistake is caught and known again, no right answer refused."""

import json
import re

import pytest

from autograder.authoring import bank
from autograder.authoring.answers import MISCONCEPTIONS, BadBank, read_answers
from autograder.authoring.runs import run_checks
from autograder.base.paths import ROOT, homeworks
from autograder.cli.author import _problems
from autograder.notebook import hints as collected
from autograder.notebook.hints import collect_hints, shipped_hints
from autograder.notebook.source import BadSource, read_source
from course import hints, misconceptions

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made():
    return bank.run_bank()


def test_the_bank_is_as_large_as_the_readme_says(made):
    readme = (ROOT / "README.md").read_text()
    said = re.search(r"holds over (\d+) wrong answers.*?over (\d+) right", readme, re.DOTALL)
    mistakes, right = said.groups()
    assert 0 < len(made.mistakes) - int(mistakes) < 100
    assert 0 < len(made.right) - int(right) < 100


def test_no_sentence_has_formulas_that_a_text_cannot_show(made):
    assert [each.id for each in made.mistakes if "$" in each.title + each.sentence] == []


def test_every_mistake_fails_a_graded_check_of_each_homework_it_belongs_to(made):
    assert made.survivors == []


def test_every_graded_check_catches_a_mistake(made):
    assert made.idle_checks == []


def test_no_right_answer_is_refused(made):
    assert made.false_alarms == []


def test_nearly_every_mistake_is_named_alone(made):
    named = list(made.named_among().values())
    assert named.count(1) >= 0.95 * len(named)


def test_what_a_right_answer_makes_a_check_see_names_no_mistake(made):
    known = made.signatures()
    for answer in made.right:
        for assignment in {hw for hw, _ in answer.exercises}:
            seen = made.runs[answer.id, assignment].seen
            assert not [s for signatures in seen.values() for s in signatures if s in known]


def test_the_shipped_files_are_fresh(made):
    shipped = {
        misconceptions.DATA: bank.shipped(made),
        bank.KILL_MATRIX: bank.kill_matrix(made),
        hints.DATA: shipped_hints(),
    }
    for path, wanted in shipped.items():
        is_fresh = path.read_text(encoding="utf-8") == wanted
        assert is_fresh, f"{path.name} is stale. Run: autograder bank"


def test_the_shipped_file_is_small_and_holds_no_code():
    assert misconceptions.DATA.stat().st_size < 100_000
    texts, _ = misconceptions.known()
    text = json.dumps(texts)
    for line in read_answers(MISCONCEPTIONS):
        for code in line.code.splitlines():
            assert len(code.strip()) < 20 or code.strip() not in text
    for title, sentence in texts.values():
        assert title.endswith(".")
        assert sentence.endswith((".", "?", ")"))


@pytest.mark.parametrize("assignment", homeworks())
def test_the_authors_solution_passes_in_the_runner_too(assignment):
    assert run_checks(assignment).failed == set()


def test_a_text_for_a_cell_that_does_not_exist_is_an_error(tmp_path):
    text = '# %% [markdown] exercise=["hw2-tanh/mull"]\n# Title.\n\n# %%\nx = 1\n'
    (tmp_path / "typo.py").write_text(text)
    with pytest.raises(
        BadBank,
        match=r"typo\.py in .*: hw2-tanh/mull is not a solution cell. Those of hw2-tanh:",
    ):
        read_answers(tmp_path)


def test_a_text_without_a_heading_is_an_error(tmp_path):
    (tmp_path / "bare.py").write_text("x = 1\n")
    with pytest.raises(BadBank, match=r"bare\.py has to begin with a line such as"):
        read_answers(tmp_path)


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("class Mul(ComputationNode)\n    pass", "cannot be run in hw2-tanh: SyntaxError"),
        ("helper = not_defined", "cannot be run in hw2-tanh: NameError"),
        ("pass", "survives every check of hw2-tanh."),
    ],
)
def test_a_mistake_that_is_none_or_cannot_be_run_is_told(code, problem, tmp_path, monkeypatch):
    (tmp_path / "right").mkdir()
    (tmp_path / "wrong").mkdir()
    head = '# %% [markdown] exercise=["hw2-tanh/mul"]\n# Title.\n#\n# What helps.\n\n# %%\n'
    (tmp_path / "wrong" / "new.py").write_text(head + code)
    monkeypatch.setattr(bank, "MISCONCEPTIONS", tmp_path / "wrong")
    monkeypatch.setattr(bank, "RIGHT_ANSWERS", tmp_path / "right")
    found = [each for each in _problems(bank.run_bank("hw2-tanh")) if each.startswith("new")]
    assert found[-1].startswith(f"new {problem}")


def test_a_mistake_that_helps_nobody_is_refused(tmp_path, monkeypatch):
    (tmp_path / "new.py").write_text(
        '# %% [markdown] exercise=["hw2-tanh/mul"]\n# Title.\n\n# %%\npass\n'
    )
    monkeypatch.setattr(bank, "MISCONCEPTIONS", tmp_path)
    with pytest.raises(BadBank, match="new: below the title of a mistake stands what helps"):
        bank.run_bank("hw2-tanh")


def test_a_right_answer_that_is_refused_is_told_with_the_reason(tmp_path, monkeypatch):
    (tmp_path / "new.py").write_text(
        '# %% [markdown] exercise=["hw2-tanh/twice"]\n# Title.\n\n# %%\ntwice = {"a": 7}\n'
    )
    (tmp_path / "none").mkdir()
    monkeypatch.setattr(bank, "RIGHT_ANSWERS", tmp_path)
    monkeypatch.setattr(bank, "MISCONCEPTIONS", tmp_path / "none")
    (found,) = (p for p in _problems(bank.run_bank("hw2-tanh")) if "refuses" in p)
    assert found.startswith("twice-check of hw2-tanh refuses the right answer new. CheckFailed: ")


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
