"""Puts PyTorch's operation in the place of a student's node that is not right yet."""

from collections.abc import Callable, Sequence
from functools import partial

import torch

from course.check.nodes.node import check_node
from course.graph import ComputationNode, Leaf
from course.operations import Sketch, result_of
from course.reference.twin import pytorch_shares
from course.running.silence import silenced


class ByPyTorch(ComputationNode):
    """An operation with one input, as a layer of a `Chain` has, that PyTorch computes and
    differentiates. Weights are not inputs: `backward` stores the gradient of each in its leaf."""

    def __init__(self, operation: str, weights: Sequence[Leaf], x):
        """Takes the operation's name in `OPERATIONS`; x comes last, for `partial`."""
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
    """The student's class if `check_node` accepts it; else `instead`, or PyTorch's operation."""
    name = node_class.__name__
    example = torch.tensor([[0.5, -1.0, 2.0], [0.3, 0.7, -0.5]])
    try:
        with silenced():
            check_node(lambda x: node_class(x, *arguments), example)
    except Exception:  # from the check, or anything that the student's code raises
        other = instead.__name__ if instead else "PyTorch's"
        print(f"Your {name} does not pass its check yet: {other} takes its place here.")
        return instead or partial(ByPyTorch, name, [])
    return node_class
