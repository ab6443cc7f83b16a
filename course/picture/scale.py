"""Makes a scale of a plot, and the round numbers beside it."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """The values that one side of a plot shows."""

    low: float  # the value at the left or at the bottom
    high: float  # the value at the right or at the top
    label: str = ""  # what the values are
    is_log: bool = False  # whether equal distances are equal ratios
    has_numbers: bool = True  # whether numbers stand beside it

    def fraction(self, value: float) -> float:
        """Where a value is: 0 at `low`, 1 at `high`, in the middle if both are equal; nan if it
        has no place on the scale."""
        low, high = self.low, self.high
        if self.is_log:
            low, high, value = (math.log10(v) if v > 0 else math.nan for v in (low, high, value))
        return (value - low) / (high - low) if low != high else 0.5

    def tidy(self, value: float) -> float:
        """The value, or 0 where it only differs by rounding."""
        is_zero = not self.is_log and abs(value) <= 1e-6 * (self.high - self.low)
        return 0.0 if is_zero else value

    def numbers(self) -> list[float]:
        """The values of the numbers that stand beside it."""
        if not self.has_numbers:
            return []
        return decades(self.low, self.high) if self.is_log else ticks(self.low, self.high)


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two values, no more than six; of two equal ones, the value itself."""
    if low == high:
        return [low]
    size = 10 ** math.floor(math.log10((high - low) / 6))
    step = next(s * size for s in (1, 2, 5, 10, 20) if (high - low) / (s * size) <= 5.01)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [i * step for i in range(first, last + 1)]


def decades(low: float, high: float) -> list[float]:
    """Powers of ten between two values, no more than seven."""
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    step = max(1, math.ceil((last - first + 1) / 7))
    return [10.0**k for k in range(first, last + 1, step)]
