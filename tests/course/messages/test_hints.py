"""Hints: whose turn it is, and in what order they come."""

import json

import numpy as np
import pytest
import torch

from course import hint
from course.messages import hints
from tests.helpers.student_code import remember_cells

MUL = [["Why?", "A."], ["Look.", "B."]]


@pytest.fixture
def notebook(monkeypatch, tmp_path):
    """A function that runs `hint` in a cell, as often as there are names, and returns the texts
    shown; each time with all hints untouched."""

    def hints_in(cell: str, *names: str | None, known: dict) -> list[str]:
        shown: list[str] = []
        (tmp_path / "hints.json").write_text(json.dumps({"a homework": {}, "another": known}))
        monkeypatch.setattr(hints, "HINTS_FILE", tmp_path / "hints.json")
        remember_cells([cell], monkeypatch)
        monkeypatch.setattr(hints, "_numbers_given", {})
        monkeypatch.setattr(hints, "display", lambda markdown: shown.append(markdown.data))
        hints._hints.cache_clear()
        for name in names:
            hint(name)
        return shown

    yield hints_in
    hints._hints.cache_clear()


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("def Add():\n    raise NotImplementedError()\n\ndef Mul():\n    pass\n\nhint()", "Add"),
        ("def Add():\n    return 1\n\ndef Mul():\n    pass\n\nhint()", "Mul"),
        ("class Mul(ComputationNode):\n    pass\n\nhint()", "Mul"),
    ],
)
def test_a_hint_is_for_the_first_unwritten_exercise_in_its_cell_or_else_the_last(
    cell, name, notebook
):
    (shown,) = notebook(cell, None, known={"Add": [["x", "y"]], "Mul": MUL})
    assert f"`{name}`" in shown


def test_hints_come_one_after_the_other_and_then_repeat_the_last(notebook):
    shown = notebook("", "Mul", "Mul", "Mul", known={"Mul": MUL})
    assert [text.splitlines()[-1] for text in shown] == ["A.", "B.", "B."]
    assert shown[0].startswith("**Hint 1 of 2 for `Mul`: Why?**")
    assert "This is the last one." in shown[1]


@pytest.mark.parametrize("name", ["mul", "MUL", type("Mul", (), {})])
def test_an_exercise_may_be_named_by_its_class_or_in_other_capitals(name, notebook):
    (shown,) = notebook("", name, known={"Add": [["x", "y"]], "Mul": MUL})
    assert "`Mul`" in shown


def test_a_tensor_or_an_array_for_a_name_has_no_hints(notebook, capsys):
    assert notebook("hint()", torch.ones(2, 2), np.ones(3), known={"sizes": MUL}) == []
    assert capsys.readouterr().out.count("no hints called") == 2


@pytest.mark.parametrize("name", ["Div", ["Div"], None])
def test_a_hint_without_a_known_exercise_does_not_list_other_exercises(name, notebook, capsys):
    assert notebook("hint()", name, known={"sizes": MUL}) == []
    printed = capsys.readouterr().out
    assert "the last line of the cell you fill in" in printed
    assert (f"no hints called {name!r}" in printed) is bool(name)
    assert "sizes" not in printed
