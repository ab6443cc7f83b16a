"""By which factor a wrong value is off, if it is one."""

from collections.abc import Iterable

import torch

from course.values.closeness import tensors_agree

SAME_FACTOR = 1e-9  # factors that differ by less are the same


def fitted(yours: torch.Tensor, right: torch.Tensor, dim: int | None = None) -> torch.Tensor:
    """The factor that brings the right value closest to yours; one for each line along an axis, if
    an axis is given."""
    return (yours * right).sum(dim, keepdim=True) / (right * right).sum(dim, keepdim=True)


def common_factor(yours: torch.Tensor, right: torch.Tensor) -> float | None:
    """The number by which the right value is multiplied in yours, if it is the same everywhere."""
    if not right.any() or not yours.isfinite().all():
        return None
    found = float(fitted(yours, right))
    return found if tensors_agree(yours, found * right) else None


def same_factor(pairs: Iterable[tuple[torch.Tensor, torch.Tensor]]) -> float:
    """The factor of several pairs of your and the right value, if it is always the same; else 0."""
    factors = [common_factor(*each) for each in pairs]
    if None in factors or max(factors) - min(factors) > SAME_FACTOR * abs(factors[0]):
        return 0.0
    return factors[0]
