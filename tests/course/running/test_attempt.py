"""Errors of a student's code, as data."""

import builtins
import os
from pathlib import Path

import pytest
import torch

import course
from course import ComputationNode, check_gradients
from course.measuring.meter import storage_id
from course.running.attempt import attempt
from tests.helpers.engine import forward_algorithm
from tests.helpers.failing import explained, fails
from tests.helpers.student_code import compiled, cosh, run_in_cell


def test_lines_of_a_students_own_file_beside_the_package_are_shown():
    beside = f"{Path(course.__file__).parent}_notes{os.sep}engine.py"
    names = {}
    exec(compile("def forward(graph):\n  raise ValueError\n", beside, "exec"), names)
    lines = attempt(names["forward"], None)[1].lines
    assert [line.split(":")[0] for line in lines] == ["  line 2, in forward"]
    unwritten = compile("def forward(graph):\n  1 + 1\n  raise NotImplementedError", beside, "exec")
    exec(unwritten, names)
    assert attempt(names["forward"], None)[1].is_unwritten


def test_a_call_of_pythons_input_waits_for_nobody():
    asking = builtins.input
    assert attempt(lambda: input(0))[1].is_a("TypeError")
    assert builtins.input is asking


@pytest.mark.parametrize(
    ("given", "body", "name"),
    [
        ("list = []", "for node in list(graph.sorted_nodes()): pass", "list"),
        ("", "sum = 0.0; sum(graph.sorted_nodes())", "sum"),
        ("from torch import *", "float(1)", "float"),
        ("", "graph.result(len([]))", ""),
        ("len = None", "graph.result(1); len", ""),
        ("", "sum = 0.0; sum += graph.result()", ""),
        ("", "max = 2.0; one(1, max)", ""),
        ("", "max = [2.0]; max[0](len([one]))", ""),
    ],
)
def test_a_function_of_pythons_own_whose_name_stands_for_something_else_is_named(given, body, name):
    names = {}
    exec(compiled(f"{given}\ndef backward(graph, one):\n    {body}\n"), names)
    said = fails(check_gradients, cosh(), forward_algorithm, names["backward"])
    assert ("is Python's own" in said) is bool(name) and "notebook" not in said
    assert not name or f"`{name}` is Python's own" in said
    assert (f"`del {name}`" in said) is bool(given and name)


class Named:
    def __init__(self):
        self.targets, self._hidden = [1], 2


class WithoutAttributes:
    __slots__ = ()


class Hostile(Named):
    __dict__ = property(lambda self: 1 / 0)


@pytest.mark.parametrize(
    ("made", "name", "like"),
    [
        (Named, "target", "targets"),
        (Named, "tokens", ""),
        (Named, "_hiden", ""),
        (WithoutAttributes, "target", ""),
        (Hostile, "target", ""),
    ],
)
def test_an_attribute_is_named_that_is_spelled_nearly_like_one_that_is_missing(made, name, like):
    _, error = attempt(getattr, made(), name)
    assert error.text.partition("; ")[2] == (f"it has `{like}`" if like else "")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("TookTooLong", "was stopped after"),
        ("TooManyCalls", "goes on and on"),
        ("ChangesGraph", "leave it as it is"),
        ("RecursionError", "deeper than Python allows"),
    ],
)
def test_a_students_class_with_the_name_of_another_error_is_not_taken_for_that(name, said):
    own = type(name, (Exception,), {"__module__": "__main__"})

    def backward(graph, one=1.0):
        raise own("enough")

    failed = explained(check_gradients, cosh(), forward_algorithm, backward)
    assert f"raised {name}: enough" in failed and f"It raised {name}: enough" in failed
    assert said not in failed and "still running" not in failed and "again and again" not in failed


def test_what_pytorch_refuses_is_not_unwritten_whoever_asks():
    sparse = torch.ones(2).to_sparse()
    for refused in (lambda: sparse.untyped_storage(), lambda: storage_id(sparse)):
        error = attempt(refused)[1]
        assert error.is_a("NotImplementedError") and not error.is_unwritten
    assert attempt(ComputationNode().forward)[1].is_unwritten


@pytest.mark.parametrize("separator", ["\f", "\u2028"])
def test_the_line_of_an_error_is_quoted_as_python_counts_it(separator, monkeypatch):
    cell = f"# pasted:{separator}see below\nlen = 3\ndef backward(graph):\n    return len([])\n"
    error = attempt(run_in_cell(cell, monkeypatch)["backward"], None)[1]
    assert error.line == "  line 4, in backward:  return len([])"
    assert "`len` is Python's own" in error.text
