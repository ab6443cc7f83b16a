"""Tells whether a student's values are right up to rounding, with one function for each form of
values, or up to a factor.

A student's values may be computed in float32, and are compared with PyTorch's in float64. An entry
may therefore be off by ATOL + RTOL * (the right entry + the largest right entry), because a small
entry may be the difference of large terms.
"""

import math
from collections.abc import Sequence

import torch

from course.values.tensors import as_tensor

RTOL = 1e-6  # a few times the rounding error of float32
ATOL = 1e-9  # what may remain where terms cancel to 0
FLOAT64_RTOL = 1e-12  # the relative change when float64 numbers are added in another order
MIN_FLOAT64_DIGITS = 9  # results in float64 agree to at least this many digits


def entries_agree(
    yours: torch.Tensor, pytorch: torch.Tensor, equal_nan: bool = False
) -> torch.Tensor:
    """Marks the entries in which two tensors of the same shape agree."""
    largest = float(pytorch.abs().max()) if pytorch.numel() else 0.0
    slack = ATOL + (RTOL * largest if math.isfinite(largest) else 0.0)
    return torch.isclose(yours, pytorch, rtol=RTOL, atol=slack, equal_nan=equal_nan)


def tensors_agree(yours: torch.Tensor, pytorch: torch.Tensor, *, equal_nan: bool = False) -> bool:
    """Whether two tensors of the same shape agree in all entries."""
    return bool(entries_agree(yours, pytorch, equal_nan).all())


def is_right(yours: object, pytorch: torch.Tensor) -> bool:
    """Whether a student's value, of whatever type, agrees with PyTorch's in shape and numbers."""
    tensor = as_tensor(yours)
    return (
        tensor is not None
        and tensor.shape == pytorch.shape
        and tensors_agree(tensor, pytorch.double())
    )


def are_all_right(yours: Sequence, pytorch: Sequence[torch.Tensor]) -> bool:
    """Whether a student has as many values as PyTorch, and each is right."""
    return len(yours) == len(pytorch) and all(map(is_right, yours, pytorch))


def values_agree(a: object, b: object) -> bool:
    """Whether two objects held by nodes agree, of whatever type. Here nan agrees with nan, and None
    with None. Other objects that are not numeric agree with nothing."""
    if isinstance(a, float) and isinstance(b, float):  # the usual case; tensors take much longer
        if math.isinf(b) or math.isnan(b):
            return a == b or (math.isnan(a) and math.isnan(b))
        return abs(a - b) <= ATOL + 2 * RTOL * abs(b)
    one, other = as_tensor(a), as_tensor(b)
    if one is None or other is None:
        return a is None and b is None
    return one.shape == other.shape and tensors_agree(one, other, equal_nan=True)


def numbers_agree(by_hand: float, right: float) -> bool:
    """Whether a number worked out by hand is right up to its last digits. It is a single number in
    float64, so its relative tolerance is half that of an entry. A right int is a count, so any
    other count is wrong, however large both are."""
    is_same_count = math.isclose(by_hand, right, rel_tol=FLOAT64_RTOL, abs_tol=0.5)
    is_near = math.isclose(by_hand, right, rel_tol=RTOL, abs_tol=ATOL)
    return is_near and (is_same_count or not isinstance(right, int))


def best_factor(yours: torch.Tensor, right: torch.Tensor, dim: int | None = None) -> torch.Tensor:
    """The factor that brings the right value closest to yours (least squares). With an axis, there
    is one factor for each line along it."""
    return (yours * right).sum(dim, keepdim=True) / (right * right).sum(dim, keepdim=True)


def common_factor(yours: torch.Tensor, right: torch.Tensor) -> float | None:
    """The number by which the right value is multiplied in yours, if it is the same everywhere;
    else None."""
    if not right.any() or not yours.isfinite().all():
        return None
    factor = float(best_factor(yours, right))
    return factor if tensors_agree(yours, factor * right) else None
