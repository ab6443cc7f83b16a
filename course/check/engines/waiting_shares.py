"""Keeps account of shares during a backward pass: which have been returned, and which node each is
waiting to reach."""

from collections.abc import Callable, Iterable
from typing import TypeVar

Edge = tuple[int, int]  # a node that uses another, and the number of its input
Share = TypeVar("Share")


class WaitingShares(dict[Edge, Share]):
    """The shares that backward has returned but that are not delivered yet, by edge."""

    def __init__(self, inputs: list[list[int]]):
        """Begins without shares; `inputs` holds, for each node, the places of its inputs."""
        super().__init__()
        self.inputs = inputs

    def receiver(self, edge: Edge) -> int:
        """The node that the share along an edge is for."""
        return self.inputs[edge[0]][edge[1]]

    def edges_to(self, node: int) -> list[Edge]:
        """The edges along which shares wait for a node."""
        return [edge for edge in self if self.receiver(edge) == node]

    def portions(self, node: int) -> list[list[Edge]]:
        """The edges whose shares may be delivered to a node at once: any one, all from one of the
        node's users, or all."""
        edges = self.edges_to(node)
        users = dict.fromkeys(user for user, _ in edges)
        of_users = [[edge for edge in edges if edge[0] == user] for user in users]
        return [*([edge] for edge in edges), *of_users, edges] if edges else []

    def portion(self, node: int, fits: Callable[[list], bool]) -> list[Edge]:
        """The first portion whose shares fit what has arrived at a node; empty if none does."""
        for edges in self.portions(node):
            if fits([self[edge] for edge in edges]):
                return edges
        return []

    def arrived(self, edges: Iterable[Edge]) -> None:
        """Notes that the shares along these edges have arrived."""
        for edge in edges:
            del self[edge]
