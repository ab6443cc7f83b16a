"""Reads formulas for costs: `2 n b d^2 + n b d`, `O(nbd²)`, `n*(b*d + d**2)`, `|z3||z2|`."""

import math
from collections.abc import Iterable
from fractions import Fraction

from course.check.costs.big_o import Count, NotACount, nearest_fraction
from course.expressions.algebras import ARITHMETIC, applied_to_numbers
from course.expressions.expression_error import ExpressionError
from course.expressions.interpreter import Algebra, interpret


class Costs(Algebra[Count]):
    """Computes with counts.

    Args:
        sizes: the names that may occur.
        exact: whether constant factors count, so that `max(...)` cannot stand for a sum.
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
        """A number as a count without sizes."""
        if not math.isfinite(value):
            raise NotACount("that number is too large")
        return Count({self.no_powers: nearest_fraction(value)})

    def apply(self, operation: str, *inputs: Count) -> Count:
        """The result of an operation on counts; most functions take only numbers."""
        match operation:
            case "Order" | "Abs":  # |z| is the size of z
                return inputs[0]
            case "Max" if self.exact:
                raise NotACount("max(...) is not a sum of terms")
            case "Max":  # the largest of several is their sum, up to a constant factor
                return sum(inputs[1:], start=inputs[0])
            case "Matmul":
                raise NotACount("`@` is for matrices, and these are sizes: write `*`")
            case "Sqrt":
                return inputs[0].to_the(Fraction(1, 2))
            case "Add" | "Subtract" | "Mul" | "Divide" | "Beside" | "Power" | "Negate":
                return ARITHMETIC[operation](*inputs)
        otherwise = f"I know {operation.lower()} of a number, not of a size"
        numbers = [float(count.constant(otherwise)) for count in inputs]
        return self.number(applied_to_numbers(operation, *numbers))


def read_count(formula: object, sizes: Iterable[str], *, exact: bool = False) -> Count:
    """The count that a formula stands for.

    Raises:
        ExpressionError: it is not a formula, or not a sum of terms.
    """
    if not isinstance(formula, str):
        raise ExpressionError('this is not a formula. Write one in quotes, such as "2 n".')
    return interpret(formula, Costs(sizes, exact=exact))
