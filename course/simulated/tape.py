"""Prepares a graph so that many backward passes can be tried on it quickly.

PyTorch computes each local gradient once, as a matrix with a row for each entry of the result and a
column for each entry of the input. A vector-Jacobian product is then one matrix product in NumPy.
"""

import numpy as np
import torch

from course.graph import ComputationNode
from course.operations import operation_name
from course.reference.twin import jacobians, twin
from course.scaffold.order import places_of_inputs, places_of_users


class Tape:
    """A graph whose nodes are numbered in topological order, so that the output comes last.

    Attributes:
        operations: the name of each node's operation.
        inputs: for each node, the numbers of its inputs.
        users: for each node, the numbers of the nodes that it feeds, once for each arrow.
        results: the result of each node, in float64.
    """

    def __init__(self, graph: ComputationNode):
        self.graph, self._nodes = graph, graph.sorted_nodes()
        self._results = twin(graph).result_by_node
        self.operations = list(map(operation_name, self._nodes))
        self.inputs = places_of_inputs(self._nodes)
        self.users = places_of_users(self.inputs)
        self.results = [result.numpy() for result in self._results.values()]
        self._local: dict[int, list[np.ndarray]] = {}

    def local(self, k: int, i: int) -> np.ndarray:
        """The local gradient of node k for its i-th input, with a row for each entry of the result
        and a column for each entry of the input."""
        if k not in self._local:
            node = self._nodes[k]
            values = [self._results[source] for source in node.input_nodes]
            self._local[k] = [matrix.numpy() for matrix in jacobians(node, values)]
        return self._local[k][i]

    def downstream(self, k: int, i: int, upstream: np.ndarray) -> np.ndarray:
        """The right downstream gradient of node k for its i-th input, from the stored local
        gradient."""
        flat = upstream.reshape(-1) @ self.local(k, i).astype(upstream.dtype)
        return flat.reshape(self.results[self.inputs[k][i]].shape)

    def upstream(self, held: np.ndarray | None, k: int) -> np.ndarray | None:
        """The upstream gradient that node k uses if `held` is its gradient so far: `held` itself.
        A subclass may replace it."""
        return held

    def fitted(self, given: np.ndarray, j: int) -> np.ndarray | None:
        """A share, broadcast to the shape of node j's result. A subclass may return None to drop
        the share.

        Raises:
            ValueError: the share cannot be broadcast to this shape.
        """
        return np.broadcast_to(given, self.results[j].shape)

    def right(self, one: np.ndarray) -> list[np.ndarray]:
        """PyTorch's gradients of all nodes, for the upstream gradient `one` at the output."""
        return [gradient.numpy() for gradient in twin(self.graph, torch.as_tensor(one)).gradients]
