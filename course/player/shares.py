"""Keeps account of what has been sent along each edge of a graph in a backward pass, and of what
has arrived."""

import functools
import operator
from collections import Counter
from collections.abc import Iterable, Sequence

import torch

from course.check.base.twin import share
from course.check.engines.waiting_shares import Edge, WaitingShares
from course.graph import ComputationNode
from course.operations import operation_of
from course.order import places_of_inputs, places_of_users
from course.values.closeness import values_agree
from course.values.tensors import as_tensor


class Shares:
    """Keeps account of the shares in one backward pass.

    Attributes:
        inputs: for each node, the places of its inputs among the sorted nodes.
        waiting: the shares that backward has returned but that are not delivered yet.
        users: for each node, the places of the nodes that use it; one that uses it twice appears
            twice.
        edges: the share that has been sent along each edge so far, as (value, delivered).
        arrived: how many shares have been delivered to each node.
    """

    def __init__(self, nodes: list[ComputationNode]):
        self.nodes = nodes
        self.inputs = places_of_inputs(nodes)
        self.users = places_of_users(self.inputs)
        self.waiting: WaitingShares[object] = WaitingShares(self.inputs)
        self.edges: dict[Edge, tuple] = {}
        self.arrived: Counter[int] = Counter()

    def returned(self, user: int, shares: Sequence) -> None:
        """Notes the shares that a node's backward has returned, none of which is delivered yet."""
        for k, value in enumerate(shares):
            self.waiting[user, k] = value
            self.edges[user, k] = value, False

    def making(self, i: int, value: object, before: object = None) -> list[Edge]:
        """The edges of waiting shares that, added to the gradient before, make a value; empty if
        there are none. They must be shares that may be delivered at once."""
        return self.waiting.portion(
            i, lambda shares: self.gradients_agree(i, value, total([before, *shares]))
        )

    def delivered(self, i: int, edges: list[Edge], instead: object = None) -> None:
        """Notes that shares have arrived at a node; `instead` is what came in their place, if
        anything did."""
        self.waiting.arrived(edges)
        for edge in edges:
            self.edges[edge] = (self.edges[edge][0] if instead is None else instead), True
        self.arrived[i] += len(edges)

    def count(self, i: int) -> str:
        """Says how many of its shares have arrived at a node."""
        expected = len(self.users[i])
        return f"{self.arrived[i]} of {expected}" if expected else "no other node uses it"

    def local(self, user: int, k: int) -> torch.Tensor | None:
        """The local gradient of a node for its k-th input, if it has one entry for each entry of
        that input; else None."""
        node = self.nodes[user]
        is_diagonal = operation_of(node).entrywise and node.input_nodes[k].shape == node.shape
        if node.shape and not is_diagonal:
            return None
        return share(node, k, torch.ones(node.shape, dtype=torch.float64, device="cpu"))

    def right_share(self, user: int, k: int, upstream: object) -> torch.Tensor | None:
        """The right share of a node for its k-th input; None if the node got no usable upstream
        gradient."""
        tensor = as_tensor(upstream)
        if tensor is None or tuple(tensor.shape) != self.nodes[user].shape:
            return None
        return share(self.nodes[user], k, tensor)

    def gradients_agree(self, i: int, a: object, b: object) -> bool:
        """Whether two gradients of a node agree, after each is summed to the node's shape if that
        was broadcast."""
        return values_agree(self._summed(i, as_tensor(a)), self._summed(i, as_tensor(b)))

    def _summed(self, i: int, gradient: torch.Tensor | None) -> torch.Tensor | None:
        try:
            return None if gradient is None else gradient.sum_to_size(self.nodes[i].shape)
        except RuntimeError:
            return gradient


def jacobian_size(result: object, source: object) -> str:
    """The size of the Jacobian of a result with respect to an input, such as 4×6. It has a row for
    each entry of the result and a column for each entry of the input."""
    tensors = map(as_tensor, (result, source))
    return "×".join("1" if tensor is None else str(tensor.numel()) for tensor in tensors)


def is_nothing(value: object) -> bool:
    """Whether there is no gradient yet, nothing but zeros, or something other than numbers."""
    tensor = as_tensor(value)
    return tensor is None or not tensor.any()


def total(values: Iterable) -> torch.Tensor | None:
    """The sum of the values that are not None; None if there are none or they cannot be added."""
    tensors = [as_tensor(value) for value in values if value is not None]
    try:
        return functools.reduce(operator.add, tensors) if tensors else None
    except (RuntimeError, TypeError):
        return None
