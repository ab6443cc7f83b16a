"""Computes the right results of the nodes of a graph, by the formulas in `operations`."""

import torch

from course.graph import ComputationNode, Leaf
from course.operations import UNFIT, operation_of, result_of
from course.values.tensors import as_float64


def has_tensors(graph: ComputationNode) -> bool:
    """Whether a graph has a tensor in one of its leaves."""
    return any(map(holds_tensor, graph.sorted_nodes()))


def holds_tensor(node: ComputationNode) -> bool:
    """Whether a node is a leaf that was given a tensor, not a plain number."""
    return isinstance(node, Leaf) and hasattr(node.value, "shape")


def has_broadcasts(graph: ComputationNode) -> bool:
    """Whether an engine has to sum shares in a graph, because an input was broadcast. False if
    PyTorch cannot compute the graph."""
    nodes = graph.sorted_nodes()
    try:
        results = results_of(nodes)
    except (*UNFIT, OverflowError):
        return False
    shapes = {node: result.shape for node, result in zip(nodes, results, strict=True)}
    return any(
        shapes[source] != shapes[node]
        for node in nodes
        if node.input_nodes and operation_of(node).entrywise
        for source in node.input_nodes
    )


def results_of(nodes: list[ComputationNode]) -> list[torch.Tensor]:
    """The results of nodes, which are in topological order, in float64. Autograd can differentiate
    them."""
    results: dict[ComputationNode, torch.Tensor] = {}
    for node in nodes:
        if isinstance(node, Leaf):
            results[node] = as_float64(node.value).requires_grad_()
        else:
            results[node] = result_of(node, *(results[source] for source in node.input_nodes))
    return list(results.values())


def results_as_held(
    nodes: list[ComputationNode], results: list[torch.Tensor]
) -> list[torch.Tensor | float]:
    """Results as nodes hold them: plain numbers in leaves that were given one, and in all nodes of
    a graph without tensors; else tensors."""
    are_numbers = not has_tensors(nodes[-1])
    held: list[torch.Tensor | float] = []
    for node, result in zip(nodes, results, strict=True):
        is_number_in_leaf = isinstance(node, Leaf) and not holds_tensor(node)
        held.append(float(result) if are_numbers or is_number_in_leaf else result)
    return held


def put_right_results(graph: ComputationNode) -> None:
    """Puts the right result into every node of a graph."""
    nodes = graph.sorted_nodes()
    with torch.no_grad():  # a grader would take autograd at work here for the student's
        results = [result.detach() for result in results_of(nodes)]
    for node, result in zip(nodes, results_as_held(nodes, results), strict=True):
        node.result = result
