"""Lecture 2, the order of the chain: what a product of Jacobians costs from either end, and what
caching partial products saves."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise, zip_longest

from course.lecture.demo import Bounded, PlaySlider, choice, demo, menu, slider
from course.lecture.jacobian_products import (
    Products,
    all_anew,
    all_cached,
    cheapest,
    from_left,
    from_right,
    multiply,
    product_costs,
    random_jacobians,
    steady_seconds,
)
from course.lecture.slide import TIME, picture, subscript
from course.picture.svg import box, text, with_words
from course.sentences.words import plural
from course.values.as_text import typeset

_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
UNSTEADY = "too unsteady to tell"
MAX_JACOBIANS = 8
_SLOT, _SIDE = 112, 84  # pixels: the room for one Jacobian, and the side of the largest box
ENDS = {"at the output": "gradient", "at the input": "value"}  # where a product begins: its colour


@demo(
    made=Bounded(
        slider("products made", 0, 0, MAX_JACOBIANS - 1, kind=PlaySlider), "depth", less=1
    ),
    way=menu("begin", ENDS),
    outputs=choice("outputs", _SIZES, 256),
    width=choice("hidden width", _SIZES, 256),
    inputs=choice("inputs", _SIZES, 256),
    depth=slider("Jacobians", 4, 2, MAX_JACOBIANS),
)
def order(made: int, way: str, outputs: int, width: int, inputs: int, depth: int) -> str:
    """The chain y ← ... ← x as boxes, multiplied one product at a time. For each order, the number
    of multiplications and the measured time."""
    sizes = (outputs, *[width] * (depth - 1), inputs)
    plans = {"at the output": from_left(depth), "at the input": from_right(depth)}
    counts = [sum(product_costs(sizes, plan)) for plan in plans.values()]
    ways = [partial(multiply, plan=plan) for plan in plans.values()]
    seconds = steady_seconds(ways, random_jacobians(sizes))
    heads = text(40, 258, "multiplications") + text(640, 258, "measured")
    names = "from the output: backward, reverse mode", "from the input: forward mode"
    rows = []
    for i, (name, count, colour) in enumerate(zip(names, counts, ENDS.values(), strict=True)):
        y, bar = 272 + 82 * i, 390 * count / max(counts)
        time_bar = 180 * seconds[i] / max(seconds) if seconds else -8
        time_text = f"{seconds[i] * 1e3:.3g} ms" if seconds else UNSTEADY
        row = [
            text(40, y + 16, name),
            box(40, y + 24, bar, 30, colour),
            text(48 + bar, y + 46, f"{count:,}"),
            box(640, y + 24, time_bar, 30, TIME),
            text(648 + time_bar, y + 46, time_text),
        ]
        rows.append(with_words(f"{name}: {count:,} multiplications, {time_text}", *row))
    return picture(
        merged_chain(sizes, plans[way][:made], ENDS[way]),
        with_words("", f'<g font-weight="bold">{heads}</g>'),
        *rows,
        text(40, 462, f"The best of all orders takes {cheapest(sizes):,} multiplications."),
        title="The cost of two orders",
    )


@demo(depth=slider("layers", 6, 2, 12), width=choice("width", _SIZES[3:], 128))
def prefixes(depth: int, width: int) -> str:
    """The gradients of all layers, with each product from scratch or from the previous one. A row
    for each gradient shows its Jacobians; those that the row above has, too, are pale."""
    chain = random_jacobians((1, *[width] * depth))
    ways = [
        ("each product from scratch", depth * (depth - 1) // 2, all_anew, "ink"),
        ("each from the previous one", depth - 1, all_cached, "gradient"),
    ]
    all_seconds = steady_seconds([way for _, _, way, _ in ways], chain)
    y = 70
    parts = [_staircase(depth)]
    for (name, products, _, colour), seconds in zip_longest(ways, all_seconds):
        count = f"{products} {plural(products, 'product')}"
        multiplications = f"{products * width**2:,} multiplications"
        time_text = f"{seconds * 1e3:.3g} ms" if seconds else UNSTEADY
        parts += [
            text(650, y, name),
            text(650, y + 30, count, colour, font_size=22, font_weight="bold"),
            text(650, y + 60, multiplications, colour, font_size=18),
            text(650, y + 90, time_text, TIME, font_size=22, font_weight="bold"),
        ]
        y += 154
    both = zip(all_anew(chain), all_cached(chain), strict=True)
    difference = max((anew - cached).abs().max().item() for anew, cached in both)
    parts.append(text(650, y, "largest difference between them"))
    parts.append(text(650, y + 28, typeset(difference, 2), font_size=22, font_weight="bold"))
    return picture(*parts, title="Cached products")


def merged_chain(sizes: Sequence[int], plan: Products, colour: str = "gradient") -> str:
    """The Jacobians side by side, the output's first, after these products. Each product takes the
    place of its factors, with its number of multiplications below."""
    depth, counts = len(sizes) - 1, product_costs(sizes, plan)
    count_of: dict[tuple[int, int], int] = {}
    boxes = set(pairwise(range(depth + 1)))
    for (i, k, j), count in zip(plan, counts, strict=True):
        count_of[i, j] = count
        boxes = boxes - {(i, k), (k, j)} | {(i, j)}
    scale = _SIDE / max(sizes)
    words = f"products made: {len(plan)} of {depth - 1}, with {sum(counts):,} multiplications"
    parts = [text(40, 34, words)]
    for i, j in sorted(boxes):
        wide, tall = max(3.0, sizes[j] * scale), max(3.0, sizes[i] * scale)
        middle = 480 + (i + j - depth) / 2 * _SLOT
        left, top = middle - wide / 2, 122 - tall / 2
        name = "".join(f"J{subscript(depth - n)}" for n in range(i, j))
        lines = [f"{sizes[i]}×{sizes[j]}"]
        if (i, j) in count_of:
            drawn = box(left, top, wide, tall, colour)
            lines.append(f"{count_of[i, j]:,} for this one")
        else:
            drawn = box(left, top, wide, tall, "pale-gradient", stroke="gradient")
        drawn += text(middle, 68, name, "ink", "middle")
        for n, line in enumerate(lines):
            drawn += text(middle, 190 + 24 * n, line, "ink", "middle")
        parts.append(with_words(" ".join([name, *lines]), drawn))
    return "".join(parts)


def _staircase(depth: int) -> str:
    """A row for each gradient, with the Jacobians in it."""
    size = min(44.0, 390 / depth)
    parts = [text(110, 44, "at the output")]
    for row in range(depth):
        y = 62 + row * size
        gradient = f"∂y/∂h{subscript(depth - 1 - row)}"
        factors = [f"J{subscript(depth - k)}" for k in range(row + 1)]
        line = [text(96, y + size * 0.66, gradient, "ink", "end")]
        for k, name in enumerate(factors):
            fill, ink = ("gradient", "card") if k == row else ("pale-gradient", "ink")
            x = 110 + k * size
            line.append(box(x, y, size - 3, size - 3, fill, rx=3))
            line.append(text(x + size / 2 - 1, y + size * 0.62, name, ink, "middle"))
        parts.append(with_words(f"{gradient} = {' '.join(factors)}", *line))
    return "".join(parts)
