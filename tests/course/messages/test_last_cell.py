"""What a check says if the cell before it was not run because of its syntax."""

from types import SimpleNamespace

import pytest

from course import CheckFailed, check_blanks, check_exercise
from course.messages import last_cell
from tests.helpers.student_code import compiled

BROKEN = "def forward_algorithm(graph)\n    return graph\n"
CHECK = "with check_exercise('A', points=1):\n    check_blanks(answers, right)\n"


def have_run(cells, monkeypatch, stopped_by=None):
    """Makes a notebook in which these cells have been run; an error may have stopped the last."""
    history = SimpleNamespace(input_hist_parsed=["", *cells])
    result = SimpleNamespace(error_in_exec=stopped_by)
    shell = SimpleNamespace(history_manager=history, last_execution_result=result)
    monkeypatch.setattr(last_cell, "get_ipython", lambda: shell)


def said(cells, answer, monkeypatch, capsys):
    """What the check says in a notebook where these cells have been run."""
    have_run(cells, monkeypatch)
    try:
        with check_exercise("A", points=1):
            check_blanks({"a": answer}, {"a": 2.0})
    except CheckFailed as error:
        return capsys.readouterr().out + str(error)
    return capsys.readouterr().out


@pytest.mark.parametrize("answer", [2, 3])
@pytest.mark.parametrize(
    ("cells", "is_told"),
    [
        ([BROKEN, CHECK], True),
        ([BROKEN, CHECK, CHECK], True),
        (["x = 1", CHECK], False),
        ([BROKEN, "x = 1", CHECK], False),
        (["await x", CHECK], False),
        (["x = " + "-" * 20_000 + "1", CHECK], False),
        (["get_ipython().run_line_magic('time', '')", CHECK], False),
        ([CHECK], False),
    ],
)
def test_a_check_says_if_the_cell_before_it_did_not_run(
    cells, is_told, answer, monkeypatch, capsys
):
    told = said(cells, answer, monkeypatch, capsys)
    assert " ".join(told.split()).count("nothing in it was run") == is_told  # once
    assert ("Passed: A." in told) is (answer == 2)


@pytest.mark.parametrize(
    ("before", "error", "said"),
    [
        ("x = 1", None, "First run"),
        ("x = 1", CheckFailed("Wrong."), "First run"),
        (BROKEN, None, last_cell.MEND_THAT_CELL),
        ("y = exp(x)", NameError("name 'exp' is not defined", name="exp"), "in quotes"),
        ("y = tangent(x)", NameError("name 'tangent' is not defined", name="tangent"), "stopped"),
    ],
)
def test_nobody_is_told_to_run_a_cell_that_was_run_and_stopped(before, error, said, monkeypatch):
    have_run([before, CHECK], monkeypatch, error)
    check = compiled("with check_exercise('A'):\n    forward_algorithm\n")
    with pytest.raises(CheckFailed, match=r"'forward_algorithm' is not defined\. ") as caught:
        exec(check, {"check_exercise": check_exercise})
    assert said in str(caught.value)
    assert ("First run" in str(caught.value)) is (said == "First run")
    assert ("in quotes" in str(caught.value)) is (said == "in quotes")


def test_the_error_of_a_cell_that_was_not_read_has_the_name_that_was_shown(monkeypatch):
    for cell, name in (("def f():\nreturn 1", "an IndentationError"), (BROKEN, "a SyntaxError")):
        have_run([cell, CHECK], monkeypatch)
        assert f"has {name}, so nothing" in last_cell.note_on_last_cell()
