"""Refuses graphs that are too large for a picture, and adds the legend below a picture."""

from course.graph import ComputationNode
from course.picture.placement import Placement
from course.picture.svg import Picture, card, shade, text
from course.values.as_text import in_text

MAX_DRAWN_NODES = 60
_LETTER = 6  # pixels, an upper bound on the average width of a letter in the caption


def drawable_nodes(graph: ComputationNode) -> list[ComputationNode]:
    """The nodes of a graph that a picture can show, in topological order.

    Raises:
        ValueError: there are more than `MAX_DRAWN_NODES`.
        TypeError: `graph` is not a node.
    """
    return few_enough(nodes_of_picture(graph), "nodes")


def nodes_of_picture(graph: ComputationNode) -> list[ComputationNode]:
    """The nodes of a graph in topological order.

    Raises:
        TypeError: `graph` is not a node.
    """
    if not isinstance(graph, ComputationNode):
        raise TypeError(f"A picture needs the output node of a graph, not {in_text(graph):.40}.")
    return graph.sorted_nodes()


def few_enough(boxes: list, what: str) -> list:
    """Returns the boxes of a picture; `what` names them in the error.

    Raises:
        ValueError: there are more than `MAX_DRAWN_NODES`.
    """
    if len(boxes) > MAX_DRAWN_NODES:
        raise ValueError(
            f"A picture shows up to {MAX_DRAWN_NODES} {what}, but this graph has {len(boxes)}: "
            "draw a part of it, or print it."
        )
    return boxes


def with_legend(
    plan: Placement, parts: list[str], caption: str, colours: list[tuple[str, str]], words: str
) -> Picture:
    """A picture of a graph, with a legend of its colours and a caption below it.

    Args:
        plan: the places of boxes and arrows.
        parts: the shapes of the graph, as SVG.
        caption: a line of text; "" for none.
        colours: what numbers mean, each with its colour.
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
