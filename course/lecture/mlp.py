"""A multilayer perceptron with one hidden layer, trained step by step on points in a plane.

z = x W1 + b1    h = activation(z)    o = h W2 + b2    J = L(o) + (l2 / 2) (|W1|² + |W2|²)
"""

from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import softplus

from course.lecture.data_sets import DATA_SETS

ACTIVATIONS = {"ReLU": torch.relu, "sigmoid": torch.sigmoid, "tanh": torch.tanh}
PARAMETER_NAMES = ("W1", "b1", "W2", "b2")
UPDATES = 5  # of gradient descent in a step


class UpdateSettings(NamedTuple):
    """The settings of an update."""

    rate: float  # the learning rate
    l2: float


@dataclass
class Snapshot:
    """A network at one step, with all that one forward and one backward pass computed."""

    parameters: list[Tensor]  # in the order of PARAMETER_NAMES
    values: dict[str, Tensor]  # by name: x, t, z, h, o, L, s, J and the parameters
    gradients: dict[str, Tensor]  # of J, by the same names, without x and t
    settings: UpdateSettings  # of the updates that led here

    @property
    def accuracy(self) -> float:
        """The fraction of points on the right side."""
        return (self.values["o"].sign() == self.values["t"]).double().mean().item()


class Training:
    """A training run that remembers each step, so that one can go back to it."""

    def __init__(self, data: str, activation: str, hidden: int):
        self.x, self.t = DATA_SETS[data]()
        self.activation = ACTIVATIONS[activation]
        self.first = _first_parameters(hidden)
        self.steps: list[Snapshot] = []

    def at(self, step: int, rate: float, l2: float) -> list[Snapshot]:
        """All snapshots up to a step.

        Those made before stay as they are; missing ones are made with this rate and l2. Later ones
        are forgotten from the first that has other settings. If `step` is 0, it is made again.
        """
        settings = UpdateSettings(rate, l2)
        past, later = self.steps[: step + 1], self.steps[step + 1 :]
        if step == 0 or not past:
            past = [self.snapshot(self.first, settings)]
        self.steps = past + list(takewhile(lambda snapshot: snapshot.settings == settings, later))
        while len(self.steps) <= step:
            snapshot = self.snapshot(self.steps[-1].parameters, settings)
            for _ in range(UPDATES):
                snapshot = self.snapshot(_updated(snapshot), settings)
            self.steps.append(snapshot)
        return self.steps[: step + 1]

    def output(self, parameters: list[Tensor], x: Tensor) -> Tensor:
        """The network's outputs for points that it may not have seen."""
        w1, b1, w2, b2 = parameters
        return self.activation(x @ w1 + b1) @ w2 + b2

    def snapshot(self, parameters: list[Tensor], settings: UpdateSettings) -> Snapshot:
        """One forward and one backward pass with these parameters."""
        w1, b1, w2, b2 = (parameter.detach().requires_grad_() for parameter in parameters)
        z = self.x @ w1 + b1
        h = self.activation(z)
        o = h @ w2 + b2
        loss = softplus(-self.t * o).mean()  # the cross-entropy, for classes -1 and 1
        s = settings.l2 / 2 * (w1.square().sum() + w2.square().sum())
        j = loss + s
        computed = {"W1": w1, "b1": b1, "W2": w2, "b2": b2}
        computed |= {"z": z, "h": h, "o": o, "L": loss, "s": s, "J": j}
        gradients = torch.autograd.grad(j, list(computed.values()), materialize_grads=True)
        values = {name: value.detach() for name, value in computed.items()}
        return Snapshot(
            parameters=[values[name] for name in PARAMETER_NAMES],
            values={**values, "x": self.x, "t": self.t},
            gradients=dict(zip(computed, gradients, strict=True)),
            settings=settings,
        )


def _updated(snapshot: Snapshot) -> list[Tensor]:
    """The parameters after one step of gradient descent."""
    values, gradients = snapshot.values, snapshot.gradients
    return [values[name] - snapshot.settings.rate * gradients[name] for name in PARAMETER_NAMES]


def _first_parameters(hidden: int) -> list[Tensor]:
    generator = torch.Generator().manual_seed(1)
    w1 = torch.randn(2, hidden, generator=generator)
    w2 = torch.randn(hidden, 1, generator=generator) / hidden**0.5
    return [w1, torch.zeros(hidden), w2, torch.zeros(1)]
