"""Replaces a student's node that is not right yet with PyTorch's operation."""

from collections.abc import Callable, Sequence
from functools import partial

import torch

from course.check.nodes.node import check_node
from course.graph import ComputationNode, Leaf
from course.operations import Sketch, result_of
from course.reference.twin import pytorch_shares
from course.running.silence import silenced


class ByPyTorch(ComputationNode):
    """A node whose operation PyTorch computes and differentiates.

    The node has one input, so it can be a layer of a `Chain`. Its weights are not inputs, and
    `backward` stores their gradients in their leaves.
    """

    def __init__(self, operation: str, weights: Sequence[Leaf], x):
        """Takes the operation's name in `OPERATIONS`. The input comes last, so that `partial` can
        set the other arguments."""
        super().__init__(x)
        self.weights = weights
        self.sketch = Sketch(operation, *self.input_nodes, *weights)

    def forward(self):
        for leaf in self.weights:
            leaf.forward()
        self.result = result_of(self.sketch, *(n.result.double() for n in self.sketch.input_nodes))

    def backward(self):
        of_x, *of_weights = pytorch_shares(self.sketch, self.gradient)
        for leaf, gradient in zip(self.weights, of_weights, strict=True):
            leaf.gradient = gradient
        return [of_x]


def class_if_right(node_class: type, *arguments, instead: type | None = None) -> Callable:
    """The student's class if `check_node` accepts it; else `instead` or, by default, PyTorch's
    operation of the same name."""
    name = node_class.__name__
    example = torch.tensor([[0.5, -1.0, 2.0], [0.3, 0.7, -0.5]])
    try:
        with silenced():
            check_node(lambda x: node_class(x, *arguments), example)
    except Exception:  # the check failed, or the student's code raised an error
        other = instead.__name__ if instead else "PyTorch's"
        print(f"Your {name} does not pass its check yet: {other} takes its place here.")
        return instead or partial(ByPyTorch, name, [])
    return node_class
