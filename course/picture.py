"""A picture of a graph: values flow right along the edges, gradients come back left."""

from collections.abc import Callable, Mapping
from html import escape
from itertools import pairwise

from IPython import get_ipython
from IPython.display import display

from course.compare import show
from course.graph import ComputationNode, Leaf
from course.layout import Layout, Place, layered

MAX_NODES = 60
WIDTH, HEIGHT, GAP_X, GAP_Y, MARGIN = 104, 58, 46, 18, 16

# Okabe and Ito's palette, told apart by the colour-blind; the card is white in dark mode too.
VALUE, GRADIENT, LINE, INK, CARD = "#0072B2", "#D55E00", "#8a8f98", "#1b1f24", "#ffffff"

SYMBOLS = {
    "Add": "+",
    "Mul": "×",
    "Matmul": "@",
    "Negate": "−",
    "Matsum": "sum",
    "HalfDifference": "(x − y)/2",
    "SquaredNorm": "‖x‖²",
    "SquaredLoss": "loss",
    "LogisticLoss": "loss",
}


class Picture:
    """An SVG picture that Jupyter, Colab and nbconvert show by themselves."""

    def __init__(self, svg: str, text: str):
        self.svg, self.text = svg, text

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return self.text


viewers: list[Callable[[Picture], None]] = []  # shown every picture, where there is no notebook


def show_picture(picture: Picture) -> None:
    """Shows a picture in the notebook, or to whoever is viewing; nothing where nobody looks."""
    for view in viewers:
        view(picture)
    if not viewers and get_ipython() is not None:
        display(picture)


def draw(
    graph: ComputationNode, caption: str = "", wrong: Mapping[ComputationNode, object] = {}
) -> Picture:
    """Draws a graph with, for each node, its result and its gradient as far as it has them.

    Args:
        graph: the output node.
        caption: a line of text below the picture.
        wrong: nodes whose gradient is wrong, with the right one; the first stands out.

    Raises:
        ValueError: the graph has more nodes than a picture can show.
    """
    nodes = graph.sorted_nodes()
    if len(nodes) > MAX_NODES:
        raise ValueError(
            f"A picture shows up to {MAX_NODES} nodes and this graph has {len(nodes)}: "
            "draw a part of it, or print it."
        )
    layout = layered(nodes)
    rows = [place.row for layer in layout.layers for place in layer]
    top = min(rows)
    width = 2 * MARGIN + len(layout.layers) * (WIDTH + GAP_X) - GAP_X
    legend = 22 + (18 if caption else 0)
    height = 2 * MARGIN + (max(rows) - top + 1) * (HEIGHT + GAP_Y) - GAP_Y + legend

    def corner(place: Place) -> tuple[float, float]:
        """The top left corner of a place, in pixels."""
        x = MARGIN + place.layer * (WIDTH + GAP_X)
        return x, MARGIN + (place.row - top) * (HEIGHT + GAP_Y)

    parts = [_edge(key, layout, corner) for key in layout.routes]
    first = next(iter(wrong), None)
    for node in nodes:
        parts.append(_box(node, *corner(layout.places[node]), wrong, stands_out=node is first))
    parts.append(_legend(height - MARGIN - legend + 20, caption))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height:g}" '
        f'viewBox="0 0 {width} {height:g}" font-family="Helvetica, Arial, sans-serif" '
        f'font-size="13" fill="{INK}" role="img" aria-label="Computation graph">'
        f'<rect width="{width}" height="{height:g}" rx="8" fill="{CARD}"/>'
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        f'markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="{LINE}"/></marker></defs>'
        + "".join(parts)
        + "</svg>"
    )
    return Picture(svg, repr(graph))


def _box(node: ComputationNode, x: float, y: float, wrong: Mapping, stands_out: bool) -> str:
    is_leaf = isinstance(node, Leaf)
    fill = "#eef3f8" if is_leaf else "#f7f7f5"
    lines = [(_title(node), INK, "bold")]
    if node.result is not None:
        lines.append((_fit(node.result), VALUE, "normal"))
    if node in wrong:
        yours = "None" if node.gradient is None else _fit(node.gradient)
        text = f"{yours}, not {_fit(wrong[node])}"
        lines.append((text if len(text) <= 14 else yours, GRADIENT, "bold"))
    elif node.gradient is not None:
        lines.append((_fit(node.gradient), GRADIENT, "normal"))
    step = HEIGHT / (len(lines) + 1)
    text = "".join(
        f'<text x="{x + WIDTH / 2:g}" y="{y + step * (i + 1) + 4.5:g}" text-anchor="middle" '
        f'fill="{colour}" font-weight="{weight}">{escape(line)}</text>'
        for i, (line, colour, weight) in enumerate(lines)
    )
    rounding = HEIGHT / 2 if is_leaf else 8
    stroke, thickness = (GRADIENT, 4 if stands_out else 1.5) if node in wrong else (LINE, 1)
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="{rounding:g}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{thickness}"/>{text}'
    )


def _title(node: ComputationNode) -> str:
    """`b = exp`, or just what the node does, in a word or a sign."""
    if isinstance(node, Leaf):
        return node.name or _fit(node.value)
    kind = getattr(node, "operation", type(node).__name__)
    does = f"^{node.int_power}" if kind == "IntPow" else SYMBOLS.get(kind, kind.lower())
    return f"{node.name} = {does}" if node.name else does


def _fit(value) -> str:
    """A value in at most 15 characters: its digits, or only its shape."""
    text = show(value).replace("tensor of shape ", "")
    if len(text) > 15:
        text = (
            str(tuple(getattr(value, "shape", ()))) if hasattr(value, "shape") else text[:14] + "…"
        )
    return text


def _edge(key: tuple, layout: Layout, corner) -> str:
    """A smooth line through the bends; two edges between the same nodes are kept apart."""
    node, i = key
    twins = [k for k, source in enumerate(node.input_nodes) if source is node.input_nodes[i]]
    shift = (twins.index(i) - (len(twins) - 1) / 2) * 12
    arity = len(node.input_nodes)
    route = layout.routes[key]
    points = []
    for place in route:
        x, y = corner(place)
        middle = y + HEIGHT / 2
        if place is route[0]:
            points.append((x + WIDTH, middle + shift))
        elif place is route[-1]:  # inputs arrive one above the other, the first on top
            points.append((x, middle + (i - (arity - 1) / 2) * 16))
        else:
            points += [(x, middle), (x + WIDTH, middle)]
    path = f"M{points[0][0]:g} {points[0][1]:g}"
    for (x0, y0), (x1, y1) in pairwise(points):
        half = (x0 + x1) / 2
        path += f" C{half:g} {y0:g} {half:g} {y1:g} {x1:g} {y1:g}"
    return (
        f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="1.5" marker-end="url(#tip)"/>'
    )


def _legend(y: float, caption: str) -> str:
    text = (
        f'<text x="{MARGIN}" y="{y:g}" font-size="12"><tspan fill="{VALUE}">result</tspan>'
        f'<tspan fill="{GRADIENT}" dx="10">gradient</tspan></text>'
    )
    if caption:
        text += f'<text x="{MARGIN}" y="{y + 18:g}" font-size="12">{escape(caption)}</text>'
    return text
