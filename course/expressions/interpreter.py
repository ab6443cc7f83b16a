"""Computes an expression with an algebra for numbers, tensors, nodes or costs."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Generic, TypeVar, cast

from course.expressions.expression_error import ExpressionError
from course.expressions.reader import Part, parts_of
from course.expressions.vocabulary import Vocabulary
from course.values.as_text import as_typed

T = TypeVar("T")


class Algebra(Generic[T]):
    """Carries out the operations of an expression on one kind of value.

    Args:
        names: the value of each name that an expression may use.
    """

    takes_new_names = False  # whether `named` also accepts any other word

    def __init__(self, names: Mapping[str, T] = {}):
        self.names = dict(names)

    def named(self, name: str) -> T:
        """The value that stands for a name."""
        return self.names[name]

    def number(self, value: float) -> T:
        """The value that stands for a number; by default the number itself."""
        return cast(T, value)

    def apply(self, operation: str, *inputs: T) -> T:
        """The result of an operation of a `Part`.

        Raises:
            Refusal: the algebra cannot carry it out.
            OverflowError, ZeroDivisionError, ValueError: the result is not a finite number.
        """
        raise NotImplementedError


class Refusal(Exception):
    """An algebra cannot carry out an operation. The message says why, as the end of a sentence.

    Attributes:
        mismatch: the operation and the shapes, if shapes do not fit; else None.
    """

    def __init__(self, why: str, mismatch: tuple | None = None):
        super().__init__(why)
        self.mismatch = mismatch


def interpret(text: str, algebra: Algebra[T]) -> T:
    """The value of an expression, computed with an algebra.

    Raises:
        ExpressionError: it cannot be read or computed.
    """
    values: list[T] = []
    for part in _parts(text, tuple(algebra.names), algebra.takes_new_names):
        try:
            if part.operation == "number":
                values.append(algebra.number(part.number))
            elif part.operation == "name":
                values.append(algebra.named(part.name))
            else:
                values.append(algebra.apply(part.operation, *(values[i] for i in part.inputs)))
        except Refusal as refusal:
            why = f"I cannot compute `{as_typed(text)}`: {refusal}."
            raise ExpressionError(why, part.place, refusal.mismatch) from None
        except OverflowError:
            why = "an intermediate number is too large for floating point"
            raise ExpressionError(f"I cannot compute `{as_typed(text)}`: {why}.") from None
        except (ZeroDivisionError, ValueError):
            raise no_finite_value(text) from None
    return values[-1]


@lru_cache(maxsize=256)
def _parts(text: str, names: tuple[str, ...], takes_new_names: bool) -> list[Part]:
    """The parts of an expression, cached because training computes the same few at every step."""
    return parts_of(text, Vocabulary(names, takes_new_names))


def no_finite_value(text: str, entry: Sequence[int] = ()) -> ExpressionError:
    """The error for an expression that has no finite value, or none in some entry, for example
    because it divides by zero."""
    where = f" in entry {list(entry)}" if entry else ""
    return ExpressionError(f"`{as_typed(text)}` has no finite value{where}.")
