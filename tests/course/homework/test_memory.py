"""What nodes and PyTorch keep is shown, whatever a student's node does."""

import pytest
import torch

from course import ComputationNode, Exp, Negate, kept_by_pytorch, show_kept
from tests.helpers.memory_nodes import Relu, X


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


def test_showing_an_unwritten_node_is_not_an_error(capsys):
    show_kept(ComputationNode, X)
    assert "ComputationNode is not written yet." in capsys.readouterr().out


def test_a_node_that_makes_a_plain_number_is_not_said_not_to_run(monkeypatch, capsys):
    monkeypatch.setattr(Relu, "forward", lambda self: setattr(self, "result", 2.5))
    show_kept(Relu, X)
    assert capsys.readouterr().out == "The result of Relu is a float, not a tensor.\n"


@pytest.mark.parametrize("returned", [lambda x: x, lambda x: [], lambda x: [x.sum()]])
def test_a_node_that_returns_no_gradient_is_not_said_to_keep_its_output(returned, capsys):
    class Returns(Square):
        def backward(self):
            return returned(self.gradient)

    show_kept(Returns, X)
    out = capsys.readouterr().out
    assert "backward of Returns" in out and "output" not in out


def test_what_pytorch_keeps_is_shown_as_what_a_node_keeps_is():
    assert kept_by_pytorch(torch.Tensor.exp) == "output"
    assert kept_by_pytorch(lambda x: x.sin().exp()) == "input and output"
    assert kept_by_pytorch(lambda x: x.exp().sin()) == "24 x float32"
    assert kept_by_pytorch(lambda x: x[1:] ** 2) == "input"


class Unsayable(Exception):
    def __str__(self):
        raise ValueError("no")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("no."), "ValueError: no"),
        (ValueError(), "ValueError"),
        (Unsayable(), "Unsayable"),
    ],
)
def test_a_node_that_does_not_run_is_shown_with_its_error_whatever_that_says(error, said, capsys):
    class Raises(Exp):
        def forward(self):
            raise error

    show_kept(Raises, X)
    assert capsys.readouterr().out == f"Raises does not run yet ({said}).\n"
