"""Computes the value of a formula as people write it: `log 2`, `exp(d)/2`, `2x^3`."""

import math
from collections.abc import Mapping

import numpy as np

from course.expressions.algebras import Numbers
from course.expressions.expression_error import ExpressionError
from course.expressions.interpreter import interpret, no_finite_value
from course.values.as_text import on_one_line
from course.values.kinds import value_in_words
from course.values.tensors import as_tensor

NamedNumbers = Mapping[str, float]


def evaluate(formula: object, names: NamedNumbers) -> float:
    """The value of a formula, given the values of the names in it.

    If `names` contains `e`, it is that name, except as the base of a power: `e^x` is always exp(x).

    Args:
        formula: text as above, or simply a number.
        names: the value of each name that may occur.

    Raises:
        ExpressionError: it is not a formula, uses another name, or has no finite value.
    """
    if not isinstance(formula, str):
        return read_number(formula)
    value = interpret(formula, Numbers({name: float(number) for name, number in names.items()}))
    if not math.isfinite(value):
        raise no_finite_value(formula)
    return value


def read_number(value) -> float:
    """The number in an answer that is not text.

    Raises:
        ExpressionError: it is not a number.
    """
    real = value
    if hasattr(value, "shape"):
        real = as_tensor(value)  # None if its entries are not real
    if isinstance(value, bool | np.bool_ | bytes | bytearray):  # float(...) would accept it
        real = None
    try:
        number = float(real)
    except (TypeError, ValueError, RuntimeError, OverflowError):
        raise ExpressionError(
            f"{value_in_words(value)} is not an answer: write a number such as 0.5, or text such "
            'as "log(2)". A formula is text, in quotes.'
        ) from None
    if not math.isfinite(number):
        raise ExpressionError(f"{on_one_line(value)} is not a finite number.")
    return number
