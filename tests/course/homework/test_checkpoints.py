"""Checkpoints in homework 6: layers, chains, and what is kept and run again."""

import pytest
import torch

from course import Chain, CheckFailed, ComputationNode, Exp, Leaf, check_kept, check_node
from course.check.costs.tradeoff import divisors, run_through
from course.homework.tradeoff_plot import show_tradeoff
from tests.helpers.memory_nodes import Checkpoint, X, measured


def test_forward_runs_of_layers_are_counted_without_changing_the_layers():
    before = Exp.forward
    found = measured(Checkpoint(Leaf(X), ["Exp", "Negate", "Exp"]))
    assert found.runs == (3, 3)
    assert Exp.forward is before


class ExpAgain(Exp):
    """Inherits its forward."""


def test_layers_may_be_classes_and_keep_an_inherited_forward():
    assert measured(Checkpoint(Leaf(X), [Exp, "Negate", Exp])).runs == (3, 3)
    assert measured(Checkpoint(Leaf(X), ["Exp", ExpAgain])).runs == (2, 2)
    assert "forward" not in vars(ExpAgain)
    check_kept(lambda x: Checkpoint(x, ["Sine", Exp]), X, at_most=96)


def in_other_words(keep, layers_of):
    """A checkpoint whose `__init__` keeps its layers in its own way, and a function that reads
    them."""

    class Checkpoint(ComputationNode):
        def __init__(self, x, layers, name=None):
            super().__init__(x, name=name)
            keep(self, layers)

        def forward(self):
            self.result = Chain(layers_of(self)).forward(self.input(0))

        def backward(self):
            again = Chain(layers_of(self))
            again.forward(self.input(0))
            return [again.backward(self.gradient)]

    return lambda x: Checkpoint(x, ("Exp", "Sine", "Shift"))


def test_a_checkpoint_may_keep_its_layers_under_a_name_of_its_own():
    def keep(node, layers):
        node.parts = layers

    node = in_other_words(keep, lambda node: node.parts)
    check_node(node, X)
    check_kept(node, X, at_most=96, without=["output"])


@pytest.mark.parametrize("other", [iter, list, lambda layers: layers[::-1], lambda layers: ()])
def test_a_checkpoint_is_judged_by_the_layers_that_it_was_given(other):
    def keep(node, layers):
        node.layers = other(layers)

    node = in_other_words(keep, lambda node: node.layers)
    if other is list:
        check_node(node, X)
    else:
        with pytest.raises(CheckFailed):
            check_node(node, X)


@pytest.mark.parametrize("layers", [3, [Exp, 3], [lambda x: Exp(x)]])
def test_an_attribute_layers_that_is_not_a_list_of_layers_is_ignored(layers):
    class Own(Exp):
        def __init__(self, x):
            super().__init__(x)
            self.layers = layers

    assert measured(Own(Leaf(X))).runs == (0, 0)
    check_kept(Own, X, at_most=96)


def test_a_chain_differentiates_and_releases_its_nodes():
    chain = Chain(["Sine", "Shift", "Exp"])
    x = X.clone().requires_grad_()
    y = x.sin().roll(1, dims=-1).exp()
    upstream = torch.linspace(1, 2, 12).reshape(3, 4).double()
    assert torch.allclose(chain.forward(X), y)
    assert torch.allclose(chain.backward(upstream), torch.autograd.grad(y, x, upstream)[0])
    assert chain.nodes == []
    with pytest.raises(RuntimeError, match="holds no values"):
        chain.backward(upstream)
    with pytest.raises(TypeError, match=r"such as self.input\(0\)"):
        chain.forward(Leaf(X))


@pytest.mark.parametrize("node", [Checkpoint, ComputationNode])
def test_the_trade_off_is_plotted_with_the_students_node_or_without_it(node, plt):
    show_tradeoff(node, 36)
    line = plt.gca().lines[1]
    assert line.get_label().startswith("with your" if node is Checkpoint else "with PyTorch's")
    assert plt.gca().get_ylim()[0] == 0
    # Measured by tensors that are alive: three more than are counted on paper.
    assert [y - 3 for y in line.get_ydata()] == [run_through(36, k).kept for k in divisors(36)]


def test_a_checkpoint_that_keeps_its_chain_is_told_that_it_saves_nothing(plt, capsys):
    class Keeps(Checkpoint):
        def forward(self):
            self.chain = Chain(self.layers)
            self.result = self.chain.forward(self.input(0))

        def backward(self):
            return [self.chain.backward(self.gradient)]

    show_tradeoff(Keeps, 36)
    assert "it seems to keep its chain; see 8b" in capsys.readouterr().out
