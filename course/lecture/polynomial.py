"""Lecture 4, tensors: a polynomial of a tensor of points, and its derivatives, from a graph."""

from collections.abc import Sequence

import torch

from course.graph import ComputationNode, Leaf
from course.lecture.demo import demo, slider
from course.lecture.slide import picture, subscript
from course.operations import Sketch
from course.picture.axes import Axes
from course.picture.scale import Scale
from course.picture.svg import path, text
from course.reference.twin import put_right_values, twin, twin_derivatives
from course.values.as_text import typeset

_EDGE = 2.5
_DASHES = {"p": "", "p′": "", "p″": "9 6", "p‴": "2 5"}


def polynomial_graph(coefficients: Sequence[float], x) -> ComputationNode:
    """c0 + c1 x + c2 x^2 + ... as a graph; x is a number or a tensor of points.

    The nodes that students write are sketches here, computed by PyTorch's formulas.
    """
    base = Leaf(x, "x")
    total: ComputationNode = Leaf(coefficients[0], "c0")
    for power, coefficient in enumerate(coefficients[1:], start=1):
        raised = base if power == 1 else base**power
        term = Sketch("Mul", Leaf(coefficient, f"c{power}"), raised)
        total = Sketch("Add", total, term)
    return total


@demo(
    c0=slider("c₀", 0.0, -2, 2, 0.1),
    c1=slider("c₁", -1.0, -2, 2, 0.1),
    c2=slider("c₂", 0.5, -2, 2, 0.1),
    c3=slider("c₃", 0.5, -2, 2, 0.1),
    at=slider("at x =", 1.5, -_EDGE, _EDGE, 0.1),
)
def polynomial(at: float, **coefficients: float) -> str:
    """A polynomial and its first three derivatives: curves over all points, and the numbers at one
    of them."""
    numbers = list(coefficients.values())
    points = torch.linspace(-_EDGE, _EDGE, 151, dtype=torch.float64)
    curves = curves_of(numbers, points)
    axes = Axes(
        (80, 50, 520, 400), Scale(-_EDGE, _EDGE, "x"), Scale(-8, 8), f"at {len(points)} points"
    )
    axes.line([at, at], [-8, 8], "line", width=2)
    parts = [text(650, 62, f"at x = {typeset(at)}", font_weight="bold")]
    here = curves_of(numbers, torch.tensor([at], dtype=torch.float64))
    for i, (name, dash) in enumerate(_DASHES.items()):
        colour = "gradient" if i else "value"
        axes.dots([at], [here[i].item()], colour, size=6)
        axes.line(points.tolist(), curves[i].tolist(), colour, name, dash=dash)
        y = 96 + 32 * i
        words = f"{name}(x) = {typeset(round(here[i].item(), 6))}"
        parts.append(path(f"M650 {y - 6} h44", colour, 3, dash))
        parts.append(text(706, y, words, colour, font_size=19))
    parts.append(text(650, 258, "one more backward pass gives"))
    graph = put_right_values(polynomial_graph(numbers, at))
    for k in range(len(numbers)):
        slope = graph.get(f"c{k}").gradient.item()
        words = f"∂p/∂c{subscript(k)} = {typeset(round(slope, 6))}"
        parts.append(text(650, 290 + 32 * k, words, "gradient", font_size=19))
    return picture(str(axes), *parts, title="A polynomial and its derivatives")


def curves_of(coefficients: Sequence[float], points: torch.Tensor) -> list[torch.Tensor]:
    """The polynomial and its first three derivatives at each point, from its graph."""
    graph = polynomial_graph(coefficients, points)
    return [twin(graph).results[-1], *twin_derivatives(graph, graph.get("x"), 3)]
