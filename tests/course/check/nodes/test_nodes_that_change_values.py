"""Nodes that write into what they only read, or keep what changes the next call."""

import pytest
import torch

from course import CheckFailed, ComputationNode, check_node
from course.questions import NodeBackward, NodeForward, PrepareBackward
from course.subject import ask
from tests.helpers.add_bias import BIAS, MATRIX, AddBias
from tests.helpers.changed_engine import mul
from tests.helpers.failing import fails, failure
from tests.helpers.student_code import written


def test_a_backward_that_writes_into_its_own_result_fails():
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0).exp()

        def backward(self):
            return [self.result.mul_(self.gradient)]

    assert "changed its own result" in fails(check_node, Exp, torch.tensor([0.5, 1.0]))


def test_state_shared_by_all_nodes_of_a_class_is_found_when_it_accumulates(monkeypatch):
    def backward(self):
        AddBias.total = AddBias.total + self.gradient.sum(0)
        return [self.gradient, AddBias.total]

    monkeypatch.setattr(AddBias, "total", 0, raising=False)
    monkeypatch.setattr(AddBias, "backward", backward)
    why = failure(check_node, AddBias, MATRIX, BIAS).diagnosis.why
    assert "a new node does not return what the first one did" in why
    assert "not multiplied by the upstream one" not in why


@pytest.mark.parametrize("kept", ["changed", "collected"])
def test_backward_must_be_right_a_second_time_after_one_forward(kept):
    class Mul(ComputationNode):
        def forward(self):
            self.factor, self.sum = torch.as_tensor(self.input(1)).clone(), 0.0
            self.result = self.input(0) * self.input(1)

        def backward(self):
            self.sum = self.sum + self.gradient * self.input(0)
            if kept == "changed":
                self.factor *= self.gradient
                return [self.factor.clone(), self.gradient * self.input(0)]
            return [self.gradient * self.input(1), self.sum]

    with pytest.raises(CheckFailed, match="When backward runs twice") as caught:
        check_node(Mul, 2.0, -6.0)
    assert "different leaves" not in str(caught.value)
    assert "share" not in caught.value._render_traceback_()


def test_a_node_that_changes_its_input_fails_even_if_its_gradients_are_right():
    def backward(self):
        shares = [self.gradient * self.input(1), self.gradient * self.input(0)]
        self.input(0).zero_()
        return shares

    message = fails(check_node, mul(backward), torch.ones(3), torch.ones(3))
    assert "changed input 0: a node only reads what is already there." in message
    assert "`a.t_()`" in message  # += is not the only way


@pytest.mark.parametrize("spoil", [lambda x: x.clamp_(min=0), lambda x: x.sub_(1)])
def test_a_wrong_result_after_a_changed_input_is_reported_only_as_the_change(spoil):
    class Square(ComputationNode):
        def forward(self):
            self.result = spoil(self.input(0)) ** 2

        def backward(self):
            return [2 * self.input(0) * self.gradient]

    with pytest.raises(CheckFailed, match="changed input 0") as failed:
        check_node(Square, torch.tensor([0.5, -2.0, 3.0]))
    assert failed.value.diagnosis.is_complete and not failed.value.diagnosis.why


def test_a_node_tried_on_its_own_cannot_change_its_test_values():
    class Halve(ComputationNode):
        def forward(self):
            self.result = self.input(0).div_(2)

        def backward(self):
            return [self.input(0).mul_(0)]

    node = Halve(torch.ones(3))
    for question in (NodeForward(node), NodeBackward(node, torch.ones(3)), PrepareBackward(node)):
        ask(question)
    assert node.input_nodes[0].value.tolist() == [1, 1, 1]


def test_a_gradient_changed_in_place_is_named_before_the_wrong_numbers(monkeypatch):
    def backward(self):
        total = self.gradient[0]
        for row in self.gradient:
            total += row
        return [self.gradient, total]

    monkeypatch.setattr(AddBias, "backward", backward)
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert "changed self.gradient, its upstream gradient" in message
    assert "`self.gradient[0]` is a part of the tensor" in message


def test_a_shape_changed_in_place_is_reported_as_a_change():
    def backward(self):
        shares = [self.gradient * self.input(1), self.gradient * self.input(0)]
        self.input(1).t_()
        return [shares[0], shares[1].t()]

    message = fails(check_node, mul(backward), torch.ones(2, 3), torch.ones(2, 3))
    assert "changed input 1" in message


def test_an_upstream_gradient_replaced_by_a_list_is_reported_as_a_change():
    def backward(self):
        self.gradient = [self.gradient * self.input(1), self.gradient * self.input(0)]
        return self.gradient

    message = fails(check_node, mul(backward), 2.0, 3.0)
    assert "changed self.gradient" in message
    assert "tensor" not in message


def test_a_node_that_changes_its_inputs_is_reported():
    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) * self.input(1)
            self.input_nodes = []

        def backward(self):
            return []

    assert "input_nodes" in fails(check_node, Mul, 2.0, -6.0)


@pytest.mark.parametrize(
    "change, told",
    [("del self.result", "its own result"), ("self.input_nodes = []", "`input_nodes`")],
)
def test_a_node_whose_backward_takes_something_away_is_told_what(change, told):
    class Relu(ComputationNode):
        def forward(self):
            self.mask = self.input(0) > 0
            self.result = self.input(0) * self.mask

        backward = written(
            "backward(self)", f"share = self.gradient * self.mask\n{change}\nreturn [share]"
        )

    assert told in fails(check_node, Relu, torch.tensor([1.0, -2.0]))
