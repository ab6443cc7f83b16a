"""Derivatives of derivatives: an engine applied again and again to the graph it left itself."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch

from course.compare import as_tensor
from course.graph import ComputationNode, Leaf, build_graph, value_of
from course.record import recording

Algorithm = Callable[..., object]


@dataclass
class Derivative:
    """What one backward pass left in the leaf.

    Attributes:
        value: the derivative as a value, whatever it is.
        is_node: whether it was left as a graph, which can be differentiated again.
        depends: whether the graph that was differentiated depends on the leaf at all.
        gradients: what the pass left in every node, as plain numbers, when called.
    """

    value: object
    is_node: bool
    depends: bool
    gradients: Callable[[], tuple]


def derivatives(
    graph: ComputationNode,
    leaf: Leaf,
    order: int,
    forward_algorithm: Algorithm,
    backward_algorithm: Algorithm,
    call: Callable,
) -> Iterator[Derivative]:
    """The first to `order`-th derivative of a graph's sum with respect to one leaf, as far as each
    is left as a graph.

    Every backward pass runs inside `build_graph()`, so that the gradient it leaves in the leaf is
    a graph, which the next one differentiates.

    Args:
        graph: the output node.
        leaf: a leaf of it, float64.
        order: how many derivatives.
        forward_algorithm: the student's.
        backward_algorithm: the student's.
        call: calls a student's function: `call(name, calls, function, *args, **kwargs)`.
    """
    one, y = Leaf(as_tensor(1.0)), graph
    for _ in range(order):
        if not isinstance(y, ComputationNode):
            return
        total = y.sum()
        depends = leaf in total.sorted_nodes()
        leaf.gradient = None
        with recording(total) as calls:
            call("forward_algorithm", calls, forward_algorithm, total)
        with recording(total) as calls, build_graph():
            call("backward_algorithm", calls, backward_algorithm, total, one=one)
        y = leaf.gradient
        if y is None and not depends:  # the derivative of a constant
            y = Leaf(torch.zeros_like(leaf.value))
        is_node = isinstance(y, ComputationNode)
        value = call("The graph of the gradient", [], value_of, y) if is_node else y
        yield Derivative(value, is_node, depends, lambda total=total: _gradients(total))


def _gradients(graph: ComputationNode) -> tuple:
    """The gradients in all nodes, as values, where a pass inside `build_graph()` left graphs."""
    gradients = [node.gradient for node in graph.sorted_nodes()]
    values = [value_of(g) if isinstance(g, ComputationNode) else g for g in gradients]
    return tuple(v if v is None else tuple(as_tensor(v).flatten().tolist()) for v in values)
