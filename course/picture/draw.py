"""Draws a graph: values flow to the right along the edges, and gradients come back to the left."""

from base64 import b64encode
from collections.abc import Mapping
from html import escape

from course.graph import ComputationNode, Leaf
from course.picture.labels import box_title, graph_in_words
from course.picture.placement import Grid, Placement, node_box
from course.picture.shapes import card, shade, text
from course.values.as_text import in_picture, in_text

MAX_DRAWN_NODES = 60
GRID = Grid()
_LETTER = 6  # pixels that a letter of the caption takes at most, on average


class Picture:
    """An SVG picture that Jupyter, Colab and nbconvert show by themselves.

    Attributes:
        svg: the picture.
        text: what it shows, in words: its text alternative.
    """

    def __init__(self, svg: str, text: str):
        self.svg, self.text = svg, text

    @property
    def data(self) -> dict:
        """The data of the picture as an output of a notebook, by MIME type."""
        return {"image/svg+xml": self.svg, "text/plain": self.text}

    def _repr_mimebundle_(self, **_) -> dict:
        # JupyterLab shows SVG as an image that says nothing to a screen reader; HTML can say it.
        address = f"data:image/svg+xml;base64,{b64encode(self.svg.encode()).decode()}"
        return {"text/html": f'<img alt="{escape(self.text)}" src="{address}">', **self.data}

    def __repr__(self) -> str:
        return self.text


def draw(
    graph: ComputationNode, caption: str = "", wrong: Mapping[ComputationNode, object] = {}
) -> Picture:
    """Draws a graph, with each node's result and gradient if it has them.

    Args:
        graph: the output node.
        caption: a line of text below the picture.
        wrong: nodes whose gradient is wrong, with the right one; the first one is highlighted.

    Raises:
        ValueError: the graph has more nodes than a picture can show.
    """
    nodes = drawable_nodes(graph)
    plan = Placement(nodes, GRID.wide_enough(map(box_title, nodes)))
    parts = plan.arrows()
    first = next(iter(wrong), None)
    for node in nodes:
        parts.append(_box(node, plan, wrong, stands_out=node is first))
    colours = []
    if any(node.result is not None for node in nodes):
        colours.append(("result", "value"))
    if wrong or any(node.gradient is not None for node in nodes):
        colours.append(("gradient", "gradient"))
    return with_legend(plan, parts, caption, colours, _in_words(nodes, wrong))


def _in_words(nodes: list[ComputationNode], wrong: Mapping) -> str:
    """The picture's text alternative."""
    results = ["" if node.result is None else in_picture(node.result) for node in nodes]
    gradients = ["" if node.gradient is None else in_picture(node.gradient) for node in nodes]
    for i, node in enumerate(nodes):
        if node in wrong:
            gradients[i] = f"{gradients[i] or 'None'}, wrong: PyTorch has {in_picture(wrong[node])}"
    return graph_in_words(nodes, results, gradients)


def drawable_nodes(graph: ComputationNode) -> list[ComputationNode]:
    """The nodes of a graph in topological order, if they are not too many for a picture.

    Raises:
        ValueError: they are.
        TypeError: it is not a graph.
    """
    return few_enough(nodes_of_picture(graph), "nodes")


def nodes_of_picture(graph: ComputationNode) -> list[ComputationNode]:
    """The nodes of a graph in topological order.

    Raises:
        TypeError: it is not a graph.
    """
    if not isinstance(graph, ComputationNode):
        raise TypeError(f"A picture needs the output node of a graph, not {in_text(graph):.40}.")
    return graph.sorted_nodes()


def few_enough(boxes: list, what: str) -> list:
    """Returns the boxes of a picture, unless there are too many to show.

    Raises:
        ValueError: there are too many.
    """
    if len(boxes) > MAX_DRAWN_NODES:
        raise ValueError(
            f"A picture shows up to {MAX_DRAWN_NODES} {what}, but this graph has {len(boxes)}: "
            "draw a part of it, or print it."
        )
    return boxes


def _box(node: ComputationNode, plan: Placement, wrong: Mapping, stands_out: bool) -> str:
    lines = [(box_title(node), "ink", "bold")]
    if node.result is not None:
        lines.append((in_picture(node.result), "value", "normal"))
    if node in wrong:
        yours = "None" if node.gradient is None else in_picture(node.gradient)
        both = f"{yours}, not {in_picture(wrong[node])}"
        lines.append((both if len(both) <= 14 else yours, "gradient", "bold"))
    elif node.gradient is not None:
        lines.append((in_picture(node.gradient), "gradient", "normal"))
    stroke, thickness = ("gradient", 4 if stands_out else 1.5) if node in wrong else ("line", 1)
    return node_box(
        plan.corner(node),
        plan.grid,
        lines,
        is_leaf=isinstance(node, Leaf),
        stroke=stroke,
        stroke_width=thickness,
    )


def with_legend(
    plan: Placement, parts: list[str], caption: str, colours: list[tuple[str, str]], words: str
) -> Picture:
    """A picture of a graph with the meanings of its colours and the caption below it.

    Args:
        plan: where everything is.
        parts: what is drawn of the graph.
        caption: a line of text; "" for none.
        colours: what numbers mean, and their colour.
        words: the text alternative.
    """
    margin = plan.grid.margin
    y = plan.height - margin + 20
    drawn = [*parts]
    if colours:
        legend = ""
        for meaning, colour in colours:
            gap = ' dx="10"' if legend else ""
            legend += f'<tspan fill="{shade(colour)}"{gap}>{meaning}</tspan>'
        drawn.append(f'<text x="{margin:g}" y="{y:g}" font-size="12">{legend}</text>')
    if caption:
        drawn.append(text(margin, y + 18, caption, font_size=12))
    width = max(plan.width, 2 * margin + _LETTER * len(caption))
    height = plan.height + (40 if caption else 22)
    return Picture(card(width, height, drawn, words), words)
