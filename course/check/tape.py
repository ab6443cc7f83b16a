"""A graph as a list of numbers, on which many backward passes can be tried in little time.

Every local gradient is computed once, by PyTorch, as a matrix: a row for each entry of the result,
a column for each entry of the input. A vector-Jacobian product is then one product of numpy's.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch

from course.check.twin import share, twin
from course.graph import ComputationNode, IntPow
from course.sketch import kind


@dataclass(frozen=True)
class Tape:
    """A graph whose nodes are numbers, inputs first, the output last."""

    operations: list[str]  # what each node does
    inputs: list[list[int]]  # for each node the numbers of its inputs
    results: list[np.ndarray]  # the result of each, float64
    # For each node and input the local gradient, entries of the result by entries of the input.
    local: list[list[np.ndarray]]
    graph: ComputationNode  # the output node

    @classmethod
    def of(cls, graph: ComputationNode) -> "Tape":
        """The tape of a graph with results."""
        nodes = graph.sorted_nodes()
        place = {node: k for k, node in enumerate(nodes)}
        results = twin(graph).results
        by_node = dict(zip(nodes, results, strict=True))
        return cls(
            ["IntPow" if isinstance(node, IntPow) else kind(node) for node in nodes],
            [[place[each] for each in node.input_nodes] for node in nodes],
            [result.numpy() for result in results],
            [[_matrix(n, i, by_node) for i in range(len(n.input_nodes))] for n in nodes],
            graph,
        )

    def downstream(self, k: int, i: int, upstream: np.ndarray) -> np.ndarray:
        """The right downstream gradient of node k for its i-th input."""
        flat = upstream.reshape(-1) @ self.local[k][i].astype(upstream.dtype)
        return flat.reshape(self.results[self.inputs[k][i]].shape)

    def right(self, one: np.ndarray) -> list[np.ndarray]:
        """PyTorch's gradients."""
        return [each.numpy() for each in twin(self.graph, torch.as_tensor(one)).gradients]

    @cached_property
    def users(self) -> list[list[int]]:
        """For each node those it feeds, once for each arrow."""
        found: list[list[int]] = [[] for _ in self.inputs]
        for k, inputs in enumerate(self.inputs):
            for j in inputs:
                found[j].append(k)
        return found


def _matrix(node: ComputationNode, i: int, results: dict) -> np.ndarray:
    shape = results[node].shape
    basis = torch.eye(results[node].numel(), dtype=torch.float64)
    return np.array(
        [share(node, i, row.reshape(shape), results).flatten().numpy() for row in basis]
    )
