"""Reads what a student wrote in a blank: its value, the names in it, and whether it is right."""

import math
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Generic, NamedTuple, TypeVar

from course.expressions.expression_error import ExpressionError
from course.expressions.formula import NamedNumbers, evaluate
from course.expressions.spelling import words_in
from course.expressions.vocabulary import Vocabulary
from course.values.closeness import numbers_agree

T_co = TypeVar("T_co", covariant=True)


class RightAt(NamedTuple, Generic[T_co]):
    """A place at which an answer is compared: values that are numbers or matrices."""

    right: T_co  # the right answer
    names: Mapping[str, T_co]  # the value of each name that an answer may use


def is_rounded(answer: object, right: float, least: int = 2) -> bool:
    """Whether an answer is the right number rounded to a decimal number of at least `least`
    digits."""
    number, unit = _decimal_number(answer, least)
    return bool(unit) and abs(number - right) <= 0.5001 * unit


def is_cut_off(answer: object, right: float) -> bool:
    """Whether an answer is the right number cut off, instead of rounded, after at least 3
    digits."""
    number, unit = _decimal_number(answer, least=3)
    return number * right > 0 and 0 < abs(right) - abs(number) < unit


def _decimal_number(answer: object, least: int) -> tuple[float, float]:
    """A decimal number of at least `least` digits, and the unit of its last digit; zeros if the
    answer is no such number."""
    try:
        number = Decimal(str(answer).strip().removesuffix(".0"))  # 4/2 is 2.0, not rounded
    except InvalidOperation:
        return 0.0, 0.0
    _, digits, exponent = number.as_tuple()
    # The exponent is text if the number is not finite.
    if isinstance(exponent, str) or exponent >= 0 or len(digits) < least:
        return 0.0, 0.0
    return float(number), 10.0**exponent


def are_right(answers: object, right: NamedNumbers, names: NamedNumbers) -> bool:
    """Whether all blanks are right, without saying what is wrong."""
    return isinstance(answers, Mapping) and all(
        numbers_agree(answered_value(answers.get(blank), names), value)
        for blank, value in right.items()
    )


def answered_value(answer: object, names: NamedNumbers) -> float:
    """The value of an answer; nan if it cannot be read."""
    try:
        return evaluate(answer, names)
    except ExpressionError:
        return math.nan


def names_used(answer: object, values: NamedNumbers) -> dict[str, list[str]]:
    """For each word in an answer that is a node's name, or several names run together: these
    names."""
    text = answer if isinstance(answer, str) else ""
    names = {word: Vocabulary(values).words(word) for word in words_in(text)}
    return {word: parts for word, parts in names.items() if values.keys() >= {*parts}}


def formula_asked_for(letters: str) -> str:
    """The message about a number in place of a formula in these letters."""
    return f"That is one number. A formula in {letters} is asked for: write it as text, in quotes."
