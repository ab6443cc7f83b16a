"""Places the boxes and arrows of a graph in a picture, and draws them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from course.graph import ComputationNode
from course.picture.layout import Layout, layered_layout
from course.picture.svg import box, path, shade, text

TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
    f'orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="{shade("line")}"/></marker></defs>'
)


@dataclass(frozen=True)
class Grid:
    """The sizes of a picture, in pixels."""

    width: float = 104  # of a box
    height: float = 58  # of a box
    gap_x: float = 46  # between two layers
    gap_y: float = 18  # between two boxes of a layer
    margin: float = 16  # around all of them
    spread: float = 16  # between the ends of two arrows that enter the same box

    def wide_enough(self, words: Iterable[str], letter: float = 8.5) -> "Grid":
        """The same grid, with boxes wide enough for these texts, at `letter` pixels a letter."""
        longest = max(map(len, words))
        return replace(self, width=max(self.width, letter * longest + 14))


class Placement:
    """The places of a graph's boxes and arrows, and the size of the picture, in pixels."""

    def __init__(self, nodes: list[ComputationNode], grid: Grid):
        self.grid = grid
        self.layout: Layout = layered_layout(nodes)
        # In rows: a box reaches half its height up and down; a passing edge takes little room.
        half = grid.height / (grid.height + grid.gap_y) / 2
        spans = [
            (place.row, half if place.node else 0.1)
            for layer in self.layout.layers
            for place in layer
        ]
        self.top = min(row - reach for row, reach in spans)
        layers = len(self.layout.layers)
        self.width = 2 * grid.margin + layers * (grid.width + grid.gap_x) - grid.gap_x
        rows = max(row + reach for row, reach in spans) - self.top
        self.height = 2 * grid.margin + rows * (grid.height + grid.gap_y)

    def corner(self, node: ComputationNode) -> tuple[float, float]:
        """The top left corner of a node's box."""
        return self._corner(self.layout.places[node])

    def points(self, edge: tuple) -> list[tuple[float, float]]:
        """The points that an edge (user, input number) passes.

        Edges leave a node one above the other, ordered by where they lead, so they do not cross
        there.
        """
        (node, i), routes = edge, self.layout.routes
        route = routes[edge]
        leaving = [other for other in routes if routes[other][0] is route[0]]
        leaving.sort(key=lambda other: (routes[other][1].row, other[1]))
        rank = leaving.index(edge) - (len(leaving) - 1) / 2
        shift = rank * min(12, 0.8 * self.grid.height / len(leaving))
        arity = len(node.input_nodes)
        points = []
        for place in route:
            x, y = self._corner(place)
            middle = y + self.grid.height / 2
            if place is route[0]:
                points.append((x + self.grid.width, middle + shift))
            elif place is route[-1]:  # inputs arrive one above the other, the first on top
                points.append((x, middle + (i - (arity - 1) / 2) * self.grid.spread))
            else:
                points += [(x, middle), (x + self.grid.width, middle)]
        return points

    def arrows(self) -> list[str]:
        """The SVG of the arrows: the definition of their tip, and a smooth line for each edge."""
        curves = (curve(self.points(edge)) for edge in self.layout.routes)
        return [TIP, *(path(d, "line", 1.5, marker_end="url(#tip)") for d in curves)]

    def _corner(self, place) -> tuple[float, float]:
        grid = self.grid
        x = grid.margin + place.layer * (grid.width + grid.gap_x)
        middle = grid.margin + (place.row - self.top) * (grid.height + grid.gap_y)
        return x, middle - grid.height / 2


def curve(points: list[tuple[float, float]], *, upright: bool = False) -> str:
    """SVG path data of a smooth curve through the points: at each of them it is horizontal, or
    vertical if `upright`."""
    d = "M{:g} {:g}".format(*points[0])
    for (x0, y0), (x1, y1) in pairwise(points):
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        bends = f"{x0:g} {y:g} {x1:g} {y:g}" if upright else f"{x:g} {y0:g} {x:g} {y1:g}"
        d += f" C{bends} {x1:g} {y1:g}"
    return d


def node_box(
    corner: tuple, grid: Grid, lines: list[tuple], *, is_leaf: bool = False, **border
) -> str:
    """A box with lines of text.

    Args:
        corner: its top left corner.
        grid: the sizes of the picture.
        lines: the lines from the top, each as (text, colour, font weight).
        is_leaf: whether to draw a leaf's box, with round ends.
        border: SVG attributes of the border.
    """
    x, y = corner
    step, middle = grid.height / (len(lines) + 1), x + grid.width / 2
    words = (
        text(middle, y + step * (i + 1) + 4.5, line, colour, "middle", font_weight=weight)
        for i, (line, colour, weight) in enumerate(lines)
    )
    fill, rounding = ("leaf", min(grid.height / 2, 29)) if is_leaf else ("node", 8)
    return box(x, y, grid.width, grid.height, fill, rx=rounding, **border) + "".join(words)
