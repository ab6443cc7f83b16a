"""Places the nodes of a graph in a picture, in layers and with few crossings.

It uses the method of Sugiyama, Tagawa and Toda (1981): a node stands one layer to the right of its
farthest input; an edge across several layers gets a bend in each; the layers are ordered by
barycentres, in sweeps to and fro.
"""

import math
from dataclasses import dataclass, field
from itertools import accumulate, combinations, pairwise

SWEEPS = 8  # how many sweeps order the layers
PULLS = 40  # how many pulls straighten the lines


@dataclass(eq=False)
class Place:
    """A spot in a layer: a node's, or a bend of an edge that passes through."""

    node: object  # the node, or None for a bend
    layer: int  # 0 is the leftmost
    row: float = 0.0  # the height inside the layer, in rows; fractions are possible
    left: list["Place"] = field(default_factory=list)
    right: list["Place"] = field(default_factory=list)


@dataclass
class Layout:
    """Places by node, and for each edge (user, input number) the places it passes through."""

    places: dict
    routes: dict
    layers: list[list[Place]]


def layered_layout(nodes: list) -> Layout:
    """The layout of topologically ordered nodes, leaves on the left, the output on the right."""
    places: dict = {}
    for node in nodes:
        layer = 1 + max((places[source].layer for source in node.input_nodes), default=-1)
        places[node] = Place(node, layer)
    for node in reversed(nodes):  # a leaf stands next to its first user, not at the far left
        users = [places[user].layer for user in nodes if node in user.input_nodes]
        if users and not node.input_nodes:
            places[node].layer = min(users) - 1
    last = max(place.layer for place in places.values())
    layers: list[list[Place]] = [[] for _ in range(last + 1)]
    for place in places.values():
        layers[place.layer].append(place)
    routes = {
        (node, i): _route(places[source], places[node], layers)
        for node in nodes
        for i, source in enumerate(node.input_nodes)
    }
    _order_layers(layers)
    _straighten(layers)
    return Layout(places, routes, layers)


def _route(start: Place, end: Place, layers: list[list[Place]]) -> list[Place]:
    """The places an edge passes, with a new bend in every layer between its ends."""
    bends = [Place(None, layer) for layer in range(start.layer + 1, end.layer)]
    for bend in bends:
        layers[bend.layer].append(bend)
    route = [start, *bends, end]
    for left, right in pairwise(route):
        left.right.append(right)
        right.left.append(left)
    return route


def _order_layers(layers: list[list[Place]]) -> None:
    """Orders each layer in the way with the fewest crossings that the sweeps find."""
    best: list[list[Place]] = []
    fewest = math.inf
    for sweep in range(SWEEPS + 1):
        for layer in layers:
            _number_rows(layer)
        if (crossings := sum(map(_crossings, layers))) < fewest:
            best, fewest = [[*layer] for layer in layers], crossings
        rightward = sweep % 2 == 0
        for layer in layers if rightward else reversed(layers):
            layer.sort(
                key=lambda place: _barycentre(place, place.left if rightward else place.right)
            )
            _number_rows(layer)
    for layer, order in zip(layers, best, strict=True):
        layer[:] = order
        _number_rows(layer)


def _crossings(layer: list[Place]) -> int:
    """The number of crossings of lines from a layer to the next one."""
    lines = [(place.row, end.row) for place in layer for end in place.right]
    return sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(lines, 2))


def _barycentre(place: Place, neighbours: list[Place]) -> float:
    if not neighbours:
        return place.row
    return sum(neighbour.row for neighbour in neighbours) / len(neighbours)


def _number_rows(layer: list[Place]) -> None:
    """Numbers the rows of a layer, one apart and centred on 0."""
    for i, place in enumerate(layer):
        place.row = i - (len(layer) - 1) / 2


def _straighten(layers: list[list[Place]]) -> None:
    """Moves places up and down without changing their order, until edges have few turns."""
    for sweep in range(PULLS):
        for layer in layers if sweep % 2 else reversed(layers):
            _pull(layer)


@dataclass
class _Block:
    """Neighbours in a layer that are moved together."""

    pull: float  # the sum of the rows that its first place is drawn to, each times its weight
    weight: float  # the sum of these weights
    size: int = 1  # how many places it has

    @property
    def row(self) -> float:
        """The row to which its first place is drawn."""
        return self.pull / self.weight

    def joined_to(self, above: "_Block") -> "_Block":
        """Both blocks joined into one."""
        return _Block(above.pull + self.pull, above.weight + self.weight, above.size + self.size)


def _pull(layer: list[Place]) -> None:
    """Puts the places of a layer as close as possible to those they are connected with.

    It uses isotonic regression: neighbours that would come too close are moved together. The ends
    of a line across several layers pull most, so that it becomes straight.
    """
    offsets = [*accumulate(map(_apart, layer, layer[1:]), initial=0.0)]  # if as close as possible
    blocks: list[_Block] = []
    for place, offset in zip(layer, offsets, strict=True):
        block = _block_of(place, offset)
        while blocks and blocks[-1].row > block.row:
            block = block.joined_to(blocks.pop())
        blocks.append(block)
    rows = (block.row for block in blocks for _ in range(block.size))
    for place, offset, row in zip(layer, offsets, rows, strict=True):
        place.row = row + offset


def _block_of(place: Place, offset: float) -> _Block:
    """A block of one place, which is this far below the first place of the layer."""
    pull, weight = 0.0, 0
    for other in (*place.left, *place.right):
        is_long_line = place.node is None and other.node is None
        other_weight = 30 if is_long_line else 1
        pull += (other.row - offset) * other_weight
        weight += other_weight
    return _Block(pull, weight) if weight else _Block(place.row - offset, 1)


def _apart(above: Place, below: Place) -> float:
    """How many rows there have to be between two places: a line takes less than a box."""
    boxes = sum(place.node is not None for place in (above, below))
    return (0.3, 0.7, 1.0)[boxes]
