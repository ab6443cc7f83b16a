"""The check of derivatives of higher order."""

import pytest
import torch

from course import ComputationNode, Leaf, build_graph, check_derivatives
from course.check.engines.first_slip import first_slip
from tests.helpers.changed_engine import mul
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.failing import fails, failure


def derivatives(f, values=(0.5, 1.5), **kwargs):
    x = Leaf(torch.tensor(values), "x")
    check_derivatives(f(x), x, forward_algorithm, backward_algorithm, **kwargs)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: x**4 - 2 * x**3 + 3 * x**2 - 4 * x + 5,
        lambda x: (2 * x).exp() / (1 + x**2),
        lambda x: x * x,
        lambda x: 2 * x,
    ],
    ids=["polynomial", "exp over", "third derivative 0", "second derivative 0"],
)
def test_right_derivatives_pass(f, capsys):
    derivatives(f)
    assert capsys.readouterr().out.endswith(
        "Right: the first 3 derivatives with respect to Leaf x.\n"
    )


def test_derivatives_at_a_plain_number_pass():
    x = Leaf(0.5, "x")
    check_derivatives((2 * x).exp(), x, forward_algorithm, backward_algorithm)


def test_a_saved_value_used_as_a_constant_fails_at_the_second_derivative():
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0).exp()

        def backward(self):
            return [self.result * self.gradient]

    for f in (lambda x: x.exp(), lambda x: (2 * x).exp()):
        message = fails(derivatives, f)
        assert message.startswith("Derivative 2 with respect to Leaf x is [0, 0], but PyTorch says")
        assert "Derivative 1 is a constant here. Inside build_graph(), backward has to" in message
    assert "Derivative 2" in fails(derivatives, lambda x: x * x.exp())


def test_a_gradient_that_is_not_a_node_fails_after_the_first_derivative():
    def detached(graph, one):
        with build_graph(False):
            backward_algorithm(graph, one=one)

    x = Leaf(torch.tensor([0.5, 1.5]), "x")
    message = fails(check_derivatives, x**3, x, forward_algorithm, detached)
    assert message.startswith("The gradient that backward_algorithm left in Leaf x is a value")


def test_a_wrong_first_derivative_fails():
    mul(lambda self: [self.gradient, self.gradient])
    message = fails(derivatives, lambda x: 3 * x)
    assert message.startswith("Derivative 1 with respect to Leaf x is [1, 1], but PyTorch says [3")


def test_a_wrong_derivative_is_blamed_on_the_engine_only_if_the_engine_is_wrong():
    def first_for_all(graph, one):
        for node in graph.sorted_nodes():
            node.gradient = None
        graph.gradient = one
        for node in graph.sorted_nodes()[::-1]:
            share = node.backward()[:1]
            for each in node.input_nodes:
                each.accumulate_gradient(share[0])

    x = Leaf(torch.tensor([0.5, 1.5]), "x")
    failed = failure(check_derivatives, 3 * x, x, forward_algorithm, first_for_all)
    assert first_slip(failed.diagnosis.smallest).kind == "by itself"
    mul(lambda self: [self.gradient * self.input(1), self.gradient * self.input(1)])
    assert (
        failure(
            check_derivatives, 3 * x, x, forward_algorithm, backward_algorithm
        ).diagnosis.smallest
        is None
    )


@pytest.mark.parametrize("value", [0.5, torch.tensor([0.5, 1.5])])
def test_an_output_without_a_gradient_is_named_when_derivatives_are_checked(value):
    def no_start(graph, one):
        for node in reversed(graph.sorted_nodes()):
            for each, share in zip(node.input_nodes, node.backward(), strict=True):
                each.accumulate_gradient(share)

    x = Leaf(value, "x")
    message = fails(check_derivatives, x * x.exp(), x, forward_algorithm, no_start)
    assert "nothing was put there" in message


def test_gradients_that_are_not_reset_fail_at_the_second_derivative():
    def not_reset(graph, one):
        graph.gradient = one
        for node in reversed(graph.sorted_nodes()):
            for each, share in zip(node.input_nodes, node.backward(), strict=True):
                each.accumulate_gradient(share)

    x = Leaf(torch.tensor([0.5, 1.5]), "x")
    message = fails(check_derivatives, (2 * x).exp() * x, x, forward_algorithm, not_reset)
    assert message.startswith("Derivative 2 ")


def test_a_leaf_made_anew_is_not_a_leaf_of_the_graph():
    y, x = Leaf(torch.tensor([0.5, 1.5]), "x") ** 2, Leaf(torch.tensor([0.5, 1.5]), "x")
    message = fails(check_derivatives, y, x, forward_algorithm, backward_algorithm)
    assert "is not a leaf of this graph" in message
