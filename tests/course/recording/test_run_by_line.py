"""The lines of an engine, as its student sees them numbered."""

import linecache
from types import SimpleNamespace

import pytest

from course import Exp, Leaf
from course.questions import RunByLine
from course.recording import battery_run
from course.recording.battery_run import try_battery
from course.running import cell_lines
from course.subject import ask

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


def engine_in_cell(cell, monkeypatch):
    """The functions of a cell that IPython runs and remembers."""
    name, names = "cell_lines_of_ipython", {}
    remembered = [f"{line}\n" for line in cell.splitlines()]  # as its compiler does
    monkeypatch.setitem(linecache.cache, name, (len(cell), None, remembered, name))
    history = SimpleNamespace(input_hist_parsed=["", "x = 1", cell, "check()"])
    monkeypatch.setattr(cell_lines, "get_ipython", lambda: SimpleNamespace(history_manager=history))
    exec(compile(cell, name, "exec"), names)
    return names["forward_algorithm"], names["backward_algorithm"]


@pytest.mark.parametrize("separator", ["\f", "\v", "\x85", "\u2028", "\u2029", "\x1c", " "])
def test_lines_have_the_numbers_that_python_gives_them(separator, monkeypatch):
    cell = ENGINE.format(separator)
    graph = Exp(Exp(Leaf(0.5, "x"), name="u"), name="y")
    runs = ask(RunByLine(graph, *engine_in_cell(cell, monkeypatch), 2.0))
    adds = {event.line for event in runs.backward[0].events if event.share is not None}
    assert ["# adds" in runs.source[line - 1] for line in adds] == [True]
    assert all(len(line.splitlines()) <= 1 for line in runs.source)


def test_the_line_of_a_slip_is_the_one_that_did_it(monkeypatch):
    _, backward = engine_in_cell(ENGINE.format("\f"), monkeypatch)
    monkeypatch.setattr(battery_run, "BATTERY_LIMIT", 1.0)
    tried = try_battery(backward, "backward", tensors=False, with_steps=True)
    lines = {line for outcome in tried.outcomes for line in outcome.lines}
    assert any("source.accumulate_gradient(share)" in line for line in lines)
    assert not any(line.endswith(":  ") for line in lines)
