"""Chooses random values. They are the same in every notebook, but grading may choose a series that
nobody can know beforehand."""

import hashlib
import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar

import torch

from course.running.in_force import in_force
from course.values.tensors import as_float64

_series = ContextVar("series", default="")  # of random values; notebooks always use the default
_exercise = ContextVar("exercise", default="")  # the exercise that the values are for


def in_series(series: str) -> AbstractContextManager:
    """Makes all random values inside this context depend on `series`, except fixed ones. They are
    as hard to guess as the text of `series`."""
    return in_force(_series, series)


def for_exercise(exercise: str) -> AbstractContextManager:
    """Makes the values of a series depend on the exercise, too, inside this context. A student's
    code sees the values of one exercise, but cannot derive those of another from them."""
    return in_force(_exercise, exercise)


def seeded(seed: int, fixed: bool = False) -> random.Random:
    """A source of random numbers.

    Args:
        seed: determines the numbers, in a series together with the series and the exercise.
        fixed: whether the seed alone determines the numbers, even in a series.
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
        """A random value near the given one, of the same shape. Each entry is within 30 % of the
        given entry, or has a magnitude between 0.2 and 0.5 if that is 0."""
        if not hasattr(value, "shape"):
            return self._near(float(value))
        entries = [self._near(v) for v in as_float64(value).flatten().tolist()]
        return torch.tensor(entries, dtype=torch.float64, device="cpu").reshape(tuple(value.shape))

    def upstream(self, shape: tuple | None):
        """A random upstream gradient of this shape, or a plain number if the shape is None. Each
        entry has a magnitude between 0.5 and 1.5, and a random sign."""
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
    """A float64 tensor of a given shape. Each entry comes from a call of `entry`."""
    return torch.empty(shape, dtype=torch.float64, device="cpu").apply_(lambda _: entry())
