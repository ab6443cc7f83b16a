"""Puts numbers in place of a student's node, so that an engine can run without that node."""

import math

import torch

from course.graph import ComputationNode


class StandIn(ComputationNode):
    """A node that holds its result and its local gradients for certain values of its inputs.

    Its arguments are its input nodes and, last, a dict that can be stored as JSON:

        shape     the shape of the result; None for a plain number
        result    the entries of the result
        shares    for each input, the shape of the downstream gradient (None for a plain number) and
                  the local gradients that are not 0, each as the number of the result's entry, the
                  number of the input's entry, and the value
    """

    def __init__(self, *inputs_and_numbers):
        *input_nodes, numbers = inputs_and_numbers
        super().__init__(*input_nodes)
        self.inputs_and_numbers = numbers  # the parameter's name, needed to send a graph elsewhere

    def forward(self):
        """Puts the stored result into the node."""
        for i, _ in enumerate(self.input_nodes):
            self.input(i)  # like any node, it has to run after its inputs
        numbers = self.inputs_and_numbers
        self.result = _value(torch.tensor(numbers["result"]).double(), numbers["shape"])

    def backward(self):
        """The downstream gradients, from the upstream gradient and the local ones."""
        upstream = torch.as_tensor(self.gradient).double().flatten().tolist()
        if len(upstream) != len(self.inputs_and_numbers["result"]):
            raise ValueError(f"A gradient of {len(upstream)} entries arrived at {self.label}.")
        downstream = []
        for shape, local_gradients in self.inputs_and_numbers["shares"]:
            share = torch.zeros(math.prod(shape or ()), dtype=torch.float64)
            for row, column, local_gradient in local_gradients:
                share[column] += local_gradient * upstream[row]
            downstream.append(_value(share, shape))
        return downstream


def _value(entries: torch.Tensor, shape: list | None):
    return entries.item() if shape is None else entries.reshape(tuple(shape))
