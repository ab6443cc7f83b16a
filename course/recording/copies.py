"""Copies graphs."""

import copy
from collections.abc import Callable, Iterator

import torch

from course.graph import ComputationNode, Leaf
from course.values.tensors import as_float64

COPIES = 3  # how many `moved_copies` makes


def copy_graph(graph: ComputationNode, change_value: Callable = lambda v: v) -> ComputationNode:
    """A copy of a graph in which nothing is computed yet. The value of each leaf is passed through
    `change_value`.

    All tensors become float64, even those of whole numbers, so that rounding cannot be mistaken
    for a bug.
    """
    copies = copy_nodes(graph.sorted_nodes())
    for node in copies:
        if isinstance(node, Leaf):
            is_tensor = isinstance(node.value, torch.Tensor)
            node.value = change_value(as_float64(node.value) if is_tensor else node.value)
    return copies[-1]


def copy_nodes(nodes: list[ComputationNode]) -> list[ComputationNode]:
    """Copies of all nodes of a graph, in which nothing is computed yet. Each is made in its turn,
    so the order of `nodes` decides where in memory they are.

    Where a node's own `__init__` has stored other nodes, even some that use it, its copy has stored
    the copies of these.
    """
    copies = [copy.copy(node) for node in nodes]
    memo: dict[int, object] = {id(node): clone for node, clone in zip(nodes, copies, strict=True)}
    for clone in copies:
        clone.result = clone.gradient = None
        vars(clone).update({name: _copied(value, memo) for name, value in vars(clone).items()})
    return copies


def moved_copies(graph: ComputationNode) -> Iterator[ComputationNode]:
    """Copies of a graph whose nodes stand in different orders in memory."""
    nodes = graph.sorted_nodes()
    alive = []
    for order in (nodes, nodes[::-1], nodes[1::2] + nodes[::2]):
        copies = copy_nodes(order)
        alive.append(copies)  # so that the next copies get other places in memory
        yield copies[order.index(graph)]


def _copied(value, memo: dict):
    try:
        return copy.deepcopy(value, memo)
    except Exception:  # it cannot be copied, like a generator
        return value
