"""Makes pools of exercises, which supply the variants.

A pool takes a number and makes random exercises until one is sound: its answers are of ordinary
size, and known mistakes can be told apart. The same number always gives the same exercise.
"""

import random
from collections.abc import Callable
from functools import lru_cache

from course.check.variants.recipes import Recipe
from course.running.settings import usual_settings

Pool = Callable[[int], Recipe]  # takes a number, returns a recipe


def sound_pool(key: str) -> Callable[[Callable[[random.Random], Recipe | None]], Pool]:
    """Turns a function that makes random recipes into a pool, which calls it until a recipe is
    sound. The function may return None for a choice that is not worth trying.

    Args:
        key: seeds the random numbers, together with the exercise's number. It must not change even
            if the function is renamed, because students would get other exercises.
    """

    def pool_of(make: Callable[[random.Random], Recipe | None]) -> Pool:
        @lru_cache(maxsize=4096)
        @usual_settings()
        def exercise(number: int) -> Recipe:
            rng = random.Random(f"{key} {number}")
            while True:
                made = make(rng)
                if made and made.is_sound():
                    return made

        return exercise

    return pool_of
