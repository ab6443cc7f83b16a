"""Keeps what has been sent along each edge of a graph in a backward pass, to be shown, and computes
what would be right."""

from collections import Counter
from collections.abc import Iterable, Sequence

import torch

from course.check.base.twin import Twin, shares
from course.check.engines.account import Account, Edge
from course.graph import ComputationNode
from course.operations import operation_of
from course.order import places_of_inputs
from course.values.tensors import as_tensor


class Shares(Account):
    """The account of a pass, with what has been sent along each edge and what has arrived.

    Attributes:
        nodes: the nodes of the graph, in topological order.
        edges: the share that has been sent along each edge so far, as (value, delivered).
    """

    def __init__(self, nodes: list[ComputationNode], right: Twin, one: object):
        """Begins without shares. Right ones are computed from PyTorch's results, because an engine
        may change or remove those in the nodes."""
        self._shapes = [result.shape for result in right.results]
        super().__init__(places_of_inputs(nodes), one, self._shapes)
        self.nodes, self._right = nodes, right
        self.edges: dict[Edge, tuple] = {}
        self._delivered: Counter[int] = Counter()  # how many shares each node has got

    def returned(self, user: int, shares: Sequence) -> None:
        """Notes the shares that a node's backward has returned, none of which is delivered yet."""
        for k, value in enumerate(shares):
            self.waiting[user, k] = value
            self.edges[user, k] = value, False

    def arrived(self, edges: Iterable[Edge], instead: object = None) -> None:
        """Notes that shares have arrived; `instead` is what came in their place, if anything
        did."""
        for edge in edges:
            self.edges[edge] = (self.waiting[edge] if instead is None else instead), True
            self._delivered[self.receiver(edge)] += 1
        super().arrived(edges)

    def count(self, i: int) -> str:
        """Says how many of its shares have arrived at a node."""
        expected = len(self.users[i])
        return f"{self._delivered[i]} of {expected}" if expected else "no other node uses it"

    def local(self, user: int, k: int) -> torch.Tensor | None:
        """The local gradient of a node for its k-th input, if it has one entry for each entry of
        that input; else None."""
        node = self.nodes[user]
        shape, input_shape = self._shapes[user], self._shapes[self.inputs[user][k]]
        is_diagonal = operation_of(node).entrywise and input_shape == shape
        if shape and not is_diagonal:
            return None
        ones = torch.ones(shape, dtype=torch.float64, device="cpu")
        return shares(node, ones, self._right.result_by_node)[k]

    def right_share(self, user: int, k: int, upstream: object) -> torch.Tensor | None:
        """The right share of a node for its k-th input; None if the node got no usable upstream
        gradient."""
        tensor = as_tensor(upstream)
        if tensor is None or tensor.shape != self._shapes[user]:
            return None
        return shares(self.nodes[user], tensor, self._right.result_by_node)[k]


def jacobian_size(result: object, source: object) -> str:
    """The size of the Jacobian of a result with respect to an input, such as 4×6. It has a row for
    each entry of the result and a column for each entry of the input."""
    tensors = map(as_tensor, (result, source))
    return "×".join("1" if tensor is None else str(tensor.numel()) for tensor in tensors)
