"""Lecture 5, saturation: how large the gradient still is, layer by layer, with sigmoid and ReLU."""

import torch
from ipywidgets import FloatLogSlider

from course.lecture.demo import demo, slider
from course.lecture.linear import with_slope
from course.lecture.slide import picture
from course.picture.axes import Axes
from course.picture.scale import Scale
from course.picture.svg import path, text
from course.values.as_text import typeset

_UNITS, _BATCH = 32, 64
_FLAT = 0.05  # a unit counts as saturated where the slope of its activation is below this
_LINES = {"sigmoid": (torch.sigmoid, ""), "ReLU": (torch.relu, "8 6")}


@demo(
    z=slider("z", 2.0, -6, 6, 0.1),
    depth=slider("hidden layers", 10, 2, 20),
    scale=slider("size of weights", 1.0, -0.5, 0.5, 0.05, FloatLogSlider),
)
def saturation(z: float, depth: int, scale: float) -> str:
    """Both activations with their slopes at a point z, and the gradients of every layer in a deep
    network."""
    return picture(_activations(z), _layers(depth, scale), title="Saturation")


def _activations(z: float) -> str:
    axes = Axes((70, 50, 350, 330), Scale(-6, 6, "z"), Scale(-0.5, 2.5), "φ and its slope φ′")
    points = torch.linspace(-6, 6, 241)
    axes.line([z, z], [-0.5, 2.5], "line", width=2)
    for i, (name, (function, dash)) in enumerate(_LINES.items()):
        values, slopes = with_slope(function, points)
        axes.line(points.tolist(), values.tolist(), "value", f"{name}, φ", dash=dash)
        axes.line(points.tolist(), slopes.tolist(), "gradient", f"{name}, φ′", dash=dash)
        value, slope = (tensor.item() for tensor in with_slope(function, torch.tensor([z])))
        axes.dots([z, z], [value, slope], "ink", size=5)
        y = 450 + 32 * i
        axes.parts.append(path(f"M70 {y - 6} h42", "ink", 3, dash) + text(120, y, name))
        axes.parts.append(text(206, y, f"φ(z) = {typeset(round(value, 4))}", "value"))
        axes.parts.append(text(346, y, f"φ′(z) = {typeset(round(slope, 4))}", "gradient"))
    return str(axes)


def _layers(depth: int, scale: float) -> str:
    least, most = 10 ** (-1.15 * depth - 0.5), 10 ** (0.35 * depth + 0.5)  # for all sliders
    axes = Axes(
        (560, 50, 360, 330),
        Scale(-0.5, depth + 0.5, "layer i; layer 0 is the input"),
        Scale(least, most, is_log=True),
        "root mean square of ∂J/∂hᵢ",
    )
    for i, (name, (function, dash)) in enumerate(_LINES.items()):
        sizes, saturated = gradients_by_layer(function, depth, scale)
        axes.line(range(depth + 1), sizes, "gradient", dash=dash)
        axes.dots(range(depth + 1), sizes, "gradient", name)
        y = 450 + 32 * i
        axes.parts.append(path(f"M560 {y - 6} h42", "gradient", 3, dash) + text(610, y, name))
        axes.parts.append(text(696, y, f"slope below {_FLAT:g}: {saturated:.0%}"))
    return str(axes)


def gradients_by_layer(function, depth: int, scale: float) -> tuple[list[float], float]:
    """The root mean square of dJ/dh for each h, the input's first, and the fraction of all units
    that are saturated.

    J is a random combination of the last h. Weights are random, of size scale / sqrt(width).
    """
    generator = torch.Generator().manual_seed(0)
    shapes = [(_UNITS, _UNITS)] * depth
    weights = [torch.randn(shape, generator=generator) * scale / _UNITS**0.5 for shape in shapes]
    h = [torch.randn(_BATCH, _UNITS, generator=generator).requires_grad_()]
    saturated = 0.0
    for weight in weights:
        z = h[-1] @ weight
        h.append(function(z))
        _, slopes = with_slope(function, z.detach())
        saturated += (slopes < _FLAT).float().mean().item()
    upstream = torch.randn(_BATCH, _UNITS, generator=generator)
    gradients = torch.autograd.grad((h[-1] * upstream).sum(), h)
    sizes = [gradient.square().mean().sqrt().item() for gradient in gradients]
    return sizes, saturated / depth
