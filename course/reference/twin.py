"""The PyTorch twin of a graph: the same nodes on torch tensors, differentiated by autograd.

`course/operations.py` says what each class of nodes computes. The twin knows nothing of anyone's
`forward` or `backward`, so it can judge both.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import torch

from course.graph import ComputationNode, Leaf
from course.operations import result_of
from course.right_results import results_of
from course.values.tensors import as_float64


@dataclass(frozen=True)
class Twin:
    """PyTorch's values for every node, in the order of `graph.sorted_nodes()`."""

    nodes: list[ComputationNode]
    results: list[torch.Tensor]  # the value of each node, float64
    # The vector-Jacobian product of d(output) / d(node) with the upstream gradient at the output:
    # float64, in the shape of the node's result.
    gradients: list[torch.Tensor]

    @cached_property
    def result_by_node(self) -> dict[ComputationNode, torch.Tensor]:
        """The result of each node."""
        return dict(zip(self.nodes, self.results, strict=True))

    @cached_property
    def gradient_by_node(self) -> dict[ComputationNode, torch.Tensor]:
        """The gradient of each node."""
        return dict(zip(self.nodes, self.gradients, strict=True))

    def users_of(self, node: ComputationNode) -> list[ComputationNode]:
        """The nodes that a node feeds, those nearer to the output first."""
        return [user for user in reversed(self.nodes) if node in user.input_nodes]

    def shares(self, user: ComputationNode) -> tuple[torch.Tensor, ...]:
        """The shares that a node should send to its inputs."""
        return pytorch_shares(user, self.gradient_by_node[user], self.result_by_node)

    def by_name(self, convert: Callable = lambda value: value) -> tuple[dict, dict]:
        """The results and the gradients of the nodes that have names, each converted."""

        def named(values: dict[ComputationNode, torch.Tensor]) -> dict:
            return {node.name: convert(value) for node, value in values.items() if node.name}

        return named(self.result_by_node), named(self.gradient_by_node)


def twin(graph: ComputationNode, one=1.0) -> Twin:
    """PyTorch's result and gradient of every node, where `one` is the upstream gradient at the
    output."""
    with torch.enable_grad():
        nodes = graph.sorted_nodes()
        values = results_of(nodes)
        # The gradient of this weighted sum is the vector-Jacobian product. `grad_outputs`, the
        # argument of `grad` for this purpose, would first import sympy, which takes a fraction of a
        # second.
        weighted = (values[-1] * as_float64(one)).sum()
        gradients = torch.autograd.grad(weighted, values, materialize_grads=True)
    return Twin(nodes, [value.detach() for value in values], list(gradients))


def put_right_values(graph: ComputationNode) -> ComputationNode:
    """Stores PyTorch's result and gradient in each node, for a picture, and returns the graph."""
    right = twin(graph)
    for node, result, gradient in zip(right.nodes, right.results, right.gradients, strict=True):
        node.result, node.gradient = result, gradient
    return graph


def pytorch_shares(
    user: ComputationNode, upstream: torch.Tensor, results: Mapping | None = None
) -> tuple[torch.Tensor, ...]:
    """The right downstream gradients of a node, computed from the results of its inputs. These are
    looked up in `results` or, if it is None, in the input nodes."""
    values = [node.result if results is None else results[node] for node in user.input_nodes]
    return vector_jacobian_product(user, values, upstream)[1]


def vector_jacobian_product(
    node: ComputationNode, values: Iterable, upstream: torch.Tensor
) -> tuple[torch.Tensor, tuple[torch.Tensor, ...]]:
    """The right result of a node for these values of its inputs, and its downstream gradients."""
    with torch.enable_grad():
        inputs = [as_float64(value).requires_grad_() for value in values]
        result = result_of(node, *inputs)
        weighted = (result * upstream).sum()
        gradients = torch.autograd.grad(weighted, inputs, materialize_grads=True)
    return result.detach(), gradients


def jacobians(node: ComputationNode, values: Iterable) -> list[torch.Tensor]:
    """The local gradients of a node for these values of its inputs, one for each input. Each is a
    float64 matrix with a row for each entry of the result and a column for each entry of the
    input."""
    values = list(values)
    shape = result_of(node, *map(as_float64, values)).shape
    units = torch.eye(shape.numel(), dtype=torch.float64, device="cpu")
    rows = [vector_jacobian_product(node, values, unit.reshape(shape))[1] for unit in units]
    return [
        torch.stack([row.flatten() for row in of_input]) for of_input in zip(*rows, strict=True)
    ]


def twin_derivatives(graph: ComputationNode, leaf: Leaf, order: int) -> list[torch.Tensor]:
    """The first to `order`-th derivative of the graph's sum with respect to one leaf.

    Each derivative is summed before the next one is taken. For an elementwise graph, this gives the
    ordinary derivatives at every entry of the leaf. They are float64 and have the leaf's shape.
    """
    nodes = graph.sorted_nodes()
    with torch.enable_grad():
        values = results_of(nodes)
        x, y = values[nodes.index(leaf)], values[-1]
        derivatives = []
        for _ in range(order):
            if y.requires_grad:
                (y,) = torch.autograd.grad(y.sum(), x, create_graph=True, materialize_grads=True)
            else:  # the derivative has become constant
                y = torch.zeros_like(x)
            derivatives.append(y.detach())
    return derivatives
