"""What checkpoints cost and save in a row of layers: counted, measured, asked for as formulas."""

import functools
import math
from collections.abc import Callable

import torch
from torch.utils.checkpoint import checkpoint

from course.chain import Chain
from course.check.by_hand import RIGHT, Answers, check_each, formula_asked_for, known_mistake
from course.check.cases import Draw
from course.check.formula import evaluate
from course.kept import why_not
from course.meter import MemoryMeter
from course.reader import ExpressionError

PLACES = ((16, 2), (36, 4), (144, 24))  # sizes at which formulas are compared: layers, checkpoints
DRAWS = 2  # other sizes


def check_tradeoff(answers: Answers) -> float:
    """Checks formulas in n and k about n layers, divided among k checkpoints.

    `kept` is the most values that are kept at a time, `extra` how many more forward runs of a layer
    there are; `best` is the k for which the fewest values are kept, and `least` how many they are.

    Args:
        answers: what the student wrote in each blank; `...` where nothing is written yet.

    Returns:
        The share of the blanks that is right.

    Raises:
        CheckFailed: no blank is right yet.
    """
    places = [*PLACES, *_drawn()]
    right = {
        "kept": [run_through(n, k)[0] for n, k in places],
        "extra": [run_through(n, k)[1] for n, k in places],
        "best": [min(divisors(n), key=lambda k: run_through(n, k)[0]) for n, _ in places],
        "least": [min(run_through(n, k)[0] for k in divisors(n)) for n, _ in places],
    }

    def verdict(answer: object, values: list[int], blank: tuple[str, str]) -> str:
        return _verdict(answer, values, blank, places)

    return check_each(answers, right, verdict)


def _drawn() -> list[tuple[int, int]]:
    """Random sizes: square numbers of layers, so that the best number of checkpoints is whole."""
    draw = Draw(0).random
    squares = [draw.randrange(8, 25) ** 2 for _ in range(DRAWS)]
    return [(n, draw.choice(divisors(n))) for n in squares]


def run_through(n: int, k: int) -> tuple[int, int]:
    """The most values kept at a time, and the extra runs, of n layers with k checkpoints."""
    inputs, most, runs = [], 0, 0
    for _ in range(k):
        inputs.append("what goes into a segment")
        runs += n // k
    for _ in range(k):
        results = ["what comes out of a layer"] * (n // k)
        most = max(most, len(inputs) + len(results))
        runs += n // k
        inputs.pop()
    return most, runs - n


def divisors(n: int) -> list[int]:
    """The numbers of checkpoints that divide n layers evenly."""
    return [k for k in range(1, n + 1) if n % k == 0]


def _verdict(answer, right: list[int], blank: tuple[str, str], places: list) -> str:
    asked = ("n", "k") if blank[1] in ("kept", "extra") else ("n",)
    yours = []
    for place in places:
        try:
            yours.append(evaluate(answer, dict(zip(asked, place, strict=False))))
        except ExpressionError as error:
            return f"not yet: {error}"
    if all(map(math.isclose, yours, right)):
        return RIGHT
    if known := known_mistake(answer, ("tradeoff", *blank, tuple(yours[: len(PLACES)]))):
        return known
    if not isinstance(answer, str):
        return f"not yet: you have {yours[0]:g}. {formula_asked_for(' and '.join(asked))}"
    wrong = next(i for i, each in enumerate(yours) if not math.isclose(each, right[i]))
    at = " and ".join(f"{name} = {v}" for name, v in zip(asked, places[wrong], strict=False))
    counted = f"by the count described above it is {right[wrong]}"
    return f"not yet: at {at} you say {yours[wrong]:g}, and {counted}."


def show_tradeoff(checkpoint_class: type, n: int = 144) -> None:
    """Plots what is kept and how often layers run, for every number of checkpoints that divides n.

    Measured with the student's node or, if that does not run yet, with PyTorch's own checkpoints.

    Args:
        checkpoint_class: the student's.
        n: how many layers.
    """
    from matplotlib import pyplot as plt

    try:
        kept = [_measured(_by_nodes, checkpoint_class, n, k) for k in divisors(n)]
        whose = "your Checkpoint"
    except Exception as error:
        print(f"Your Checkpoint {why_not(error)}")
        print("So this is what PyTorch's own does.")
        kept = [_measured(_by_pytorch, n, k) for k in divisors(n)]
        whose = "PyTorch's checkpoint"
    plain = _measured(_by_pytorch, n, 0)
    if min(kept) > 0.9 * plain:
        print("Your Checkpoint saves nothing: it seems to keep its chain; see 8b.")
    plt.figure(figsize=(9, 3.4))
    plt.axhline(plain, linestyle=":", color="gray", label="without checkpoints")
    plt.plot(divisors(n), kept, "o-", label=f"with {whose}")
    plt.xscale("log")
    ticks = [k for i, k in enumerate(divisors(n)) if not i or k > 1.2 * divisors(n)[i - 1]]
    plt.xticks(ticks, ticks)
    plt.ylim(bottom=0)
    plt.minorticks_off()
    plt.xlabel(f"checkpoints, for {n} layers")
    plt.ylabel("values in memory at most")
    plt.legend()
    plt.show()


def _measured(run: Callable, *arguments) -> float:
    """The most values in memory at a time, each as large as the input x, which comes last."""
    x = torch.linspace(0.1, 1.0, 64)
    with MemoryMeter() as meter:
        run(*arguments, x)
    return meter.peak / x.numel()


def _by_nodes(checkpoint_class: type, n: int, k: int, x: torch.Tensor) -> None:
    segment = functools.partial(checkpoint_class, layers=["Sine"] * (n // k))
    chain = Chain([segment] * k)
    chain.forward(x)
    chain.backward(torch.ones_like(x))


def _by_pytorch(n: int, k: int, x: torch.Tensor) -> None:
    def segment(value: torch.Tensor, length: int) -> torch.Tensor:
        for _ in range(length):
            value = value.sin()
        return value

    value = x.clone().requires_grad_()
    for _ in range(k):
        value = checkpoint(segment, value, n // k, use_reentrant=False)
    if not k:
        value = segment(value, n)
    value.backward(torch.ones_like(x))
