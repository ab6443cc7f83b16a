"""Checks formulas for what checkpoints cost and save in a chain of layers, against counts."""

import functools
import math
from contextlib import suppress
from typing import NamedTuple

from course.check.base.blank_by_blank import RIGHT, Answers, check_each, known_mistake
from course.check.base.exercise import exercise_title
from course.check.base.random_values import seeded
from course.check.paper.answers import formula_asked_for
from course.check.paper.edits import Formula, brackets_missing
from course.expressions.expression_error import ExpressionError
from course.expressions.formula import evaluate
from course.values.words import listed

# Formulas are compared for these numbers of layers and checkpoints, and for random ones.
SIZES_COMPARED = ((16, 2), (36, 4), (144, 24))
RANDOM_SIZES = 2


def check_tradeoff(answers: Answers) -> float:
    """Checks formulas in m and c about m layers, divided among c checkpoints.

    `kept` is the most values that are kept at a time, `extra` the number of additional forward runs
    of layers; `best` is the c for which the fewest values are kept, and `least` their number.
    """
    places = [*SIZES_COMPARED, *_random_sizes()]
    best = [min(divisors(m), key=lambda c: run_through(m, c).kept) for m, _ in places]
    right = {
        "kept": [run_through(m, c).kept for m, c in places],
        "extra": [run_through(m, c).extra for m, c in places],
        "best": best,
        "least": [run_through(m, c).kept for (m, _), c in zip(places, best, strict=True)],
    }
    return check_each(answers, right, functools.partial(_verdict, places=places))


def _random_sizes() -> list[tuple[int, int]]:
    """Random sizes: square numbers of layers, so that the best number of checkpoints is whole."""
    rng = seeded(0)
    squares = [rng.randrange(8, 25) ** 2 for _ in range(RANDOM_SIZES)]
    return [(m, rng.choice(divisors(m))) for m in squares]


class CheckpointCost(NamedTuple):
    """What checkpoints cost."""

    kept: int  # the largest number of values kept at a time
    extra: int  # additional runs of layers


def run_through(m: int, c: int) -> CheckpointCost:
    """Goes through both passes of m layers with c checkpoints, and counts."""
    inputs, most, runs = [], 0, 0
    for _ in range(c):
        inputs.append("the input of a checkpoint")
        runs += m // c
    for _ in range(c):
        results = ["the result of a layer"] * (m // c)
        most = max(most, len(inputs) + len(results))
        runs += m // c
        inputs.pop()
    return CheckpointCost(most, runs - m)


def divisors(m: int) -> list[int]:
    """The numbers of checkpoints that divide m layers evenly."""
    return [c for c in range(1, m + 1) if m % c == 0]


def _verdict(answer: object, right: list[int], blank: str, *, places: list[tuple[int, int]]) -> str:
    letters = ("m", "c") if blank in ("kept", "extra") else ("m",)

    def values_of(formula: object) -> list[float]:
        return [evaluate(formula, dict(zip(letters, place, strict=False))) for place in places]

    def fits(formula: str) -> bool:
        with suppress(ExpressionError):
            return all(map(math.isclose, values_of(formula), right))
        return False

    try:
        yours = values_of(answer)
    except ExpressionError as error:
        return str(error)
    wrong = [i for i, value in enumerate(yours) if not math.isclose(value, right[i])]
    if not wrong:
        return RIGHT
    if isinstance(answer, str) and (off := brackets_missing(Formula(answer, letters), fits)):
        return f"you have {answer}. {off}"
    symptom = ("tradeoff", exercise_title(), blank, tuple(yours[: len(SIZES_COMPARED)]))
    if known := known_mistake(answer, symptom):
        return known
    if not isinstance(answer, str):
        return f"you have {yours[0]:g}. {formula_asked_for(listed(letters))}"
    first = wrong[0]
    at = listed(f"{letter} = {v}" for letter, v in zip(letters, places[first], strict=False))
    counted = f"by the count described above it is {right[first]}"
    return f"at {at} you say {yours[first]:g}, and {counted}."
