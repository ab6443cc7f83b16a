"""Cells of the homeworks that show something are right, whatever students have written."""

import pytest
import torch

from autograder.notebook.source import read_source
from course import (
    Chain,
    ComputationNode,
    Leaf,
    Plain,
)
from tests.helpers.memory_nodes import Checkpoint, Relu


def test_the_plotted_gradient_shrinks_with_each_sigmoid(plt):
    (cell,) = [each for each in read_source("hw6-memory").cells if each.id == "saturation"]
    exec(cell.source, {"torch": torch, "plt": plt})
    left = torch.tensor(plt.gcf().axes[1].lines[0].get_ydata())
    value = torch.ones((), requires_grad=True)
    right, x = [], value
    for _ in left:
        x = x.sigmoid()
        right.append(torch.autograd.grad(x, value, retain_graph=True)[0])
    assert torch.allclose(left, torch.stack(right).double())


class Softmax(ComputationNode):
    def forward(self):
        self.result = self.input(0).softmax(dim=1)

    def backward(self):
        p = self.output()
        return [p * (self.gradient - (self.gradient * p).sum(dim=1, keepdim=True))]


@pytest.mark.parametrize("written", [("Relu", "Softmax", "Checkpoint"), ()])
def test_homework_6_trains_a_digit_classifier_with_the_right_nodes(written, plt, capsys):
    right = (Relu, Softmax, Checkpoint)
    blank = [type(node.__name__, (ComputationNode,), {}) for node in right]
    nodes = {
        b.__name__: r if b.__name__ in written else b for r, b in zip(right, blank, strict=True)
    }
    (cell,) = [each for each in read_source("hw6-memory").cells if each.id == "digits"]
    exec(cell.source, {"Chain": Chain, "Plain": Plain, "Leaf": Leaf, **nodes})
    *unfit, read = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in unfit] == [name for name in nodes if name not in written]
    assert float(read.split("%")[0]) > 90
    peaks = [
        int(axes.get_title().split("at most ")[1].split(", ")[0].replace(",", ""))
        for axes in plt.gcf().axes
    ]
    assert len(peaks) == (2 if "Checkpoint" in written else 1)
    assert peaks[-1] < 0.55 * peaks[0] or "Checkpoint" not in written
