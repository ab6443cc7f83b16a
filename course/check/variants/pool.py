"""Makes pools of exercises, from which variants come.

For a number, random exercises are made until one is sound: its answers are of ordinary size, and no
two known mistakes lead to the same numbers. The same number always gives the same exercise.
"""

import random
from collections.abc import Callable
from functools import lru_cache

from course.check.variants.recipes import Recipe

Pool = Callable[[int], Recipe]  # returns the recipe with a number


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
