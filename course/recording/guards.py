"""Guards a graph against a student's code: restores what an engine must not change, and refuses to
let a node compute with a tensor that is too large."""

from collections.abc import Callable

from course.graph import ComputationNode, Leaf
from course.values.closeness import values_agree
from course.values.tensors import copy_value, has_too_many_entries

_OF_SCAFFOLD = frozenset(vars(Leaf(0.0)))  # the attributes that the scaffold sets


class ChangesGraph(Exception):
    """An engine, or a method of a node, has changed the inputs of a node or a leaf's value."""


def with_graph_restored(nodes: list[ComputationNode], engine: Callable, *args, **options) -> object:
    """Runs an engine, or a method of a node, and returns its return value. Whatever it did, all
    nodes then have their previous inputs and names, and leaves hold their previous numbers or
    tensors; a tensor that was changed in place stays changed. Attributes of the scaffold that it
    deleted are restored; a deleted result or gradient becomes None. An attribute of a node's own
    that was deleted stays deleted, because the node's next call has to do without it, too.

    Raises:
        ChangesGraph: it changed the inputs of a node, or replaced the value of a leaf with a
            different one.
    """
    before = [{**vars(node), "input_nodes": [*node.input_nodes]} for node in nodes]
    returned = None
    changed = []
    try:
        returned = engine(*args, **options)
    finally:
        for node, was in zip(nodes, before, strict=True):
            now = vars(node)
            inputs = now.get("input_nodes")
            if not isinstance(inputs, list | tuple) or [*inputs] != was["input_nodes"]:
                changed.append(("input_nodes", node))
            given = ["input_nodes", "name"]
            if isinstance(node, Leaf):
                given.append("value")
                value = now.get("value")
                if value is not was["value"] and not values_agree(value, was["value"]):
                    changed.append(("value", node))
            missing = {name: was[name] for name in was.keys() & _OF_SCAFFOLD}
            missing |= {"result": None, "_gradient": None}
            now.update(missing | now | {name: was[name] for name in given})
    if changed:
        attribute, node = changed[-1]
        raise ChangesGraph(f"changed `{attribute}` of {node.label}")
    return returned


def forward_of_leaf(leaf: Leaf) -> None:
    """Runs a leaf's forward for a node that is tried alone. The result is a copy, because the node
    may write into it and the leaf must keep its value."""
    leaf.forward()
    leaf.result = copy_value(leaf.result)


class TooLarge(Exception):
    """A node would have to compute with a tensor of too many entries."""


def refuse_too_large(node: ComputationNode) -> None:
    """Refuses to run a node's method if a value that it may read is too large.

    Raises:
        TooLarge: a result or a gradient of the node or its inputs is too large to compute with.
    """
    for holder in (node, *node.input_nodes):
        for kind in ("result", "gradient"):
            value = getattr(holder, kind, None)
            if has_too_many_entries(value):
                raise TooLarge(
                    f"the {kind} of {holder.label} has shape {tuple(value.shape)}, too large to "
                    "compute with. A gradient has the shape of the node's result"
                )
