"""What has the wrong form or shape is told what it is and how it becomes right."""

import math

import pytest
import torch

from course import ComputationNode, Copy, Exp, Leaf, check_gradients, check_node
from course.check.base.downstream import (
    FROM_MAX,
    STAY_WITH_TENSORS,
    TENSOR_OF_LIST,
    downstream_problem,
)
from course.check.base.value_clues import REAL_NUMBERS
from tests.helpers.add_bias import BIAS, MATRIX, AddBias
from tests.helpers.changed_engine import mul, walk
from tests.helpers.engine import Add, backward_algorithm, forward_algorithm
from tests.helpers.failing import fails


@pytest.mark.parametrize(
    ("backward", "reason"),
    [
        (
            lambda self: [self.gradient * self.input(1)],
            "returned 1 downstream gradient, but it has 2 inputs.",
        ),
        (
            lambda self: self.gradient * self.input(1),
            "returned a {kind}. It has to return a list of downstream gradients",
        ),
        (lambda self: None, "returned None. It has to return a list of downstream gradients"),
        (
            lambda self: [None, self.gradient],
            "returned None as downstream gradient 0; a number or a tensor was expected.",
        ),
        (
            lambda self: [self.gradient, "five"],
            "returned 'five' as downstream gradient 1; a number or a tensor was expected.",
        ),
        (
            lambda self: [self.gradient, 2j],
            "returned 2j as downstream gradient 1; real numbers were expected.",
        ),
    ],
)
@pytest.mark.parametrize("kind", ["float", "Tensor"])
def test_a_backward_with_the_wrong_return_type_is_named_on_its_own_and_in_a_graph(
    backward, reason, kind
):
    wrong = mul(backward)
    value = 2.0 if kind == "float" else torch.ones(3)
    reason = reason.format(kind=kind)
    assert f"backward of Mul(input 0, input 1) {reason}" in fails(check_node, wrong, value, value)
    graph = Copy(wrong(Exp(Leaf(value, "x")), Leaf(value, "y")))
    for algorithm in (backward_algorithm, walk):  # zip checks the lengths, or does not
        message = fails(check_gradients, graph, forward_algorithm, algorithm)
        assert f"backward of Mul(Exp, y) {reason}" in message


def test_lists_of_tensors_in_place_of_a_tensor_are_told_how_to_become_one(monkeypatch):
    rows = mul(lambda self: [[*(self.gradient * self.input(1))], self.gradient * self.input(0)])
    assert TENSOR_OF_LIST in fails(check_node, rows, torch.ones(3), torch.ones(3))

    def forward(self):
        self.result = (self.input(0) * self.input(1)).tolist()

    monkeypatch.setattr(rows, "forward", forward)
    message = fails(check_node, rows, torch.ones(3), torch.ones(3))
    assert f"is a list. It should be a tensor. {TENSOR_OF_LIST}" in message


@pytest.mark.parametrize("returned", [None, 3.0])
def test_a_backward_that_delivers_in_place_of_returning_is_told_who_delivers(returned):
    def backward(self):
        for node, other in zip(self.input_nodes, reversed(self.input_nodes), strict=True):
            node.accumulate_gradient(self.gradient * other.result)
        return returned

    message = fails(check_node, mul(backward), 2.0, 3.0)
    assert "has put gradients into its inputs itself" in message
    assert "`return`" not in message


def test_a_backward_that_puts_something_else_into_one_input_is_not_said_to_double_every_share():
    def backward(self):
        self.input_nodes[0].gradient = 0.25
        return [self.gradient * self.input(1), self.gradient * self.input(0)]

    message = fails(check_node, mul(backward), 2.0, 3.0)
    assert "has put gradients into its inputs itself" in message
    assert "twice" not in message


def test_a_downstream_gradient_of_the_wrong_shape_is_named_on_its_own_and_in_a_graph():
    wrong = mul(lambda self: [(self.gradient * self.input(1)).sum(), self.gradient])
    reason = "returned a downstream gradient of shape () for input 0, which has shape (3,)."
    assert f"Mul(input 0, input 1) {reason}" in fails(check_node, wrong, torch.ones(3), 2.0)
    graph = wrong(Leaf(torch.ones(3), "x"), Leaf(torch.ones(3), "y"))
    message = fails(check_gradients, graph, forward_algorithm, backward_algorithm)
    assert "A gradient of shape () arrived at Leaf x, whose result has shape (3,)" in message
    assert f"backward of Mul(x, y) {reason}" in message


def test_a_broadcast_that_is_not_summed_back_fails_on_its_own():
    message = fails(check_node, Add, torch.ones(2, 3), torch.ones(3))
    assert "of shape (2, 3) for input 1, which has shape (3,)" in message


@pytest.mark.parametrize(
    ("backward", "said"),
    [
        (lambda self: [1, self.gradient.sum(0)], "the plain number 1 for input 0, which has"),
        (lambda self: [self.gradient.sum(0), self.gradient], "only in the wrong order."),
        (lambda self: [self.gradient.T, self.gradient.sum(0)], "the transpose of the right one"),
    ],
)
def test_the_message_on_a_wrong_shape_says_how_it_may_have_arisen(monkeypatch, backward, said):
    monkeypatch.setattr(AddBias, "backward", backward)
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert said in message
    assert "XY" not in message  # AddBias multiplies no matrices


def test_only_right_gradients_are_said_to_be_in_the_wrong_order(monkeypatch):
    doubled = lambda self: [2 * self.gradient.sum(0), self.gradient]  # noqa: E731
    monkeypatch.setattr(AddBias, "backward", doubled)
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert "The two shapes must agree." in message
    assert "order" not in message


def test_arrays_in_place_of_tensors_are_refused_where_they_would_stop_other_nodes():
    def forward(self):
        self.result = (self.input(0) * self.input(1)).numpy()

    node = mul(
        lambda self: [self.gradient * self.input(1), (self.gradient * self.input(0)).numpy()]
    )
    message = fails(check_node, node, torch.ones(3), torch.ones(3))
    assert f"a NumPy array as downstream gradient 1. {STAY_WITH_TENSORS}" in message
    node.forward = forward
    message = fails(check_node, node, torch.ones(3), torch.ones(3))
    assert "The result of Mul(input 0, input 1) is a NumPy array." in message


def test_what_torch_gives_with_dim_is_explained_where_a_gradient_should_be(monkeypatch):
    monkeypatch.setattr(AddBias, "backward", lambda self: [self.gradient, self.gradient.max(0)])
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert "returned a tuple as downstream gradient 1" in message
    assert FROM_MAX in message


def test_a_pair_from_torch_is_explained_in_whatever_form_it_comes():
    values, places = torch.tensor([[1.0, 2.0], [3.0, 0.0]]).max(0)
    for pair in [(values, places), [values, places.double()]]:
        said = downstream_problem(AddBias(MATRIX, BIAS), [MATRIX, pair], MATRIX)
        assert FROM_MAX in said


@pytest.mark.parametrize(
    ("make", "way_out"),
    [
        (lambda x: (x, x > 0), FROM_MAX),
        (lambda x: (x, x + 0j), "torch.stack"),
        (lambda x: (x, (x + 0.3).to_sparse()), "torch.stack"),
        (lambda x: (x, x.to("meta")), "torch.stack"),
        (lambda x: [x, x.round()], "torch.stack"),
        (lambda x: [], "returned [] as"),
    ],
)
def test_tensors_of_any_kind_in_place_of_a_gradient_are_a_wrong_form(make, way_out):
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0).exp()

        def backward(self):
            return [make(self.gradient)]

    said = fails(check_node, Exp, MATRIX)
    assert "as downstream gradient 0" in said and way_out in said


@pytest.mark.parametrize(
    ("make", "is_told"),
    [
        (lambda g: (g,), "a comma after it"),
        (lambda g: [g], "a bracket around it"),
        (lambda g: g.tolist(), "torch.tensor"),
        (lambda g: g[None].tolist(), "torch.tensor"),  # a single row
    ],
)
def test_a_list_in_place_of_a_gradient_is_not_taken_for_what_max_returns(make, is_told):
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0) + self.input(1)

        def backward(self):
            return [make(self.gradient.round()), self.gradient]

    said = fails(check_node, Add, *2 * [torch.tensor([1.0, 2.0])])
    assert is_told in said and "`max`" not in said


def test_a_tensor_that_is_too_large_is_not_told_to_be_a_tensor():
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0).exp().reshape(1, 2, 3).expand(10**8, 2, 3)

    said = fails(check_node, Exp, MATRIX)
    assert "too large to compare" in said and REAL_NUMBERS not in said


def test_a_list_that_contains_itself_is_a_wrong_form():
    class Exp(ComputationNode):
        def forward(self):
            self.result = math.exp(self.input(0))

        def backward(self):
            shares = [self.result * self.gradient]
            shares.append(shares)
            return shares

    assert "returned 2 downstream gradients" in fails(check_node, Exp, 0.5)


def test_nodes_in_a_returned_dictionary_are_called_by_their_labels():
    message = fails(check_node, mul(lambda self: dict.fromkeys(self.input_nodes, 1.0)), 2.0, 3.0)
    assert "returned a dictionary of Leaf input 0, Leaf input 1." in message
