"""The exercises of a notebook, its summary, and the source it shows."""

import pytest

from course import *
from course import source


def test_an_exercise_passes_when_its_block_runs_to_the_end(capsys):
    with check_exercise("One"):
        assert capsys.readouterr().out == ""
    assert capsys.readouterr().out == "Passed: One.\n"
    with pytest.raises(CheckFailed), check_exercise("Two"):
        raise CheckFailed("wrong")
    assert capsys.readouterr().out == ""
    show_summary("One", "Two", "Three")
    assert capsys.readouterr().out.splitlines() == [
        "One     passed",
        "Two     not yet",
        "Three   not run",
        "",
        "1 of 3 exercises pass. Next: Two.",
    ]


def test_the_latest_attempt_counts(capsys):
    with check_exercise("One"):
        pass
    with pytest.raises(KeyError), check_exercise("One"):
        raise KeyError
    capsys.readouterr()
    show_summary("One")
    assert "not yet" in capsys.readouterr().out


def test_a_summary_of_passed_exercises_says_to_hand_in(capsys):
    with check_exercise("One"):
        pass
    capsys.readouterr()
    show_summary("One")
    assert capsys.readouterr().out.endswith(
        "All 1 exercises pass. Save the notebook and hand it in.\n"
    )


def test_a_summary_names_the_exercises_that_a_person_grades(capsys):
    show_summary("One", by_hand=["8b", "9b"])
    assert "8b and 9b" in capsys.readouterr().out


def test_the_source_shown_is_the_source_that_runs(monkeypatch):
    shown = []
    monkeypatch.setattr(source, "display", lambda markdown: shown.append(markdown.data))
    show_source(Negate, Mean)
    (text,) = shown
    assert text.startswith("```python\nclass Negate(ComputationNode):")
    assert "return [-self.gradient]\n\nclass Mean" in text.replace("\n\n\n", "\n\n")
    assert text.endswith("\n```")
