"""Where the nodes of a graph go in a picture: in layers, with few crossings.

Sugiyama, Tagawa and Toda's method (1981): a node stands one layer right of its farthest input; an
edge across several layers gets a bend in each; layers are ordered by barycentres, swept to and fro.
"""

from dataclasses import dataclass, field
from itertools import pairwise

SWEEPS = 8


@dataclass(eq=False)
class Place:
    """A spot in a layer: a node's, or a bend of an edge that passes through.

    Attributes:
        node: the node, or None for a bend.
        layer: 0 is the leftmost.
        row: the height inside the layer, in rows; fractions are possible.
    """

    node: object
    layer: int
    row: float = 0.0
    left: list["Place"] = field(default_factory=list)
    right: list["Place"] = field(default_factory=list)


@dataclass
class Layout:
    """Places by node, and for each edge (user, input number) the places it passes through."""

    places: dict
    routes: dict
    layers: list[list[Place]]


def layered(nodes: list) -> Layout:
    """The layout of topologically ordered nodes, leaves on the left, the output on the right."""
    places: dict = {}
    for node in nodes:
        layer = 1 + max((places[n].layer for n in node.input_nodes), default=-1)
        places[node] = Place(node, layer)
    for node in reversed(nodes):  # a leaf stands next to its first user, not at the far left
        users = [places[u].layer for u in nodes if node in u.input_nodes]
        if users and not node.input_nodes:
            places[node].layer = min(users) - 1
    layers: list[list[Place]] = [[] for _ in range(1 + max(p.layer for p in places.values()))]
    for place in places.values():
        layers[place.layer].append(place)
    routes = {
        (node, i): _route(places[source], places[node], layers)
        for node in nodes
        for i, source in enumerate(node.input_nodes)
    }
    _order_layers(layers)
    return Layout(places, routes, layers)


def _route(start: Place, end: Place, layers: list[list[Place]]) -> list[Place]:
    """The places an edge passes, with a new bend in every layer between its ends."""
    bends = [Place(None, layer) for layer in range(start.layer + 1, end.layer)]
    for bend in bends:
        layers[bend.layer].append(bend)
    route = [start, *bends, end]
    for a, b in pairwise(route):
        a.right.append(b)
        b.left.append(a)
    return route


def _order_layers(layers: list[list[Place]]) -> None:
    for layer in layers:
        _number_rows(layer)
    for sweep in range(SWEEPS):
        rightward = sweep % 2 == 0
        for layer in layers if rightward else reversed(layers):
            neighbours = (lambda p: p.left) if rightward else (lambda p: p.right)
            layer.sort(key=lambda p: _barycentre(p, neighbours(p)))
            _number_rows(layer)


def _barycentre(place: Place, neighbours: list[Place]) -> float:
    if not neighbours:
        return place.row
    return sum(n.row for n in neighbours) / len(neighbours)


def _number_rows(layer: list[Place]) -> None:
    """Rows one apart, the layer centred on 0."""
    for i, place in enumerate(layer):
        place.row = i - (len(layer) - 1) / 2
