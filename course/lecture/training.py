"""Lecture 5, an MLP as data flow: training live, with its regions, its gradients and its loss."""

from functools import lru_cache
from itertools import pairwise

import torch

from course.lecture.demo import Demo, Played, choice, menu, slider
from course.lecture.mlp import ACTIVATIONS, DATA_SETS, REACH, Snapshot, Training
from course.lecture.plot import ERROR, picture, runs
from course.picture.axes import Axes, with_words
from course.picture.network import network_picture
from course.picture.scale import Scale
from course.picture.shapes import HALO, box, path, text
from course.values.as_text import typeset

CLASSES = {1: "#E69F00", -1: "#56B4E9"}
# Of the regions, from -1 to 1.
SHADES = ("low", "lower", "level", "higher", "high")
_EDGE = REACH + 0.1  # of the plane, so that no point is cut
CELLS_ACROSS = 48
STEPS_SHOWN = 80

# The boxes of the data flow, above and below, and what is written in them.
ABOVE = {"x": "x", "z": "z = x W₁ + b₁", "h": "h = φ(z)", "o": "o = h W₂ + b₂", "L": "L(o)"}
ABOVE["J"] = "J = L + s"
BELOW = {"W1": "W₁", "b1": "b₁", "W2": "W₂", "b2": "b₂", "s": "s = λ/2 ‖W‖²"}
ARROWS = ["xz", "zh", "ho", "oL", "LJ", ("W1", "z"), ("b1", "z"), ("W2", "o"), ("b2", "o")]
ARROWS += [("s", "J"), ("W1", "s"), ("W2", "s")]
LEAVES = "x", "W1", "b1", "W2", "b2"
_WIDE, _TALL = 132, 68  # of a box
_TOP, _SIDE = 34, 222  # where the plots begin, and how tall they are


def train() -> Demo:
    """A small network learns, a step at a time, forward and back in time."""
    training_of = lru_cache(maxsize=1)(Training)  # begins anew with other data or another network

    def draw(step: int, data: str, activation: str, hidden: int, l2: float, rate: float) -> str:
        training = training_of(data, activation, hidden)
        snapshots = training.at(step, rate, l2)
        now = snapshots[-1]
        parts = [_regions(training, now), _units(now, activation), _losses(snapshots, rate, l2)]
        parts += _flow(now, training.snapshot(now.parameters, rate, l2))
        return picture(*parts, title=f"Training, step {step}")

    return Demo(
        draw,
        step=slider("step", 0, 0, STEPS_SHOWN, kind=Played),
        data=menu("data", DATA_SETS),
        activation=menu("activation φ", ACTIVATIONS),
        hidden=choice("hidden units", (1, 2, 3, 4, 8, 16, 32), 8),
        l2=choice("L2, λ", (0.0, 0.001, 0.003, 0.01, 0.03, 0.1)),
        rate=choice("learning rate", (0.03, 0.1, 0.3, 1.0, 3.0, 10.0), 0.3),
    )


def _regions(training: Training, now: Snapshot) -> str:
    """The plane, shaded by what the network answers, and the points."""
    edge = Scale(-_EDGE, _EDGE)
    axes = Axes((60, _TOP, _SIDE, _SIDE), edge, edge)
    axes.parts.insert(0, text(60, _TOP - 11, f"right: {now.accuracy:.0%} of the points"))
    along = (torch.arange(CELLS_ACROSS) + 0.5) / CELLS_ACROSS * 2 * _EDGE - _EDGE
    plane = torch.cartesian_prod(along.flip(0), along).flip(1)
    answers = training.output(now.parameters, plane).tanh().reshape(CELLS_ACROSS, CELLS_ACROSS)
    shades = ((answers + 1) / 2 * len(SHADES)).long().clamp(0, len(SHADES) - 1)
    side = (answers > 0).double().mean().item()
    said = f"{len(now.values['t'])} points of two classes, {side:.0%} of the plane for the first"
    axes.parts.append(with_words(said))
    size = _SIDE / CELLS_ACROSS
    for i, row in enumerate(shades.tolist()):
        for shade, a, b in runs(row):  # one rectangle each
            wide, tall = (b - a) * size + 0.4, size + 0.4  # without gaps between them
            axes.parts.append(box(60 + a * size, _TOP + i * size, wide, tall, SHADES[shade]))
    for side, colour in CLASSES.items():
        points = now.values["x"][now.values["t"].flatten() == side]
        mark = axes.dots if side > 0 else axes.squares
        mark(*points.T.tolist(), colour, size=3.5 if side > 0 else 6, stroke="ink")
    return str(axes)


def _units(now: Snapshot, activation: str) -> str:
    """The network, each unit with the root mean square of its values at all points."""
    layers = [now.values[name].square().mean(0).sqrt().tolist() for name in "xho"]
    lives = (now.values["h"] != 0).any(0).tolist()
    dead = {(1, j) for j, each in enumerate(lives) if not each and activation == "ReLU"}
    sizes = ["dead" if (1, j) in dead else typeset(size, 2) for j, size in enumerate(layers[1])]
    said = f"hidden units, root mean square at all points: {', '.join(sizes)}"
    weights = [now.values[name].tolist() for name in ("W1", "W2")]
    drawn = network_picture((350, _TOP, 180, _SIDE), layers, weights, dead)
    names = [text(312, _TOP + _SIDE * y + 5, name) for name, y in (("x₁", 0.25), ("x₂", 0.75))]
    key = text(440, _TOP + _SIDE + 20, "wide: large, dashed: negative", "ink", "middle")
    above = f"dead units: {len(dead)} of" if activation == "ReLU" else "hidden units:"
    heading = text(440, _TOP - 11, f"{above} {len(sizes)}", "ink", "middle", font_weight="bold")
    return heading + with_words(said, drawn, *names, text(550, _TOP + _SIDE / 2 + 5, "o"), key)


def _losses(snapshots: list[Snapshot], rate: float, l2: float) -> str:
    """Both parts of J at each step so far, and where the rate or λ were changed."""
    most = max(1.0, *(s.values["J"].item() for s in snapshots))
    top = 1.3 * most  # room for words above the curves
    axes = Axes((610, _TOP, 325, _SIDE), Scale(0, STEPS_SHOWN), Scale(0, top))
    axes.parts.append(text(axes.x(10), _TOP + _SIDE + 20, "step", "ink", "middle"))
    steps = list(range(len(snapshots)))
    made_with = [s.made_with for s in snapshots] + [(rate, l2)]
    for step, (before, after) in enumerate(pairwise(made_with)):
        if before != after:
            axes.line([step, step], [0, top], "line", width=2)
            words = [f"rate {typeset(after[0])}, λ = {typeset(after[1])}", "from here on:"]
            side, anchor = (-6, "end") if step > STEPS_SHOWN / 2 else (6, "start")
            x, y = axes.x(step) + side, _TOP + 40
            places = [(x, y - 19 * i, line) for i, line in enumerate(words)]
            drawn = [text(*place, "ink", anchor, **HALO) for place in places]
            axes.parts.append(with_words(f"from step {step} on: {words[0]}", *drawn))
    # L in dashes, since it lies on J where λ is 0.
    curves = ("J", "ink", ""), ("L", ERROR, "12 8"), ("s", "soft", "4 5")
    for name, colour, dash in curves:
        losses = [s.values[name].item() for s in snapshots]
        axes.line(steps, losses, colour, name, dash=dash)
        axes.dots(steps[-1:], losses[-1:], colour)
    now = snapshots[-1].values
    for i, (name, colour, _) in enumerate(curves):
        words = f"{name} = {now[name].item():.3f}"
        axes.parts.append(text(614 + 113 * i, _TOP - 11, words, colour, font_weight="bold"))
    return str(axes)


def _flow(now: Snapshot, goes_on: Snapshot) -> list[str]:
    """The quantities as boxes, each with the typical size of its entries and of their gradients.

    Args:
        goes_on: the same parameters, with the rate and λ of the next update.
    """
    rate, gradient = goes_on.made_with[0], goes_on.gradients["W1"]
    size = gradient.square().mean().sqrt().item()
    update = f"{typeset(rate)} · gradient {typeset(size, 3)} ≈ {typeset(rate * size, 3)}"
    parts = [
        text(20, 302, "root mean square of all entries:"),
        text(290, 302, "value", "value", font_weight="bold"),
        text(348, 302, "gradient of J", "gradient", font_weight="bold"),
        text(940, 302, f"next update of W₁: {update}", "ink", "end"),
    ]
    corners = {
        name: (20 + 157.6 * column, 312 + 102 * row)
        for row, names in enumerate((ABOVE, BELOW))
        for column, name in enumerate(names)
    }
    for a, b in ARROWS:
        parts.append(path(_arrow(corners[a], corners[b], from_below=b == "s"), "line", 2))
    half = _WIDE / 2
    for name, title in (ABOVE | BELOW).items():
        (x, y), value, gradient = corners[name], now.values[name], now.gradients.get(name)
        shape, fill = "×".join(map(str, value.shape)), "leaf" if name in LEAVES else "node"
        said = f"{title}, {shape or 'a number'}, value {_typical(value)}"
        lines = [
            box(x, y, _WIDE, _TALL, fill, stroke="line", rx=8),
            text(x + half, y + 21, title, "ink", "middle", font_weight="bold"),
            text(x + half, y + 39, shape, "ink", "middle"),
            text(x + 8, y + 60, _typical(value), "value"),
        ]
        if gradient is not None:
            lines.append(text(x + _WIDE - 8, y + 60, _typical(gradient), "gradient", "end"))
            said += f", gradient {_typical(gradient)}"
        parts.append(with_words(said, *lines))
    return parts


def _arrow(start: tuple[float, float], end: tuple[float, float], *, from_below: bool) -> str:
    """The path of an arrow from box to box, given by their corners."""
    (ax, ay), (bx, by), half = start, end, _WIDE / 2
    if from_below:
        return f"M{ax + half} {ay + _TALL} v12 H{bx + half} v-8 m-5 6 l5 -6 l5 6"
    if ay == by:
        return f"M{ax + _WIDE} {ay + _TALL / 2} H{bx - 5} m-7 -5 l7 5 l-7 5"
    x, foot = bx + half + (ax - bx) * 0.25, by + _TALL + 3
    bend = f"C{ax + half} {ay - 20} {x} {ay - 12} {x} {foot}"
    return f"M{ax + half} {ay} {bend} m-5 7 l5 -7 l5 7"


def _typical(tensor: torch.Tensor) -> str:
    """The root mean square of the entries."""
    return typeset(tensor.square().mean().sqrt().item(), 2)
