"""Draws a graph: values flow to the right along the edges, and gradients come back to the left."""

from collections.abc import Mapping

from course.graph import ComputationNode, Leaf
from course.picture.graph_picture import drawable_nodes, with_legend
from course.picture.labels import box_title, graph_in_words
from course.picture.placement import Grid, Placement, node_box
from course.picture.svg import Picture
from course.values.as_text import in_picture


def draw(
    graph: ComputationNode, caption: str = "", wrong: Mapping[ComputationNode, object] = {}
) -> Picture:
    """Draws a graph, with each node's result and gradient if it has them.

    Args:
        graph: the output node.
        caption: a line of text below the picture.
        wrong: the right gradient of each node that has a wrong one. These nodes are highlighted,
            the first one most.

    Raises:
        ValueError: the graph has more nodes than a picture can show.
        TypeError: `graph` is not a node.
    """
    nodes = drawable_nodes(graph)
    plan = Placement(nodes, Grid().wide_enough(map(box_title, nodes)))
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
