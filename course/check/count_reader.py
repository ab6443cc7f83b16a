"""Reading formulas for costs: `2 n b d^2 + n b d`, `O(nbd²)`, `n*(b*d + d**2)`, `|z3||z2|`."""

import functools
import math
import operator
import re
from collections.abc import Callable, Iterable
from fractions import Fraction

from course.check.formula import FormulaError, Reader
from course.check.growth import Count, NotACount

_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_BRACED = re.compile(r"_\{(\w+)\}")  # a subscript in LaTeX


class CountReader(Reader):
    """Reads a formula as a count. The names of the sizes may run together, as in `nbd^2`."""

    spellings = Reader.spellings | {
        **{"[": "(", "]": ")", "∙": "*", "cdot": "*", "times": "*", "𝒪": "O"},
        **dict.fromkeys(("\\", "$", "|", "left", "right"), ""),
    }

    def __init__(self, text: str, sizes: Iterable[str], *, exact: bool = False):
        names = list(sizes)
        one = {name: tuple(Fraction(name == each) for each in names) for name in names}
        self.nothing = (Fraction(),) * len(names)
        self.word = re.compile("|".join(sorted(names, key=len, reverse=True)))
        self.functions = {"O": _same, "Θ": _same, "Theta": _same, "sqrt": _root, "log": self.log}
        if not exact:
            self.functions["max"] = _largest
        plain = _BRACED.sub(lambda found: f"_{found[1]}  ", text)  # no longer, no shorter
        super().__init__(plain, {name: Count({one[name]: Fraction(1)}) for name in names})
        self.text = text
        if "!" in text:  # a factorial is no sum of terms
            raise FormulaError(f"I cannot read `{text}`: `!` is not understood.", text.index("!"))

    def spelled(self, token: str) -> list[str]:
        """Besides what any formula may hold: capitals, subscripts, and names run together."""
        plain = token.translate(_SUBSCRIPTS).replace("_", "").lower()
        if token not in self.functions and not self.word.sub("", plain):
            return self.word.findall(plain)
        return super().spelled(token)

    def number(self, token: str) -> Count:
        """A number as a count without sizes."""
        value = float(token)
        if not math.isfinite(value):
            raise NotACount("that number is too large")
        return Count({self.nothing: Fraction(value).limit_denominator(10**9)})

    def unknown(self, token: str) -> str:
        """Which sizes there are; or how a power is written, if that was meant."""
        name, digits = re.fullmatch(r"(.*?)(\d*)", token).groups()
        if digits > "1" and not self.word.sub("", name.lower()):
            return f"`{token}` is no size here; if you mean a power, write `{name}^{digits}`"
        return f"`{token}` is no size here; the sizes are {', '.join(self.names)}"

    def call(self, function: Callable) -> Count:
        """A function of what stands behind it; in brackets there may be several, between commas."""
        if not self.take("("):
            return function(self.product())
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        if not self.take(")"):
            raise self.error("a closing bracket is missing")
        return function(*arguments)

    def log(self, *arguments: Count) -> Count:
        """The logarithm of a number; that of a size makes no term."""
        value = _same(*arguments).constant("I know the logarithm of a number, not of a size")
        if value <= 0:
            raise NotACount("only of a positive number is there a logarithm")
        return self.number(str(math.log(value)))

    def read(self) -> Count:
        """The count that the whole text stands for."""
        try:
            return super().read()
        except NotACount as problem:
            raise self.error(str(problem), last=True) from None
        except RecursionError:
            raise FormulaError("There are too many brackets inside brackets.") from None


def read_count(formula: object, sizes: Iterable[str], *, exact: bool = False) -> Count:
    """The count that a formula stands for.

    Args:
        formula: text such as `O(n b d^2)`.
        sizes: the names that may occur in it.
        exact: whether constant factors count, so that `max(...)` is more than the sum.

    Raises:
        FormulaError: it is no formula, or no sum of terms; with the place where, if there is one.
    """
    if not isinstance(formula, str):
        raise FormulaError('This is no formula. Write one in quotes, such as "2 n".')
    return CountReader(formula, sizes, exact=exact).read()


def _same(*arguments: Count) -> Count:
    if len(arguments) != 1:
        raise NotACount("only `max` takes several formulas")
    return arguments[0]


def _root(*arguments: Count) -> Count:
    return _same(*arguments).to_the(Fraction(1, 2))


def _largest(*arguments: Count) -> Count:
    """The largest of several is their sum, give or take a constant factor."""
    return functools.reduce(operator.add, arguments)
