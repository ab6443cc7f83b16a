"""Costs such as 2 n b d^2 + n b d, multiplied out, and compared as they grow.

Two costs are the same in big-O notation if neither is ever more than a constant times the other,
whichever sizes are large. Along a ray, on which the sizes are t^w1, t^w2, ..., a sum of terms grows
like t to the largest weighted sum of exponents among its terms. Between the rays of a fan, that
largest sum is linear in the weights, so it is enough to compare along finitely many rays.
"""

import math
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from course.expressions.interpreter import Refusal

MAX_TERMS = 200  # while a formula is multiplied out
MAX_RAYS = 5_000  # looked at for one sum, in about a second
MAX_DOMINANT = 12  # terms of which none outgrows another
MAX_POWER = 12
MAX_BITS = 256  # of a coefficient

Powers = tuple[Fraction, ...]  # one for each size
Ray = tuple[int, ...]


class NotACount(Refusal):
    """An operation that does not lead to a sum of terms; the message says which."""


@dataclass(frozen=True)
class Count:
    """A sum of terms, each a coefficient times powers of the sizes."""

    terms: Mapping[Powers, Fraction]  # the coefficient of each term, by its powers

    def __post_init__(self):
        kept = {powers: c for powers, c in self.terms.items() if c}
        largest = max((abs(p) for powers in kept for p in powers), default=0)
        bits = max((c.numerator.bit_length() for c in kept.values()), default=0)
        if len(kept) > MAX_TERMS or largest > 10 * MAX_POWER or bits > MAX_BITS:
            raise NotACount("that is too large to multiply out")
        object.__setattr__(self, "terms", kept)

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
                powers = tuple(map(sum, zip(p, q, strict=True)))
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
        """A power of it; for a sum, the exponent has to be whole."""
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
            c = c**power
            return Count({tuple(p * power for p in powers): Fraction(c).limit_denominator(10**9)})
        if power < 0 or power.denominator > 1:
            raise NotACount("of a sum I understand whole powers only")
        total = Count({(Fraction(),) * len(next(iter(self.terms))): Fraction(1)})
        for _ in range(int(power)):
            total = total * self
        return total

    def constant(self, otherwise: str) -> Fraction:
        """The value of a count in which no size occurs.

        Raises:
            NotACount: a size occurs; the message is `otherwise`.
        """
        if any(any(powers) for powers in self.terms):
            raise NotACount(otherwise)
        return sum(self.terms.values(), Fraction())

    def at(self, place: Iterable[int]) -> Fraction | float:
        """Its value at some sizes."""
        place = tuple(place)
        return sum(
            c * math.prod(size**power for size, power in zip(place, powers, strict=True))
            for powers, c in self.terms.items()
        )

    def growth(self) -> "Count":
        """The terms that decide how it grows, without their coefficients."""
        return Count(dict.fromkeys(self.dominant(), Fraction(1)))

    def dominant(self) -> frozenset[Powers]:
        """The terms that decide how it grows: without any one of them it would grow more slowly.

        Raises:
            NotACount: there are too many, or one of them is negative.
        """
        if not self.terms:
            raise NotACount("that comes to 0")
        kept = {
            p
            for p in self.terms
            if not any(p != q and all(map(operator.le, p, q)) for q in self.terms)
        }
        rays = fan(kept)
        for powers in sorted(kept):
            rest = kept - {powers}
            if rest and all(_degree(rest, ray) == _degree(kept, ray) for ray in rays):
                kept = rest
        if any(self.terms[powers] < 0 for powers in kept):
            raise NotACount("that becomes negative for some large sizes")
        return frozenset(kept)

    def text(self, names: Iterable[str]) -> str:
        """As people write it, the fastest growing terms first."""
        names = list(names)
        ordered = sorted(self.terms, key=lambda powers: (-sum(powers), [-p for p in powers]))
        parts = [_term_text(powers, self.terms[powers], names) for powers in ordered]
        return " + ".join(parts).replace("+ -", "- ") or "0"


def differences(yours: Count, right: Count) -> dict[Ray, int]:
    """The rays along which two counts grow differently: -1 if yours grows too slowly, else 1."""
    one, other = yours.dominant(), right.dominant()
    found = {}
    for ray in sorted(fan(one) | fan(other), key=lambda ray: (sum(map(bool, ray)), sum(ray), ray)):
        gap = _degree(one, ray) - _degree(other, ray)
        if gap:
            found[ray] = 1 if gap > 0 else -1
    return found


def fan(points: Iterable[Powers]) -> set[Ray]:
    """Rays between which the largest weighted sum over the points is linear in the weights.

    Raises:
        NotACount: there are too many points for so many sizes.
    """
    points = sorted(points)
    size = len(points[0]) if points else 0
    walls = {tuple(int(i == k) for i in range(size)) for k in range(size)}
    pairs = math.comb(len(points), 2)  # none outgrows the other, so each may be a wall
    if len(points) > MAX_DOMINANT or math.comb(size + pairs, max(size - 1, 0)) > MAX_RAYS:
        raise NotACount("that has too many terms")
    walls |= {_shortest(map(operator.sub, p, q)) for p, q in combinations(points, 2)}
    rays = set()
    for chosen in combinations(sorted(walls), size - 1):
        ray = _normal(chosen)
        if any(ray) and (min(ray) >= 0 or max(ray) <= 0):
            rays.add(_shortest(map(abs, ray)))
    return rays


def _normal(rows: tuple) -> list[int]:
    """A vector orthogonal to the given ones, which are one fewer than its entries."""
    size = len(rows) + 1
    return [(-1) ** i * _determinant([r[:i] + r[i + 1 :] for r in rows]) for i in range(size)]


def _determinant(rows: list) -> int:
    if not rows:
        return 1
    first, *rest = rows
    return sum(
        (-1) ** j * x * _determinant([r[:j] + r[j + 1 :] for r in rest])
        for j, x in enumerate(first)
    )


def _shortest(vector: Iterable[Fraction]) -> Ray:
    """The shortest vector of whole numbers in the same direction."""
    vector = list(vector)
    scale = math.lcm(*(x.denominator for x in vector))
    whole = [int(x * scale) for x in vector]
    return tuple(x // (math.gcd(*whole) or 1) for x in whole)


def _degree(points: Iterable[Powers], ray: Ray) -> Fraction:
    return max((sum(w * p for w, p in zip(ray, q, strict=True)) for q in points), default=-math.inf)


def _term_text(powers: Powers, coefficient: Fraction, names: list[str]) -> str:
    factors = [
        name if power == 1 else f"{name}^{power}" if power.denominator == 1 else f"{name}^({power})"
        for name, power in zip(names, powers, strict=True)
        if power
    ]
    if not factors or abs(coefficient) != 1:
        factors.insert(0, str(abs(coefficient)))
    return ("-" if coefficient < 0 else "") + " ".join(factors)
