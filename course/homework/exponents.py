"""Shows counted costs and a student's formulas side by side, as exponents and as a plot.

The exponent of a size says how the cost grows when the size doubles: with exponent 1, the cost
doubles, and with exponent 2, it becomes four times as large. If a cost is a sum, its exponent
depends on which term is largest, so costs are compared in several regimes.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from statistics import linear_regression

from course.check.costs.big_o import MAX_POWER, Count, NotACount
from course.check.costs.count_reader import read_count
from course.check.costs.counted_costs import Counted, ForwardPass, memory_of, operations_of
from course.expressions.expression_error import ExpressionError

SIZES = ("m", "n", "d")

# The sizes to start from.
REGIMES: dict[str, tuple[int, int, int]] = {
    "medium": (8, 16, 32),
    "wide layers": (8, 1, 256),
    "large batches": (8, 512, 4),
}
DOUBLINGS = 2  # how often one of the sizes is doubled while the others stay


@dataclass(frozen=True)
class Sweep:
    """The costs in one blank while one size doubles repeatedly and the others stay the same."""

    blank: str
    size: str  # the name of the size that grows
    sizes: Sequence[int]  # its values
    measured: Sequence[float]  # the cost that was counted in PyTorch
    formula: Sequence[float]  # what the student's formula says

    @property
    def measured_exponent(self) -> float:
        """The exponent of what was counted."""
        return fitted_exponent(self.sizes, self.measured)

    @property
    def formula_exponent(self) -> float | None:
        """The exponent of the formula, fitted in the same way; None if a value of the formula is
        not above 0, and therefore has no logarithm."""
        is_above_0 = min(self.formula) > 0
        return fitted_exponent(self.sizes, self.formula) if is_above_0 else None


def fitted_exponent(sizes: Sequence[int], costs: Sequence[float]) -> float:
    """The slope of the line that fits best on two logarithmic axes, by least squares."""
    return linear_regression(list(map(math.log, sizes)), list(map(math.log, costs))).slope


def sweeps(counted: Counted, formulas: Mapping[str, Count], regime: str) -> Iterator[Sweep]:
    """For each size and each blank with a formula, the costs while this size grows and the others
    stay the same."""
    start = REGIMES[regime]
    for axis, size in enumerate(SIZES):
        values = [start[axis] * 2**k for k in range(DOUBLINGS + 1)]
        places = [(*start[:axis], value, *start[axis + 1 :]) for value in values]
        counts = [counted(*place) for place in places]
        for blank in filter(formulas.__contains__, counts[0]):
            measured = [float(count[blank]) for count in counts]
            costs = [float(formulas[blank].at(place)) for place in places]
            yield Sweep(blank, size, values, measured, costs)


def show_exponents(network: ForwardPass, operations: Mapping, memory: Mapping) -> None:
    """Prints the exponents for all blanks with a formula that can be read, and plots the costs.

    Args:
        network: a network of m layers, called with a batch and the list of weights.
        operations: the student's formulas for time.
        memory: the student's formulas for memory.
    """
    of_time, of_memory = _readable(operations), _readable(memory)
    if not (of_time or of_memory):
        print("Fill in a blank above first: then the machine's answer is shown beside yours.")
        return
    rows = [
        ("operations", "medium", operations_of(network), of_time),
        ("numbers", "wide layers", memory_of(network), of_memory),
        ("numbers", "large batches", memory_of(network), of_memory),
    ]
    print(f"{'exponent of':31}" + "".join(f"{size:>14}" for size in SIZES))
    print(f"{'':31}" + "counted yours ".rjust(14) * 3)
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(len(rows), 3, figsize=(11, 3 * len(rows)), squeeze=False)
    for axes_in_row, (unit, regime, counted, formulas) in zip(axes, rows, strict=True):
        filled_in = [*sweeps(counted, formulas, regime)]
        _print_exponents(filled_in, regime)
        for sweep in filled_in:
            _plot(axes_in_row[SIZES.index(sweep.size)], sweep)
        axes_in_row[0].set_ylabel(f"{unit}, {regime}")
        if filled_in:
            axes_in_row[-1].legend(loc="center left", bbox_to_anchor=(1, 0.5))
    figure.tight_layout()
    plt.show()


def _print_exponents(filled_in: list[Sweep], regime: str) -> None:
    """Prints a line for each blank, with both exponents of each size."""
    for blank in dict.fromkeys(sweep.blank for sweep in filled_in):
        line = f"{blank:15}{regime:16}"
        for sweep in filled_in:
            if sweep.blank == blank:
                exponent = sweep.formula_exponent
                yours = "<= 0" if exponent is None else f"{exponent:.2f}"
                line += f"{sweep.measured_exponent:7.2f} {yours:>5}".rjust(14)
        print(line)


def _plot(axes, sweep: Sweep) -> None:
    """Draws dots for what was counted and, if the formula has an exponent, a line for the formula,
    moved up or down to meet the last dot."""
    size = 11 - len(axes.lines)  # of the dots, which become smaller and fit into each other
    style = {"base": 2, "label": sweep.blank, "fillstyle": "none", "ms": size}
    (dots,) = axes.loglog(sweep.sizes, sweep.measured, "o", **style)
    if sweep.formula_exponent is not None:
        scale = sweep.measured[-1] / sweep.formula[-1]
        line = [scale * value for value in sweep.formula]
        axes.loglog(sweep.sizes, line, base=2, color=dots.get_color(), linewidth=1)
    axes.set_xlabel(sweep.size)


def _readable(answers: Mapping[str, object]) -> dict[str, Count]:
    """The formulas that can be read and drawn, by blank."""
    counts = {}
    for blank, answer in answers.items():
        with suppress(ExpressionError, NotACount):
            count = read_count(answer, SIZES)
            powers = [power for term in count.dominant() for power in term]
            if max(map(abs, powers)) <= MAX_POWER:
                counts[blank] = count
    return counts
