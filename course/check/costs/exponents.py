"""Measured costs and a student's formulas side by side, as exponents and as a plot.

The exponent of a size says what doubling the size does: 1 doubles the cost, 2 makes it four times
as large. If a cost is a sum, the exponent depends on which term is largest, hence the regimes.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import linear_regression

from course.check.costs.big_o import MAX_POWER, Count, NotACount
from course.check.costs.count_reader import read_count
from course.check.costs.counted import Counted, ForwardPass, memory_of, operations_of
from course.expressions.reader import ExpressionError

SIZES = ("m", "n", "d")

# Sizes to start from, and how often one of them is doubled while the others stay.
REGIMES: dict[str, tuple[int, int, int]] = {
    "medium": (8, 16, 32),
    "wide layers": (8, 1, 256),
    "large batches": (8, 512, 4),
}
DOUBLINGS = 2


@dataclass(frozen=True)
class Sweep:
    """A cost while one size doubles again and again."""

    sizes: list[int]  # the values of that size
    measured: list[float]  # what PyTorch was counted doing
    formula: list[float] | None  # what the student's formula says; None if there is none to be read

    @property
    def exponents(self) -> tuple[float, float | None]:
        """The measured exponent, and the formula's, both fitted in the same way; None if it has
        none, because it is not above 0 everywhere."""
        is_above_0 = self.formula is not None and min(self.formula) > 0
        yours = fitted_exponent(self.sizes, self.formula) if is_above_0 else None
        return fitted_exponent(self.sizes, self.measured), yours


def fitted_exponent(sizes: list[int], costs: list[float]) -> float:
    """The slope of the line that fits best, both axes being logarithmic."""
    return linear_regression(list(map(math.log, sizes)), list(map(math.log, costs))).slope


def sweeps(
    counted: Counted, answers: Mapping[str, object], regime: str
) -> Iterator[tuple[str, str, Sweep]]:
    """For each blank and each size, the costs while that size grows and the others stay."""
    start = REGIMES[regime]
    for axis, size in enumerate(SIZES):
        values = [start[axis] * 2**k for k in range(DOUBLINGS + 1)]
        places = [(*start[:axis], value, *start[axis + 1 :]) for value in values]
        counts = [counted(*place) for place in places]
        for blank in counts[0]:
            formula = _readable_count(answers.get(blank, ...))
            told = formula and [float(formula.at(place)) for place in places]
            yield blank, size, Sweep(values, [float(count[blank]) for count in counts], told)


def show_exponents(network: ForwardPass, operations: Mapping, memory: Mapping) -> None:
    """Prints the exponents of all blanks that are filled in, and plots the costs behind them.

    Args:
        network: a network of m layers, called with a batch and the list of weights.
        operations: the student's formulas for time.
        memory: the student's formulas for memory.
    """
    if not any(map(_readable_count, [*operations.values(), *memory.values()])):
        print("Fill in a blank above first: then the machine's answer is shown beside yours.")
        return
    rows = [
        ("operations", "medium", operations_of(network), operations),
        ("numbers", "wide layers", memory_of(network), memory),
        ("numbers", "large batches", memory_of(network), memory),
    ]
    print(f"{'exponent of':31}" + "".join(f"{size:>14}" for size in SIZES))
    print(f"{'':31}" + "counted yours ".rjust(14) * 3)
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(len(rows), 3, figsize=(11, 3 * len(rows)), squeeze=False)
    for row, (unit, regime, counted, answers) in zip(axes, rows, strict=True):
        table: dict[str, list[str]] = {}
        for blank, size, sweep in sweeps(counted, answers, regime):
            if sweep.formula is None:
                continue
            measured, yours = sweep.exponents
            told = "<= 0" if yours is None else f"{yours:.2f}"
            table.setdefault(blank, []).append(f"{measured:7.2f} {told:>5}")
            _plot(row[SIZES.index(size)], blank, size, sweep)
        row[0].set_ylabel(f"{unit}, {regime}")
        if table:
            row[-1].legend(loc="center left", bbox_to_anchor=(1, 0.5))
        for blank, cells in table.items():
            print(f"{blank:15}{regime:16}" + "".join(cell.rjust(14) for cell in cells))
    figure.tight_layout()
    plt.show()


def _plot(axes, blank: str, size: str, sweep: Sweep) -> None:
    """Dots for what was counted; a line for the formula, moved up or down to the last dot, where it
    has an exponent."""
    size_of_dot = 11 - len(axes.lines)  # each fits into the one before
    (dots,) = axes.loglog(
        sweep.sizes, sweep.measured, "o", base=2, label=blank, fillstyle="none", ms=size_of_dot
    )
    if None not in sweep.exponents:
        scale = sweep.measured[-1] / sweep.formula[-1]
        line = [scale * value for value in sweep.formula]
        axes.loglog(sweep.sizes, line, base=2, color=dots.get_color(), linewidth=1)
    axes.set_xlabel(size)


def _readable_count(answer: object) -> Count | None:
    """The formula, if it can be read, and drawn."""
    try:
        count = read_count(answer, SIZES)
        powers = [power for term in count.dominant() for power in term]
    except (ExpressionError, NotACount):
        return None
    return count if max(map(abs, powers)) <= MAX_POWER else None
