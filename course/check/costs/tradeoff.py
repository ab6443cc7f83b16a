"""Checks formulas for what checkpoints cost and save in a chain of layers, against counts."""

from typing import NamedTuple

from course.check.base.blank_by_blank import Blanks
from course.check.paper.answers import RightAt
from course.check.paper.blanks import check_number_blanks
from course.check.paper.number_blank import NumberBlank
from course.reference.random_values import seeded

# Numbers of layers and checkpoints at which formulas are compared, besides random ones. At the
# first pair, simple formulas have different values, none of them 12 or 24, the answers for 144
# layers.
SIZES_COMPARED = ((400, 5), (16, 2), (144, 24))
RANDOM_SIZES = 2
_LETTERS = {"kept": "m c", "extra": "m c", "best": "m", "least": "m"}
_CLUE = "Go through both passes as described above, and count."


def check_tradeoff(answers: Blanks) -> None:
    """Checks formulas in m and c about m layers that are divided among c checkpoints.

    `kept` is the largest number of values kept at any time, and `extra` the number of additional
    forward runs of layers. `best` is the c that minimises `kept`, and `least` is that minimum.
    """
    sizes = [*SIZES_COMPARED, *_random_sizes()]
    counted = [_counted(m, c) for m, c in sizes]
    blanks = {}
    for blank, letters in _LETTERS.items():
        here, *elsewhere = [
            RightAt(right[blank], dict(zip(letters.split(), values, strict=False)))
            for right, values in zip(counted, sizes, strict=True)
        ]
        asked_for = letters.replace(" ", " and ")
        blanks[blank] = NumberBlank(*here, _CLUE, letters=asked_for, elsewhere=elsewhere)
    check_number_blanks(answers, blanks)


def _counted(m: int, c: int) -> dict[str, int]:
    """The right value of each blank."""
    best = min(divisors(m), key=lambda c: run_through(m, c).kept)
    return {**run_through(m, c)._asdict(), "best": best, "least": run_through(m, best).kept}


def _random_sizes() -> list[tuple[int, int]]:
    """Random numbers of layers and checkpoints; the former are squares, so the best number of
    checkpoints is whole."""
    rng = seeded(0)
    squares = [rng.randrange(8, 25) ** 2 for _ in range(RANDOM_SIZES)]
    return [(m, rng.choice(divisors(m))) for m in squares]


class CheckpointCost(NamedTuple):
    """What checkpoints cost."""

    kept: int  # the largest number of values kept at a time
    extra: int  # additional runs of layers


def run_through(m: int, c: int) -> CheckpointCost:
    """Simulates both passes of m layers with c checkpoints, and counts."""
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
    """The numbers of checkpoints among which m layers can be divided evenly."""
    return [c for c in range(1, m + 1) if m % c == 0]
