"""Multiplies a chain of Jacobians in different orders, and counts and measures the cost."""

import operator
import time
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, reduce
from itertools import accumulate, pairwise

import torch

from course.running.settings import one_thread

SPREAD = 0.15  # the most by which the three best runs may differ, as a part of the best
MAX_TIMING = 0.3  # seconds after which timing stops, so that a slider does not lag
Products = list[tuple[int, int, int]]  # (i, k, j): matrices i to k - 1 times k to j - 1


def from_left(count: int) -> Products:
    """((A B) C) D: what a backward pass does, if A belongs to the last step."""
    return [(0, k, k + 1) for k in range(1, count)]


def from_right(count: int) -> Products:
    """A (B (C D)): what a forward-mode pass does."""
    return [(k - 1, k, count) for k in reversed(range(1, count))]


def multiply(chain: Sequence[torch.Tensor], plan: Products) -> torch.Tensor:
    """The product of all matrices, in this order."""
    products = {(i, i + 1): matrix for i, matrix in enumerate(chain)}
    for i, k, j in plan:
        products[i, j] = products[i, k] @ products[k, j]
    return products[0, len(chain)]


def all_anew(chain: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The product down to each layer, each computed from scratch."""
    return [reduce(operator.matmul, chain[: k + 1]) for k in range(len(chain))]


def all_cached(chain: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The product down to each layer, each computed from the one before."""
    return list(accumulate(chain, operator.matmul))


def product_costs(sizes: Sequence[int], plan: Products) -> list[int]:
    """The multiplications in each product; matrix i has shape (sizes[i], sizes[i + 1])."""
    return [sizes[i] * sizes[k] * sizes[j] for i, k, j in plan]


def cheapest(sizes: Sequence[int]) -> int:
    """The number of multiplications in the best of all orders."""

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
    """The shortest time of each way in a few runs, in seconds; empty if any way is not steady.

    The ways take turns, so that a temporary slowdown of the computer affects all of them.
    """
    times: list[list[float]] = [[] for _ in ways]
    began = time.perf_counter()
    with one_thread():
        while len(times[0]) < 3 or (
            not all(map(_is_steady, times)) and time.perf_counter() - began < MAX_TIMING
        ):
            for way, times_of_way in zip(ways, times, strict=True):
                start = time.perf_counter()
                way(chain)
                times_of_way.append(time.perf_counter() - start)
    return [min(times_of_way) for times_of_way in times] if all(map(_is_steady, times)) else []


def _is_steady(times: list[float]) -> bool:
    first, _, third = sorted(times)[:3]
    return third <= (1 + SPREAD) * first


@lru_cache(maxsize=8)
def random_jacobians(sizes: tuple[int, ...]) -> list[torch.Tensor]:
    """Random matrices of these sizes, scaled so that their products keep their size."""
    generator = torch.Generator().manual_seed(0)
    return [
        torch.randn(rows, columns, generator=generator) / max(rows, columns) ** 0.5
        for rows, columns in pairwise(sizes)
    ]
