"""Lecture 2, the order of the chain: what a product of Jacobians costs from either end, and what
caching the products so far saves."""

import operator
import time
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial, reduce
from itertools import accumulate, pairwise, zip_longest

import torch

from course.lecture.demo import Played, bounded, choice, demo, menu, slider
from course.lecture.plot import TIME, picture, subscript
from course.picture.axes import with_words
from course.picture.shapes import box, text
from course.running.settings import one_thread
from course.values.as_text import typeset

_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
SPREAD = 0.15  # of the three best runs, up to which a time is shown
MAX_TIMING = 0.3  # seconds until it is given up; a slider has to be followed
UNSTEADY = "too unsteady to tell"
MAX_JACOBIANS = 8
_SLOT, _SIDE = 112, 84  # for one of them, and of the largest box, in pixels
ENDS = {"at the output": "gradient", "at the input": "value"}  # a product begins there
Products = list[tuple[int, int, int]]  # (i, k, j): matrices i to k - 1 times k to j - 1


@demo(
    made=bounded(slider("products made", 0, 0, MAX_JACOBIANS - 1, kind=Played), "depth", less=1),
    way=menu("begin", ENDS),
    outputs=choice("outputs", _SIZES, 256),
    width=choice("hidden width", _SIZES, 256),
    inputs=choice("inputs", _SIZES, 256),
    depth=slider("Jacobians", 4, 2, MAX_JACOBIANS),
)
def order(made: int, way: str, outputs: int, width: int, inputs: int, depth: int) -> str:
    """The chain y ← ... ← x as boxes, multiplied product after product, and for each order its
    multiplications, and its measured time."""
    sizes = (outputs, *[width] * (depth - 1), inputs)
    plans = dict(zip(ENDS, (from_left(depth), from_right(depth)), strict=True))
    seconds = steady_seconds([partial(multiply, plan=p) for p in plans.values()], jacobians(sizes))
    parts = [merging(sizes, plans[way][:made], ENDS[way])]
    counts = [sum(cost(sizes, p)) for p in plans.values()]
    heads = [text(40, 258, "multiplications"), text(640, 258, "measured")]
    parts.append(with_words("", f'<g font-weight="bold">{"".join(heads)}</g>'))
    names = "from the output: backward, reverse mode", "from the input: forward mode"
    for i, (name, count, colour) in enumerate(zip(names, counts, ENDS.values(), strict=True)):
        y = 272 + 82 * i
        spent = f"{seconds[i] * 1e3:.3g} ms" if seconds else UNSTEADY
        long = 180 * seconds[i] / max(seconds) if seconds else -8
        row = [
            text(40, y + 16, name),
            box(40, y + 24, 390 * count / max(counts), 30, colour),
            text(48 + 390 * count / max(counts), y + 46, f"{count:,}"),
            box(640, y + 24, long, 30, TIME),
            text(648 + long, y + 46, spent),
        ]
        parts.append(with_words(f"{name}: {count:,} multiplications, {spent}", *row))
    least = f"The best of all orders takes {cheapest(sizes):,} multiplications."
    return picture(*parts, text(40, 462, least), title="The cost of two orders")


@demo(depth=slider("layers", 6, 2, 12), width=choice("width", _SIZES[3:], 128))
def prefixes(depth: int, width: int) -> str:
    """The gradients of all layers: each product from scratch, or each from the previous one; a row
    for each gradient with the Jacobians in it, those of the row above pale."""
    chain = jacobians((1, *[width] * depth))
    ways = [
        ("each product from scratch", depth * (depth - 1) // 2, all_anew, "ink"),
        ("each from the previous one", depth - 1, all_cached, "gradient"),
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
    parts.append(text(650, y + 28, typeset(gap, 2), font_size=22, font_weight="bold"))
    return picture(*parts, title="Cached products")


def merging(sizes: Sequence[int], plan: Products, colour: str = "gradient") -> str:
    """The Jacobians side by side, the output's first, after these products: each product stands
    where its factors stood, with its multiplications below."""
    depth, side = len(sizes) - 1, _SIDE / max(sizes)
    counts = cost(sizes, plan)
    spent = dict(zip([(i, j) for i, _, j in plan], counts, strict=True))
    inside = {(a, b) for i, k, j in plan for a, b in ((i, k), (k, j))}
    said = f"products made: {len(plan)} of {depth - 1}, with {sum(counts):,} multiplications"
    parts = [text(40, 34, said)]
    for i, j in sorted({*pairwise(range(depth + 1)), *spent} - inside):
        wide, tall = max(3.0, sizes[j] * side), max(3.0, sizes[i] * side)
        middle = 480 + (i + j - depth) / 2 * _SLOT
        name = "".join(f"J{subscript(depth - n)}" for n in range(i, j))
        look = {"fill": "pale-gradient", "stroke": "gradient"} if j - i == 1 else {"fill": colour}
        lines = [f"{sizes[i]}×{sizes[j]}"]
        lines += [f"{spent[i, j]:,} for this one"] if (i, j) in spent else []
        drawn = [box(middle - wide / 2, 122 - tall / 2, wide, tall, **look)]
        drawn.append(text(middle, 68, name, "ink", "middle"))
        drawn += [text(middle, 190 + 24 * n, x, "ink", "middle") for n, x in enumerate(lines)]
        parts.append(with_words(" ".join((name, *lines)), *drawn))
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


def from_left(count: int) -> Products:
    """((A B) C) D: what a backward pass does, if A belongs to the last step."""
    return [(0, k, k + 1) for k in range(1, count)]


def from_right(count: int) -> Products:
    """A (B (C D)): what a forward-mode pass does."""
    return [(k - 1, k, count) for k in reversed(range(1, count))]


def multiply(chain: Sequence[torch.Tensor], plan: Products) -> torch.Tensor:
    """The product of all, in this order."""
    made = {(i, i + 1): each for i, each in enumerate(chain)}
    for i, k, j in plan:
        made[i, j] = made[i, k] @ made[k, j]
    return made[0, len(chain)]


def all_anew(chain: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The product down to each layer, each from the beginning."""
    return [reduce(operator.matmul, chain[: k + 1]) for k in range(len(chain))]


def all_cached(chain: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The product down to each layer, each from the one before."""
    return list(accumulate(chain, operator.matmul))


# What they cost


def cost(sizes: Sequence[int], plan: Products) -> list[int]:
    """Multiplications of each product; matrix i is of sizes[i] x sizes[i + 1]."""
    return [sizes[i] * sizes[k] * sizes[j] for i, k, j in plan]


def cheapest(sizes: Sequence[int]) -> int:
    """Multiplications in the best of all orders."""

    @cache
    def least(first: int, last: int) -> int:
        if last - first < 2:
            return 0
        return min(
            least(first, k) + least(k, last) + sizes[first] * sizes[k] * sizes[last]
            for k in range(first + 1, last)
        )

    return least(0, len(sizes) - 1)


def steady_seconds(ways: Sequence[Callable], chain: Sequence[torch.Tensor]) -> list[float]:
    """The least time of a few runs of each way, in seconds; none if one of them is not steady.

    The ways take turns, so that what slows the computer down for a while does so for all of them.
    """
    spent = [[] for _ in ways]
    began = time.perf_counter()
    with one_thread():
        while len(spent[0]) < 3 or (
            not all(map(_is_steady, spent)) and time.perf_counter() - began < MAX_TIMING
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
    generator = torch.Generator().manual_seed(0)
    return [torch.randn(a, b, generator=generator) / max(a, b) ** 0.5 for a, b in pairwise(sizes)]
