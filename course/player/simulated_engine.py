"""Simulates the run of a right engine, or of one with a well-known mistake, without any engine.

No `forward` or `backward` of a node is called, because the numbers are PyTorch's. So a lecture can
step through a graph before anybody has written an engine, and it shows no code to hand in.
"""

from itertools import islice

import numpy as np
import torch

from course.check.base.twin import Twin
from course.check.wrong_engines.simulated_pass import SimulatedPass
from course.check.wrong_engines.tape import Tape
from course.graph import ComputationNode
from course.operations import operation_of
from course.recording.player_recorder import PlayerEvent
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
    """The tape of a graph of any size, for which no local gradients are stored."""

    downstream = Tape.share

    def upstream(self, held: np.ndarray | None, k: int) -> np.ndarray:
        """The gradient that a node holds; zeros if there is none, so that the run goes on."""
        return np.zeros_like(self.results[k]) if held is None else held

    def fitted(self, given: np.ndarray, j: int) -> np.ndarray | None:
        """A share, if it has the shape of the node's result; else None."""
        return given if given.shape == self.results[j].shape else None


class SimulatedEngine:
    """Makes the events that a `PlayerRecorder` would have recorded."""

    def __init__(self, nodes: list[ComputationNode], right: Twin, mistake: str):
        """Begins with what the nodes hold now."""
        self.nodes, self.right = nodes, right
        self.backward_pass = MISTAKES.get(mistake, SimulatedPass())
        self.events: list[PlayerEvent] = []

    def forward(self) -> None:
        """Puts a result into each node, inputs first."""
        for i, node in enumerate(self.nodes):
            node.result = self.right.results[i]
            self._add("forward", i, node.result)

    def backward(self, one: object) -> None:
        """Puts a gradient into each node, starting with `one` at the output."""
        tape, ones = _AnyTape(self.nodes[-1]), [as_float64(one).numpy()]
        held = [None if node.gradient is None else node.gradient.numpy() for node in self.nodes]
        actions = self.backward_pass.actions(tape, held, ones)
        for kind, i, value, before in islice(actions, MAX_ACTIONS * len(self.nodes)):
            if isinstance(value, list):
                self._turn(i, shares=value)
                continue
            after = self.nodes[i].gradient = _tensor(held[i])
            if value is not None or before is not None:
                event_kind = "share" if kind == "share" else "gradient"
                self._add(event_kind, i, _tensor(value), before=_tensor(before), after=after)

    def _turn(self, i: int, shares: list[np.ndarray]) -> None:
        node = self.nodes[i]
        self._add("upstream", i, node.gradient)
        numbers = operation_of(node).places_read if node.input_nodes else ()
        reads = [self.nodes.index(node if k < 0 else node.input_nodes[k]) for k in numbers]
        self._add("backward", i, list(map(_tensor, shares)), reads=reads)

    def _add(self, kind: str, i: int, value: object, **more) -> None:
        self.events.append(PlayerEvent(kind, i, None, value, **more))


def _tensor(array: object) -> torch.Tensor | None:
    return None if array is None else torch.tensor(array)
