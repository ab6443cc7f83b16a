"""Tests of the tests: every known mistake is caught and recognised, no right answer refused."""

import base64
import bz2
import json
import math
import re
from functools import cache

import pytest
from typer.testing import CliRunner

from autograder.authoring import answer_runs, bank, bank_texts
from autograder.authoring import hint_texts as collected
from autograder.authoring.answer_runs import run_checks
from autograder.authoring.bank_texts import bank_answers
from autograder.authoring.hint_texts import collect_hints, shipped_hints
from autograder.base.paths import ROOT, SOLUTIONS, homeworks
from autograder.cli import app
from autograder.judge import author_run
from autograder.notebook.set_up import SET_UP
from autograder.notebook.source import BadSource, read_source
from course import ComputationNode
from course.messages import hints, misconceptions
from tests.conftest import for_today
from tests.helpers.bank_engines import read_mistakes, read_right_answers

pytestmark = pytest.mark.slow


mistakes_in_bank, right_in_bank = cache(read_mistakes), cache(read_right_answers)
A_DAY = 36  # of which one part is run by day


@pytest.fixture(scope="module", params=["a part", pytest.param("whole", marks=pytest.mark.nightly)])
def made(request):
    parts = [mistakes_in_bank(), right_in_bank()]
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "a part":
            parts = [for_today(part, len(part) // A_DAY, "bank") for part in parts]
            # Other processes would have to import PyTorch, and the cores are busy with other tests.
            patch.setattr(answer_runs, "MIN_FOR_PROCESSES", math.inf)
        patch.setattr(bank, "bank_answers", lambda: [*parts[0], *parts[1]])
        return bank.run_bank()


def named_by(answer, made):
    """What the checks see when the answer is given, with the mistakes that students are told of."""
    _, known = misconceptions.read_bank()
    seen = {
        s
        for hw, _ in answer.exercises
        for each in made.runs[answer.id, hw].signatures.values()
        for s in each
    }
    return {signature: known.get(signature, []) for signature in seen}


def rows(matrix):
    """The rows of a kill matrix by homework and mistake, those of headings among them."""
    parts = [part.splitlines() for part in matrix.split("\n## ")]
    return {
        (homework, row.split(" | ")[0]): row.split(" | ")[1:]
        for homework, *lines in parts
        for row in lines
        if row.startswith("| ")
    }


def test_the_bank_is_as_large_as_the_readme_says():
    readme = (ROOT / "README.md").read_text()
    counts = re.search(r"holds over (\d+) wrong answers.*?over (\d+) right", readme, re.DOTALL)
    mistakes, right = counts.groups()
    assert 0 < len(mistakes_in_bank()) - int(mistakes) < 100
    assert 0 < len(right_in_bank()) - int(right) < 100


def test_no_text_names_an_attribute_that_students_choose_themselves():
    solution = re.compile(r"### BEGIN SOLUTION.*?### END SOLUTION", re.DOTALL)
    given = " ".join(solution.sub("", (SOLUTIONS / f"{hw}.py").read_text()) for hw in homeworks())
    known = {*dir(ComputationNode), "input_nodes", "result", *_attributes(given)}
    for mistake in mistakes_in_bank():
        chosen = _attributes(f"{mistake.title} {mistake.sentence}") - known
        assert not chosen, f"{mistake.id}: {chosen}"


def _attributes(text):
    return set(re.findall(r"\bself\.(\w+)", text))


def test_every_mistake_fails_a_graded_check_in_each_of_its_homeworks(made):
    assert made.survivors == []


def test_no_right_answer_is_refused(made):
    assert made.false_alarms == []


def test_nearly_every_mistake_is_named_without_others(made):
    alone = [
        any(ids == [mistake.id] for ids in named_by(mistake, made).values())
        for mistake in made.mistakes
    ]
    assert sum(alone) >= (0.95 if len(alone) > 500 else 0.8) * len(alone)


def test_no_mistake_is_named_for_a_right_answer(made):
    for answer in made.right:
        assert not any(named_by(answer, made).values()), answer.id


def test_students_are_told_only_what_was_seen_of_a_mistake(made):
    """Left out is only what too many mistakes share."""
    texts, known = misconceptions.read_bank()
    assert texts == {each.id: (each.title, each.sentence) for each in mistakes_in_bank()}
    for mistake in made.mistakes:
        told = {signature for signature, ids in known.items() if mistake.id in ids}
        told -= made.blanks.keys()  # what may contradict a mistake, and names none
        named = named_by(mistake, made)
        assert told == {signature for signature, ids in named.items() if ids}, mistake.id


def test_the_kill_matrix_is_fresh_and_every_check_catches_something(made):
    shipped = rows(bank.KILL_MATRIX.read_text(encoding="utf-8"))
    assert rows(bank.kill_matrix(made)).items() <= shipped.items()
    mistakes = {(hw, f"| {each.id}") for each in mistakes_in_bank() for hw, _ in each.exercises}
    assert mistakes | {(hw, "| mistake") for hw in homeworks()} == set(shipped)
    for homework in homeworks():
        columns = zip(*(row for (hw, _), row in shipped.items() if hw == homework), strict=True)
        assert all(any("x" in mark.split() for mark in column) for column in columns)


def test_the_shipped_files_are_fresh(request, made):
    shipped = {hints.HINTS_FILE: shipped_hints()}
    if "whole" in request.node.name:
        shipped |= {
            misconceptions.BANK_FILE: bank.shipped_misconceptions(made),
            bank.KILL_MATRIX: bank.kill_matrix(made),
        }
    for path, wanted in shipped.items():
        is_fresh = path.read_text(encoding="utf-8") == wanted
        assert is_fresh, f"{path.name} is stale. Run: autograder bank"


def test_the_shipped_file_takes_little_room_in_a_notebook_and_holds_no_code():
    carried = base64.b64encode(bz2.compress(misconceptions.BANK_FILE.read_bytes()))
    assert len(carried) < 100_000
    texts, _ = misconceptions.read_bank()
    text = json.dumps(texts)
    for line in mistakes_in_bank():
        for code in line.code.splitlines():
            assert len(code.strip()) < 20 or code.strip() not in text
    for title, sentence in texts.values():
        assert title.endswith(".")
        assert sentence.endswith((".", "?", ")"))


HEAD = '# %% [markdown] exercise=["hw2-tanh/mul"]\n\n'


def text(code: str, cell: str = "mul", helps: str = "#\n# What helps.\n", kind="mistake") -> str:
    """A text of the bank, with one answer."""
    about = f'# %% [markdown] {kind}="new" exercise=["hw2-tanh/{cell}"]\n# Title.\n{helps}'
    return f"{HEAD}{about}\n# %%\n{code}\n"


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        (
            text("x = 1", cell="mull"),
            "new in .*: hw2-tanh/mull is not a solution cell",
        ),
        ("x = 1\n", r"odd\.py must begin with a line such as"),
        ("", r"odd\.py must begin with a line such as"),
        (HEAD.replace("/", "-"), r"odd\.py must begin with a line such as"),
        (text("x = 1", cell="mul/x"), r"odd\.py: each answer must begin with"),
        (HEAD + "# %%\nx = 1\n", r"odd\.py: above its code"),
        (text("pass", kind="mistke"), r"odd\.py: each answer must begin"),
        (text("pass").replace('["hw2-tanh/mul"]\n# T', '"mul"\n# T'), r"odd\.py: each .*'Title\.'"),
        (text("pass", kind='right="too" mistake'), r"odd\.py: each answer must begin"),
        (HEAD + '# %% [markdown] right="new"\n# Title.\n', r"new in .*odd\.py has no code"),
        (text("pass") + text("pass").removeprefix(HEAD), "Two answers in .* are called new"),
        (text("pass", helps="#\n# It is $x^2$.\n"), r"new in .*odd\.py: formulas between"),
    ],
)
def test_a_text_that_cannot_be_applied_is_refused_with_advice(
    written, problem, tmp_path, monkeypatch
):
    (tmp_path / "odd.py").write_text(written)
    monkeypatch.setattr(bank_texts, "BANK", tmp_path)
    with pytest.raises(BadSource, match=problem):
        bank_answers()


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("class Mul(ComputationNode)\n    pass", "cannot be run in hw2-tanh: SyntaxError"),
        ("helper = not_defined", "cannot be run in hw2-tanh: NameError"),
        ("pass", "survives every check of hw2-tanh."),
    ],
)
def test_a_mistake_that_changes_nothing_or_cannot_run_is_reported(
    code, problem, tmp_path, monkeypatch
):
    (tmp_path / "mul.py").write_text(text(code))
    monkeypatch.setattr(bank_texts, "BANK", tmp_path)
    found = [each for each in bank.run_bank("hw2-tanh").problems if each.startswith("new")]
    assert found[-1].startswith(f"new {problem}")


def test_a_bank_run_with_its_output_in_a_file_names_each_homework_it_finishes(monkeypatch):
    few = [each for each in mistakes_in_bank() if ("hw2-tanh", "mul") in each.exercises][:2]
    monkeypatch.setattr(bank, "bank_answers", lambda: few)
    printed = CliRunner().invoke(app, ["bank", "hw2-tanh"]).output
    assert "hw2-tanh: 2 answers have run." in printed


def test_a_mistake_without_a_helpful_sentence_is_refused(tmp_path, monkeypatch):
    (tmp_path / "mul.py").write_text(text("pass", helps=""))
    monkeypatch.setattr(bank_texts, "BANK", tmp_path)
    with pytest.raises(BadSource, match="new: below a mistake's title"):
        bank.run_bank("hw2-tanh")


def test_a_refused_right_answer_is_reported_with_the_reason(tmp_path, monkeypatch):
    (tmp_path / "twice.py").write_text(text('twice = {"a": 7}', cell="twice", kind="right"))
    monkeypatch.setattr(bank_texts, "BANK", tmp_path)
    (found,) = (p for p in bank.run_bank("hw2-tanh").problems if "refuses" in p)
    assert found.startswith("twice-check of hw2-tanh refuses the right answer new. CheckFailed: ")


def test_answers_run_with_all_imports_of_the_set_up_cell(monkeypatch):
    source = read_source("hw2-tanh")
    imports = next(cell for cell in source.cells if cell.id == SET_UP)
    imports.source += "\nfrom course import check_own_engine"
    monkeypatch.setattr(author_run, "read_source", lambda homework: source)
    mul = "class Mul(Mul):\n    pass"
    assert not (run := run_checks("hw2-tanh", {"mul": mul})).failed
    assert not run.errors


def test_every_hint_belongs_to_something_that_students_define():
    assert {"forward_algorithm", "backward_algorithm", "Add", "Mul", "Matmul"} <= set(
        collect_hints()
    )


def test_hints_for_the_same_name_in_two_homeworks_are_an_error(monkeypatch):
    twice = {"hw2-tanh": "hw2-tanh", "hw9-again": "hw2-tanh"}
    monkeypatch.setattr(collected, "homeworks", lambda: list(twice))
    monkeypatch.setattr(collected, "read_source", lambda homework: read_source(twice[homework]))
    with pytest.raises(BadSource, match=r"hw9-again: '.*' has hints in hw2-tanh, too"):
        collect_hints()
