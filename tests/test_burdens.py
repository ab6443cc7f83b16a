"""Submissions that are made to be a burden where texts are only looked at: they hold up nobody, and
what is said of them does not bury what is said of others."""

import time

import nbformat
import pytest

from autograder.authoring.sample_class import Submission
from autograder.base.paths import released
from autograder.grading.submission import _not_run, mend
from autograder.judge.flags import flags
from autograder.judge.plan import plan_for
from autograder.notebook.reading import read_notebook
from autograder.notebook.unreadable import Unreadable
from tests.damaged import as_bytes

HOMEWORK = "hw1-cosh"
SECONDS = 10  # without the limits it is minutes, or hours


def solved(*own: str) -> nbformat.NotebookNode:
    """The solution, with a student's own cells in it."""
    notebook = Submission("ann", HOMEWORK).notebook()
    notebook.cells[2:2] = map(nbformat.v4.new_code_cell, own)
    return notebook


def names(count: int) -> str:
    """Names, each of which a function reads and the cell binds."""
    called = [f"x{i}" for i in range(count)]
    return "=".join(called) + "=1\ndef sinh():\n    return " + ",".join(called)


FILES = {
    "nested brackets": b'{"cells": ' + b"[" * 5_000_000,
    "nested objects": b'{"cells": [' + b'{"cells":' * 1_000_000,
    "thirty megabytes": b" " * 30_000_000,
    "too many cells": as_bytes({"cells": [{"cell_type": "code", "source": "1"}] * 5000}),
    "too much text": as_bytes({"cells": [{"cell_type": "code", "source": "1\n" * 400_000}] * 8}),
    "a number of a million digits": b'{"cells": ' + b"9" * 1_000_000 + b"}",
    "a million broken cells": b'{"cells": [' + b'{"source": "x",' * 1_000_000,
    **{
        f"outputs such as {each}": each * (30_000_000 // len(each))
        for each in (b'"outputs":[\\"\\"', b'"outputs":[[', b'"outputs":[')
    },
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_refused_at_once(name):
    begun = time.process_time()
    with pytest.raises(Unreadable):
        read_notebook(FILES[name])
    assert time.process_time() - begun < SECONDS


TO_PARSE = {
    "brackets": ["(" * 9000] * 20,
    "attributes": ["x" + ".b" * 9000] * 20,
    "signs": ["-" * 29_000 + "1"] * 20,
    "a sum": ["1+" * 14_000 + "1"] * 20,
    "a null": ["\0"] * 20,
    "many lines": ["a = 1\n" * 5000] * 20,
}
BURDENS = TO_PARSE | {
    "magics": ["%time 1\n" * 400 + "a=1\n" * 10_000],
    "more magics than IPython takes": ["%time 1\n" * 3000],
    "calls without parentheses": ["/f x\n" * 400 + "a+b;" * 10_000],
    "more calls without parentheses than IPython takes": [",f x\n" * 600],
    "many cells of magics": ["%time 1\n" * 100] * 300,
    "a question far behind a name": ["x" + " " * 9000 + "?"],
    "an f-string": ['f"' + "{a}" * 100_000 + '"'],
    "many f-strings": ['f"' + "{a}" * 9000 + '"'] * 100,
    "names that are read": [names(60_000)],
    "cells of names that are read": [names(1500)] * 50,
}


@pytest.mark.parametrize("burden", BURDENS)
def test_what_is_only_looked_at_takes_no_time(burden):
    notebook = solved(*BURDENS[burden])
    plan = plan_for(HOMEWORK, "a series")
    begun = time.process_time()
    flags(notebook)
    _not_run(notebook, plan)
    assert time.process_time() - begun < SECONDS


TO_MEND = TO_PARSE | {
    "what takes Python long to parse": [f'x{i} = f"' + "{a}" * 9000 + '"' for i in range(20)],
    "a function that is cut in a thousand parts": [
        *["def forward_algorithm(graph):\n    x = 1\n", "    return x\n"] * 950
    ],
}


@pytest.mark.parametrize("burden", TO_MEND)
def test_mending_takes_no_time(burden):
    notebook = solved(*TO_MEND[burden])
    begun = time.process_time()
    mend(HOMEWORK, notebook)
    assert time.process_time() - begun < SECONDS


def test_more_code_than_can_be_parsed_while_others_wait_is_refused():
    function = "def forward_algorithm(graph):\n" + "    a = 1\n" * 2900
    with pytest.raises(Unreadable, match="characters of code"):
        mend(HOMEWORK, solved(*[function] * 130))


def test_of_many_cells_of_a_students_own_one_sentence_is_said():
    found = flags(solved(*["import gc"] * 900, *["import inspect"] * 900))
    assert found == ["a cell of their own: uses words of the interpreter (gc, inspect)."]


def test_of_many_odd_cells_a_few_are_told():
    notebook = nbformat.read(released(HOMEWORK), as_version=4)
    odd = [{"cell_type": f"a{i}", "metadata": {}, "source": "x"} for i in range(1500)]
    _, notes = read_notebook(as_bytes(notebook | {"cells": notebook.cells + odd}))
    assert len(notes) < 20
    assert "1490 more" in notes[-1]
