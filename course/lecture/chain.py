"""Lecture 2, the order of the chain: what a product of Jacobians costs from either end, and what
caching the products so far saves."""

import math
import operator
import time
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, reduce
from itertools import accumulate, pairwise, zip_longest

import torch

from course.lecture.demo import choice, demo, slider
from course.lecture.plot import TIME, label, picture, subscript, with_words
from course.picture.shapes import box, text
from course.threads import one_thread

SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
SPREAD = 0.15  # of the three best runs, up to which a time is shown
UNSTEADY = "too unsteady to tell"


@demo(
    outputs=choice("outputs", SIZES, 256),
    width=choice("hidden width", SIZES, 256),
    inputs=choice("inputs", SIZES, 256),
    depth=slider("Jacobians", 4, 2, 8),
)
def order(outputs: int, width: int, inputs: int, depth: int) -> str:
    """The chain y ← ... ← x as boxes, and for each order its multiplications, and its measured
    time."""
    sizes = (outputs, *[width] * (depth - 1), inputs)
    chain = jacobians(sizes)
    reverse = "from the output: backward, reverse mode"
    rows = [
        (reverse, from_left(sizes), multiply_from_left, "gradient"),
        ("from the input: forward mode", from_right(sizes), multiply_from_right, "value"),
    ]
    seconds = steady_seconds([multiply for _, _, multiply, _ in rows], chain)
    parts = [_boxes(sizes)]
    least = cheapest(sizes)
    most_work, most_time = max(count for _, count, *_ in rows), max(seconds, default=0)
    heads = [text(40, 238, "multiplications"), text(640, 238, "measured")]
    parts.append(with_words("", f'<g font-weight="bold">{"".join(heads)}</g>'))
    for i, (name, count, _, colour) in enumerate(rows):
        y = 258 + 82 * i
        spent = f"{seconds[i] * 1e3:.3g} ms" if seconds else UNSTEADY
        long = 180 * seconds[i] / most_time if seconds else -8
        row = [
            text(40, y + 16, name),
            box(40, y + 24, 390 * count / most_work, 30, colour),
            text(48 + 390 * count / most_work, y + 46, f"{count:,}"),
            box(640, y + 24, long, 30, TIME),
            text(648 + long, y + 46, spent),
        ]
        parts.append(with_words(f"{name}: {count:,} multiplications, {spent}", *row))
    parts.append(text(40, 452, f"The best of all orders takes {least:,} multiplications."))
    return picture(*parts, title="The cost of two orders")


@demo(depth=slider("layers", 6, 2, 12), width=choice("width", SIZES[3:], 128))
def prefixes(depth: int, width: int) -> str:
    """The gradients of all layers: each product anew, or each made from the one before; a row for
    each gradient with the Jacobians in it, those of the row above pale."""
    chain = jacobians((1, *[width] * depth))
    ways = [
        ("each product anew", depth * (depth - 1) // 2, all_anew, "ink"),
        ("each from the one before", depth - 1, all_cached, "gradient"),
    ]
    seconds = steady_seconds([way for _, _, way, _ in ways], chain)
    y, parts = 70, [_staircase(depth)]
    for (name, products, _, colour), took in zip_longest(ways, seconds):
        counted = f"{products} product{'s' if products > 1 else ''}"
        work = f"{products * width**2:,} multiplications"
        spent = f"{took * 1e3:.3g} ms" if took else UNSTEADY
        parts += [
            text(650, y, name),
            text(650, y + 30, counted, colour, font_size=22, font_weight="bold"),
            text(650, y + 60, work, colour, font_size=18),
            text(650, y + 90, spent, TIME, font_size=22, font_weight="bold"),
        ]
        y += 154
    gap = max(
        (a - b).abs().max().item() for a, b in zip(all_anew(chain), all_cached(chain), strict=True)
    )
    parts.append(text(650, y, "largest difference between them"))
    parts.append(text(650, y + 28, label(gap, 2), font_size=22, font_weight="bold"))
    return picture(*parts, title="Cached products")


def _boxes(sizes: Sequence[int]) -> str:
    """The Jacobians side by side, the output's first; sides grow with the logarithm of sizes."""
    parts = [text(40, 40, "∂y/∂x  =", font_size=20)]
    left, middle = 150.0, 125.0
    for i, (rows, columns) in enumerate(pairwise(sizes)):
        wide, tall = (14 + 7 * math.log2(size) for size in (columns, rows))
        parts.append(box(left, middle - tall / 2, wide, tall, "pale-gradient", stroke="gradient"))
        name = f"J{subscript(len(sizes) - 1 - i)}"
        shape = f"{rows}×{columns}"
        named = text(left + wide / 2, 74, name, "ink", "middle")
        below = text(left + wide / 2, 192, shape, "ink", "middle")
        parts.append(with_words(f"{name} {shape}", named, below))
        left += wide + 26
    return "".join(parts)


def _staircase(depth: int) -> str:
    size = min(44.0, 390 / depth)
    parts = [text(110, 44, "at the output")]
    for row in range(depth):
        y = 62 + row * size
        made = f"∂y/∂h{subscript(depth - 1 - row)}"
        names = [f"J{subscript(depth - k)}" for k in range(row + 1)]
        line = [text(96, y + size * 0.66, made, "ink", "end")]
        for k, name in enumerate(names):
            fill, ink = ("gradient", "card") if k == row else ("pale-gradient", "ink")
            x = 110 + k * size
            line.append(box(x, y, size - 3, size - 3, fill, rx=3))
            line.append(text(x + size / 2 - 1, y + size * 0.62, name, ink, "middle"))
        parts.append(with_words(f"{made} = {' '.join(names)}", *line))
    return "".join(parts)


# The products themselves


def multiply_from_left(chain: Sequence[torch.Tensor]) -> torch.Tensor:
    """((A B) C) D: what a backward pass does, if A belongs to the last step."""
    return reduce(operator.matmul, chain)


def multiply_from_right(chain: Sequence[torch.Tensor]) -> torch.Tensor:
    """A (B (C D)): what a forward-mode pass does."""
    return reduce(lambda product, each: each @ product, reversed(chain))


def all_anew(chain: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The product down to each layer, each from the beginning."""
    return [multiply_from_left(chain[: k + 1]) for k in range(len(chain))]


def all_cached(chain: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The product down to each layer, each from the one before."""
    return list(accumulate(chain, operator.matmul))


# What they cost


def from_left(sizes: Sequence[int]) -> int:
    """Multiplications of a product from the left; matrix i is of sizes[i] x sizes[i + 1]."""
    return sizes[0] * sum(rows * columns for rows, columns in pairwise(sizes[1:]))


def from_right(sizes: Sequence[int]) -> int:
    """Multiplications of the same product from the right."""
    return from_left(sizes[::-1])


def cheapest(sizes: Sequence[int]) -> int:
    """Multiplications in the best of all orders."""

    @cache
    def cost(first: int, last: int) -> int:
        if last - first < 2:
            return 0
        return min(
            cost(first, k) + cost(k, last) + sizes[first] * sizes[k] * sizes[last]
            for k in range(first + 1, last)
        )

    return cost(0, len(sizes) - 1)


def steady_seconds(
    ways: Sequence[Callable], chain: Sequence[torch.Tensor], patience: float = 0.06
) -> list[float]:
    """The least time of a few runs of each way, in seconds; none if one of them is not steady.

    The ways take turns, so that what slows the computer down for a while does so for all of them.
    """
    spent = [[] for _ in ways]
    began = time.perf_counter()
    with one_thread():
        while len(spent[0]) < 3 or (
            not all(map(_is_steady, spent)) and time.perf_counter() - began < patience
        ):
            for way, times in zip(ways, spent, strict=True):
                start = time.perf_counter()
                way(chain)
                times.append(time.perf_counter() - start)
    return [min(times) for times in spent] if all(map(_is_steady, spent)) else []


def _is_steady(times: list[float]) -> bool:
    first, _, third = sorted(times)[:3]
    return third <= (1 + SPREAD) * first


@lru_cache(maxsize=8)
def jacobians(sizes: tuple[int, ...]) -> list[torch.Tensor]:
    """Random matrices of these sizes, scaled so that their products keep their size."""
    made = torch.Generator().manual_seed(0)
    return [torch.randn(a, b, generator=made) / max(a, b) ** 0.5 for a, b in pairwise(sizes)]
