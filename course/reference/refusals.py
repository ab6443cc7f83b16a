"""Finds out which backward passes PyTorch refuses, as homework 6 asks."""

from collections.abc import Callable, Mapping

import torch


def refused_by_pytorch(programs: Mapping[str, Callable]) -> dict[str, str]:
    """For each program, "error" if PyTorch refuses its backward pass, else "fine".

    Args:
        programs: functions of a tensor that requires a gradient; each returns a tensor.
    """
    return {name: _outcome(program) for name, program in programs.items()}


def _outcome(program: Callable) -> str:
    # `x` is not a leaf: PyTorch refuses to change a leaf in place for a different reason.
    x = torch.tensor([0.5, 1.0, 2.0], requires_grad=True) * 1
    total = program(x).sum()
    try:
        total.backward()
    except RuntimeError:
        return "error"
    return "fine"
