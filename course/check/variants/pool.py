"""Makes pools of exercises, from which variants come.

For a number, random exercises are made until one is sound: its answers are of ordinary size, and no
two known mistakes lead to the same numbers. The same number always gives the same exercise.
"""

import random
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Protocol

from course.check.variants.wrong_passes import WrongTable

MIN_ANSWER, MAX_ANSWER, MAX_WHOLE_ANSWER = 0.0499, 20.01, 200  # absolute values


class Recipe(Protocol):
    """What an exercise is made from."""

    @property
    def right(self) -> object:
        """What a check gets the right answers from, as in the standard exercise."""

    @property
    def one(self) -> float:
        """The upstream gradient at the output of a graph."""

    def given(self, output: str = "") -> list[str]:
        """What is given, in sentences. If the gradients of a graph are asked for, `output` is the
        letter for the multiple of its output whose gradients they are."""

    def wrong_tables(self, backward: bool) -> Iterable[WrongTable]:
        """Each known mistake that can be made, in the backward or the forward pass if there are
        two, and what it leaves."""

    def is_sound(self) -> bool:
        """Whether this exercise is good enough to be given to a student."""


Pool = Callable[[int], Recipe]  # returns the recipe with a number


def is_ordinary(number: float) -> bool:
    """Whether a number is neither too small nor too large for an answer worked out by hand."""
    is_whole = abs(number - round(number)) < 1e-9
    return MIN_ANSWER < abs(number) < (MAX_WHOLE_ANSWER if is_whole else MAX_ANSWER)


def sound_pool(key: str) -> Callable[[Callable[[random.Random], Recipe | None]], Pool]:
    """Turns a function that makes a random recipe into a pool, which calls it until one is sound.
    The function may return None if what it has chosen is not worth trying.

    Args:
        key: what the random numbers depend on, besides the exercise's number. With another key,
            students get other exercises, so it must not change even if the function is renamed.
    """

    def pool_of(make: Callable[[random.Random], Recipe | None]) -> Pool:
        @lru_cache(maxsize=4096)
        def exercise(number: int) -> Recipe:
            rng = random.Random(f"{key} {number}")
            while True:
                made = make(rng)
                if made and made.is_sound():
                    return made

        return exercise

    return pool_of
