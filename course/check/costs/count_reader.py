"""Reading formulas for costs: `2 n b d^2 + n b d`, `O(nbd²)`, `n*(b*d + d**2)`, `|z3||z2|`."""

import math
from collections.abc import Iterable
from fractions import Fraction

from course.check.costs.big_o import Count, NotACount
from course.expressions.algebras import Numbers
from course.expressions.interpreter import interpret
from course.expressions.reader import ExpressionError


class Costs(Numbers):
    """Computes with counts.

    Args:
        sizes: the names that may occur.
        exact: whether constant factors count, so that `max(...)` cannot stand for a sum.
    """

    def __init__(self, sizes: Iterable[str], *, exact: bool = False):
        names = list(sizes)
        self.nothing, self.exact = (Fraction(),) * len(names), exact
        powers = {name: tuple(Fraction(name == each) for each in names) for name in names}
        super().__init__({name: Count({powers[name]: Fraction(1)}) for name in names})

    def number(self, value: float) -> Count:
        """A number as a count without sizes."""
        if not math.isfinite(value):
            raise NotACount("that number is too large")
        return Count({self.nothing: Fraction(value).limit_denominator(10**9)})

    def apply(self, operation: str, *inputs: Count) -> Count:
        """The result of an operation on counts; most functions take only numbers."""
        match operation:
            case "Order" | "Abs":  # |z| is the size of z
                return inputs[0]
            case "Max" if self.exact:
                raise NotACount("max(...) is not a sum of terms")
            case "Max":  # the largest of several is their sum, give or take a constant factor
                return sum(inputs[1:], start=inputs[0])
            case "Sqrt":
                return inputs[0].to_the(Fraction(1, 2))
            case "Add" | "Subtract" | "Mul" | "Divide" | "Beside" | "Power" | "Negate":
                return super().apply(operation, *inputs)
        otherwise = f"I know {operation.lower()} of a number, not of a size"
        numbers = (float(each.constant(otherwise)) for each in inputs)
        return self.number(super().apply(operation, *numbers))


def read_count(formula: object, sizes: Iterable[str], *, exact: bool = False) -> Count:
    """The count that a formula stands for.

    Raises:
        ExpressionError: it is not a formula, or not a sum of terms.
    """
    if not isinstance(formula, str):
        raise ExpressionError('this is not a formula. Write one in quotes, such as "2 n".')
    return interpret(formula, Costs(sizes, exact=exact))
