"""Computes the right results of the nodes in a graph, with the formulas in `operations`."""

import torch

from course.graph import ComputationNode, Leaf
from course.operations import UNFIT, operation_of, result_of
from course.values.tensors import as_float64


def has_tensors(graph: ComputationNode) -> bool:
    """Whether a leaf of the graph holds a tensor."""
    return any(map(holds_tensor, graph.sorted_nodes()))


def holds_tensor(node: ComputationNode) -> bool:
    """Whether a node is a leaf that holds a tensor, not a plain number."""
    return isinstance(node, Leaf) and hasattr(node.value, "shape")


def has_broadcasts(graph: ComputationNode) -> bool:
    """Whether an entrywise operation broadcasts an input, whose shares an engine has to sum. False
    if PyTorch cannot compute the graph."""
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
    """The results of nodes in topological order, as float64 tensors that autograd can
    differentiate."""
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
    """Results as nodes hold them: plain numbers in leaves that hold one, and in all nodes of a
    graph without tensors; otherwise tensors. `nodes` is a whole graph."""
    are_numbers = not has_tensors(nodes[-1])
    held: list[torch.Tensor | float] = []
    for node, result in zip(nodes, results, strict=True):
        is_number_in_leaf = isinstance(node, Leaf) and not holds_tensor(node)
        held.append(float(result) if are_numbers or is_number_in_leaf else result)
    return held


def put_right_results(graph: ComputationNode) -> None:
    """Puts the right result into every node of a graph."""
    nodes = graph.sorted_nodes()
    with torch.no_grad():  # in grading, use of autograd would count as the student's
        results = [result.detach() for result in results_of(nodes)]
    for node, result in zip(nodes, results_as_held(nodes, results), strict=True):
        node.result = result
