"""Computing expressions, and tables of them, with numbers and matrices.

`compute` and `compute_all` are for matrix equations such as `W2.T @ dJ_do` or `lam * W2`.
"""

import math
import operator
from collections.abc import Iterator, Mapping
from numbers import Real

import numpy as np
import torch

from course.expressions.interpreter import Refusal, interpret, no_finite_value
from course.expressions.reader import ExpressionError
from course.operations import OPERATIONS
from course.values.words import listed

MAX_EXPONENT = 99  # of a matrix, or a node
MAX_NUMBER = 1e300

NamedValues = Mapping[str, object]

_ARITHMETIC = {
    "Add": operator.add,
    "Subtract": operator.sub,
    "Mul": operator.mul,
    "Beside": operator.mul,
    "Divide": operator.truediv,
    "Power": operator.pow,
    "Negate": operator.neg,
    "Max": lambda *inputs: max(inputs),
}


class Numbers:
    """Computes with Python's numbers."""

    takes_new_names = False
    takes_max = True

    def __init__(self, names: Mapping):
        self.names = names

    def named(self, name: str) -> object:
        """The value of a name."""
        return self.names[name]

    def number(self, value: float) -> object:
        """The number itself."""
        return value

    def apply(self, operation: str, *inputs: object) -> object:
        """The result of an operation on its inputs."""
        if operation in _ARITHMETIC:
            found = _ARITHMETIC[operation](*inputs)
            if isinstance(found, complex):
                raise ValueError("a root of a negative number")
            return found
        if operation == "Order":
            raise Refusal("O(...) leaves factors out, so it is not a number")
        row = OPERATIONS[operation]
        for name in (operation.lower(), *row.written.split()):
            if hasattr(math, name):
                return getattr(math, name)(*inputs)
        try:
            return float(row.formula(*map(_float64, inputs)))
        except (RuntimeError, IndexError, TypeError):
            raise Refusal(f"{operation} is for matrices") from None


class Composed(Numbers):
    """Computes with values of another kind, using the operations that have rows; numbers stay
    numbers until they meet such a value."""

    takes_max = False

    def apply(self, operation: str, *inputs: object) -> object:
        """The result of an operation on its inputs, by one call of `operate` or several."""
        first, last = inputs[0], inputs[-1]
        if all(isinstance(each, float) for each in inputs):
            return super().apply(operation, *inputs)
        match operation:
            case "Subtract":
                return self.apply("Add", first, self.apply("Negate", last))
            case "Divide":
                return self.apply("Mul", first, self.apply("Power", last, -1.0))
            case "Beside":
                return self.apply("Mul", first, last)
            case "Power" if isinstance(last, float) and last % 1 == 0 and abs(last) <= MAX_EXPONENT:
                return self.raised(first, int(last))
            case "Power":
                return self.power(first, last)
        if operation == "Max":
            raise Refusal("max(...) is for numbers and costs, and max(x, 0) is written relu(x)")
        if operation == "Order":
            raise Refusal("O(...) is for costs")
        return self.operate(operation, *inputs)

    def operate(self, operation: str, *inputs: object) -> object:
        """The result of an operation with a row; some of its inputs may be numbers."""
        raise NotImplementedError

    def raised(self, base: object, power: int) -> object:
        """A power with a whole exponent."""
        raise NotImplementedError

    def power(self, base: object, exponent: object) -> object:
        """A power with any other exponent."""
        raise Refusal(f"a power is a whole number here, {MAX_EXPONENT} at most")


class Tensors(Composed):
    """Computes with tensors of float64."""

    def apply(self, operation: str, *inputs: object) -> object:
        """The result of an operation on its inputs."""
        if operation == "Beside" and all(getattr(each, "shape", ()) for each in inputs):
            raise Refusal(
                "an operator is missing between two matrices. A matrix product is written A @ B, a "
                "product entry by entry A * B"
            )
        return super().apply(operation, *inputs)

    def operate(self, operation: str, *inputs: object) -> torch.Tensor:
        """The result of an operation on tensors."""
        tensors = [_float64(each) for each in inputs]
        try:
            return OPERATIONS[operation].formula(*tensors)
        except (RuntimeError, IndexError, TypeError):
            shapes = [tuple(each.shape) for each in tensors]
            raise Refusal(
                f"the shapes of {operation} do not fit: {listed(map(str, shapes))}. "
                f"{_advice(operation)}",
                (operation, *shapes),
            ) from None

    def raised(self, base: torch.Tensor, power: int) -> torch.Tensor:
        """A power, entry by entry."""
        return _float64(base) ** power


def _advice(operation: str) -> str:
    if operation == "Matmul":
        return (
            "A matrix product needs as many columns on the left as there are rows on the right; "
            "a number times a matrix is written with *"
        )
    if OPERATIONS[operation].arity == 1:
        return "That is for matrices"
    return (
        "Entry by entry, both need the same shape, or one of them is a row, a column or a number "
        "that fits"
    )


def compute(expression: str | float, values: NamedValues) -> torch.Tensor:
    """The value of an expression in float64, given the values of its names.

    Raises:
        ExpressionError: it is not an expression, contains another name, or its shapes do not fit.
    """
    names = {name: _float64(value) for name, value in values.items()}
    text = text_of(expression)
    value = _float64(interpret(text, Tensors(names)))
    if not torch.isfinite(value).all():
        raise no_finite_value(text)
    return value


def compute_all(table: Mapping[str, str], values: NamedValues) -> dict[str, torch.Tensor]:
    """The values of a table of expressions, each of which may use those before it.

    Raises:
        ExpressionError: one of them cannot be read or computed.
    """
    known = dict(values)
    for name, expression in filled_in(table):
        known[name] = compute(expression, known)
    return {name: known[name] for name in table}


def filled_in(table: object) -> Iterator[tuple[str, object]]:
    """The expressions of a table with their names.

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
    """An expression as text; a number may stand for itself.

    Raises:
        ExpressionError: it is something else.
    """
    if isinstance(expression, str):
        return expression
    expression = expression.item() if isinstance(expression, np.generic) else expression
    is_number = isinstance(expression, Real) and not isinstance(expression, bool)
    if is_number and abs(expression) < MAX_NUMBER:
        return str(expression)
    raise ExpressionError('this is not text. Put quotes around it, as in "A @ B".')


def _float64(value: object) -> torch.Tensor:
    """A number or tensor as a tensor of float64."""
    return torch.as_tensor(value, dtype=torch.float64)
