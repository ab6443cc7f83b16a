"""Lecture 6, memory and checkpointing: what is kept, from the first layer forward to the first
layer back, by the model and in PyTorch."""

import math
from functools import lru_cache

from course.lecture import memory
from course.lecture.demo import bounded, choice, demo, menu, slider
from course.lecture.plot import TIME, picture, readings, runs, subscript
from course.picture.axes import Axes, with_words
from course.picture.scale import Scale
from course.picture.shapes import box, path, text
from course.values.words import listed

PHASES = {memory.FORWARD: "value", memory.AGAIN: "best", memory.ARRIVES: "gradient"}
KEPT = {"fill": "pale-value", "stroke": "value", "rx": 2}
POWERS_OF_2 = [2**i for i in range(8)]
FLOAT = 4  # bytes
_LEFT, _RIGHT, _TOP, _FLOOR = 80, 640, 46, 218


@demo(
    mode=menu("way", memory.MODES),
    n=slider("layers, n", 12, 2, 32),
    k=bounded(slider("k", 4, 1, 32), "n"),
    b=choice("batch, b", POWERS_OF_2, 64),
    d=choice("width, d", POWERS_OF_2, 32),
)
def timeline(mode: str, n: int, k: int, b: int, d: int) -> str:
    """The time of a forward and a backward pass: above, how much is kept at each moment; below,
    which activations that are."""
    k = min(k, n)
    model, measured = memory.by_model(mode, n, b, d, k), memory.by_pytorch(mode, n, b, d, k)
    all_kept = (n + 1) * b * d * FLOAT
    unit, name = (1e6, "MB") if all_kept >= 1e6 else (1e3, "kB")
    axes = Axes(
        (_LEFT, _TOP, _RIGHT - _LEFT, _FLOOR - _TOP),
        Scale(0, len(model), has_numbers=False),
        Scale(0, 1.12 * all_kept / unit, name),
        _way_in_words(mode, n, k),
    )
    kept = [(i, moment.floats * FLOAT / unit) for i, moment in enumerate(model)]
    axes.describe(f"moments, with {name} kept then", kept)
    for i, amount in kept:
        high = axes.y(amount)
        wide = (_RIGHT - _LEFT) / len(model)
        axes.parts.append(box(axes.x(i), high, wide, _FLOOR - high, "pale-value"))
        axes.parts.append(path(f"M{axes.x(i):.1f} {high:.1f} h{wide:.1f}", "value", 3))
    middles = [i + 0.5 for i in range(len(measured))]
    axes.dots(middles, [m.floats * FLOAT / unit for m in measured], TIME, size=4)
    parts = [str(axes), _phases(model), _rows(model, n)]
    parts.append(_facts(model, measured, n, b, d, unit, name))
    return picture(*parts, title=f"What is kept: {mode}")


def _way_in_words(mode: str, n: int, k: int) -> str:
    """The way, with the k that these layers allow."""
    if mode == "checkpoint every k":
        return f"a checkpoint every {k} layers" if k > 1 else "a checkpoint at every layer"
    detached = f"detached after layer {memory.first_kept(mode, n, k)}"
    return detached if mode == "detach after k" else mode


def _rows(model: list[memory.Moment], n: int) -> str:
    """A row for each activation, with a bar for as long as it is kept."""
    top, tall, parts = _FLOOR + 42, 230 / (n + 1), []
    wide = (_RIGHT - _LEFT) / len(model)
    for i in range(n + 1):
        y, name, line = top + i * tall, f"h{subscript(i)}" if i else "x", []
        if n <= 12 or i % 4 == 0:
            line.append(text(_LEFT - 8, y + tall / 2 + 5, name, "ink", "end"))
        kept = [(a, b) for is_kept, a, b in runs(i in m.kept for m in model) if is_kept]
        for a, b in kept:
            line.append(box(_LEFT + a * wide, y + 1, (b - a) * wide, tall - 2, **KEPT))
        when = listed(f"{a} to {b - 1}" for a, b in kept)
        parts.append(with_words(f"{name} kept at moments {when}" if kept else "", *line))
    return "".join(parts)


def _phases(model: list[memory.Moment]) -> str:
    """A strip that says what happens when: forward, forward again, backward."""
    wide, parts = (_RIGHT - _LEFT) / len(model), []
    for event, a, b in runs(moment.event for moment in model):
        if event != memory.END:
            bar = box(_LEFT + a * wide, _FLOOR + 14, (b - a) * wide - 1, 18, PHASES[event], rx=2)
            parts.append(with_words(f"{event} at moments {a} to {b - 1}", bar))
    return "".join(parts)


def _facts(model, measured, n: int, b: int, d: int, unit: float, name: str) -> str:
    peak, peak_measured = _peak(model), _peak(measured)
    agreeing = "every moment" if model == measured else "not every moment"
    again = sum(moment.event == memory.AGAIN for moment in model)
    said = [
        ("peak, predicted", f"{peak * FLOAT / unit:.4g} {name}", "value"),
        ("peak, measured in PyTorch", f"{peak_measured * FLOAT / unit:.4g} {name}", TIME),
        ("they agree at", agreeing, "ink"),
        ("in units of b · d floats", f"{peak / (b * d):g} of {n + 1}", "value"),
        ("layers computed again", f"{again} of {n}", "ink"),
    ]
    key = [(f"a layer {event}", {"fill": colour}) for event, colour in PHASES.items()]
    key[-1] = ("the gradient arrives at a layer", key[-1][1])
    key.append(("kept for the backward pass", KEPT))
    drawn = (
        box(670, 396 + 28 * i, 18, 18, **look) + text(698, 411 + 28 * i, words)
        for i, (words, look) in enumerate(key)
    )
    return readings(670, said) + with_words("", *drawn)


@demo(n=choice("layers, n", (4, 9, 16, 25), 16))
def best_k(n: int) -> str:
    """The most that is kept at any time, against k: too many checkpoints, or too long a segment?"""
    ks = list(range(1, n + 1))
    model = [_peak(memory.by_model(memory.MODES[1], n, 1, 1, k)) for k in ks]
    axes = Axes(
        (90, 50, 540, 400),
        Scale(0, n + 1, "k: a checkpoint every k layers"),
        Scale(0, n + 3),
        "peak memory, in units of b · d floats",
    )
    axes.line([0, n + 1], [n + 1, n + 1], "ink", width=2, dash="7 5")
    axes.line(ks, model, "value", "by the model")
    axes.dots(ks, _peaks(n), TIME, "measured in PyTorch", size=4.5)
    least = min(model)
    best = [k for k in ks if model[k - 1] == least]
    said = [
        ("without checkpoints", f"{n + 1}", "ink"),
        ("at best", f"{least}", "value"),
        ("with k =", _listed(best), "value"),
        ("√n", f"{math.sqrt(n):g}", "ink"),
        ("2 √n", f"{2 * math.sqrt(n):g}", "ink"),
        ("measured in PyTorch, at best", f"{min(_peaks(n)):g}", TIME),
    ]
    return picture(str(axes), readings(680, said), title="The best k")


def _listed(numbers: list[int]) -> str:
    """Numbers, as `3 to 6` where they follow one another."""
    first, last = numbers[0], numbers[-1]
    is_run = len(numbers) > 2 and numbers == list(range(first, last + 1))
    return f"{first} to {last}" if is_run else " or ".join(map(str, numbers))


@lru_cache(maxsize=8)
def _peaks(n: int) -> list[float]:
    """The most that PyTorch keeps at any time, for each k, in units of b d."""
    return [_peak(memory.by_pytorch(memory.MODES[1], n, 2, 4, k)) / 8 for k in range(1, n + 1)]


def _peak(moments: list[memory.Moment]) -> int:
    """The floats that are kept at most."""
    return max(moment.floats for moment in moments)
