"""Shows what a chain of layers keeps for its backward pass, by a model and as measured in PyTorch.

    h[0] = x    h[i] = relu(h[i-1] W[i])    for i = 1 ... n

A backward pass through layer i needs h[i-1], for the gradient of W[i], and h[i], to know where
relu was 0. Model and measurement are both lists of moments: what has just happened, at which layer,
and what is kept then. Weights do not count, because they are in memory anyway.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from course.measuring.meter import SavedTensors

KEEP = "keep everything"
CHECKPOINT = "checkpoint every k"
DETACH = "detach after k"
INFERENCE = "inference mode"
MODES = (KEEP, CHECKPOINT, DETACH, INFERENCE)
FORWARD, AGAIN, ARRIVES, DONE = "forward", "forward again", "gradient arrives", "done"


@dataclass(frozen=True)
class Moment:
    """A moment of a pass: what has just happened, at which layer, and what is kept then."""

    event: str
    layer: int
    floats: int  # how many floats are kept
    # In the model, the i of all h[i] that are kept. PyTorch does not say which ones it keeps.
    kept: frozenset[int] = field(default=frozenset(), compare=False)


def model_moments(mode: str, n: int, b: int, d: int, k: int) -> list[Moment]:
    """The moments of one forward and one backward pass, by the model, for n layers of width d and a
    batch of size b."""
    moments: list[Moment] = []

    def note(event: str, layer: int, kept: Collection[int]) -> None:
        moments.append(Moment(event, layer, len(kept) * b * d, frozenset(kept)))

    layers = range(1, n + 1)
    first = first_kept(mode, n, k)
    if mode == INFERENCE:
        for i in layers:
            note(FORWARD, i, ())
    elif mode == CHECKPOINT:
        for i in layers:  # only the inputs of segments that have ended are kept
            ended = i if i == n else i - i % k
            note(FORWARD, i, range(0, ended, k))
        for start in reversed(range(0, n, k)):
            inside = range(start + 1, min(start + k, n) + 1)
            entrances = set(range(0, start + 1, k))
            for i in inside:
                note(AGAIN, i, entrances | set(range(start, i + 1)))
            for i in reversed(inside):
                note(ARRIVES, i, entrances | set(range(start, i + 1)))
    else:
        for i in layers:
            if i == first:  # once h[first] is detached, everything before it is released
                note(FORWARD, i, ())
            else:
                note(FORWARD, i, range(first if i > first else 0, i + 1))
        for i in reversed(range(first + 1, n + 1)):
            note(ARRIVES, i, range(first, i + 1))
    note(DONE, 0, ())
    return moments


def first_kept(mode: str, n: int, k: int) -> int:
    """The i of the h[i] at which the backward pass ends; 0 if it goes all the way to x."""
    return min(k, n - 1) if mode == DETACH else 0


def pytorch_moments(mode: str, n: int, b: int, d: int, k: int) -> list[Moment]:
    """The moments of both passes, run in PyTorch, with a count of what its graph keeps."""
    moments: list[Moment] = []
    generator = torch.Generator().manual_seed(0)
    weights = [(torch.randn(d, d, generator=generator) / d**0.5).requires_grad_() for _ in range(n)]
    kept = SavedTensors(weights)
    first = first_kept(mode, n, k)

    def note(event: str, layer: int) -> None:
        moments.append(Moment(event, layer, kept.numbers))

    def layer(h: Tensor, i: int) -> Tensor:
        out = torch.relu(h @ weights[i - 1])
        if out.requires_grad:
            out.register_hook(lambda _: note(ARRIVES, i))
        return out

    def segment(h: Tensor, start: int, end: int) -> Tensor:
        for i in range(start + 1, end + 1):
            h = layer(h, i)
            if torch.is_grad_enabled() or i < end:  # the end of the first run is noted below
                note(AGAIN if torch.is_grad_enabled() else FORWARD, i)
        return h

    # `checkpoint` needs an input with a gradient; its reentrant kind recomputes under our hooks.
    h = torch.randn(b, d, generator=generator, requires_grad=mode == CHECKPOINT)
    with kept, torch.inference_mode(mode == INFERENCE):
        if mode == CHECKPOINT:
            for start in range(0, n, k):
                end = min(start + k, n)
                h = checkpoint(segment, h, start, end, use_reentrant=True)
                note(FORWARD, end)
        else:
            for i in range(1, n + 1):
                h = layer(h, i)
                h = h.detach() if i == first else h
                note(FORWARD, i)
        if h.requires_grad:
            loss = h.sum()
            del h  # as in training, where only the graph holds it
            loss.backward()
        note(DONE, 0)
    return moments
