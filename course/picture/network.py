"""Draws a neural network: its units, filled according to their values, and an edge per weight."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from course.picture.svg import dot, path

MAX_EDGE_WIDTH = 6
MAX_RADIUS = 13  # of a unit
Point = tuple[float, float]
MAX_IN_LINE = 16  # units of a layer in one line; if there are more, they alternate left and right


def network_picture(
    place: tuple[float, float, float, float],
    layers: Sequence[Sequence[float]],
    weights: Sequence[Sequence[Sequence[float]]],
    crossed: Collection[tuple[int, int]],
) -> str:
    """Draws units in columns, filled according to their values, and edges as wide as their weights.

    Args:
        place: left, top, width and height. The width is between the middles of the first and the
            last column.
        layers: the value of each unit. A unit is full at the largest value of its layer, or at 1 if
            that is larger.
        weights: the weights between each layer and the next, with a row for each unit of the
            earlier layer. Negative weights have dashed edges.
        crossed: the units that are crossed out, as (layer, unit).
    """
    _, _, _, height = place
    radii = [min(MAX_RADIUS, 0.42 * height / min(len(layer), MAX_IN_LINE)) for layer in layers]
    columns = _columns(place, layers, radii)
    parts = _edges(columns, weights)
    for i, (layer, radius) in enumerate(zip(layers, radii, strict=True)):
        fullest = max(1, *layer)
        for j, ((x, y), size) in enumerate(zip(columns[i], layer, strict=True)):
            parts.append(dot(round(x, 1), round(y, 1), radius, "card", stroke="ink"))
            parts.append(dot(round(x, 1), round(y, 1), round(radius * size / fullest, 2), "value"))
            if (i, j) in crossed:
                parts.append(_cross(x, y, radius))
    return "".join(parts)


def _columns(
    place: tuple[float, float, float, float],
    layers: Sequence[Sequence[float]],
    radii: Sequence[float],
) -> list[list[Point]]:
    """The centres of the units in each layer."""
    left, top, width, height = place
    columns = []
    for i, (layer, radius) in enumerate(zip(layers, radii, strict=True)):
        middle = left + width * i / (len(layers) - 1)
        aside = radius if len(layer) > MAX_IN_LINE else 0
        rows = [top + height * (j + 0.5) / len(layer) for j in range(len(layer))]
        columns.append([(middle + aside * (-1) ** j, y) for j, y in enumerate(rows)])
    return columns


def _edges(
    columns: Sequence[Sequence[Point]], weights: Sequence[Sequence[Sequence[float]]]
) -> list[str]:
    """A line for each weight that is large enough to be seen."""
    heaviest = max(3.0, *(abs(weight) for rows in weights for row in rows for weight in row))
    lines = []
    for (starts, ends), rows in zip(pairwise(columns), weights, strict=True):
        for (start_x, start_y), row in zip(starts, rows, strict=True):
            for (end_x, end_y), weight in zip(ends, row, strict=True):
                width = MAX_EDGE_WIDTH * abs(weight) / heaviest
                if width > 0.05:
                    d = f"M{start_x:.1f} {start_y:.1f} L{end_x:.1f} {end_y:.1f}"
                    dash = "5 4" if weight < 0 else ""
                    lines.append(path(d, "line", round(width, 2), dash))
    return lines


def _cross(x: float, y: float, radius: float) -> str:
    """Two strokes across a unit."""
    reach = 1.25 * radius
    length = f"{2 * reach:.1f}"
    d = f"M{x - reach:.1f} {y - reach:.1f} l{length} {length} m0 -{length} l-{length} {length}"
    return path(d, "gradient", max(1.5, radius / 4))
