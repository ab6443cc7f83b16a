"""What a function of a notebook can come to: by this the grader knows the same engine again."""

import functools

import pytest

from autograder.in_kernel.agent import Agent
from autograder.in_kernel.reach import reached
from autograder.in_kernel.wire import act_of
from autograder.judge.exchange import Named
from course.subject import Try

ENGINE = """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        one_step(node)
"""
STEP = "def one_step(node): node.forward()"


@pytest.fixture
def notebook():
    """Call it with a cell; its names are in `notebook.names`."""

    def run(source):
        exec(source, run.names)
        run.kept.append(dict(run.names))  # or what is new might stand where the old one was

    run.names, run.kept = {"__name__": "__main__", "functools": functools}, []
    for cell in (ENGINE, STEP, "def another(): pass"):
        run(cell)
    return run


def engine(notebook):
    return reached(notebook.names, ["forward_algorithm"])


def test_an_engine_is_the_same_while_others_are_defined(notebook):
    before = engine(notebook)
    notebook("def another(): return 1")
    notebook("class Node: pass")
    assert engine(notebook) == before


@pytest.mark.parametrize(
    "cell",
    [
        ENGINE,
        STEP,
        "def one_step(node): (lambda: step_of(node))()\ndef step_of(node): pass",
        "one_step = functools.partial(one_step)",
    ],
)
def test_an_engine_is_another_when_it_or_what_it_calls_is_defined_anew(notebook, cell):
    before = engine(notebook)
    notebook(cell)
    assert engine(notebook) != before


@pytest.mark.parametrize(
    "cell",
    [
        'def one_step(node): globals()["another"]()',
        "def one_step(node, call=another): call()",
        "@functools.cache\ndef one_step(node): another()",
        "def stepping(f): return lambda node: f(node)\none_step = stepping(another)",
        "class Step:\n    def __call__(self, node): another()\none_step = Step()",
        "class Step:\n    def run(self): another()\ndef one_step(node): Step().run()",
    ],
)
def test_what_cannot_be_followed_may_come_to_anything(notebook, cell):
    notebook(cell)
    before = engine(notebook)
    notebook("def another(): return 1")
    assert engine(notebook) != before


def test_what_is_asked_again_of_the_same_engine_is_done_once(notebook):
    runs, known, told, counts = [], {}, [], []
    notebook.names["note"] = runs.append
    notebook("def one_step(node): note(node); node.forward()")
    for cell in ("", "def another(): return 1", ENGINE):
        notebook(cell)
        agent = Agent(notebook.names)
        agent.known = known
        told += agent.answer([act_of(Try(Named("forward_algorithm"), "forward", False, True))])
        counts.append(len(runs))
    assert counts[0] == counts[1] < counts[2]
    assert told[0] == told[1]
