"""Computes matrix equations such as `W2.T @ dJ_do` or `lam * W2`, and tables of them."""

from collections.abc import Iterator, Mapping

import torch

from course.expressions.algebras import NamedValues, Tensors
from course.expressions.expression_error import ExpressionError
from course.expressions.formula import read_number
from course.expressions.interpreter import interpret, no_finite_value
from course.values.tensors import NamedTensors, as_float64


def compute(expression: object, values: NamedValues) -> torch.Tensor:
    """The value of an expression in float64, given the values of its names.

    Args:
        expression: text such as "W2.T @ dJ_do", or a number.
        values: the value of each name that may occur.

    Raises:
        ExpressionError: it is not an expression, contains another name, or its shapes do not fit.
    """
    return _computed(expression, _in_float64(values))


def compute_all(table: Mapping[str, str], values: NamedValues) -> dict[str, torch.Tensor]:
    """The values of a table of expressions, each of which may use the ones before it.

    Raises:
        ExpressionError: one of them cannot be read or computed.
    """
    known = _in_float64(values)
    results = {}
    for name, expression in filled_in_table(table):
        known[name] = results[name] = _computed(expression, known)
    return results


def _in_float64(values: NamedValues) -> NamedTensors:
    return {name: as_float64(value) for name, value in values.items()}


def _computed(expression: object, names: NamedTensors) -> torch.Tensor:
    text = text_of(expression)
    value = as_float64(interpret(text, Tensors(names)))
    if (without := ~value.isfinite()).any():
        raise no_finite_value(text, without.nonzero()[0].tolist())
    return value


def filled_in_table(table: object) -> Iterator[tuple[str, object]]:
    """The names and expressions of a table.

    Raises:
        ExpressionError: it is not a table, or an expression is still to be filled in.
    """
    if not isinstance(table, Mapping):
        raise ExpressionError('write the equations as a dictionary, such as {"z": "x @ W"}.')
    for name, expression in table.items():
        if expression is ...:
            raise ExpressionError(f"the equation of {name} is still to be filled in.")
        yield name, expression


def text_of(expression: object) -> str:
    """An expression as text. A number is turned into text.

    Raises:
        ExpressionError: it is something else.
    """
    return expression if isinstance(expression, str) else repr(read_number(expression))
