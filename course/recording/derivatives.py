"""Finds higher derivatives by applying an engine repeatedly to the graph of its own gradient."""

from collections.abc import Callable
from dataclasses import dataclass, field

import torch

from course.graph import ComputationNode, Leaf, build_graph, value_of
from course.recording.calls import recording
from course.recording.guards import with_graph_restored
from course.recording.records import Answer, Call
from course.running.attempt import attempt
from course.values.tensors import as_tensor, entries_of


@dataclass
class Derivative:
    """The derivative that one backward pass left in the leaf."""

    value: object  # the derivative as a value, of any kind
    is_node: bool  # whether the derivative is a node, which can be differentiated again
    depends: bool  # whether the differentiated graph depends on the leaf at all
    gradients: tuple  # the gradient that the pass left in each node, as plain numbers


@dataclass(eq=False)
class Derived(Answer):
    """The derivatives that the student's code found, up to the first error, if any."""

    # The first derivative, the second, and so on.
    steps: list[Derivative] = field(default_factory=list, metadata={"most": 10})
    at: str = ""  # what messages call the code that ran last, which raised the error, if any
    # The calls of the last pass, and its graph. They stay in this kernel, where their nodes were
    # made.
    calls: list[Call] = field(default_factory=list, metadata={"only here": True})
    graph: ComputationNode | None = field(default=None, metadata={"only here": True})


def derivatives(
    graph: ComputationNode,
    leaf: Leaf,
    order: int,
    forward_algorithm: Callable,
    backward_algorithm: Callable,
) -> Derived:
    """The derivatives of a graph's sum with respect to one leaf, up to `order`. There are fewer if
    one of them is not a graph, or after an error.

    Every backward pass runs inside `build_graph()`. It therefore leaves a graph as the gradient of
    the leaf, and the next pass differentiates this graph.
    """
    derived, y = Derived(), graph
    one = Leaf(as_tensor(1.0))
    while len(derived.steps) < order and isinstance(y, ComputationNode):
        total = y.sum()
        depends = leaf in total.sorted_nodes()
        leaf.gradient = None
        _run(derived, "forward_algorithm", forward_algorithm, total)
        if not derived.error:
            with build_graph():
                _run(derived, "backward_algorithm", backward_algorithm, total, one=one)
        if derived.error:
            break
        y = leaf.gradient
        if y is None and not depends:  # the derivative of a constant
            y = Leaf(torch.zeros_like(leaf.value))
        value, is_node = y, isinstance(y, ComputationNode)
        if is_node:
            derived.at, derived.calls = "The graph of the gradient", []
            value, derived.error = attempt(value_of, y)
            if derived.error:
                break
        gradients, _ = attempt(_gradients, total)
        derived.steps.append(Derivative(value, is_node, depends, gradients or ()))
    return derived


def _run(
    derived: Derived, name: str, algorithm: Callable, graph: ComputationNode, **options
) -> None:
    """Runs an algorithm on a graph, and records both, the calls, and the error it raised, if
    any."""
    derived.at, derived.graph = name, graph
    nodes = graph.sorted_nodes()
    with recording(graph) as derived.calls:
        _, derived.error = attempt(with_graph_restored, nodes, algorithm, graph, **options)


def _gradients(graph: ComputationNode) -> tuple:
    """The gradients of all nodes as plain numbers, computed from the graphs that a pass inside
    `build_graph()` leaves. Empty if one of them is neither numeric nor None."""
    gradients: list[tuple[float, ...] | None] = []
    for node in graph.sorted_nodes():
        gradient = node.gradient
        if isinstance(gradient, ComputationNode):
            gradient = value_of(gradient)
        tensor = as_tensor(gradient)
        if tensor is not None:
            gradients.append(entries_of(tensor))
        elif gradient is None:
            gradients.append(None)
        else:
            return ()
    return tuple(gradients)
