"""The lines of an engine, as its student sees them numbered."""

import pytest

from course import Exp, Leaf
from course.questions import RunByLine
from course.recording import battery_run
from course.recording.battery_run import try_battery
from course.subject import ask
from tests.helpers.student_code import run_in_cell

ENGINE = """\
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()  # pasted:{0}see below
# {0}

def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None  # "{0}"
    graph.gradient = one
    for node in graph.sorted_nodes()[::-1]:
        for source, share in zip(node.input_nodes, node.backward()):
            source.accumulate_gradient(share)  # adds
"""


@pytest.mark.parametrize("separator", ["\f", "\v", "\x85", "\u2028", "\u2029", "\x1c", " "])
def test_lines_have_the_numbers_that_python_gives_them(separator, monkeypatch):
    engine = run_in_cell(ENGINE.format(separator), monkeypatch).values()
    graph = Exp(Exp(Leaf(0.5, "x"), name="u"), name="y")
    runs = ask(RunByLine(graph, *engine, 2.0))
    adds = {event.line for event in runs.backward[0].events if event.share is not None}
    assert ["# adds" in runs.source[line - 1] for line in adds] == [True]
    assert all(len(line.splitlines()) <= 1 for line in runs.source)


def test_the_line_of_a_slip_is_the_one_that_did_it(monkeypatch):
    _, backward = run_in_cell(ENGINE.format("\f"), monkeypatch).values()
    monkeypatch.setattr(battery_run, "BATTERY_LIMIT", 1.0)
    tried = try_battery(backward, "backward", tensors=False, with_steps=True)
    lines = {line for outcome in tried.outcomes for line in outcome.lines}
    assert any("source.accumulate_gradient(share)" in line for line in lines)
    assert not any(line.endswith(":  ") for line in lines)


@pytest.mark.parametrize("is_too_long", [False, True])
def test_cells_that_are_too_long_are_not_listed(is_too_long, monkeypatch):
    engine = run_in_cell(ENGINE.format(" "), monkeypatch).values()
    question = RunByLine(Exp(Exp(Leaf(0.5, "x"), name="u"), name="y"), *engine, 2.0)
    fits = len(ask(question).source)
    assert fits
    monkeypatch.setattr("course.recording.run_by_line.MAX_SOURCE_LINES", fits - is_too_long)
    assert len(ask(question).source) == (0 if is_too_long else fits)
