"""Copies graphs."""

import copy

from course.graph import ComputationNode


def copies_of(nodes: list[ComputationNode]) -> list[ComputationNode]:
    """Copies of all nodes of a graph, in which nothing is computed yet. Each is made in its turn,
    so the order of `nodes` decides where in memory they are.

    Wherever a node's own `__init__` has stored others, even those that use it, its copy has theirs.
    """
    copies = [copy.copy(node) for node in nodes]
    memo: dict[int, object] = {id(node): clone for node, clone in zip(nodes, copies, strict=True)}
    for clone in copies:
        clone.result = clone.gradient = None
        vars(clone).update({name: _copied(value, memo) for name, value in vars(clone).items()})
    return copies


def _copied(value, memo: dict):
    try:
        return copy.deepcopy(value, memo)
    except Exception:  # it cannot be copied, like a generator
        return value
