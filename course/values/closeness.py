"""Whether two values are the same but for rounding.

A student's values may have been computed in float32 and are compared with PyTorch's in float64.
"""

import math

import torch

from course.values.tensors import as_tensor

RTOL = 1e-6  # float32's rounding, a few times over
ATOL = 1e-9  # what is left where terms cancel to 0
FLOAT64 = 1e-12  # relative: what adding up float64 numbers in another order changes


def agreeing(yours: torch.Tensor, pytorch: torch.Tensor, equal_nan: bool = False) -> torch.Tensor:
    """Which entries of two tensors of the same shape agree.

    The tolerance depends on the largest entry, because terms may have cancelled in a small one.
    """
    largest = float(pytorch.abs().max()) if pytorch.numel() else 0.0
    slack = RTOL * largest if math.isfinite(largest) else 0.0
    return torch.isclose(yours, pytorch, rtol=RTOL, atol=ATOL + slack, equal_nan=equal_nan)


def close(yours: torch.Tensor, pytorch: torch.Tensor, *, equal_nan: bool = False) -> bool:
    """Whether all entries of two tensors of the same shape agree."""
    return bool(agreeing(yours, pytorch, equal_nan).all())


def same(a: object, b: object) -> bool:
    """Whether two things in nodes agree, whatever they are; nan agrees with nan, None with None."""
    a, b = as_tensor(a), as_tensor(b)
    if a is None or b is None:
        return a is b
    return a.shape == b.shape and close(a, b, equal_nan=True)


def same_plain(a: object, b: object) -> bool:
    """Whether two values agree that are floats, or tensors as `recording.watched_run.plain` writes
    them. Hundreds are compared for one engine, so no tensors are made."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a["shape"] == b["shape"] and _agree(a["data"], b["data"])
    return isinstance(a, float) and isinstance(b, float) and _agree([a], [b])


def _agree(a: list, b: list) -> bool:
    if not all(isinstance(entry, float) for entry in (*a, *b)):  # infinities and nan are text
        return a == b
    slack = ATOL + 2 * RTOL * max(map(abs, b), default=0.0)
    return all(abs(x - y) <= slack for x, y in zip(a, b, strict=True))


def is_close(value: float, right: float) -> bool:
    """Whether a number that was worked out by hand is right, but for its last digits."""
    return math.isclose(value, right, rel_tol=RTOL, abs_tol=ATOL)
