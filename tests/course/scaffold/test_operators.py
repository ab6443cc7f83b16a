"""Operators build nodes, of a student's classes where there are any."""

import math
import operator
import re

import numpy as np
import pytest
import torch

from course import ComputationNode, Exp, Leaf
from course.scaffold.operators import latest_classes
from tests.helpers.engine import forward_algorithm
from tests.helpers.scaffold_graphs import f64, run

OPERATORS = {
    "-x": lambda x: -x,
    "x + 2": lambda x: x + 2,
    "2 + x": lambda x: 2 + x,
    "x - 2": lambda x: x - 2,
    "2 - x": lambda x: 2 - x,
    "x * 3": lambda x: x * 3,
    "3 * x": lambda x: 3 * x,
    "x / 4": lambda x: x / 4,
    "1 / x": lambda x: 1 / x,
    "5 / x": lambda x: 5 / x,
    "x / (x + 1)": lambda x: x / (x + 1),
    "x ** 3": lambda x: x**3,
    "x ** 0": lambda x: x**0,
    "x ** -2": lambda x: x**-2,
    "2 ** x": lambda x: 2**x,
    "0.5 ** x": lambda x: 0.5**x,
    "exp": lambda x: x.exp() if hasattr(x, "exp") else math.exp(x),
    "reuse": lambda x: (x * x + x) * (x * x),
}


@pytest.mark.parametrize("f", OPERATORS.values(), ids=OPERATORS)
def test_operators_on_plain_numbers_do_what_python_does(f):
    x = Leaf(0.7)
    y = run(f(x))
    t = f64(0.7).requires_grad_()
    f(t).backward()
    assert type(y.result) is float
    assert y.result == pytest.approx(f(0.7), rel=1e-12)
    assert x.gradient == pytest.approx(t.grad.item(), rel=1e-12)


@pytest.mark.parametrize("f", OPERATORS.values(), ids=OPERATORS)
def test_operators_on_tensors_do_what_pytorch_does(f):
    x, t = Leaf(f64(0.7, -1.3)), f64(0.7, -1.3).requires_grad_()
    y = run(f(x), one=f64(2.0, -3.0))
    f(t).backward(f64(2.0, -3.0))
    torch.testing.assert_close(y.result, f(t).detach())
    torch.testing.assert_close(x.gradient, t.grad)


EITHER_SIDE = {
    "+": lambda t, x: t + x,
    "-": lambda t, x: t - x,
    "*": lambda t, x: t * x,
    "/": lambda t, x: t / x,
    "@": lambda t, x: t @ x,
    "r@": lambda t, x: x @ t,
    "**": lambda t, x: t**x,
}


@pytest.mark.parametrize("f", EITHER_SIDE.values(), ids=EITHER_SIDE)
def test_a_tensor_on_either_side_of_an_operator_becomes_a_leaf(f):
    constant = f64(1.5, 2.0, 0.5)
    x, t = Leaf(f64(1.0, 2.0, 4.0)), f64(1.0, 2.0, 4.0)
    torch.testing.assert_close(forward_algorithm(f(constant, x)).result, f(constant, t))


def test_a_power_must_be_a_whole_number():
    for power in (0.5, 3.0, True, torch.tensor(2)):
        with pytest.raises(TypeError, match=f"power such as 3, not {re.escape(repr(power))}"):
            Leaf(2.0) ** power


@pytest.mark.parametrize("base", [0, -2.0])
def test_the_base_of_a_power_must_be_positive(base):
    with pytest.raises(ValueError, match=f"{base} has no logarithm"):
        base ** Leaf(2.0)


def test_a_tensor_with_an_entry_without_a_logarithm_is_no_base():
    with pytest.raises(ValueError, match="no logarithm"):
        torch.tensor([2.0, 0.0]) ** Leaf(2.0)
    assert torch.equal(run(torch.tensor([2.0, 1.0]) ** Leaf(2.0)).result.round(), f64(4.0, 1.0))


@pytest.mark.parametrize("power", [np.int64(3), np.int8(-2), np.uint8(0)])
def test_a_power_may_be_an_integer_of_numpy(power):
    y = Leaf(2.0, "x") ** power
    assert run(y).result == 2.0 ** int(power)
    assert y.get("x").gradient == int(power) * 2.0 ** (int(power) - 1)


@pytest.mark.parametrize(
    ("name", "expression"),
    [("Add", lambda x: x - 1), ("Mul", lambda x: 2 / x), ("Matmul", lambda x: x @ x)],
)
def test_a_missing_class_is_named(name, expression):
    del latest_classes[name]
    with pytest.raises(NameError, match=rf"`class {name}\(ComputationNode\)`"):
        expression(Leaf(1.0))


def test_a_redefined_class_takes_effect():
    x = Leaf(3.0)
    before = x + x

    class Add(ComputationNode):
        def forward(self):
            self.result = 100

    assert type(x + x) is Add
    assert type(before) is not Add


def test_a_given_class_can_be_redefined_too():
    class Negate(ComputationNode):
        def forward(self):
            self.result = 100

    assert type(-Leaf(1.0)) is Negate


def test_a_string_in_an_expression_is_refused_too():
    with pytest.raises(TypeError, match="was given 'two', a str"):
        Leaf(2.0) + "two"


def test_a_node_given_as_a_power_is_called_by_its_label():
    x, power = Leaf(2.0, "x"), Exp(Exp(Leaf(1.0, "y")))
    with pytest.raises(TypeError, match=r"not Exp\(Exp\)\.$"):
        x**power


def test_an_array_is_refused_by_every_operator_in_the_same_words():
    array, said = np.array([2.0, 3.0]), set()
    for build in (operator.mul, operator.pow):
        with pytest.raises(TypeError) as refused:
            build(array, Leaf(1.0))
        said.add(str(refused.value))
    assert len(said) == 1
