"""Right nodes pass, in whatever way they are written."""

import math

import pytest
import torch

from course import (
    ComputationNode,
    Copy,
    Exp,
    IntPow,
    Leaf,
    Matexpand,
    Matsum,
    Negate,
    check_gradients,
    check_node,
    check_results,
)
from course.operations import NoFormula
from tests.helpers.engine import Add, Matmul, Mul, backward_algorithm, forward_algorithm
from tests.helpers.graphs import upstream


def test_right_nodes_pass_on_their_own():
    torch.manual_seed(0)
    check_node(Add, 2.0, 3.0)
    check_node(Mul, torch.randn(3, 2), torch.randn(3, 2))
    check_node(Matmul, torch.randn(2, 3), torch.randn(3, 4))
    check_node(lambda x: IntPow(x, 3), torch.randn(4))
    check_node(lambda x: Matsum(x, (1, 3)), torch.randn(2, 3))
    check_node(lambda x: Matexpand(x, (2, 3)), torch.randn(3))
    for given in (Copy, Negate, Exp):
        check_node(given, -0.5)
        check_node(given, torch.randn(2, 3))


def test_the_check_of_a_single_node_prints_its_inputs_and_gradients(capsys):
    check_node(Mul, 2.0, 5.0)
    first, *lines, last = capsys.readouterr().out.splitlines()
    one = upstream(Mul(2.0, 5.0))
    assert first == f"Mul(input 0, input 1) of 2, 5; upstream gradient {one:g}:"
    assert [line.split() for line in lines] == [
        ["yours", "PyTorch", "difference"],
        ["result", "10", "10", "0"],
        ["downstream", "gradient", "0", f"{5 * one:g}", f"{5 * one:g}", "0"],
        ["downstream", "gradient", "1", f"{2 * one:g}", f"{2 * one:g}", "0"],
    ]
    assert last == "Right: Mul(input 0, input 1) forward and backward, on 3 sets of values."


@pytest.mark.parametrize("graph", [False, True])
def test_a_node_may_save_its_inputs_under_its_own_names(graph):
    class Mul(ComputationNode):
        def __init__(self, a, b, name=None):
            super().__init__(a, b, name=name)
            self.a, self.b = self.input_nodes
            self.both = [self.a, self.b]

        def forward(self):
            self.result = self.a.result * self.both[1].result

        def backward(self):
            return [self.gradient * self.b.result, self.gradient * self.a.result]

    if graph:
        x = Leaf(1.5, "x")
        check_gradients(Mul(x, Exp(x)), forward_algorithm, backward_algorithm)
    else:
        check_node(Mul, 2.0, -6.0)


@pytest.mark.parametrize("name", ["value", "int_power"])
@pytest.mark.parametrize("what", [None, "2", Leaf(1.0)])
def test_a_node_may_have_attributes_called_like_those_of_given_nodes(name, what):
    class Mul(ComputationNode):
        def __init__(self, a, b):
            super().__init__(a, b)
            setattr(self, name, what)

        def forward(self):
            self.result = self.input(0) * self.input(1)

        def backward(self):
            return [self.gradient * self.input(1), self.gradient * self.input(0)]

    check_node(Mul, 2.0, 3.0)


def test_a_node_may_save_values_in_its_own_list():
    class Mul(ComputationNode):
        def __init__(self, x, y, name=None):
            super().__init__(x, y, name=name)
            self.kept = []

        def forward(self):
            self.kept[:] = [self.input(1), self.input(0)]
            self.result = self.kept[0] * self.kept[1]

        def backward(self):
            return [self.gradient * each for each in self.kept]

    check_node(Mul, 2.0, -6.0)


def test_a_power_may_be_fixed_by_a_subclass():
    class Cube(IntPow):
        def __init__(self, x, name=None):
            super().__init__(x, 3, name=name)

    check_node(lambda x: Cube(x, "c"), torch.randn(4))
    check_node(lambda x: Cube(x, 2), torch.randn(4))


def test_a_subclass_is_checked_by_its_parents_formula():
    class MyAdd(Add):
        pass

    check_node(MyAdd, 2.0, 3.0)


def test_a_class_without_a_pytorch_formula_says_so():
    class Cube(ComputationNode):
        pass

    with pytest.raises(NoFormula, match="no PyTorch formula for Cube") as error:
        check_node(Cube, 2.0)
    seen = " ".join(error.value._render_traceback_())
    assert "the name that the exercise gives it" in seen and "right_values" not in seen


def test_nan_in_pytorch_too_is_blamed_on_the_checks_inputs():
    graph = IntPow(Leaf(torch.tensor([0.5, math.nan]), "x"), 2)
    for check in (check_results, check_gradients):
        algorithms = [forward_algorithm, backward_algorithm][: 1 + (check is check_gradients)]
        with pytest.raises(
            ValueError, match=r"own result of Leaf x, with the values given, is nan"
        ):
            check(graph, *algorithms)
    with pytest.raises(ValueError, match="this check needs other inputs"):
        check_node(Exp, torch.tensor([0.5, math.nan]))
