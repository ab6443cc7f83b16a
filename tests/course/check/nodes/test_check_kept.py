"""The check of how many bytes a node keeps for its backward pass."""

import pytest
import torch

from course import (
    Chain,
    CheckFailed,
    ComputationNode,
    Exp,
    check_kept,
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


def test_an_example_value_may_be_a_plain_number(capsys):
    check_kept(Exp, 2.0, at_most=8)
    assert "Exp(input 0) keeps 8." in capsys.readouterr().out


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


def test_a_checkpoint_whose_layers_are_others_is_shown_what_is_wrong(capsys):
    class Fixed(Checkpoint):
        def forward(self):
            self.layers = ["Exp", "Sine"]
            super().forward()

    check_kept(lambda x: Fixed(x, ["Exp", "Sine"]), X, at_most=96)
    with pytest.raises(CheckFailed, match="does not compute the right numbers yet"):
        check_kept(lambda x: Fixed(x, ["Sine", "Exp"]), X, at_most=96)
    assert "<- first wrong" in capsys.readouterr().out


def test_nothing_is_counted_while_the_gradient_is_wrong():
    class Wrong(Exp):
        def backward(self):
            return [self.gradient]

    with pytest.raises(CheckFailed, match="does not compute the right numbers yet"):
        check_kept(Wrong, X, at_most=96)


def test_what_is_kept_on_the_class_is_not_counted_as_the_nodes_own():
    class Shared(Relu):
        def keep(self, mask):
            Shared.mask = mask

    Shared.__name__ = "Relu"
    with pytest.raises(CheckFailed, match="if another node of its class runs"):
        check_kept(Shared, X, at_most=12)


def test_a_checkpoint_that_runs_its_layers_too_often_is_reported():
    class Twice(Checkpoint):
        def backward(self):
            Chain(self.layers).forward(self.input(0))
            return super().backward()

    with pytest.raises(CheckFailed, match="run forward 2 times, and its backward 4 times more"):
        check_kept(lambda x: Twice(x, ["Sine", "Exp"]), X, at_most=96)


def test_a_node_that_writes_into_its_input_is_compared_on_the_values_given():
    class Centred(Relu):
        def forward(self):
            x = self.input(0)
            x -= x.mean()
            super().forward()

    Centred.__name__ = "Relu"
    with pytest.raises(CheckFailed, match="right numbers"):
        check_kept(Centred, X, at_most=12)
