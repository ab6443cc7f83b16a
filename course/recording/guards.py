"""Guards a graph against a student's code: puts back what an engine must not change, and refuses to
let a node compute with too large a tensor."""

from collections.abc import Callable

from course.graph import ComputationNode, Leaf
from course.values.tensors import as_tensor, has_too_many_entries


class ChangesGraph(Exception):
    """An engine has changed the inputs of a node."""


def with_graph_restored(nodes: list[ComputationNode], engine: Callable, *args, **options) -> object:
    """Runs an engine and returns what it returns. Afterwards, whatever it did, all nodes have the
    same inputs and names as before, leaves have the same values, and no attribute is missing: a
    result that the engine deleted is None.

    Raises:
        ChangesGraph: the engine changed the inputs of a node, or replaced the value of a leaf by
            something that is not a number or a tensor.
    """
    before = [{**vars(node), "input_nodes": [*node.input_nodes]} for node in nodes]
    returned, changed, lost = None, [], []
    try:
        returned = engine(*args, **options)
    finally:
        for node, was in zip(nodes, before, strict=True):
            now = vars(node)
            inputs = now.get("input_nodes")
            if not isinstance(inputs, list | tuple) or [*inputs] != was["input_nodes"]:
                changed.append(node)
            given = ["input_nodes", "name"]
            if isinstance(node, Leaf):
                given.append("value")
                value = now.get("value")
                if value is not was["value"] and as_tensor(value) is None:
                    lost.append(node)
            missing = was | {"result": None, "_gradient": None}
            now.update(missing | now | {name: was[name] for name in given})
    if changed:
        label = changed[-1].label
        raise ChangesGraph(f"`input_nodes` of {label} has changed. Read it, and leave it as it is")
    if lost:
        raise ChangesGraph(
            f"`value` of {lost[0].label} was overwritten with something that is no number. "
            "Read it, and leave it as it is"
        )
    return returned


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
