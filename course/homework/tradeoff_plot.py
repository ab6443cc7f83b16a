"""Plots how much memory checkpoints save in a chain of layers, as measured."""

import functools
from collections.abc import Callable
from itertools import pairwise

import torch
from torch.utils.checkpoint import checkpoint

from course.check.costs.tradeoff import divisors
from course.homework.layer_chain import Chain
from course.homework.memory import why_not_measured
from course.measuring.meter import MemoryMeter


def show_tradeoff(checkpoint_class: type, m: int) -> None:
    """Plots the peak memory of m layers, for every number of checkpoints that divides m.

    It is measured with the student's node or, if this does not run yet, with PyTorch's checkpoints.
    """
    from matplotlib import pyplot as plt

    numbers = divisors(m)
    try:
        kept = [_measured(_by_nodes, checkpoint_class, m, c) for c in numbers]
        whose = "your Checkpoint"
    except Exception as error:
        print(f"Your Checkpoint {why_not_measured(error)}")
        print("So this is what PyTorch's own does.")
        kept = [_measured(_by_pytorch, m, c) for c in numbers]
        whose = "PyTorch's checkpoint"
    plain = _measured(_by_pytorch, m, 0)
    if min(kept) > 0.9 * plain:
        print("Your Checkpoint saves nothing: it seems to keep its chain; see 8b.")
    plt.figure(figsize=(9, 3.4))
    plt.axhline(plain, linestyle=":", color="gray", label="without checkpoints")
    plt.plot(numbers, kept, "o-", label=f"with {whose}")
    plt.xscale("log")
    ticks = [1, *(c for before, c in pairwise(numbers) if c > 1.2 * before)]  # labels need room
    plt.xticks(ticks, [str(c) for c in ticks])
    plt.ylim(bottom=0)
    plt.minorticks_off()
    plt.xlabel(f"checkpoints, for {m} layers")
    plt.ylabel("values in memory at most")
    plt.legend()
    plt.show()


def _measured(run: Callable, *arguments) -> float:
    """The peak memory of a run, in units of the size of x, the last argument of `run`."""
    x = torch.linspace(0.1, 1.0, 64)
    with MemoryMeter() as meter:
        run(*arguments, x)
    return meter.peak / x.numel()


def _by_nodes(checkpoint_class: type, m: int, c: int, x: torch.Tensor) -> None:
    segment = functools.partial(checkpoint_class, layers=["Sine"] * (m // c))
    chain = Chain([segment] * c)
    chain.forward(x)
    chain.backward(torch.ones_like(x))


def _by_pytorch(m: int, c: int, x: torch.Tensor) -> None:
    def segment(value: torch.Tensor, length: int) -> torch.Tensor:
        for _ in range(length):
            value = value.sin()
        return value

    value = x.clone().requires_grad_()
    for _ in range(c):
        value = checkpoint(segment, value, m // c, use_reentrant=False)
    if not c:
        value = segment(value, m)
    value.backward(torch.ones_like(x))
