"""Counts what a network takes: the numbers that are in memory in training and in inference, and the
share of time that each of several devices works, as homework 5 asks."""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import torch


class Network(NamedTuple):
    """The weights of a network without biases, and the values that a forward pass makes."""

    weights: list[torch.Tensor]
    values: list[torch.Tensor]


def network_of_size(d: int, k: int, q: int, n: int, *, hidden_layers: int) -> Network:
    """All matrices of a network with hidden layers of k units each, to count their entries.

    Args:
        d: numbers in an example.
        k: units of a hidden layer.
        q: outputs.
        n: examples.
        hidden_layers: how many hidden layers.
    """
    widths = [d, *[k] * hidden_layers, q]
    weights = [torch.zeros(sizes) for sizes in pairwise(widths)]
    value, values = torch.zeros(n, d), []
    for W in weights[:-1]:
        before_tanh = value @ W
        value = before_tanh.tanh()
        values += [before_tanh, value]
    return Network(weights, [*values, value @ weights[-1]])


def numbers_in_memory(shallow: Network, deep: Network) -> dict[str, int]:
    """How many numbers are in memory at once, without X: in training, in inference, and with what
    Adam needs; for a network with one hidden layer and for a deep one."""
    parameters = _numbers(shallow.weights)
    training, inference = _numbers(shallow.values), _most_at_once(shallow.values)
    return {
        "parameters": parameters,
        "training": training,
        "inference": inference,
        "total_training": 4 * parameters + training,
        "total_inference": parameters + inference,
        "deep_training": _numbers(deep.values),
        "deep_inference": _most_at_once(deep.values),
    }


def _numbers(matrices: Iterable[torch.Tensor]) -> int:
    return sum(map(torch.Tensor.numel, matrices))


def _most_at_once(values: list[torch.Tensor]) -> int:
    """The largest number of entries that a value and the one computed from it have together."""
    return max(map(_numbers, pairwise(values)))


def share_of_time(*, parts: int, devices: int) -> float:
    """The share of time that each device works when a batch passes through them part by part."""
    slots = {part + device for part in range(parts) for device in range(devices)}
    return parts / len(slots)
