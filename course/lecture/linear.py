"""Lecture 1, linear approximation: a curve seen from near, a product as a rectangle, and the error
against h."""

import math
from collections.abc import Callable
from functools import partial
from statistics import linear_regression

import torch

from course.lecture.demo import demo, menu, slider
from course.lecture.frames import Frames, PageControl
from course.lecture.slide import ERROR, colour_key, handle, picture, readings
from course.picture.axes import Axes
from course.picture.scale import Scale
from course.picture.svg import box, dot, path, text
from course.values.as_text import typeset

CURVES = {
    "sin": torch.sin,
    "exp": torch.exp,
    "tanh": torch.tanh,
    "cube": lambda x: x**3,
    "absolute value": torch.abs,
    "ReLU": torch.relu,
}
SMOOTH = [name for name in CURVES if name not in ("absolute value", "ReLU")]
PRECISIONS = {"float64": torch.float64, "float32": torch.float32}
EDGES = [k / 20 for k in range(21)]  # by how much an edge of the rectangle can grow


def with_slope(
    function: Callable[[torch.Tensor], torch.Tensor], points: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """A function's values and derivatives at points, by PyTorch."""
    points = points.clone().requires_grad_()
    values = function(points)
    (slopes,) = torch.autograd.grad(values.sum(), points)
    return values.detach(), slopes


@demo(
    curve=menu("curve", CURVES),
    at=slider("at x =", 0.8, -2, 2, 0.1),
    zooms=slider("window halved", 0, 0, 12),
)
def zoom(curve: str, at: float, zooms: int) -> str:
    """A curve and its tangent in a window that gets smaller and smaller, and their largest gap as a
    fraction of the window's height."""
    reach = 2.0 ** (1 - zooms)
    here = torch.tensor(at, dtype=torch.float64)
    value, slope = (tensor.item() for tensor in with_slope(CURVES[curve], here))
    xs = torch.linspace(at - reach, at + reach, 241, dtype=torch.float64)
    ys, tangent = CURVES[curve](xs), value + slope * (xs - at)
    gap = (ys - tangent).abs().max().item()
    tall = reach * max(1.0, abs(slope))
    axes = Axes(
        (90, 50, 540, 400), Scale(at - reach, at + reach), Scale(value - tall, value + tall)
    )
    tangent_name, curve_name = "its linear approximation", f"the curve, {curve}"
    axes.line(xs.tolist(), tangent.tolist(), "gradient", tangent_name)
    axes.line(xs.tolist(), ys.tolist(), "value", curve_name, width=4)
    axes.dots([at], [value], "ink", size=7)
    rows = [
        ("window", f"{typeset(2 * reach)} wide", "ink"),
        (f"value at {typeset(at)}", f"{value:.6g}", "value"),
        ("slope there", f"{slope:.6g}", "gradient"),
        ("largest gap", typeset(gap, 3), ERROR),
        ("gap / height of window", f"{gap / (2 * tall):.2%}", ERROR),
    ]
    colours = colour_key(670, 424, [(curve_name, "value"), (tangent_name, "gradient")])
    return picture(str(axes), colours, readings(670, rows), title=f"{curve} near {at:g}")


def rectangle(x: float = 3.0, y: float = 2.0) -> Frames:
    """f = xy as the area of a rectangle. Dragging its edges adds two strips, which the gradient
    accounts for, and a corner, which it does not."""
    edges = {"dx": PageControl("Δx", EDGES, 0.5), "dy": PageControl("Δy", EDGES, 0.5)}
    return Frames(partial(_grown, x, y), **edges)


def _grown(x: float, y: float, dx: float, dy: float) -> str:
    """The rectangle with edges x and y that have grown by dx and dy."""
    leaves = [torch.tensor(edge, dtype=torch.float64, requires_grad=True) for edge in (x, y)]
    gradients = torch.autograd.grad(leaves[0] * leaves[1], leaves)
    per_x, per_y = (gradient.item() for gradient in gradients)
    change, linear, corner = (x + dx) * (y + dy) - x * y, per_x * dx + per_y * dy, dx * dy
    rows = [
        ("∂f/∂x = y", f"{per_x:.4g}", "gradient"),
        ("∂f/∂y = x", f"{per_y:.4g}", "gradient"),
        ("true change", f"{change:.6g}", "ink"),
        ("y Δx + x Δy", f"{linear:.6g}", "gradient"),
        ("the corner, Δx Δy", f"{corner:.4g}", ERROR),
    ]
    if change:
        rows.append(("corner / true change", f"{corner / change:.2%}", ERROR))
    drawn = _areas(x, y, dx, dy)
    return picture(drawn, readings(720, rows), title="The product as a rectangle")


def _areas(x: float, y: float, dx: float, dy: float) -> str:
    """The rectangle and what is added to it, with all areas. Added parts have a dot to drag."""
    unit = min(420 / (x + 1), 360 / (y + 1))
    left, inner, right = 100.0, 100.0 + x * unit, 100.0 + (x + dx) * unit
    floor, sill, roof = 440.0, 440.0 - y * unit, 440.0 - (y + dy) * unit
    across, up = left + x * unit / 2, floor - y * unit / 2  # the middle of the rectangle
    step = unit * EDGES[1]
    wider, taller = {"dx": (step, 0)}, {"dy": (0, -step)}

    def added(strip: str, grip_x: float, grip_y: float, drag: dict) -> str:
        grip = dot(grip_x, grip_y, 11, "card", stroke="ink", stroke_width=3)
        return handle(strip + grip, drag=drag)

    beside = box(inner, sill, dx * unit, y * unit, "pale-gradient", stroke="gradient")
    above = box(left, roof, x * unit, dy * unit, "pale-gradient", stroke="gradient")
    corner = box(inner, roof, dx * unit, dy * unit, ERROR, stroke=ERROR)
    return "".join(
        [
            box(left, sill, x * unit, y * unit, "pale-value", stroke="value"),
            added(beside, right, up, wider),
            added(above, across, roof, taller),
            added(corner, right, roof, wider | taller),
            text(across, up, f"xy = {x * y:.4g}", "value", "middle"),
            text(across, floor + 24, f"x = {x:g}", "ink", "middle"),
            text((inner + right) / 2 + 8, floor + 24, f"Δx = {dx:.3g}"),
            text(left - 8, up, f"y = {y:g}", "ink", "end"),
            text(left - 8, (sill + roof) / 2 + 6, f"Δy = {dy:.3g}", "ink", "end"),
            text(across + 20, roof - 8, f"x Δy = {x * dy:.4g}", "gradient"),
            text(right + 20, up + 6, f"y Δx = {y * dx:.4g}", "gradient"),
            text(right + 20, roof + 6, f"Δx Δy = {dx * dy:.4g}", ERROR),
        ]
    )


@demo(
    curve=menu("curve", SMOOTH),
    at=slider("at x =", 0.8, 0.1, 2, 0.1),
    precision=menu("numbers", PRECISIONS),
)
def error_against_step(curve: str, at: float, precision: str) -> str:
    """The error of the linear approximation for steps of all sizes, on logarithmic scales, and the
    slope of the line through the errors."""
    dtype = PRECISIONS[precision]
    steps = [10 ** (-k / 4) for k in range(41)]
    errors, changes = errors_of_steps(curve, at, steps, dtype)
    axes = Axes(
        (110, 50, 520, 400),
        Scale(1e-10, 1, "step h", is_log=True),
        Scale(1e-20, 10, is_log=True),
        "error for each step size",
    )
    change_name, error_name = "f(x + h) − f(x)", "error of f(x) + f′(x) h"
    axes.line(steps, changes, "ink", change_name, dash="7 5")
    axes.line(steps, errors, ERROR, error_name, width=2)
    axes.dots(steps, errors, ERROR, size=4.5)
    rounding = torch.finfo(dtype).eps / 2 * abs(CURVES[curve](torch.tensor(at, dtype=dtype)).item())
    rows = [
        ("slope of the dots", f"{steepness(steps, errors, 20 * rounding):.3f}", ERROR),
        ("slope of the dashed line", f"{steepness(steps, changes, 2e3 * rounding):.3f}", "ink"),
        ("error at h = 0.1", typeset(errors[4], 3), ERROR),
        ("error at h = 0.01", typeset(errors[8], 3), ERROR),
        ("rounding of f(x), at most", typeset(rounding, 2), "ink"),
    ]
    return picture(
        str(axes),
        path("M120 69 h36", "ink", 2, "7 5"),
        path("M120 93 h36", ERROR, 2),
        colour_key(166, 74, [(change_name, "ink"), (error_name, ERROR)]),
        readings(670, rows),
        title="Error against step",
    )


def errors_of_steps(
    curve: str, at: float, steps: list[float], dtype: torch.dtype = torch.float64
) -> tuple[list[float], list[float]]:
    """|f(x+h) - (f(x) + f'(x) h)| and |f(x+h) - f(x)| for each step h."""
    x = torch.tensor(at, dtype=dtype)
    value, slope = with_slope(CURVES[curve], x)
    moved = x + torch.tensor(steps, dtype=dtype)
    change = CURVES[curve](moved) - value
    return (change - slope * (moved - x)).abs().tolist(), change.abs().tolist()


def steepness(steps: list[float], errors: list[float], above: float) -> float:
    """The slope on logarithmic scales, for steps up to 0.1 with errors above a bound; nan if there
    are fewer than two."""
    points = [
        (math.log10(h), math.log10(error))
        for h, error in zip(steps, errors, strict=True)
        if h <= 0.1 and error > above
    ]
    if len(points) < 2:
        return math.nan
    return linear_regression(*zip(*points, strict=True)).slope
