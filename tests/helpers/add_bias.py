"""A class of nodes without `backward`, which each test adds, and values for its inputs."""

import torch

from course import ComputationNode


class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)


MATRIX, BIAS = torch.tensor([[1.0, -2.0, 0.5], [2.0, 3.0, -1.0]]), torch.tensor([0.5, -1.0, 2.0])
