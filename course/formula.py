"""Reading formulas as people write them: `log 2`, `-log(2)`, `exp(d)/2`, `2x^3`, `e^x`.

Nothing is ever passed to Python's `eval`: a formula is numbers, the names it is given, + - * / ^,
implicit products, brackets, and the functions below.
"""

import math
import re
from collections.abc import Callable, Mapping

FUNCTIONS: dict[str, Callable[[float], float]] = {
    "exp": math.exp,
    "log": math.log,
    "ln": math.log,
    "sqrt": math.sqrt,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
}
MAX_LENGTH = 200

_SPELLINGS = {
    "−": "-",
    "–": "-",
    "·": "*",
    "×": "*",
    "÷": "/",
    "**": "^",
    "⋅": "*",
    "½": "(1/2)",
    "{": "(",
    "}": ")",
}
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+)|([A-Za-z_]\w*)|(.))")

Values = Mapping[str, float]


class FormulaError(ValueError):
    """A formula that cannot be read or computed; the message quotes it and says why."""


def evaluate(formula: str | float, names: Values) -> float:
    """The value of a formula, given the values of the names in it.

    `e` is a name if it is given as one, except as the base of a power: `e^x` is always exp(x).

    Args:
        formula: text as above, or simply a number.
        names: the value of each name that may occur.

    Raises:
        FormulaError: it is no formula, uses another name, or has no finite value.
    """
    if not isinstance(formula, str):
        return _number(formula)
    try:
        value = Reader(formula, names).read()
    except (OverflowError, ZeroDivisionError, ValueError) as error:
        if isinstance(error, FormulaError):
            raise
        raise FormulaError(f"`{formula}` has no finite value.") from None
    except RecursionError:
        raise FormulaError(f"`{formula}` has too many brackets inside brackets.") from None
    if not math.isfinite(value):
        raise FormulaError(f"`{formula}` has no finite value.")
    return value


def _number(value) -> float:
    try:
        number = float(value)
    except OverflowError:
        raise FormulaError("The number is too large.") from None
    except (TypeError, ValueError):
        raise FormulaError(
            f'{value!r} is not an answer: write a number such as 0.5, or text such as "log(2)".'
        ) from None
    if not math.isfinite(number):
        raise FormulaError(f"{value!r} is not a finite number.")
    return number


class Reader:
    """Recursive descent, computing as it reads: sums of products of signed powers of atoms."""

    functions = FUNCTIONS

    def __init__(self, text: str, names: Values):
        if len(text) > MAX_LENGTH:
            raise FormulaError(f"A formula has at most {MAX_LENGTH} characters.")
        self.text, self.names = text, names
        for spelling, plain in _SPELLINGS.items():
            text = text.replace(spelling, plain)
        text = re.sub(r"\b(?:math|torch|np)\.", "", text)
        text = re.sub("[⁻⁰¹²³⁴-⁹]+", lambda m: "^" + m[0].translate(_SUPERSCRIPTS), text)
        self.tokens = [m.group(0).strip() for m in _TOKEN.finditer(text.strip())]
        self.position = 0

    def read(self) -> float:
        """The value of the whole text."""
        if not self.tokens:
            raise FormulaError("The formula is empty.")
        value = self.sum()
        if self.next is not None:
            raise self.error(f"`{self.next}` is not expected there")
        return value

    @property
    def next(self) -> str | None:
        """The token to be read next, if any is left."""
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def take(self, *wanted: str) -> str | None:
        """The next token if it is one of these, which is then read."""
        token = self.next
        if token not in wanted:
            return None
        self.position += 1
        return token

    def sum(self) -> float:
        """`product + product - ...`"""
        value = self.product()
        while sign := self.take("+", "-"):
            term = self.product()
            value = value + term if sign == "+" else value - term
        return value

    def product(self) -> float:
        """`signed * signed / ...`, with or without the asterisk"""
        value = self.signed()
        while True:
            if self.take("*"):
                value *= self.signed()
            elif self.take("/"):
                value /= self.signed()
            elif self.next is not None and (self.next[0].isalpha() or self.next[0] in "(_"):
                value *= self.power()  # 2 x, 3(a + b), but not 2 3
            else:
                return value

    def signed(self) -> float:
        """`-power`"""
        if self.take("-"):
            return -self.signed()
        return self.signed() if self.take("+") else self.power()

    def power(self) -> float:
        """`atom ^ signed`"""
        base = self.atom()
        if not self.take("^"):
            return base
        return self.raised(base, self.signed())

    def raised(self, base: float, exponent: float) -> float:
        """A power."""
        value = base**exponent
        if isinstance(value, complex):
            raise ValueError("a root of a negative number")
        return value

    def atom(self) -> float:
        """A number, a name, a function of something, or a sum in brackets."""
        token = self.next
        if token is None:
            raise self.error("something is missing at the end")
        self.position += 1
        if token == "(":
            value = self.sum()
            if not self.take(")"):
                raise self.error("a closing bracket is missing")
            return value
        if token[0].isdecimal() or (token[0] == "." and len(token) > 1):
            return float(token)
        if token in self.functions:
            # tanh(x)^2 is the square of tanh(x), but log 2^3 is log(8).
            return self.functions[token](self.atom() if self.next == "(" else self.signed())
        if token == "e" and (self.next == "^" or "e" not in self.names):
            return math.e
        if token in self.names:
            return self.names[token]
        if token[0].isalpha():
            known = ", ".join([*self.names, *self.functions])
            raise self.error(f"`{token}` is not a name I know (known are {known})")
        raise self.error(f"`{token}` is not expected there")

    def error(self, why: str) -> FormulaError:
        """What to raise, quoting the text."""
        return FormulaError(f"I cannot read `{self.text}`: {why}.")
