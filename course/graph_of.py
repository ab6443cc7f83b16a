"""From a table of expressions to the graph it describes."""

from collections.abc import Mapping

import torch

from course.expressions import ExpressionError, Reader, Values, apply_to_tensors, filled_in
from course.graph import ComputationNode, IntPow, Leaf
from course.operators import node_class
from course.sketch import Sketch

_CLASSES = {"Sum": "Matsum"}  # where a class of nodes has another name than its operation


def graph_of(table: Mapping[str, str], values: Values, *, sketch: bool = False) -> ComputationNode:
    """The graph of a table of expressions, each of which may use those before it.

    graph_of({"z": "W @ x", "h": "tanh(z)"}, {"W": W, "x": x})

    Args:
        table: for each named value an expression; the last one is the output.
        values: the values of the leaves, by name.
        sketch: whether to make a graph to look at, with its results, which needs no class of
            nodes; else it is made of the latest classes and can be run.

    Returns:
        The output node.

    Raises:
        ExpressionError: an expression cannot be read, its shapes do not fit, or there is no class
            of nodes for one of its operations.
    """
    nodes: dict[str, ComputationNode] = {}
    for name, value in values.items():
        nodes[name] = _leaf(value, name) if sketch else Leaf(value, name)
    for name, expression in filled_in(table):
        nodes[name] = Reader(expression, nodes, *(_AS_SKETCH if sketch else _AS_NODES)).read()
        nodes[name].name = nodes[name].name or name
    return nodes[name]


def _node(expression: str, operation: str, *inputs, power: int = 0) -> ComputationNode:
    if operation == "IntPow":
        return IntPow(*inputs, power)
    name = _CLASSES.get(operation, operation)
    try:
        made_of = node_class(name)
    except NameError:
        raise ExpressionError(
            f"`{expression}` needs a node class {name}, and there is none yet."
        ) from None
    return made_of(*inputs)


def _sketched(expression: str, operation: str, *inputs, power: int = 0) -> ComputationNode:
    node = IntPow(*inputs, power) if operation == "IntPow" else Sketch(operation, *inputs)
    results = [torch.as_tensor(each.result, dtype=torch.float64) for each in inputs]
    node.result = apply_to_tensors(expression, operation, *results, power=power)
    return node


def _leaf(value, name: str | None = None) -> Leaf:
    leaf = Leaf(value, name)
    leaf.forward()
    return leaf


_AS_NODES = _node, Leaf
_AS_SKETCH = _sketched, _leaf
