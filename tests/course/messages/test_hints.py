"""Hints: whose turn it is, and in what order they come."""

import pytest

from course import hint
from course.messages import hints


@pytest.mark.parametrize(
    ("add", "name"), [("raise NotImplementedError()", "Add"), ("return 1", "Mul")]
)
def test_a_hint_in_a_cell_of_two_exercises_is_for_the_first_unwritten_one(add, name, monkeypatch):
    class Shell:
        user_ns = {"In": [f"def Add():\n    {add}\n\ndef Mul():\n    pass\n\nhint()"]}

    shown = []
    monkeypatch.setattr(hints, "get_ipython", Shell)
    monkeypatch.setattr(hints, "_hints", lambda: {"Add": [["x", "y"]], "Mul": [["Why?", "A."]]})
    monkeypatch.setattr(hints, "_numbers_given", {})
    monkeypatch.setattr(hints, "display", lambda markdown: shown.append(markdown.data))
    hint()
    assert f"`{name}`" in shown[0]


def test_hints_come_one_after_the_other_and_then_repeat_the_last(monkeypatch):
    shown = []
    monkeypatch.setattr(hints, "_hints", lambda: {"Mul": [["Why?", "A."], ["Look.", "B."]]})
    monkeypatch.setattr(hints, "_numbers_given", {})
    monkeypatch.setattr(hints, "display", lambda markdown: shown.append(markdown.data))
    for _ in range(3):
        hint("Mul")
    assert [text.splitlines()[-1] for text in shown] == ["A.", "B.", "B."]
    assert shown[0].startswith("**Hint 1 of 2 for `Mul`: Why?**")
    assert "This is the last one." in shown[1]


def test_a_hint_finds_the_exercise_in_whose_cell_it_stands(monkeypatch):
    class Shell:
        user_ns = {"In": ["", "class Mul(ComputationNode):\n    pass\n\nhint()"]}

    shown = []
    monkeypatch.setattr(hints, "get_ipython", Shell)
    monkeypatch.setattr(hints, "_hints", lambda: {"Add": [["x", "y"]], "Mul": [["Why?", "A."]]})
    monkeypatch.setattr(hints, "_numbers_given", {})
    monkeypatch.setattr(hints, "display", lambda markdown: shown.append(markdown.data))
    hint()
    assert "`Mul`" in shown[0]


def test_a_hint_without_a_known_exercise_does_not_list_other_exercises(capsys, monkeypatch):
    class Shell:
        user_ns = {"In": ["", "hint()"], "sizes": [3, 4]}

    monkeypatch.setattr(hints, "get_ipython", Shell)
    monkeypatch.setattr(hints, "_hints", lambda: {"sizes": [["Why?", "A."]]})
    for name in ("Div", ["Div"], None):
        hint(name)
        printed = capsys.readouterr().out
        assert "the last line of the cell you fill in" in printed
        assert (f"no hints called {name!r}" in printed) is bool(name)
        assert "sizes" not in printed
