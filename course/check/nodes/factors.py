"""Finds the factor by which a wrong value is off, if it is off by a factor."""

from collections.abc import Iterable

import torch

from course.values.closeness import tensors_agree

SAME_FACTOR = 1e-9  # factors whose relative difference is smaller count as the same


def fitted(yours: torch.Tensor, right: torch.Tensor, dim: int | None = None) -> torch.Tensor:
    """The factor that brings the right value closest to yours. If an axis is given, there is one
    factor for each line along it."""
    return (yours * right).sum(dim, keepdim=True) / (right * right).sum(dim, keepdim=True)


def common_factor(yours: torch.Tensor, right: torch.Tensor) -> float | None:
    """The number by which the right value has to be multiplied to give yours, if it is the same
    everywhere; else None."""
    if not right.any() or not yours.isfinite().all():
        return None
    factor = float(fitted(yours, right))
    return factor if tensors_agree(yours, factor * right) else None


def same_factor(pairs: Iterable[tuple[torch.Tensor, torch.Tensor]]) -> float:
    """The factor of several pairs of your value and the right one, if all have the same; else 0."""
    factors = []
    for yours, right in pairs:
        factor = common_factor(yours, right)
        if factor is None:
            return 0.0
        factors.append(factor)
    is_same = max(factors) - min(factors) <= SAME_FACTOR * abs(factors[0])
    return factors[0] if is_same else 0.0
