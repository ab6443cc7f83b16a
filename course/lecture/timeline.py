"""Lecture 6, memory and checkpointing: what is kept during a forward and a backward pass, by the
model and in PyTorch."""

import math
from functools import lru_cache
from typing import NamedTuple

from course.lecture import kept
from course.lecture.demo import Bounded, choice, demo, menu, slider
from course.lecture.slide import TIME, equal_runs, picture, readings, subscript
from course.picture.axes import Axes
from course.picture.scale import Scale
from course.picture.svg import box, path, text, with_words
from course.sentences.words import listed

# The colour of each event.
PHASES = {kept.FORWARD: "value", kept.AGAIN: "best", kept.ARRIVES: "gradient"}
POWERS_OF_2 = [2**i for i in range(8)]
FLOAT = 4  # bytes
_LEFT, _RIGHT, _TOP, _FLOOR = 80, 640, 46, 218


class Unit(NamedTuple):
    """A unit of memory."""

    name: str
    bytes: float

    def of(self, floats: int) -> float:
        """How much memory these floats take, in this unit."""
        return floats * FLOAT / self.bytes


_MEGABYTE, _KILOBYTE = Unit("MB", 1e6), Unit("kB", 1e3)
Moments = list[kept.Moment]


@demo(
    mode=menu("way", kept.MODES),
    n=slider("layers, n", 12, 2, 32),
    k=Bounded(slider("k", 4, 1, 32), "n"),
    b=choice("batch, b", POWERS_OF_2, 64),
    d=choice("width, d", POWERS_OF_2, 32),
)
def timeline(mode: str, n: int, k: int, b: int, d: int) -> str:
    """A timeline of a forward and a backward pass: above, how much is kept at each moment; below,
    which activations are kept."""
    k = min(k, n)
    model, measured = kept.model_moments(mode, n, b, d, k), kept.pytorch_moments(mode, n, b, d, k)
    all_kept = (n + 1) * b * d  # floats, if nothing is released
    unit = _MEGABYTE if all_kept * FLOAT >= _MEGABYTE.bytes else _KILOBYTE
    return picture(
        _amounts(model, measured, unit, all_kept, _way_in_words(mode, n, k)),
        _phases(model),
        _activations(model, n),
        _facts(model, measured, n, b, d, unit),
        title=f"What is kept: {mode}",
    )


def _amounts(model: Moments, measured: Moments, unit: Unit, all_kept: int, title: str) -> str:
    """How much is kept at each moment: bars for the model, dots for what was measured."""
    axes = Axes(
        (_LEFT, _TOP, _RIGHT - _LEFT, _FLOOR - _TOP),
        Scale(0, len(model), has_numbers=False),
        Scale(0, 1.12 * unit.of(all_kept), unit.name),
        title,
    )
    amounts = [unit.of(moment.floats) for moment in model]
    axes.describe(f"moments, with {unit.name} kept then", list(enumerate(amounts)))
    width = (_RIGHT - _LEFT) / len(model)
    for i, amount in enumerate(amounts):
        x, y = axes.x(i), axes.y(amount)
        axes.parts.append(box(x, y, width, _FLOOR - y, "pale-value"))
        axes.parts.append(path(f"M{x:.1f} {y:.1f} h{width:.1f}", "value", 3))
    middles = [i + 0.5 for i in range(len(measured))]
    axes.dots(middles, [unit.of(moment.floats) for moment in measured], TIME, size=4)
    return str(axes)


def _way_in_words(mode: str, n: int, k: int) -> str:
    """What is kept, in words, with the k that this number of layers allows."""
    if mode == kept.CHECKPOINT:
        return f"a checkpoint every {k} layers" if k > 1 else "a checkpoint at every layer"
    detached = f"detached after layer {kept.first_kept(mode, n, k)}"
    return detached if mode == kept.DETACH else mode


def _activations(model: Moments, n: int) -> str:
    """A row for each activation, with a bar for as long as it is kept."""
    parts = []
    width, height = (_RIGHT - _LEFT) / len(model), 230 / (n + 1)
    for i in range(n + 1):
        y, name = _FLOOR + 42 + i * height, f"h{subscript(i)}" if i else "x"
        row = []
        if n <= 12 or i % 4 == 0:
            row.append(text(_LEFT - 8, y + height / 2 + 5, name, "ink", "end"))
        spans = []
        for is_kept, start, end in equal_runs(i in moment.kept for moment in model):
            if is_kept:
                spans.append(f"{start} to {end - 1}")
                row.append(
                    _kept_box(_LEFT + start * width, y + 1, (end - start) * width, height - 2)
                )
        words = f"{name} kept at moments {listed(spans)}" if spans else ""
        parts.append(with_words(words, *row))
    return "".join(parts)


def _kept_box(x: float, y: float, width: float, height: float) -> str:
    return box(x, y, width, height, "pale-value", stroke="value", rx=2)


def _phases(model: Moments) -> str:
    """A strip that says what happens when: forward, forward again, backward."""
    width = (_RIGHT - _LEFT) / len(model)
    parts = []
    for event, start, end in equal_runs(moment.event for moment in model):
        if event != kept.DONE:
            x = _LEFT + start * width
            bar = box(x, _FLOOR + 14, (end - start) * width - 1, 18, PHASES[event], rx=2)
            parts.append(with_words(f"{event} at moments {start} to {end - 1}", bar))
    return "".join(parts)


def _facts(model: Moments, measured: Moments, n: int, b: int, d: int, unit: Unit) -> str:
    """The numbers beside the timeline, and below them the meanings of its colours."""
    peak, peak_measured = _peak(model), _peak(measured)
    again = sum(moment.event == kept.AGAIN for moment in model)
    rows = [
        ("peak, predicted", f"{unit.of(peak):.4g} {unit.name}", "value"),
        ("peak, measured in PyTorch", f"{unit.of(peak_measured):.4g} {unit.name}", TIME),
        ("they agree at", "every moment" if model == measured else "not every moment", "ink"),
        ("in units of b · d floats", f"{peak / (b * d):g} of {n + 1}", "value"),
        ("layers computed again", f"{again} of {n}", "ink"),
    ]
    return readings(670, rows) + _colour_key()


def _colour_key() -> str:
    entries = [
        ("a layer forward", PHASES[kept.FORWARD]),
        ("a layer forward again", PHASES[kept.AGAIN]),
        ("the gradient arrives at a layer", PHASES[kept.ARRIVES]),
    ]
    parts = []
    for i, (words, colour) in enumerate(entries):
        parts += [box(670, 396 + 28 * i, 18, 18, colour), text(698, 411 + 28 * i, words)]
    y = 396 + 28 * len(entries)
    parts += [_kept_box(670, y, 18, 18), text(698, y + 15, "kept for the backward pass")]
    return with_words("", *parts)


@demo(n=choice("layers, n", (4, 9, 16, 25), 16))
def best_k(n: int) -> str:
    """The peak memory against k: too many checkpoints, or segments that are too long?"""
    ks = list(range(1, n + 1))
    model = [_peak(kept.model_moments(kept.CHECKPOINT, n, 1, 1, k)) for k in ks]
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
    rows = [
        ("without checkpoints", f"{n + 1}", "ink"),
        ("at best", f"{least}", "value"),
        ("with k =", _listed(best), "value"),
        ("√n", f"{math.sqrt(n):g}", "ink"),
        ("2 √n", f"{2 * math.sqrt(n):g}", "ink"),
        ("measured in PyTorch, at best", f"{min(_peaks(n)):g}", TIME),
    ]
    return picture(str(axes), readings(680, rows), title="The best k")


def _listed(numbers: list[int]) -> str:
    """Numbers as text: `3 to 6` if three or more follow one another, else `3 or 6`."""
    first, last = numbers[0], numbers[-1]
    is_run = len(numbers) > 2 and numbers == list(range(first, last + 1))
    return f"{first} to {last}" if is_run else " or ".join(map(str, numbers))


@lru_cache(maxsize=8)
def _peaks(n: int) -> list[float]:
    """The peak memory in PyTorch for each k, in units of b d floats."""
    return [_peak(kept.pytorch_moments(kept.CHECKPOINT, n, 2, 4, k)) / 8 for k in range(1, n + 1)]


def _peak(moments: Moments) -> int:
    """The largest number of floats that are kept at any time."""
    return max(moment.floats for moment in moments)
