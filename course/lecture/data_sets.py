"""Makes points in a plane for a network to learn, n×2, and their classes, 1 or -1, n×1."""

import math

import torch
from torch import Tensor

POINTS = 160
REACH = 1.6  # the points lie within this distance of the origin, along each axis


def moons() -> tuple[Tensor, Tensor]:
    """Two half circles, one reaching into the other."""
    angle = torch.linspace(0, math.pi, POINTS // 2)
    upper = torch.stack([angle.cos() - 0.5, angle.sin() - 0.25], 1)
    return _shaken(upper, -upper, 0.12)


def rings() -> tuple[Tensor, Tensor]:
    """A ring around a disc."""
    angle = torch.linspace(0, 2 * math.pi, POINTS // 2 + 1)[1:]
    circle = torch.stack([angle.cos(), angle.sin()], 1)
    return _shaken(1.25 * circle, 0.45 * circle, 0.12)


def quarters() -> tuple[Tensor, Tensor]:
    """Opposite quarters belong together: exclusive or."""
    generator = torch.Generator().manual_seed(2)
    near = 0.15 + 1.1 * torch.rand(POINTS // 2, 2, generator=generator)
    side = torch.ones(POINTS // 2, 1)
    side[1::2] = -1
    return _shaken(near * side, near * side * torch.tensor([1.0, -1.0]), 0.05)


def _shaken(first: Tensor, second: Tensor, by: float) -> tuple[Tensor, Tensor]:
    generator = torch.Generator().manual_seed(0)
    x = torch.cat([first, second])
    x = (x + by * torch.randn(x.shape, generator=generator)).clamp(-REACH, REACH)
    return x, torch.cat([torch.ones(len(first), 1), -torch.ones(len(second), 1)])


DATA_SETS = {"two moons": moons, "a ring": rings, "quarters": quarters}
