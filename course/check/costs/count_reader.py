"""Reads formulas for costs: `2 n b d^2 + n b d`, `O(nbd²)`, `n*(b*d + d**2)`, `|z3||z2|`."""

import functools
import math
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction

from course.check.costs.big_o import Count, NotACount, is_outgrown, nearest_fraction
from course.expressions.algebras import ARITHMETIC, Numbers
from course.expressions.expression_error import ExpressionError
from course.expressions.interpreter import Algebra, interpret


class RoughCount(Count):
    """A count known only up to a constant factor, such as max(...) and O(...)."""


class Counts(Algebra[Count]):
    """Computes with counts.

    Args:
        sizes: the names that may occur.
        exact: whether constant factors matter, so that `max(...)` of sizes is refused.
    """

    def __init__(self, sizes: Iterable[str], *, exact: bool):
        names = list(sizes)
        self.exact = exact
        self.no_powers = (Fraction(),) * len(names)
        counts = {}
        for name in names:
            powers = tuple(Fraction(other == name) for other in names)
            counts[name] = Count({powers: Fraction(1)})
        super().__init__(counts)

    def number(self, value: float) -> Count:
        """A number, as a count without sizes."""
        if not math.isfinite(value):
            raise NotACount("that number is too large")
        return Count({self.no_powers: nearest_fraction(value)})

    def apply(self, operation: str, *inputs: Count) -> Count:
        """The result of an operation on counts; most functions take only numbers."""
        result = self._applied(operation, *inputs)
        is_rough = operation == "Order" or any(isinstance(count, RoughCount) for count in inputs)
        return RoughCount(result.terms) if is_rough else result

    def _applied(self, operation: str, *inputs: Count) -> Count:
        of_sizes = any(any(powers) for count in inputs for powers in count.terms)
        match operation:
            case "Order":
                return inputs[0]
            case "Abs" if of_sizes:  # |z| also stands for the size of z
                return _without_sign(inputs[0])
            case "Max" if of_sizes and self.exact:
                raise NotACount("max(...) is not a sum of terms")
            case "Max" if of_sizes:  # the maximum equals the sum up to a constant factor
                return functools.reduce(_rough_sum, inputs)
            case "Matmul":
                raise NotACount("`@` is for matrices, and these are sizes: write `*`")
            case "Sqrt":
                return inputs[0].to_the(Fraction(1, 2))
            case "Add" | "Subtract" if any(isinstance(count, RoughCount) for count in inputs):
                first, last = inputs
                return _rough_sum(first, -last if operation == "Subtract" else last)
            case "Add" | "Subtract" | "Mul" | "Divide" | "Beside" | "Power" | "Negate":
                return ARITHMETIC[operation](*inputs)
        otherwise = f"I can take {operation.lower()} of a number, not of a size"
        numbers = [float(count.constant(otherwise)) for count in inputs]
        return self.number(Numbers().apply(operation, *numbers))


def _without_sign(count: Count) -> Count:
    """The absolute value of a count."""
    for same_size in (count, -count):
        with suppress(NotACount):  # this one becomes negative
            same_size.dominant()
            return same_size
    raise NotACount("I can take |...| only of something that has the same sign for all sizes")


def _rough_sum(first: Count, last: Count) -> RoughCount:
    """The sum of two counts, known only up to a constant factor."""
    total = first + last
    for count in (first, last):
        for powers, c in count.terms.items():
            if c < 0 and not any(is_outgrown(powers, q) for q in total.terms):
                raise NotACount(
                    "max(...) and O(...) leave factors out, so I cannot subtract what grows as fast"
                )
    return RoughCount(total.terms)


def read_count(formula: object, sizes: Iterable[str], *, exact: bool = False) -> Count:
    """The count that a formula stands for.

    Raises:
        ExpressionError: it is not a formula, or not a sum of terms within the limits.
    """
    if not isinstance(formula, str):
        raise ExpressionError('this is not a formula. Write one in quotes, such as "2 n".')
    return Count(interpret(formula, Counts(sizes, exact=exact)).terms)
