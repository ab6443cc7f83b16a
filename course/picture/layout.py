"""Places the nodes of a graph in a picture, in layers and with few crossings.

It uses the method of Sugiyama, Tagawa and Toda (1981). A node is one layer to the right of its
rightmost input. An edge across several layers gets a bend in each layer between its ends. Sweeps
back and forth order the layers by barycentres.
"""

import math
from dataclasses import dataclass, field
from itertools import accumulate, combinations, pairwise

SWEEPS = 8  # how many sweeps order the layers
PULLS = 40  # how many pulls straighten the lines


@dataclass(eq=False)
class Place:
    """A place in a layer, for a node or for a bend of an edge that passes through."""

    node: object  # the node, or None for a bend
    layer: int  # 0 is the leftmost
    row: float = 0.0  # the vertical position, in rows from the middle down; can be a fraction
    left: list["Place"] = field(default_factory=list)
    right: list["Place"] = field(default_factory=list)


@dataclass
class Layout:
    """Where the nodes and edges of a graph are."""

    places: dict  # the place of each node
    routes: dict  # for each edge (user, input number), the places from its start to its end
    layers: list[list[Place]]  # the places of each layer, from the top


def layered_layout(nodes: list) -> Layout:
    """The layout of nodes in topological order: inputs left of their users, the output last."""
    places: dict = {}
    for node in nodes:
        layer = 1 + max((places[source].layer for source in node.input_nodes), default=-1)
        places[node] = Place(node, layer)
    for node in reversed(nodes):  # a leaf is next to its first user, not at the far left
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
    """The places an edge passes, linked, with a new bend in every layer between its ends."""
    bends = [Place(None, layer) for layer in range(start.layer + 1, end.layer)]
    for bend in bends:
        layers[bend.layer].append(bend)
    route = [start, *bends, end]
    for left, right in pairwise(route):
        left.right.append(right)
        right.left.append(left)
    return route


def _order_layers(layers: list[list[Place]]) -> None:
    """Orders the layers, with the fewest crossings that the sweeps find."""
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
    """Straightens edges by moving places up and down, without changing their order."""
    for sweep in range(PULLS):
        for layer in layers if sweep % 2 else reversed(layers):
            _pull(layer)


@dataclass
class _Block:
    """Neighbouring places of a layer that move together."""

    # The weighted sum of the rows to which its places are drawn, less their offsets from the first
    # place of the layer.
    pull: float
    weight: float  # the sum of these weights
    size: int = 1  # how many places it has

    @property
    def row(self) -> float:
        """The row to which its places are drawn, less their offsets."""
        return self.pull / self.weight

    def joined_to(self, above: "_Block") -> "_Block":
        """Both blocks joined into one."""
        return _Block(above.pull + self.pull, above.weight + self.weight, above.size + self.size)


def _pull(layer: list[Place]) -> None:
    """Moves the places of a layer as close as possible to the places they are connected to.

    It uses isotonic regression: neighbours that would come too close move together. Connected bends
    pull each other hardest, so that long edges become straight.
    """
    offsets = [*accumulate(map(_apart, layer, layer[1:]), initial=0.0)]  # if packed closely
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
    """A block of one place, which has this offset from the first place of the layer."""
    pull, weight = 0.0, 0
    for other in (*place.left, *place.right):
        is_long_line = place.node is None and other.node is None
        other_weight = 30 if is_long_line else 1
        pull += (other.row - offset) * other_weight
        weight += other_weight
    return _Block(pull, weight) if weight else _Block(place.row - offset, 1)


def _apart(above: Place, below: Place) -> float:
    """The least distance between neighbours, in rows. A bend needs less room than a box."""
    boxes = sum(place.node is not None for place in (above, below))
    return (0.3, 0.7, 1.0)[boxes]
