"""Carries out the operations of expressions on numbers and on matrices. `Composed` is the part that
matrices and nodes share."""

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import torch

from course.expressions.interpreter import Algebra, Refusal
from course.operations import OPERATIONS, UNFIT
from course.sentences.words import listed
from course.values.tensors import as_float64

MAX_EXPONENT = 99  # the largest exponent of a matrix or a node

T = TypeVar("T")
NamedValues = Mapping[str, object]

ARITHMETIC: dict[str, Callable[..., Any]] = {
    "Add": operator.add,
    "Subtract": operator.sub,
    "Mul": operator.mul,
    "Beside": operator.mul,
    "Divide": operator.truediv,
    "Power": operator.pow,
    "Negate": operator.neg,
    "Max": lambda *inputs: max(inputs),
}


class Numbers(Algebra[float]):
    """Computes with Python numbers."""

    def apply(self, operation: str, *inputs: float) -> float:
        if operation in ARITHMETIC:
            result = ARITHMETIC[operation](*inputs)
            if isinstance(result, complex):
                raise ValueError("a root of a negative number")
            return result
        if operation == "Order":
            raise Refusal("O(...) leaves factors out, so it is not a number")
        row = OPERATIONS[operation]
        for name in (operation.lower(), *row.written.split()):
            if hasattr(math, name):
                return getattr(math, name)(*inputs)
        try:
            return float(row.formula(*map(as_float64, inputs)))
        except UNFIT:
            raise Refusal(f"{operation} is for matrices") from None


class Composed(Algebra[T | float], Generic[T]):
    """Computes with values of type T, using the operations in `OPERATIONS`. Numbers remain numbers
    until they are combined with such a value."""

    def apply(self, operation: str, *inputs: T | float) -> T | float:
        first, last = inputs[0], inputs[-1]
        numbers = [value for value in inputs if isinstance(value, float)]
        if len(numbers) == len(inputs):
            return Numbers().apply(operation, *numbers)
        match operation:
            case "Subtract":
                return self.apply("Add", first, self.apply("Negate", last))
            case "Divide":
                return self.apply("Mul", first, self.apply("Power", last, -1.0))
            case "Beside":
                return self.apply("Mul", first, last)
            case "Power" if isinstance(last, float) and last % 1 == 0:
                if abs(last) > MAX_EXPONENT:
                    raise Refusal(f"a whole power is at most {MAX_EXPONENT} here")
                return self.whole_power(first, int(last))
            case "Power":
                return self.other_power(first, last)
            case "Max":
                raise Refusal("max(...) is for numbers and costs, and max(x, 0) is written relu(x)")
            case "Order":
                small = "; the name here is `o`" if "o" in self.names else ""
                raise Refusal(f"O(...) is for costs{small}")
            case _:
                return self.operate(operation, *inputs)

    def operate(self, operation: str, *inputs: T | float) -> T | float:
        """The result of an operation in `OPERATIONS`. Some of the inputs may be numbers."""
        raise NotImplementedError

    def whole_power(self, base: T | float, exponent: int) -> T:
        """A power with a whole number as exponent."""
        raise NotImplementedError

    def other_power(self, base: T | float, exponent: T | float) -> T | float:
        """A power with any other exponent."""
        raise Refusal("here a power has to be a whole number")


class Tensors(Composed[torch.Tensor]):
    """Computes with float64 tensors."""

    def apply(self, operation: str, *inputs: torch.Tensor | float) -> torch.Tensor | float:
        if operation == "Beside" and all(getattr(value, "shape", ()) for value in inputs):
            raise Refusal(
                "an operator is missing between two matrices. A matrix product is written A @ B, a "
                "product entry by entry A * B"
            )
        return super().apply(operation, *inputs)

    def operate(self, operation: str, *inputs: torch.Tensor | float) -> torch.Tensor:
        """The result of an operation on tensors."""
        tensors = [as_float64(value) for value in inputs]
        try:
            return OPERATIONS[operation].formula(*tensors)
        except UNFIT:
            shapes = [tuple(tensor.shape) for tensor in tensors]
            raise Refusal(
                f"the shapes of {operation} do not fit: {listed(map(str, shapes))}. "
                f"{_clue_to_shapes(operation)}",
                (operation, *shapes),
            ) from None

    def whole_power(self, base: torch.Tensor | float, exponent: int) -> torch.Tensor:
        """A power, entry by entry."""
        return as_float64(base) ** exponent


def _clue_to_shapes(operation: str) -> str:
    if operation == "Matmul":
        return (
            "A matrix product needs as many columns on the left as there are rows on the right; "
            "a number times a matrix is written with *"
        )
    if OPERATIONS[operation].arity == 1:
        return "That is for matrices"
    clue = (
        "Entry by entry, both need the same shape, or one of them is a row, a column or a number "
        "that fits"
    )
    return f"{clue}; a matrix product is written with @" if operation == "Mul" else clue
