"""The checks of a node accept exactly the formulas that are right."""

import contextlib
import io

import pytest
import torch

from course.check.nodes.node import check_node
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from tests.conftest import for_today
from tests.helpers.formula_grammar import MATRIX_SIGNS, SIGNS, distinct, matrix_formulas, value

SAMPLE = 50  # formulas of each node, by day


def accepted(node_class, *examples) -> bool:
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            for inputs in examples:
                check_node(node_class, *inputs)
        except CheckFailed:
            return False
    return True


def node(name: str, forward, backward) -> type:
    methods = {"forward": forward, "backward": backward}
    return type(name, (ComputationNode,), methods)


def add_and_mul(formula):
    """Nodes whose first downstream gradient is this formula, the second being right."""

    def first(self):
        values = {"g": self.gradient, "x": self.input(0), "y": self.input(1)}
        return value(formula, values, SIGNS)

    def add(self):
        self.result = self.input(0) + self.input(1)

    def mul(self):
        self.result = self.input(0) * self.input(1)

    return (
        node("Add", add, lambda self: [first(self), self.gradient]),
        node("Mul", mul, lambda self: [first(self), self.gradient * self.input(0)]),
    )


def wrongly_judged(these) -> list:
    """Formulas that the check of Add or of Mul accepts though they are wrong, or the other way."""
    everything = distinct(1)
    right = {
        "Add": next(key for key, formula in everything.items() if formula == "g"),
        "Mul": next(key for key, formula in everything.items() if formula == ("*", "g", "y")),
    }
    found = []
    for key, formula in these:
        for each in add_and_mul(formula):
            name = each.__name__
            examples = [(2.0, -6.0)] if name == "Add" else [(2.0, -6.0), (0.0, 3.0)]
            if accepted(each, *examples) != (key == right[name]):
                found.append((name, formula))
    return found


def test_a_sample_of_formulas_is_accepted_if_and_only_if_it_is_right():
    sample = for_today(list(distinct(2).items()), SAMPLE, "formulas")
    assert wrongly_judged([*sample, *distinct(1).items()]) == []


@pytest.mark.nightly
def test_every_formula_is_accepted_if_and_only_if_it_is_right():
    assert wrongly_judged(distinct(3).items()) == []


def matmul(formula) -> type:
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        values = {"g": self.gradient, "A": self.input(0), "B": self.input(1)}
        values |= {f"{name}T": each.T for name, each in values.items()}
        return [value(formula, values, MATRIX_SIGNS), self.input(0).T @ self.gradient]

    return node("Matmul", forward, backward)


def wrong_matmuls(these) -> list:
    A = torch.tensor([[1.0, 2.0], [0.5, -1.0], [3.0, 1.0]])
    B = torch.tensor([[2.0, 0.5, 1.0, -1.0], [1.0, 3.0, -0.5, 2.0]])
    square = torch.tensor([[1.0, 2.0], [0.5, -1.0]]), torch.tensor([[2.0, 0.5], [3.0, 1.5]])
    right = {("@", "g", "BT")}
    return [f for f in these if accepted(matmul(f), (A, B), square) != (f in right)]


def test_a_sample_of_matrix_formulas_is_accepted_if_and_only_if_it_is_right():
    sample = for_today(matrix_formulas(1), SAMPLE, "matrices")
    assert wrong_matmuls([*sample, ("@", "g", "BT")]) == []


@pytest.mark.nightly
def test_every_matrix_formula_is_accepted_if_and_only_if_it_is_right():
    assert wrong_matmuls(matrix_formulas(2)) == []
