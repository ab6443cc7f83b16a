"""Sorts the totals of a class into the bars of a histogram."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

MAX_BINS = 12
MIN_BINS = 5
BIN_WIDTHS = (0.1, 0.25, 0.5, 1, 2, 2.5, 3, 4, 5, 10, 20, 25, 50, 100)


@dataclass(frozen=True)
class Bin:
    """A bar of the histogram: how many totals are at least `low` and below `high`, or, in the last
    bar, not above it."""

    low: float
    high: float
    count: int


def bins(totals: Sequence[float], points: float) -> list[Bin]:
    """At most a dozen bars, from zero to the homework's points, or to the best total."""
    top = max([points, *totals, 1])
    fitting = [width for width in BIN_WIDTHS if MIN_BINS <= top / width <= MAX_BINS]
    even = [width for width in fitting if round(top / width, 9).is_integer()]
    width = next(iter(even or fitting), top / MAX_BINS)
    counts = [0] * math.ceil(round(top / width, 9))
    for total in totals:
        bar = int(round(total / width, 9))  # 0.3 / 0.1 is less than 3
        counts[min(max(bar, 0), len(counts) - 1)] += 1
    return [Bin(i * width, (i + 1) * width, count) for i, count in enumerate(counts)]
