"""Simulates the run of a right engine, or of one with a common mistake, without any engine.

The numbers are PyTorch's, so no node's `forward` or `backward` is called. A lecture can step
through a graph before anybody has written an engine, without showing code that could be handed in.
"""

from collections.abc import Iterator
from itertools import islice

import numpy as np
import torch

from course.graph import ComputationNode
from course.operations import operation_of
from course.recording.records import Event
from course.reference.twin import Twin, pytorch_shares
from course.simulated.simulated_pass import SimulatedPass
from course.simulated.tape import Tape
from course.values.tensors import as_float64

MISTAKES = {
    "overwrites": SimulatedPass(add="overwrites"),
    "too early": SimulatedPass(order="breadth first"),
    "once per path": SimulatedPass(order="all that is there, afterwards"),
    "never forgets": SimulatedPass(reset="none"),
    "no local gradient": SimulatedPass(scale="upstream alone"),
    "swapped": SimulatedPass(inputs="swapped"),
    "first input only": SimulatedPass(inputs="first"),
    "ignores one": SimulatedPass(seed="1"),
}
MAX_ACTIONS = 40  # per node; an engine that follows every path could take very many


class _AnyTape(Tape):
    """A tape that uses no stored local gradients, so that its graph can be of any size."""

    def downstream(self, k: int, i: int, upstream: np.ndarray) -> np.ndarray:
        """The right downstream gradient of node k for its i-th input, by PyTorch."""
        return pytorch_shares(self._nodes[k], torch.as_tensor(upstream), self._results)[i].numpy()

    def upstream(self, held: np.ndarray | None, k: int) -> np.ndarray:
        """The gradient that a node holds; zeros if there is none, so that the run goes on."""
        return np.zeros_like(self.results[k]) if held is None else held

    def fitted(self, given: np.ndarray, j: int) -> np.ndarray | None:
        """A share, if it has the shape of the node's result; else None."""
        return given if given.shape == self.results[j].shape else None


def simulated_forward(nodes: list[ComputationNode], right: Twin) -> Iterator[Event]:
    """Puts PyTorch's result into each node, inputs first. Yields the events that a `PlayerRecorder`
    would record."""
    for i, node in enumerate(nodes):
        node.result = right.results[i]
        yield Event("forward", i, node.result)


def simulated_backward(nodes: list[ComputationNode], one: object, mistake: str) -> Iterator[Event]:
    """Puts gradients into the nodes as a right engine would, or one with this mistake. Yields the
    events that a `PlayerRecorder` would record. Gradients that nodes hold at the start are left
    over from an earlier pass."""
    backward_pass = MISTAKES[mistake] if mistake else SimulatedPass()
    held = [None if node.gradient is None else node.gradient.numpy() for node in nodes]
    actions = backward_pass.actions(_AnyTape(nodes[-1]), held, [as_float64(one).numpy()])
    for kind, i, value, before in islice(actions, MAX_ACTIONS * len(nodes)):
        node = nodes[i]
        if isinstance(value, list):
            yield Event("call", i)
            numbers = operation_of(node).places_read if node.input_nodes else ()
            reads = [nodes.index(node if k < 0 else node.input_nodes[k]) for k in numbers]
            yield from (Event("read", j) for j in reads)
            yield Event("returned", i, list(map(_tensor, value)))
            continue
        after = node.gradient = _tensor(held[i])
        if value is not None or before is not None:
            share = _tensor(value) if kind == "share" else None
            yield Event("set", i, after, _tensor(before), share)


def _tensor(array: object) -> torch.Tensor | None:
    return None if array is None else torch.tensor(array)
