"""Lecture 5, an MLP as data flow: training live, with its regions, its gradients and its loss."""

from functools import lru_cache
from itertools import pairwise

import torch

from course.lecture.data_flow import data_flow
from course.lecture.data_sets import DATA_SETS, REACH
from course.lecture.demo import Demo, PlaySlider, choice, menu, slider
from course.lecture.mlp import ACTIVATIONS, Snapshot, Training, UpdateSettings
from course.lecture.slide import ERROR, equal_runs, picture
from course.picture.axes import Axes
from course.picture.network import network_picture
from course.picture.scale import Scale
from course.picture.svg import box, text, with_words
from course.values.as_text import typeset

CLASSES = {1: "#E69F00", -1: "#56B4E9"}  # the colour of each class's points
SHADES = ("low", "lower", "level", "higher", "high")  # of the plane, for answers from -1 to 1
CELLS_ACROSS = 48
STEPS_SHOWN = 80
_EDGE = REACH + 0.1  # of the plane, so that no point is cut
_TOP, _SIDE = 34, 222  # where the plots begin, and how tall they are


def train() -> Demo:
    """Shows a small network that learns, a step at a time. The slider can also go back."""
    training_of = lru_cache(maxsize=1)(Training)  # begins anew with other data or another network

    def draw(step: int, data: str, activation: str, hidden: int, l2: float, rate: float) -> str:
        training = training_of(data, activation, hidden)
        snapshots = training.at(step, rate, l2)
        now = snapshots[-1]
        return picture(
            _regions(training, now),
            _units(now, activation),
            _losses(snapshots, UpdateSettings(rate, l2)),
            data_flow(now, upcoming=training.snapshot(now.parameters, UpdateSettings(rate, l2))),
            title=f"Training, step {step}",
        )

    return Demo(
        draw,
        step=slider("step", 0, 0, STEPS_SHOWN, kind=PlaySlider),
        data=menu("data", DATA_SETS),
        activation=menu("activation φ", ACTIVATIONS),
        hidden=choice("hidden units", (1, 2, 3, 4, 8, 16, 32), 8),
        l2=choice("L2, λ", (0.0, 0.001, 0.003, 0.01, 0.03, 0.1)),
        rate=choice("learning rate", (0.03, 0.1, 0.3, 1.0, 3.0, 10.0), 0.3),
    )


def _regions(training: Training, now: Snapshot) -> str:
    """The plane, shaded by the network's answers, and the points."""
    edge = Scale(-_EDGE, _EDGE)
    axes = Axes((60, _TOP, _SIDE, _SIDE), edge, edge)
    axes.parts.insert(0, text(60, _TOP - 11, f"right: {now.accuracy:.0%} of the points"))
    answers = _answers(training, now)
    count, share = len(now.values["t"]), (answers > 0).double().mean().item()
    words = f"{count} points of two classes, {share:.0%} of the plane for the first"
    axes.parts += [with_words(words), *_shading(answers)]
    for label, colour in CLASSES.items():
        xs, ys = now.values["x"][now.values["t"].flatten() == label].T.tolist()
        if label > 0:
            axes.dots(xs, ys, colour, size=3.5, stroke="ink")
        else:
            axes.squares(xs, ys, colour, size=6, stroke="ink")
    return str(axes)


def _answers(training: Training, now: Snapshot) -> torch.Tensor:
    """The network's answers, from -1 to 1, at the centre of each cell of the plane, the top row
    first."""
    middles = (torch.arange(CELLS_ACROSS) + 0.5) / CELLS_ACROSS * 2 * _EDGE - _EDGE
    points = torch.cartesian_prod(middles.flip(0), middles).flip(1)
    return training.output(now.parameters, points).tanh().reshape(CELLS_ACROSS, CELLS_ACROSS)


def _shading(answers: torch.Tensor) -> list[str]:
    """A rectangle for each run of equal shades in a row of the plane."""
    shades = ((answers + 1) / 2 * len(SHADES)).long().clamp(0, len(SHADES) - 1)
    size, overlap = _SIDE / CELLS_ACROSS, 0.4  # so that there are no gaps
    rectangles = []
    for i, row in enumerate(shades.tolist()):
        for shade, start, end in equal_runs(row):
            left, top, width = 60 + start * size, _TOP + i * size, (end - start) * size
            rectangles.append(box(left, top, width + overlap, size + overlap, SHADES[shade]))
    return rectangles


def _units(now: Snapshot, activation: str) -> str:
    """The network, each unit with the root mean square of its values at all points."""
    layers = [now.values[name].square().mean(0).sqrt().tolist() for name in "xho"]
    is_alive = (now.values["h"] != 0).any(0).tolist()
    dead = [j for j, alive in enumerate(is_alive) if not alive] if activation == "ReLU" else []
    sizes = ["dead" if j in dead else typeset(size, 2) for j, size in enumerate(layers[1])]
    above = f"dead units: {len(dead)} of" if activation == "ReLU" else "hidden units:"
    heading = text(440, _TOP - 11, f"{above} {len(sizes)}", "ink", "middle", font_weight="bold")
    weights = [now.values[name].tolist() for name in ("W1", "W2")]
    network = with_words(
        f"hidden units, root mean square at all points: {', '.join(sizes)}",
        network_picture((350, _TOP, 180, _SIDE), layers, weights, {(1, j) for j in dead}),
        text(312, _TOP + _SIDE * 0.25 + 5, "x₁"),
        text(312, _TOP + _SIDE * 0.75 + 5, "x₂"),
        text(550, _TOP + _SIDE / 2 + 5, "o"),
        text(440, _TOP + _SIDE + 20, "wide: large, dashed: negative", "ink", "middle"),
    )
    return heading + network


def _losses(snapshots: list[Snapshot], ahead: UpdateSettings) -> str:
    """J and both its parts at each step so far, and where the settings were changed.

    Args:
        ahead: the settings of the next step.
    """
    highest = max(1.0, *(snapshot.values["J"].item() for snapshot in snapshots))
    # 1.3 leaves room for words above the curves.
    axes = Axes((610, _TOP, 325, _SIDE), Scale(0, STEPS_SHOWN), Scale(0, 1.3 * highest))
    axes.parts.append(text(axes.x(10), _TOP + _SIDE + 20, "step", "ink", "middle"))
    settings = [*(snapshot.settings for snapshot in snapshots), ahead]
    for step, (before, after) in enumerate(pairwise(settings)):
        if before != after:
            _mark_change(axes, step, after)
    steps = list(range(len(snapshots)))
    # L in dashes, since it lies on J where λ is 0.
    curves = ("J", "ink", ""), ("L", ERROR, "12 8"), ("s", "soft", "4 5")
    for name, colour, dash in curves:
        losses = [snapshot.values[name].item() for snapshot in snapshots]
        axes.line(steps, losses, colour, name, dash=dash)
        axes.dots(steps[-1:], losses[-1:], colour)
    for i, (name, colour, _) in enumerate(curves):
        words = f"{name} = {snapshots[-1].values[name].item():.3f}"
        axes.parts.append(text(614 + 113 * i, _TOP - 11, words, colour, font_weight="bold"))
    return str(axes)


def _mark_change(axes: Axes, step: int, settings: UpdateSettings) -> None:
    """Marks the step from which these settings apply."""
    axes.line([step, step], [axes.y_scale.low, axes.y_scale.high], "line", width=2)
    words = f"rate {typeset(settings.rate)}, λ = {typeset(settings.l2)}"
    aside, anchor = (-6, "end") if step > STEPS_SHOWN / 2 else (6, "start")
    x, y = axes.x(step) + aside, _TOP + 40
    axes.parts.append(
        with_words(
            f"from step {step} on: {words}",
            text(x, y, words, "ink", anchor, halo=True),
            text(x, y - 19, "from here on:", "ink", anchor, halo=True),
        )
    )
