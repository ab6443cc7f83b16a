"""What a check says if the cell before it stopped with an error."""

import re
from types import SimpleNamespace

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from course import CheckFailed, check_blanks, check_exercise
from course.messages import last_cell
from tests.helpers.student_code import compiled, remember_cells

BROKEN = "def forward_algorithm(graph)\n    return graph\n"
CHECK = "with check_exercise('A', points=1):\n    check_blanks(answers, right)\n"


def have_run(cells, monkeypatch, error=None):
    """Makes a notebook in which these cells have been run, the last but one with this error."""
    result = SimpleNamespace(error_in_exec=error, info=SimpleNamespace(store_history=True))
    shell = SimpleNamespace(last_execution_result=result)
    monkeypatch.setattr(last_cell, "get_ipython", lambda: shell)
    remember_cells(cells, monkeypatch)


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
    ("error", "is_told"), [(UNDEFINED, True), (CheckFailed("wrong"), False), (None, False)]
)
def test_a_check_says_if_the_cell_before_it_stopped(error, is_told, answer, monkeypatch, capsys):
    cells = ["answers = {'a': log(4)}", CHECK]
    told = " ".join(said(cells, answer, monkeypatch, capsys, error=error).split())
    assert told.count(f"stopped with NameError: {UNDEFINED}") == is_told  # once
    assert ("Passed: A." in told) is (answer == 2)
    cells += [CHECK]  # and says it again when it is run again, after its own message
    again = " ".join(said(cells, answer, monkeypatch, capsys, error=CheckFailed("wrong")).split())
    assert again.count(f"stopped with NameError: {UNDEFINED}") == is_told


@pytest.mark.parametrize(
    ("cell", "name", "is_told"),
    [
        ("answers = {'z': x @ W1, 'h': ...}", "x", True),
        ("answers = {'Z': [X, W1]}", "X", True),
        ("answers = {'h': tanh(0.5)}", "tanh", True),
        ("slope = 4 * x**3 - 4", "x", True),
        ("answers = {'z': torch.tensor(1.0)}", "torch", False),
        ("answers = f(4)", "f", False),
        ("def f():\n    return {'z': x}\nf()", "x", False),
    ],
)
def test_a_formula_without_quotes_is_seen(cell, name, is_told, monkeypatch, capsys):
    with pytest.raises(NameError) as error:
        exec(cell, {})
    assert error.value.name == name
    told = " ".join(said([cell, CHECK], 2, monkeypatch, capsys, error=error.value).split())
    assert (last_cell.IN_QUOTES.format(name) in told) is is_told


@pytest.fixture
def shell(tmp_path):
    """What runs the cells of a notebook."""
    no_file = Config({"HistoryManager": {"enabled": False}})
    shell = InteractiveShell.instance(config=no_file, ipython_dir=str(tmp_path))
    shell.run_cell("from course import *\nanswers = right = {'a': 2.0}", store_history=True)
    yield shell
    shell.restore_sys_module_state()
    InteractiveShell.clear_instance()


@pytest.mark.parametrize(
    ("cell", "error"),
    [
        ("answers = log(4)", "NameError"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("%%nothing", "UsageError"),
        (BROKEN, "SyntaxError"),
        (CHECK.replace("right", "{'a': 3.0}"), None),  # stops with a message of the course
        ("answers = {'a': 2}", None),
    ],
)
def test_ipython_tells_a_check_how_the_cell_before_it_ended(cell, error, shell, capsys):
    def told(*cells):
        for each in (*cells, CHECK):
            capsys.readouterr()
            shell.run_cell(each, store_history=True)
        told = " ".join(capsys.readouterr().out.split())
        assert "Passed: A." in told
        return re.findall(r"that you ran before this one .*? (\w+Error|\w+Interrupt)\b", told)

    assert told(cell) == told() == [error][: error is not None]
    assert told("x = 1") == []
    shell.run_cell("x = 2", store_history=True)
    shell.run_cell("1 / 0", store_history=False)  # by the notebook's page
    assert told() == []


@pytest.mark.parametrize(
    ("text", "said_of_it"),
    [("\nb", "ValueError: b. If"), ("a\nb", "ValueError: a b. If"), ("ab " * 999, "[...]. If")],
)
def test_an_error_of_several_lines_is_told_on_one(text, said_of_it, monkeypatch, capsys):
    told = said(["x = f()", CHECK], 2, monkeypatch, capsys, error=ValueError(text))
    assert said_of_it in " ".join(told.split()) and len(told) < 600


@pytest.mark.parametrize(
    ("cell", "error"),
    [
        ("def f():\nreturn 1", "an IndentationError"),
        ("if True:\n\tx = 1\n        y = 2", "a TabError"),
    ],
)
def test_the_error_that_python_showed_is_named(cell, error, monkeypatch, capsys):
    told = " ".join(said([cell, CHECK], 2, monkeypatch, capsys).split())
    assert f"that you ran before this one has {error}," in told
