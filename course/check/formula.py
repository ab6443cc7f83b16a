"""Reading formulas as people write them: `log 2`, `-log(2)`, `exp(d)/2`, `2x^3`, `e^x`.

Nothing is ever passed to Python's `eval`: a formula is numbers, the names it is given, + - * / ^,
implicit products, brackets, and the functions below.
"""

import math
import re
import reprlib
from collections.abc import Callable, Mapping

FUNCTIONS: dict[str, Callable[[float], float]] = {
    "exp": math.exp,
    "log": math.log,
    "ln": math.log,
    "sqrt": math.sqrt,
    "sin": math.sin,
    "cos": math.cos,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
}
MAX_LENGTH = 200

# What else people write for a sign; each character is one.
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
_TOKEN = re.compile(
    r"\s*(\*\*|(?:math|torch|np)\.|[⁻⁰¹²³⁴-⁹]+|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+"
    r"|[A-Za-z_](?:(?![⁰¹²³⁴-⁹])\w)*|.)"
)

Values = Mapping[str, float]


class FormulaError(ValueError):
    """A formula that cannot be read or computed; the message quotes it and says why.

    Attributes:
        place: which character of it was not understood, counted from 0, if that can be told.
    """

    def __init__(self, message: str, place: int | None = None):
        super().__init__(message)
        self.place = place


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
        number = float(value.detach() if hasattr(value, "detach") else value)
    except OverflowError:
        raise FormulaError("The number is too large.") from None
    except (TypeError, ValueError, RuntimeError):
        raise FormulaError(
            f"{shown(value)} is not an answer: write a number such as 0.5, or text such as "
            '"log(2)". A formula is text, in quotes.'
        ) from None
    if not math.isfinite(number):
        raise FormulaError(f"{value!r} is not a finite number.")
    return number


def shown(value) -> str:
    """An answer that is no text, in a few words: a tensor or a node would fill the page."""
    kind = type(value).__name__
    if isinstance(value, type):
        return f"A class, {value.__name__},"
    if hasattr(value, "input_nodes"):
        return f"A node, {kind},"
    if hasattr(value, "shape"):
        return f"A {kind.lower()} of shape {tuple(value.shape)}"
    return " ".join(reprlib.repr(value).split())


class Reader:
    """Recursive descent, computing as it reads: sums of products of signed powers of atoms.

    It computes with whatever `number` makes of a number and the names stand for.
    """

    functions: Mapping[str, Callable] = FUNCTIONS
    spellings: Mapping[str, str] = _SPELLINGS

    def __init__(self, text: str, names: Mapping):
        if len(text) > MAX_LENGTH:
            raise FormulaError(f"A formula has at most {MAX_LENGTH} characters.")
        self.text, self.names = text, names
        self.tokens: list[str] = []
        self.places: list[int] = []  # where in the text each token begins
        for match in _TOKEN.finditer(text.rstrip()):
            plain = self.spelled(match[1])
            self.tokens += plain
            self.places += [match.start(1)] * len(plain)
        self.position = 0

    def spelled(self, token: str) -> list[str]:
        """What a token of the text means, as tokens that are on every keyboard."""
        if token[0] in "⁻⁰¹²³⁴⁵⁶⁷⁸⁹":
            return ["^", *re.findall(r"-|\d+", token.translate(_SUPERSCRIPTS))]
        if token in ("math.", "torch.", "np."):
            return []
        if token == "√":
            return ["sqrt"]
        return list(self.spellings[token]) if token in self.spellings else [token]

    def number(self, token: str):
        """What a number is computed with as."""
        return float(token)

    def read(self):
        """The value of the whole text."""
        if not self.tokens:
            raise FormulaError("The formula is empty.")
        value = self.sum()
        if self.next == "%":
            raise self.error("write a share as 1/2 or 0.5, without a sign for percent")
        if self.next is not None:
            raise self.error(f"`{self.next}` is not expected there")
        return value

    @property
    def next(self) -> str | None:
        """The token to be read next; None at the end."""
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def take(self, *wanted: str) -> str | None:
        """Reads the next token if it is one of these."""
        token = self.next
        if token not in wanted:
            return None
        self.position += 1
        return token

    def sum(self):
        """Products with + and - between them."""
        value = self.product()
        while sign := self.take("+", "-"):
            term = self.product()
            value = value + term if sign == "+" else value - term
        return value

    def product(self):
        """Powers with *, / or nothing between them."""
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

    def signed(self):
        """A power with any number of signs before it."""
        if self.take("-"):
            return -self.signed()
        return self.signed() if self.take("+") else self.power()

    def power(self):
        """An atom, to the power of what follows a ^."""
        base = self.atom()
        if not self.take("^"):
            return base
        value = base ** self.signed()
        if isinstance(value, complex):
            raise ValueError("a root of a negative number")
        return value

    def atom(self):
        """A number, a name, a function of something, or a formula in brackets."""
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
            return self.number(token)
        if token in self.functions:
            return self.call(self.functions[token])
        if token == "e" and (self.next == "^" or "e" not in self.names):
            return self.number(str(math.e))
        if token in self.names:
            return self.names[token]
        if token[0].isalpha():
            raise self.error(self.unknown(token), last=True)
        raise self.error(f"`{token}` is not expected there", last=True)

    def unknown(self, token: str) -> str:
        """What is said of a name that stands for nothing."""
        if all(letter in self.names for letter in token):
            return f"`{token}` is one name here. Write {'*'.join(token)} or {' '.join(token)}"
        known = ", ".join([*self.names, *self.functions])
        return f"`{token}` is not a name I know (known are {known})"

    def call(self, function: Callable):
        """What stands after a function's name: tanh(x)^2 is a square, but log 2^3 is log(8)."""
        return function(self.atom() if self.next == "(" else self.signed())

    def error(self, why: str, *, last: bool = False) -> FormulaError:
        """That the next token, or the last one read, cannot be understood."""
        position = self.position - last
        place = self.places[position] if position < len(self.places) else len(self.text.rstrip())
        return FormulaError(f"I cannot read `{self.text}`: {why}.", place)
