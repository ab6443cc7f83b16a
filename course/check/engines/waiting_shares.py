"""Keeps track of shares during a backward pass: which have been returned, and which node each is
waiting to reach."""

from collections.abc import Iterable

from course.order import places_of_users
from course.values.closeness import values_agree
from course.values.tensors import total

Edge = tuple[int, int]  # a node that uses another, and the number of its input


class WaitingShares(dict[Edge, object]):
    """The shares that backward has returned but that are not delivered yet, by edge.

    Attributes:
        inputs: for each node, the places of its inputs.
        users: for each node, the places of the nodes that use it, once for each share that it gets.
    """

    def __init__(self, inputs: list[list[int]]):
        """Begins without shares."""
        super().__init__()
        self.inputs, self.users = inputs, places_of_users(inputs)

    def receiver(self, edge: Edge) -> int:
        """The node that the share along an edge is for."""
        return self.inputs[edge[0]][edge[1]]

    def edges_to(self, node: int) -> list[Edge]:
        """The edges along which shares wait for a node."""
        return [edge for edge in self if self.receiver(edge) == node]

    def making(self, node: int, value: object, before: object = None) -> list[Edge]:
        """The edges whose shares, added to what was there before, make a value; empty if there are
        none. They must be shares that a node may be given at once: any one, all from one of its
        users, or all."""
        edges = self.edges_to(node)
        users = dict.fromkeys(user for user, _ in edges)
        of_users = [[edge for edge in edges if edge[0] == user] for user in users]
        for portion in [*([edge] for edge in edges), *of_users, edges]:
            together = total([before, *(self[edge] for edge in portion)])
            if together is not None and self.agree(node, value, together):
                return portion
        return []

    def agree(self, node: int, a: object, b: object) -> bool:
        """Whether two gradients of a node are the same."""
        return values_agree(a, b)

    def arrived(self, edges: Iterable[Edge]) -> None:
        """Notes that the shares along these edges have arrived."""
        for edge in edges:
            del self[edge]
