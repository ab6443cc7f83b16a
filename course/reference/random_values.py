"""Chooses random values: the same ones in every notebook or, in a series, ones that nobody can know
beforehand."""

import hashlib
import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar

import torch

from course.running.in_force import in_force
from course.values.tensors import as_float64

_series = ContextVar("series", default="")  # of random values; students always see the same one
_exercise = ContextVar("exercise", default="")  # the exercise that they are for


def in_series(series: str) -> AbstractContextManager:
    """Inside this context, all random values depend on `series`, and are as hard to guess as it."""
    return in_force(_series, series)


def for_exercise(exercise: str) -> AbstractContextManager:
    """Inside this context, the values of a series belong to one exercise. A student's code sees the
    numbers in the graphs it gets, but cannot derive those of another exercise from them."""
    return in_force(_exercise, exercise)


def seeded(seed: int, fixed: bool = False) -> random.Random:
    """A source of random numbers.

    Args:
        seed: the same seed gives the same numbers, within one series.
        fixed: whether the numbers are the same in every series.
    """
    series = "" if fixed else _series.get()
    if not series:
        return random.Random(seed)
    hidden = hashlib.sha256(f"{series}/{_exercise.get()}/{seed}".encode())
    return random.Random(hidden.hexdigest())


class RandomValues:
    """Random numbers from one seed: plain floats for numbers, float64 tensors for tensors.

    The arguments are those of `seeded`.
    """

    def __init__(self, seed: int, fixed: bool = False):
        self._random = seeded(seed, fixed)

    def near(self, value):
        """A value like the given one: within 30 % of each entry; for 0, between 0.2 and 0.5 in
        size."""
        if not hasattr(value, "shape"):
            return self._near(float(value))
        entries = [self._near(v) for v in as_float64(value).flatten().tolist()]
        return torch.tensor(entries, dtype=torch.float64, device="cpu").reshape(tuple(value.shape))

    def upstream(self, shape: tuple | None):
        """An upstream gradient, each entry between 0.5 and 1.5 in size; None for a plain number."""
        if shape is None:
            return self._sign() * self._random.uniform(0.5, 1.5)
        return tensor_of(shape, lambda: self.upstream(None))

    def _near(self, value: float) -> float:
        if value == 0:
            return self._sign() * self._random.uniform(0.2, 0.5)
        return value * self._random.uniform(0.7, 1.3)

    def _sign(self) -> int:
        return self._random.choice((-1, 1))


def tensor_of(shape: tuple, entry: Callable[[], float]) -> torch.Tensor:
    """A float64 tensor of a given shape, with each entry from a call of `entry`."""
    return torch.empty(shape, dtype=torch.float64, device="cpu").apply_(lambda _: entry())
