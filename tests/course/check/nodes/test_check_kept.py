"""The check of how many bytes a node keeps for its backward pass."""

import pytest
import torch

from course import (
    Chain,
    CheckFailed,
    ComputationNode,
    Exp,
    Negate,
    check_kept,
    show_kept,
)
from tests.helpers.memory_nodes import Checkpoint, Relu, X


def test_an_attribute_name_already_in_use_is_reported():
    class Shaped(Relu):
        def keep(self, mask):
            self.shape = mask.shape

    with pytest.raises(CheckFailed, match="already has an attribute `shape`"):
        check_kept(Shaped, X, at_most=12)


def test_a_node_within_its_budget_passes(capsys):
    check_kept(Relu, X, at_most=12, without=["input", "output"])
    assert "Right: 12 bytes are enough, and Relu(input 0) keeps 12." in capsys.readouterr().out


class Square(ComputationNode):
    def forward(self):
        self.result = self.input(0) ** 2

    def backward(self):
        return [2 * self.input(0) * self.gradient]


@pytest.mark.parametrize(
    ("node_class", "value", "kept"),
    [
        (Negate, torch.tensor([1, -2, 3]), "no tensors"),
        (Square, torch.tensor([1, -1]), "input 0"),
        (Exp, 0.5, "output  1 x float32"),
    ],
)
def test_what_is_kept_is_shown_for_whole_numbers_and_single_ones(node_class, value, kept, capsys):
    show_kept(node_class, value)
    assert kept in capsys.readouterr().out


def test_a_mask_in_a_list_takes_a_byte_for_each_entry(capsys):
    class Listed(Relu):
        def keep(self, mask):
            self.mask = mask.tolist()

        def backward(self):
            return [self.gradient * torch.tensor(self.mask)]

    Listed.__name__ = "Relu"
    check_kept(Listed, X, at_most=12, without=["input", "output"])
    assert "12 x bool: 12 bytes" in capsys.readouterr().out


def test_shapes_beside_a_list_of_numbers_are_not_counted():
    class MaxPool(ComputationNode):
        """Its winners are a list."""

        def forward(self):
            windows = self.input(0).unflatten(1, (-1, 3))
            winners = windows.argmax(dim=2, keepdim=True)
            self.winners = winners.flatten().tolist()
            self.rows, self.columns, _ = winners.shape
            self.result = windows.gather(2, winners).flatten(1)

        def backward(self):
            winners = torch.tensor(self.winners).reshape(self.rows, self.columns, 1)
            shares = self.gradient.new_zeros(self.rows, self.columns, 3)
            return [shares.scatter(2, winners, self.gradient.unsqueeze(2)).flatten(1)]

    values = torch.linspace(-1.0, 1.0, 24).sin().reshape(2, 12)
    check_kept(MaxPool, values, at_most=64, without=["input", "output"])
    with pytest.raises(CheckFailed, match="keeps 64 bytes, but 63 are enough"):
        check_kept(MaxPool, values, at_most=63, without=["input", "output"])


def test_a_node_over_its_budget_is_told_by_how_much():
    with pytest.raises(CheckFailed, match=r"keeps 96 bytes, but 12 are enough"):
        check_kept(Exp, X, at_most=12)
    with pytest.raises(CheckFailed, match=r"holds on to its output") as failed:
        check_kept(Exp, X, at_most=96, without=["output"])
    assert "are enough" not in str(failed.value)


def test_nothing_is_counted_while_the_gradient_is_wrong():
    class Wrong(Exp):
        def backward(self):
            return [self.gradient]

    with pytest.raises(CheckFailed, match="does not compute the right numbers yet"):
        check_kept(Wrong, X, at_most=96)


def test_a_checkpoint_that_runs_its_layers_too_often_is_reported():
    class Twice(Checkpoint):
        def backward(self):
            Chain(self.layers).forward(self.input(0))
            return super().backward()

    with pytest.raises(CheckFailed, match="run forward 2 times, and its backward 4 times more"):
        check_kept(lambda x: Twice(x, ["Sine", "Exp"]), X, at_most=96)


def test_showing_an_unwritten_node_is_not_an_error(capsys):
    show_kept(ComputationNode, X)
    assert "ComputationNode is not written yet." in capsys.readouterr().out


def test_a_node_that_makes_a_plain_number_is_not_said_not_to_run(monkeypatch, capsys):
    monkeypatch.setattr(Relu, "forward", lambda self: setattr(self, "result", 2.5))
    show_kept(Relu, X)
    assert capsys.readouterr().out == "The result of Relu is a float, not a tensor.\n"


def test_a_node_that_writes_into_its_input_is_compared_on_the_values_given():
    class Centred(Relu):
        def forward(self):
            x = self.input(0)
            x -= x.mean()
            super().forward()

    Centred.__name__ = "Relu"
    with pytest.raises(CheckFailed, match="right numbers"):
        check_kept(Centred, X, at_most=12)
