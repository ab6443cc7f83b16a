"""The round numbers beside a scale, and how a number is written there."""

import math

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two values, no more than six."""
    size = 10 ** math.floor(math.log10((high - low) / 6))
    step = next(s * size for s in (1, 2, 5, 10, 20) if (high - low) / (s * size) <= 5.01)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [i * step for i in range(first, last + 1)]


def decades(low: float, high: float) -> list[float]:
    """Powers of ten between two values, no more than seven."""
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    step = max(1, math.ceil((last - first + 1) / 7))
    return [10.0**k for k in range(first, last + 1, step)]


def label(value: float, digits: int = 5) -> str:
    """A number as one writes it beside an axis: 1500, 0.25, 10⁻⁸, 3·10⁶."""
    value = float(f"{value:.{digits}g}") + 0.0  # which takes the sign from a zero
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        return f"{value:.5g}".replace("-", "−")
    exponent = math.floor(math.log10(abs(value)) + 1e-9)
    power = "10" + str(exponent).translate(SUPERSCRIPTS)
    factor = f"{value / 10**exponent:.3g}".replace("-", "−")
    return power if factor == "1" else f"{factor}·{power}"
