"""Multiplies out costs such as 2 n b d^2 + n b d, and compares how they grow.

Two costs are the same in big-O notation if neither ever exceeds a constant times the other,
whichever sizes are large. On a ray, the sizes are t^w1, t^w2, and so on, with one weight for each
size. Along it, a sum of terms grows like a power of t: the largest weighted sum of exponents among
its terms. If two costs with small exponents differ at all, they differ along a ray of small whole
weights.
"""

import math
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

import torch

from course.expressions.interpreter import Refusal

MAX_TERMS = 200  # terms at any time while a formula is multiplied out
MAX_WEIGHT = 4  # the largest weight in a ray; 3 is enough for sums of powers up to 3
MAX_POWER = 12
MAX_BITS = 256  # bits of the numerator or the denominator of a coefficient

Powers = tuple[Fraction, ...]  # one for each size
Ray = tuple[int, ...]


class NotACount(Refusal):
    """An operation does not lead to a sum of terms; the message says which one."""


@dataclass(frozen=True)
class Count:
    """A sum of terms, each a coefficient times powers of the sizes."""

    terms: Mapping[Powers, Fraction]  # the coefficient of each term, by its powers

    def __post_init__(self):
        terms = {powers: c for powers, c in self.terms.items() if c}
        largest = max((abs(p) for powers in terms for p in powers), default=0)
        parts = (part for c in terms.values() for part in c.as_integer_ratio())
        bits = max((part.bit_length() for part in parts), default=0)
        if len(terms) > MAX_TERMS or largest > 10 * MAX_POWER or bits > MAX_BITS:
            raise NotACount("that is too large to multiply out")
        object.__setattr__(self, "terms", terms)

    def __add__(self, other: "Count") -> "Count":
        total = dict(self.terms)
        for powers, c in other.terms.items():
            total[powers] = total.get(powers, Fraction()) + c
        return Count(total)

    def __neg__(self) -> "Count":
        return Count({powers: -c for powers, c in self.terms.items()})

    def __sub__(self, other: "Count") -> "Count":
        return self + -other

    def __mul__(self, other: "Count") -> "Count":
        total: dict[Powers, Fraction] = {}
        for p, c in self.terms.items():
            for q, k in other.terms.items():
                powers = tuple(a + b for a, b in zip(p, q, strict=True))
                total[powers] = total.get(powers, Fraction()) + c * k
        return Count(total)

    def __truediv__(self, other: "Count") -> "Count":
        if not other.terms:
            raise NotACount("that divides by zero")
        if len(other.terms) > 1:
            raise NotACount("I can divide by a single term only, not by a sum")
        return self * other.to_the(Fraction(-1))

    def __pow__(self, other: "Count") -> "Count":
        return self.to_the(other.constant("an exponent has to be a number"))

    def to_the(self, power: Fraction) -> "Count":
        """This count raised to a power. For a sum, the exponent has to be 0, 1, 2 and so on."""
        if abs(power) > MAX_POWER:
            raise NotACount("that power is too large")
        if not self.terms:
            if power < 0:
                raise NotACount("that divides by zero")
            return self
        if len(self.terms) == 1:
            ((powers, c),) = self.terms.items()
            if c < 0 and power.denominator > 1:
                raise NotACount("that is a root of something negative")
            return Count({tuple(p * power for p in powers): nearest_fraction(c**power)})
        if power < 0 or power.denominator > 1:
            raise NotACount("of a sum I understand only whole powers")
        total = Count({(Fraction(),) * len(next(iter(self.terms))): Fraction(1)})
        for _ in range(int(power)):
            total = total * self
        return total

    def constant(self, otherwise: str) -> Fraction:
        """The value of this count, in which no size may occur.

        Raises:
            NotACount: a size occurs; the message is `otherwise`.
        """
        if any(any(powers) for powers in self.terms):
            raise NotACount(otherwise)
        return sum(self.terms.values(), Fraction())

    def at(self, place: Iterable[int]) -> Fraction | float:
        """The value at these sizes."""
        sizes = tuple(place)
        return sum(
            c * math.prod(size**power for size, power in zip(sizes, powers, strict=True))
            for powers, c in self.terms.items()
        )

    def growth(self) -> "Count":
        """The terms that decide how it grows, without their coefficients."""
        return Count(dict.fromkeys(self.dominant(), Fraction(1)))

    def dominant(self) -> frozenset[Powers]:
        """The terms that decide how it grows. Without any one of them, it would grow more slowly.

        Raises:
            NotACount: there are none, or one of them is negative.
        """
        if not self.terms:
            raise NotACount("that comes to 0")
        left = [p for p in sorted(self.terms) if not any(is_outgrown(p, q) for q in self.terms)]
        for powers in left.copy():
            rest = [p for p in left if p != powers]
            if rest and _growth_along_rays(rest).equal(_growth_along_rays(left)):
                left = rest
        if any(self.terms[powers] < 0 for powers in left):
            raise NotACount("that becomes negative for some large sizes")
        return frozenset(left)

    def text(self, names: Iterable[str]) -> str:
        """The count as people write it, terms of the highest degree first."""
        names = list(names)
        ordered = sorted(self.terms, key=lambda powers: (-sum(powers), [-p for p in powers]))
        parts = [_term_text(powers, self.terms[powers], names) for powers in ordered]
        return " + ".join(parts).replace("+ -", "- ") or "0"


def nearest_fraction(value: float | Fraction) -> Fraction:
    """The simple fraction that a rounded number stands for, such as 1/3 for 0.3333333333; if there
    is none, the number itself."""
    exact = Fraction(str(value))
    near = exact.limit_denominator(10**9)
    return near if math.isclose(near, exact) else exact


def differences(yours: Count, right: Count) -> dict[Ray, int]:
    """The rays along which two counts grow differently, simplest first, with -1 if `yours` grows
    too slowly, and 1 if it grows too fast."""
    your_terms, right_terms = yours.dominant(), right.dominant()
    gaps = _growth_along_rays(your_terms) - _growth_along_rays(right_terms)
    pairs = zip(_rays(len(next(iter(right_terms)))), gaps.sign().int().tolist(), strict=True)
    return {ray: sign for ray, sign in pairs if sign}


def is_outgrown(p: Powers, q: Powers) -> bool:
    """Whether q is another term that has at least the same power of each size as p."""
    return p != q and all(map(operator.le, p, q))


@cache
def _rays(count: int) -> list[Ray]:
    """Rays in all directions for this number of sizes, first those along which few sizes grow."""
    rays = product(range(MAX_WEIGHT + 1), repeat=count)
    return sorted(
        (ray for ray in rays if math.gcd(*ray) == 1),
        key=lambda ray: (sum(map(bool, ray)), sum(ray), ray),
    )


def _growth_along_rays(terms: Iterable[Powers]) -> torch.Tensor:
    """For each ray, the exponent of t with which a sum of terms grows along it."""
    exponents = torch.tensor([[float(p) for p in powers] for powers in terms], dtype=torch.float64)
    rays = torch.tensor(_rays(exponents.shape[1]), dtype=torch.float64)
    return (rays @ exponents.mT).amax(1).round(decimals=9)


def _term_text(powers: Powers, coefficient: Fraction, names: list[str]) -> str:
    factors = [_power_text(name, power) for name, power in zip(names, powers, strict=True) if power]
    if not factors or abs(coefficient) != 1:
        factors.insert(0, str(abs(coefficient)))
    return ("-" if coefficient < 0 else "") + " ".join(factors)


def _power_text(name: str, power: Fraction) -> str:
    if power == 1:
        return name
    return f"{name}^{power}" if power.denominator == 1 else f"{name}^({power})"
