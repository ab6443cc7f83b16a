"""Lecture 3, what a gradient promises: one value of a graph moves by h, and gradient times h is
shown next to the actual change of the output."""

from functools import cache

import torch

from course.expressions.typed_graph import read_graph
from course.graph import ComputationNode, Leaf
from course.lecture.frames import Frames, PageControl
from course.lecture.slide import ERROR, handle, picture, readings
from course.operations import result_of
from course.picture.labels import box_title, nodes_in_words
from course.picture.placement import Grid, Placement, node_box
from course.picture.svg import box, text, with_words
from course.reference.twin import put_right_values
from course.values.as_text import typeset

BOXES = Grid(width=122, height=88, gap_x=44, gap_y=32)
NUDGES = [k / 50 for k in range(-25, 26)]
LIFT = 60  # pixels by which a box moves for an h of 1


@cache
def example_graph() -> ComputationNode:
    """A graph with two forks, and PyTorch's results and gradients in its nodes."""
    expression = "u = x*y; v = exp(x); w = v*u; L = w + y"
    return put_right_values(read_graph(expression, "x = 0.5, y = 3", sketch=True))


def node_changes(nodes: list[ComputationNode], nudged: str, h: float) -> list[float]:
    """By how much each value changes if the one of this name moves by h."""
    moved: dict[ComputationNode, torch.Tensor] = {}
    for node in nodes:
        if node.name == nudged:
            moved[node] = node.result + h
        elif isinstance(node, Leaf):
            moved[node] = node.result
        else:
            moved[node] = result_of(node, *(moved[source] for source in node.input_nodes))
    return [(moved[node] - node.result).item() for node in nodes]


def nudge() -> Frames:
    """Shows what moves when any box of a graph is dragged, and the promised and actual change."""
    names = [node.name for node in example_graph().sorted_nodes()]
    return Frames(
        _nudged, value=PageControl("nudge", names, "x"), h=PageControl("by h =", NUDGES, 0.2)
    )


def _nudged(nudged: str, h: float) -> str:
    """The graph, with the box of this name moved by h."""
    nodes = example_graph().sorted_nodes()
    change_of_output = node_changes(nodes, nudged, h)[-1]
    promised = example_graph().get(nudged).gradient.item() * h
    both = [
        (f"∂L/∂{nudged} · h, promised", promised, "gradient"),
        ("change of L", change_of_output, "ink"),
    ]
    rows = [(name, typeset(number), colour) for name, number, colour in both]
    missed = round(change_of_output - promised, 12)
    rows.append(("missed", typeset(missed, 4), ERROR))
    if h:
        rows.append(("missed / h", typeset(missed / h, 4), ERROR))
    return picture(
        _graph(nodes, nudged, h), _bars(both), readings(700, rows), title=f"{nudged} moves by {h:g}"
    )


def _graph(nodes: list[ComputationNode], nudged: str, h: float) -> str:
    """A box for each node, with its result, its gradient, and by how much it moves."""
    plan = Placement(nodes, BOXES)
    lifted = next(node for node in nodes if node.name == nudged)
    plan.layout.places[lifted].row -= h * LIFT / (BOXES.height + BOXES.gap_y)
    parts = plan.arrows()
    described = zip(nodes, node_changes(nodes, nudged, h), nodes_in_words(nodes), strict=True)
    for i, (node, change, words) in enumerate(described):
        result, gradient = (
            typeset(round(value.item(), 4)) for value in (node.result, node.gradient)
        )
        moves = f"{change:+.4g}".replace("-", "−") if change else ""
        words += f": result {result}, gradient {gradient}"
        if moves:
            words += f", moves by {moves}"
        lines = [
            (box_title(node), "ink", "bold"),
            (result, "value", "normal"),
            (gradient, "gradient", "normal"),
            (moves, "ink", "bold"),
        ]
        is_nudged = node is lifted
        drawn = node_box(
            plan.corner(node),
            BOXES,
            lines,
            is_leaf=isinstance(node, Leaf),
            stroke="ink" if is_nudged else "line",
            stroke_width=4 if is_nudged else 1,
        )
        pick = {"value": i} if is_nudged else {"value": i, "h": NUDGES.index(0)}
        step = LIFT * (NUDGES[1] - NUDGES[0])
        parts.append(
            handle(with_words(words, drawn), f"nudge {node.name}", pick, {"h": (0, -step)})
        )
    return f'<g transform="translate(0 {LIFT / 2:g})">{"".join(parts)}</g>'


def _bars(changes: list[tuple[str, float, str]]) -> str:
    """Changes as bars, one below the other, each with its name and colour."""
    longest = max(abs(number) for _, number, _ in changes) or 1
    parts = []
    for i, (name, number, colour) in enumerate(changes):
        y = 356 + 66 * i
        parts.append(text(40, y, name))
        parts.append(box(40, y + 8, 560 * abs(number) / longest, 28, colour))
    return with_words("", *parts)
