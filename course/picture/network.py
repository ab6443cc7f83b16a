"""A picture of a network: its units with their size in them, and an edge for each weight."""

from collections.abc import Collection, Sequence

from course.picture.shapes import dot, path

WIDEST, LARGEST = 6, 13  # an edge, and the radius of a unit
MANY = 16  # units of a layer, above which they take turns left and right


def network_picture(
    place: tuple[float, float, float, float],
    layers: Sequence[Sequence[float]],
    weights: Sequence[Sequence[Sequence[float]]],
    crossed: Collection[tuple[int, int]] = (),
) -> str:
    """Units in columns, filled as far as they are large, and edges as wide as their weights.

    Args:
        place: left, top, width and height, from the middle of the first column to the last's.
        layers: the size of each unit, which is full where it is 1 or the largest of its layer.
        weights: those between each layer and the next, a row for each unit of the former. Edges of
            negative ones are dashed.
        crossed: layers and units that are crossed out.
    """
    left, top, width, height = place
    radii = [min(LARGEST, 0.42 * height / min(len(layer), MANY)) for layer in layers]
    at = []
    for i, (layer, radius) in enumerate(zip(layers, radii, strict=True)):
        x, aside = left + width * i / (len(layers) - 1), radius * (len(layer) > MANY)
        sides = (aside * (-1) ** j for j in range(len(layer)))
        at.append([(x + s, top + height * (j + 0.5) / len(layer)) for j, s in enumerate(sides)])
    heaviest = max(3.0, *(abs(w) for rows in weights for row in rows for w in row))
    parts = [
        path(f"M{x0:.1f} {y0:.1f} L{x:.1f} {y:.1f}", "line", round(wide, 2), "5 4" * (weight < 0))
        for i, rows in enumerate(weights)
        for (x0, y0), row in zip(at[i], rows, strict=True)
        for (x, y), weight in zip(at[i + 1], row, strict=True)
        if (wide := WIDEST * abs(weight) / heaviest) > 0.05
    ]
    for i, (layer, radius) in enumerate(zip(layers, radii, strict=True)):
        for j, ((x, y), size) in enumerate(zip(at[i], layer, strict=True)):
            parts.append(dot(round(x, 1), round(y, 1), radius, "card", stroke="ink"))
            parts.append(
                dot(round(x, 1), round(y, 1), round(radius * size / max(1, *layer), 2), "value")
            )
            if (i, j) in crossed:
                a = 1.25 * radius
                b = f"{2 * a:.1f}"
                d = f"M{x - a:.1f} {y - a:.1f} l{b} {b} m0 -{b} l-{b} {b}"
                parts.append(path(d, "gradient", max(1.5, radius / 4)))
    return "".join(parts)
