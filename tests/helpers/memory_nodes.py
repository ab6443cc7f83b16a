"""Right nodes of homework 6, which tests make keep more, and what is measured of them."""

import torch

from course import Chain, ComputationNode
from course.measuring.saved_activations import measure

X = torch.tensor(
    [[0.5, -1.0, 2.0, 1.0], [-0.3, 0.7, 1.5, -2.0], [3.0, -0.1, 0.2, 0.4]], dtype=torch.float64
)


class Relu(ComputationNode):
    """Keeps its mask for backward; tests override `keep` to keep it otherwise."""

    def keep(self, mask):
        self.mask = mask

    def forward(self):
        self.keep(self.input(0) > 0)
        self.result = self.input(0).clamp(min=0)

    def backward(self):
        return [self.gradient * self.mask]


class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        again = Chain(self.layers)
        again.forward(self.input(0))
        return [again.backward(self.gradient)]


def measured(node):
    return measure(node, torch.ones_like(X))
