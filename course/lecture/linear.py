"""Lecture 1, linear approximation: a curve from near, a product as a rectangle, error against h."""

import math
from functools import partial
from statistics import linear_regression

import torch

from course.lecture.demo import demo, menu, slider
from course.lecture.frames import Axis, Frames
from course.lecture.plot import ERROR, handle, key, picture, readings
from course.picture.axes import Axes
from course.picture.scale import Scale
from course.picture.shapes import box, dot, path, text
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
EDGES = [k / 20 for k in range(21)]  # of the rectangle's edges


def with_slope(function, points: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """A function's values and derivatives at points, by PyTorch."""
    points = points.clone().requires_grad_()
    with torch.enable_grad():
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
    part of the window."""
    reach = 2.0 ** (1 - zooms)
    there = torch.tensor(at, dtype=torch.float64)
    value, slope = (each.item() for each in with_slope(CURVES[curve], there))
    xs = torch.linspace(at - reach, at + reach, 241, dtype=torch.float64)
    ys, tangent = CURVES[curve](xs), value + slope * (xs - at)
    tall = reach * max(1.0, abs(slope))
    gap = (ys - tangent).abs().max().item()
    window = Scale(at - reach, at + reach), Scale(value - tall, value + tall)
    axes = Axes((90, 50, 540, 400), *window)
    names = ((f"the curve, {curve}", "value"), ("its linear approximation", "gradient"))
    axes.line(xs.tolist(), tangent.tolist(), "gradient", names[1][0])
    axes.line(xs.tolist(), ys.tolist(), "value", names[0][0], width=4)
    axes.dots([at], [value], "ink", size=7)
    said = [
        ("window", f"{typeset(2 * reach)} wide", "ink"),
        (f"value at {typeset(at)}", f"{value:.6g}", "value"),
        ("slope there", f"{slope:.6g}", "gradient"),
        ("largest gap", typeset(gap, 3), ERROR),
        ("gap / height of window", f"{gap / (2 * tall):.2%}", ERROR),
    ]
    parts = [str(axes), key(670, 424, names), readings(670, said)]
    return picture(*parts, title=f"{curve} near {at:g}")


def rectangle(x: float = 3.0, y: float = 2.0) -> Frames:
    """f = xy as the area of a rectangle, and what is added when its edges are dragged: two strips
    that the gradient knows of, and a corner that it does not."""
    sides = {"dx": Axis("Δx", EDGES, 0.5), "dy": Axis("Δy", EDGES, 0.5)}
    return Frames(partial(_grown, x, y), **sides)


def _grown(x: float, y: float, dx: float, dy: float) -> str:
    leaves = [torch.tensor(side, dtype=torch.float64, requires_grad=True) for side in (x, y)]
    per_x, per_y = (g.item() for g in torch.autograd.grad(leaves[0] * leaves[1], leaves))
    change, linear, corner = (x + dx) * (y + dy) - x * y, per_x * dx + per_y * dy, dx * dy
    unit, left, floor = min(420 / (x + 1), 360 / (y + 1)), 100.0, 440.0
    inner, right, across = left + x * unit, left + (x + dx) * unit, left + x * unit / 2
    sill, roof, up = floor - y * unit, floor - (y + dy) * unit, floor - y * unit / 2
    parts = [box(left, sill, x * unit, y * unit, "pale-value", stroke="value")]
    step, dotted = unit * EDGES[1], partial(dot, radius=11, fill="card", stroke="ink")
    for place, fill, stroke, grip, drag in (
        ((inner, sill, dx, y), "pale-gradient", "gradient", (right, up), {"dx": (step, 0)}),
        ((left, roof, x, dy), "pale-gradient", "gradient", (across, roof), {"dy": (0, -step)}),
        ((inner, roof, dx, dy), ERROR, ERROR, (right, roof), {"dx": (step, 0), "dy": (0, -step)}),
    ):
        strip = box(*place[:2], place[2] * unit, place[3] * unit, fill, stroke=stroke)
        parts.append(handle(strip + dotted(*grip, stroke_width=3), drag=drag))
    parts += [
        text(across, up, f"xy = {x * y:.4g}", "value", "middle"),
        text(across, floor + 24, f"x = {x:g}", "ink", "middle"),
        text((inner + right) / 2 + 8, floor + 24, f"Δx = {dx:.3g}"),
        text(left - 8, up, f"y = {y:g}", "ink", "end"),
        text(left - 8, (sill + roof) / 2 + 6, f"Δy = {dy:.3g}", "ink", "end"),
        text(across + 20, roof - 8, f"x Δy = {x * dy:.4g}", "gradient"),
        text(right + 20, up + 6, f"y Δx = {y * dx:.4g}", "gradient"),
        text(right + 20, roof + 6, f"Δx Δy = {corner:.4g}", ERROR),
    ]
    said = [
        ("∂f/∂x = y", f"{per_x:.4g}", "gradient"),
        ("∂f/∂y = x", f"{per_y:.4g}", "gradient"),
        ("true change", f"{change:.6g}", "ink"),
        ("y Δx + x Δy", f"{linear:.6g}", "gradient"),
        ("the corner, Δx Δy", f"{corner:.4g}", ERROR),
    ]
    said += [("corner / true change", f"{corner / change:.2%}", ERROR)] if change else []
    return picture(*parts, readings(720, said), title="The product as a rectangle")


@demo(
    curve=menu("curve", SMOOTH),
    at=slider("at x =", 0.8, 0.1, 2, 0.1),
    precision=menu("numbers", PRECISIONS),
)
def error_against_step(curve: str, at: float, precision: str) -> str:
    """The error of the linear approximation for steps of all sizes, on logarithmic scales, and the
    slope of the line that the errors are on."""
    dtype = PRECISIONS[precision]
    steps = [10 ** (-k / 4) for k in range(41)]
    errors, changes = errors_of_steps(curve, at, steps, dtype)
    axes = Axes(
        (110, 50, 520, 400),
        Scale(1e-10, 1, "step h", is_log=True),
        Scale(1e-20, 10, is_log=True),
        "error for each step size",
    )
    names = (("f(x + h) − f(x)", "ink"), ("error of f(x) + f′(x) h", ERROR))
    axes.line(steps, changes, "ink", names[0][0], dash="7 5")
    axes.line(steps, errors, ERROR, names[1][0], width=2)
    axes.dots(steps, errors, ERROR, size=4.5)
    rounding = torch.finfo(dtype).eps / 2 * abs(CURVES[curve](torch.tensor(at, dtype=dtype)).item())
    said = [
        ("slope of the dots", f"{steepness(steps, errors, 20 * rounding):.3f}", ERROR),
        ("slope of the dashed line", f"{steepness(steps, changes, 2e3 * rounding):.3f}", "ink"),
        ("error at h = 0.1", typeset(errors[4], 3), ERROR),
        ("error at h = 0.01", typeset(errors[8], 3), ERROR),
        ("rounding of f(x), at most", typeset(rounding, 2), "ink"),
    ]
    samples = path("M120 69 h36", "ink", 2, "7 5") + path("M120 93 h36", ERROR, 2)
    parts = [str(axes), samples, key(166, 74, names), readings(670, said)]
    return picture(*parts, title="Error against step")


def errors_of_steps(curve: str, at: float, steps: list[float], dtype=torch.float64):
    """|f(x+h) - (f(x) + f'(x) h)| and |f(x+h) - f(x)| for each step h."""
    x = torch.tensor(at, dtype=dtype)
    value, slope = with_slope(CURVES[curve], x)
    moved = x + torch.tensor(steps, dtype=dtype)
    change = CURVES[curve](moved) - value
    return (change - slope * (moved - x)).abs().tolist(), change.abs().tolist()


def steepness(steps: list[float], errors: list[float], above: float) -> float:
    """The slope on logarithmic scales, for small steps, where the errors are above a bound."""
    points = [
        (math.log10(h), math.log10(error))
        for h, error in zip(steps, errors, strict=True)
        if h <= 0.1 and error > above
    ]
    if len(points) < 2:
        return math.nan
    return linear_regression(*zip(*points, strict=True)).slope
