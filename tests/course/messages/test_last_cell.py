"""What a check says if the cell before it stopped with an error."""

from types import SimpleNamespace

import pytest

from course import CheckFailed, check_blanks, check_exercise
from course.messages import last_cell
from tests.helpers.student_code import compiled

BROKEN = "def forward_algorithm(graph)\n    return graph\n"
CHECK = "with check_exercise('A', points=1):\n    check_blanks(answers, right)\n"


def have_run(cells, monkeypatch, error=None, store_history=True):
    """Makes a notebook in which these cells have been run, the last but one with this error."""
    history = SimpleNamespace(input_hist_parsed=["", *cells])
    info = SimpleNamespace(store_history=store_history)
    result = SimpleNamespace(error_in_exec=error, info=info)
    shell = SimpleNamespace(history_manager=history, last_execution_result=result)
    monkeypatch.setattr(last_cell, "get_ipython", lambda: shell)


def said(cells, answer, monkeypatch, capsys, **last):
    """What the check says in a notebook where these cells have been run."""
    have_run(cells, monkeypatch, **last)
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
    ("before", "said"), [("x = 1", "First run"), (BROKEN, last_cell.MEND_THAT_CELL)]
)
def test_nobody_is_told_to_run_a_cell_that_was_run_and_could_not_be_read(before, said, monkeypatch):
    have_run([before, CHECK], monkeypatch)
    check = compiled("with check_exercise('A'):\n    forward_algorithm\n")
    with pytest.raises(CheckFailed, match=r"'forward_algorithm' is not defined\. ") as caught:
        exec(check, {"check_exercise": check_exercise})
    assert [clue in str(caught.value) for clue in ("First run", last_cell.MEND_THAT_CELL)] == [
        clue == said for clue in ("First run", last_cell.MEND_THAT_CELL)
    ]


UNDEFINED = NameError("name 'log' is not defined")


@pytest.mark.parametrize("answer", [2, 3])
@pytest.mark.parametrize(
    ("last", "is_told"),
    [
        ({"error": UNDEFINED}, True),
        ({"error": UNDEFINED, "store_history": False}, False),  # it was not a cell
        ({"error": CheckFailed("wrong")}, False),
        ({"error": None}, False),
    ],
)
def test_a_check_says_if_the_cell_before_it_stopped(last, is_told, answer, monkeypatch, capsys):
    cells = ["answers = {'a': log(4)}", CHECK]
    told = " ".join(said(cells, answer, monkeypatch, capsys, **last).split())
    assert told.count(f"stopped with NameError: {UNDEFINED}") == is_told  # once
    assert ("Passed: A." in told) is (answer == 2)
    cells += [CHECK]  # and says it again when it is run again, after its own message
    again = " ".join(said(cells, answer, monkeypatch, capsys, error=CheckFailed("wrong")).split())
    assert again.count(f"stopped with NameError: {UNDEFINED}") == is_told


@pytest.mark.parametrize(
    ("text", "said_of_it"),
    [("\nb", "ValueError: b. If"), ("a\nb", "ValueError: a b. If"), ("ab " * 999, "[...]. If")],
)
def test_an_error_of_several_lines_is_told_on_one(text, said_of_it, monkeypatch, capsys):
    told = said(["x = f()", CHECK], 2, monkeypatch, capsys, error=ValueError(text))
    assert said_of_it in " ".join(told.split()) and len(told) < 600


def test_the_error_that_python_showed_is_named(monkeypatch, capsys):
    told = said(["def f():\nreturn 1", CHECK], 2, monkeypatch, capsys)
    assert "IndentationError" in told
    assert "SyntaxError" not in told
