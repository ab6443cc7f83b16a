"""The round numbers beside a scale."""

import math


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
