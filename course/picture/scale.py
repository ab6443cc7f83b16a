"""Makes the scale of an axis, and the round numbers along it."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """The range of values along one axis of a plot."""

    low: float  # the value at the left or at the bottom
    high: float  # the value at the right or at the top
    label: str = ""  # what the values are
    is_log: bool = False  # whether it is logarithmic
    has_numbers: bool = True  # whether numbers are written along it

    def fraction(self, value: float) -> float:
        """The position of a value: 0 at `low`, 1 at `high`, 0.5 if these are equal; nan if the
        value has no place on the scale."""
        low, high = self.low, self.high
        if self.is_log:
            low, high, value = (math.log10(v) if v > 0 else math.nan for v in (low, high, value))
        return (value - low) / (high - low) if low != high else 0.5

    def tidy(self, value: float) -> float:
        """The value, or 0 if it differs from 0 only by rounding."""
        is_zero = not self.is_log and abs(value) <= 1e-6 * (self.high - self.low)
        return 0.0 if is_zero else value

    def numbers(self) -> list[float]:
        """The numbers written along the scale."""
        if not self.has_numbers:
            return []
        return decades(self.low, self.high) if self.is_log else ticks(self.low, self.high)


def ticks(low: float, high: float) -> list[float]:
    """At most six round numbers between two values; only the value itself if both are equal."""
    if low == high:
        return [low]
    size = 10 ** math.floor(math.log10((high - low) / 6))
    step = next(s * size for s in (1, 2, 5, 10, 20) if (high - low) / (s * size) <= 5.01)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [i * step for i in range(first, last + 1)]


def decades(low: float, high: float) -> list[float]:
    """At most seven powers of ten between two values."""
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    step = max(1, math.ceil((last - first + 1) / 7))
    return [10.0**k for k in range(first, last + 1, step)]
