"""Computes the costs that homework 5 asks for: how many numbers a network has in memory during
training and inference, and what share of the time each of several devices works."""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import torch


class Network(NamedTuple):
    """The weights of a network without biases, and the values that a forward pass makes."""

    weights: list[torch.Tensor]
    values: list[torch.Tensor]


def network_of_size(d: int, k: int, q: int, n: int, *, hidden_layers: int) -> Network:
    """A network with tanh layers whose matrices have the right shapes, to count their entries.

    Args:
        d: the number of entries in an example.
        k: the number of units in each hidden layer.
        q: the number of outputs.
        n: the number of examples.
        hidden_layers: the number of hidden layers.
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
    """How many numbers are in memory at the same time, without X, in training and in inference, for
    a network with one hidden layer and for a deep one. The total for training includes a gradient
    and Adam's two averages for each parameter."""
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
    """The most entries that a value and the next one computed from it have together."""
    return max(map(_numbers, pairwise(values)))


def share_of_time(*, parts: int, devices: int) -> float:
    """The share of the time that each device works when a batch passes through the devices part by
    part, as in a pipeline."""
    slots = {part + device for part in range(parts) for device in range(devices)}
    return parts / len(slots)
