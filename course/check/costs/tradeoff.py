"""Counts and measures what checkpoints cost and save in a chain of layers, and checks formulas."""

import functools
import math
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

import torch
from torch.utils.checkpoint import checkpoint

from course.check.base.blank_by_blank import RIGHT, Answers, check_each, known_mistake
from course.check.base.draws import seeded
from course.check.base.exercise import exercise_title
from course.check.paper.answers import formula_asked_for
from course.check.paper.edits import Formula, brackets_missing
from course.expressions.formula import evaluate
from course.expressions.reader import ExpressionError
from course.homework.layer_chain import Chain
from course.recording.kept_text import why_not
from course.recording.meter import MemoryMeter
from course.values.words import listed

# Formulas are compared for these numbers of layers and checkpoints, and for some that are drawn.
SIZES_COMPARED = ((16, 2), (36, 4), (144, 24))
SIZES_DRAWN = 2


def check_tradeoff(answers: Answers) -> float:
    """Checks formulas in m and c about m layers, divided among c checkpoints.

    `kept` is the most values that are kept at a time, `extra` the number of additional forward runs
    of layers; `best` is the c for which the fewest values are kept, and `least` their number.
    """
    places = [*SIZES_COMPARED, *_drawn()]
    best = [min(divisors(m), key=lambda c: run_through(m, c).kept) for m, _ in places]
    right = {
        "kept": [run_through(m, c).kept for m, c in places],
        "extra": [run_through(m, c).extra for m, c in places],
        "best": best,
        "least": [run_through(m, c).kept for (m, _), c in zip(places, best, strict=True)],
    }
    return check_each(answers, right, functools.partial(_verdict, places=places))


def _drawn() -> list[tuple[int, int]]:
    """Random sizes: square numbers of layers, so that the best number of checkpoints is whole."""
    rng = seeded(0)
    squares = [rng.randrange(8, 25) ** 2 for _ in range(SIZES_DRAWN)]
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


def show_tradeoff(checkpoint_class: type, m: int) -> None:
    """Plots what is kept and how often layers run, for every number of checkpoints that divides m.

    Measured with the student's node or, if that does not run yet, with PyTorch's own checkpoints.
    """
    from matplotlib import pyplot as plt

    numbers = divisors(m)
    try:
        kept = [_measured(_by_nodes, checkpoint_class, m, c) for c in numbers]
        whose = "your Checkpoint"
    except Exception as error:
        print(f"Your Checkpoint {why_not(error)}")
        print("So this is what PyTorch's own does.")
        kept = [_measured(_by_pytorch, m, c) for c in numbers]
        whose = "PyTorch's checkpoint"
    plain = _measured(_by_pytorch, m, 0)
    if min(kept) > 0.9 * plain:
        print("Your Checkpoint saves nothing: it seems to keep its chain; see 8b.")
    plt.figure(figsize=(9, 3.4))
    plt.axhline(plain, linestyle=":", color="gray", label="without checkpoints")
    plt.plot(numbers, kept, "o-", label=f"with {whose}")
    plt.xscale("log")
    ticks = [1, *(c for before, c in pairwise(numbers) if c > 1.2 * before)]  # labels need room
    plt.xticks(ticks, [str(c) for c in ticks])
    plt.ylim(bottom=0)
    plt.minorticks_off()
    plt.xlabel(f"checkpoints, for {m} layers")
    plt.ylabel("values in memory at most")
    plt.legend()
    plt.show()


def _measured(run: Callable, *arguments) -> float:
    """The most values in memory at a time, in units of x, the last argument that `run` gets."""
    x = torch.linspace(0.1, 1.0, 64)
    with MemoryMeter() as meter:
        run(*arguments, x)
    return meter.peak / x.numel()


def _by_nodes(checkpoint_class: type, m: int, c: int, x: torch.Tensor) -> None:
    segment = functools.partial(checkpoint_class, layers=["Sine"] * (m // c))
    chain = Chain([segment] * c)
    chain.forward(x)
    chain.backward(torch.ones_like(x))


def _by_pytorch(m: int, c: int, x: torch.Tensor) -> None:
    def segment(value: torch.Tensor, length: int) -> torch.Tensor:
        for _ in range(length):
            value = value.sin()
        return value

    value = x.clone().requires_grad_()
    for _ in range(c):
        value = checkpoint(segment, value, m // c, use_reentrant=False)
    if not c:
        value = segment(value, m)
    value.backward(torch.ones_like(x))
