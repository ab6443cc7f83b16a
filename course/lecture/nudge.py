"""Lecture 3, what a gradient promises: one value of a graph moves by h, and gradient times h stands
beside what happens to the output."""

from functools import cache

import torch

from course.expressions.typed_graph import read_graph
from course.graph import ComputationNode, Leaf
from course.lecture.frames import Axis, Frames
from course.lecture.plot import ERROR, handle, picture, readings
from course.lecture.polynomial import worked_out
from course.operations import result_of
from course.picture.axes import with_words
from course.picture.labels import nodes_in_words, title
from course.picture.placement import Grid, Placement, node_box
from course.picture.shapes import box, text
from course.values.as_text import typeset

BORDER = ("line", 1), ("ink", 4)  # of a box, and of the one that is nudged
BOXES = Grid(width=122, height=88, gap_x=44, gap_y=32)
NUDGES = [k / 50 for k in range(-25, 26)]
LIFT = 60  # pixels by which a box moves for an h of 1


@cache
def example() -> ComputationNode:
    """A graph with two forks, and PyTorch's results and gradients in its nodes."""
    text = "u = x*y; v = exp(x); w = v*u; L = w + y"
    return worked_out(read_graph(text, "x = 0.5, y = 3", sketch=True))


def changes(nodes: list[ComputationNode], nudged: str, h: float) -> list[float]:
    """By how much each value changes if the one of this name moves by h."""
    moved: dict[ComputationNode, torch.Tensor] = {}
    for node in nodes:
        moved[node] = node.result
        if node.name == nudged:
            moved[node] = node.result + h
        elif not isinstance(node, Leaf):
            moved[node] = result_of(node, *(moved[n] for n in node.input_nodes))
    return [(moved[node] - node.result).item() for node in nodes]


def nudge() -> Frames:
    """Any box of a graph is dragged up or down: what moves, and the promise beside what happens."""
    names = [node.name for node in example().sorted_nodes()]
    return Frames(_nudged, value=Axis("nudge", names, "x"), h=Axis("by h =", NUDGES, 0.2))


def _nudged(value: str, h: float) -> str:
    graph = example()
    nodes = graph.sorted_nodes()
    plan, by = Placement(nodes, BOXES), changes(nodes, value, h)
    plan.layout.places[graph.get(value)].row -= h * LIFT / (BOXES.height + BOXES.gap_y)
    parts = plan.arrows()
    for i, (node, change, words) in enumerate(zip(nodes, by, nodes_in_words(nodes), strict=True)):
        moves = f"{change:+.4g}".replace("-", "−") if change else ""
        numbers = [typeset(round(each.item(), 4)) for each in (node.result, node.gradient)]
        lines = [(title(node), "ink", "bold"), (numbers[0], "value", "normal")]
        lines += [(numbers[1], "gradient", "normal"), (moves, "ink", "bold")]
        is_leaf, (stroke, thick) = isinstance(node, Leaf), BORDER[node.name == value]
        border = {"rounded": is_leaf, "stroke": stroke, "stroke_width": thick}
        drawn = node_box(plan.corner(node), BOXES, lines, "leaf" if is_leaf else "node", **border)
        said = f"{words}: result {numbers[0]}, gradient {numbers[1]}"
        drawn = with_words(said + f", moves by {moves}" * bool(change), drawn)
        pick = {"value": i} if node.name == value else {"value": i, "h": NUDGES.index(0)}
        step = LIFT * (NUDGES[1] - NUDGES[0])
        parts.append(handle(drawn, f"nudge {node.name}", pick, {"h": (0, -step)}))
    promised, happens = graph.get(value).gradient.item() * h, by[-1]
    most = max(abs(promised), abs(happens)) or 1
    both = [(f"∂L/∂{value} · h, promised", promised, "gradient"), ("change of L", happens, "ink")]
    bars = [
        text(40, 356 + 66 * i, name) + box(40, 364 + 66 * i, 560 * abs(number) / most, 28, colour)
        for i, (name, number, colour) in enumerate(both)
    ]
    missed = round(happens - promised, 12)
    said = [(name, typeset(number), colour) for name, number, colour in both]
    said.append(("missed", typeset(missed, 4), ERROR))
    if h:
        said.append(("missed / h", typeset(missed / h, 4), ERROR))
    what = f"{value} moves by {h:g}"
    graph = f'<g transform="translate(0 {LIFT / 2:g})">{"".join(parts)}</g>'
    return picture(graph, with_words("", *bars), readings(700, said), title=what)
