"""Copies graphs."""

import copy
from collections.abc import Callable, Iterator

import torch

from course.graph import ComputationNode, Leaf
from course.values.tensors import as_float64

COPIES = 3  # how many `moved_copies` makes


def copy_graph(graph: ComputationNode, change_value: Callable = lambda v: v) -> ComputationNode:
    """A copy of a graph with nothing computed yet. Each leaf's value is passed through
    `change_value`.

    Tensors in leaves become float64, even those of whole numbers, so rounding cannot be mistaken
    for a bug.
    """
    copies = copy_nodes(graph.sorted_nodes())
    for node in copies:
        if isinstance(node, Leaf):
            is_tensor = isinstance(node.value, torch.Tensor)
            node.value = change_value(as_float64(node.value) if is_tensor else node.value)
    return copies[-1]


def copy_nodes(nodes: list[ComputationNode]) -> list[ComputationNode]:
    """Copies of all nodes of a graph, with nothing computed yet. The copies are made in the order
    of `nodes`, which therefore decides where in memory they are.

    If a node's own `__init__` has stored other nodes, even nodes that use it, its copy holds their
    copies.
    """
    copies = [copy.copy(node) for node in nodes]
    memo: dict[int, object] = {id(node): clone for node, clone in zip(nodes, copies, strict=True)}
    for clone in copies:
        clone.result = clone.gradient = None
        vars(clone).update({name: _copied(value, memo) for name, value in vars(clone).items()})
    return copies


def moved_copies(graph: ComputationNode) -> Iterator[ComputationNode]:
    """Copies of a graph, whose nodes are in a different order in memory each time."""
    nodes = graph.sorted_nodes()
    alive = []
    for order in (nodes, nodes[::-1], nodes[1::2] + nodes[::2]):
        copies = copy_nodes(order)
        alive.append(copies)  # keeps the next copies from reusing this memory
        yield copies[order.index(graph)]


def _copied(value, memo: dict):
    try:
        return copy.deepcopy(value, memo)
    except Exception:  # it cannot be copied, such as a generator
        return value
