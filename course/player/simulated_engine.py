"""A run without an engine: what a right one would do, or one with a well-known mistake.

No `forward` or `backward` of a node is called; the numbers are PyTorch's. So a lecture can step
through a graph before anybody has written an engine, and what it shows cannot be handed in.
"""

from collections.abc import Iterator

import torch

from course.check.twin import Twin, share
from course.compare import as_tensor
from course.graph import ComputationNode
from course.operations import OPERATIONS
from course.record import copied
from course.sketch import kind
from course.watch import Event

# In what they go wrong, in the words that a class may find for it.
MISTAKES = {
    "overwrites": "replaces a gradient where it should add to it",
    "too early": "takes nodes in the order in which it first meets them",
    "once per path": "walks down every path on its own, and sends on all that has gathered so far",
    "never forgets": "keeps the gradients of the pass before",
    "no local gradient": "hands the upstream gradient on unchanged",
    "swapped": "gives each input the gradient that belongs to the other",
    "first input only": "sends a gradient to the first input of each node only",
    "ignores one": "always starts with 1",
}


class SimulatedEngine:
    """Makes the events that a `Watcher` would have seen."""

    line, code = None, ()  # there is none

    def __init__(self, nodes: list[ComputationNode], right: Twin, mistake: str = ""):
        """Begins with the numbers that are in the nodes now.

        Args:
            nodes: all nodes of the graph in topological order.
            right: PyTorch's results.
            mistake: one of `MISTAKES`; none for a right run.
        """
        self.nodes, self.right, self.mistake = nodes, right, mistake
        self.events: list[Event] = []
        place = {node: i for i, node in enumerate(nodes)}
        self.inputs = [[place[n] for n in node.input_nodes] for node in nodes]

    def forward(self) -> None:
        """Each node's result, inputs first."""
        for i, node in enumerate(self.nodes):
            node.result = self.right.results[i]
            self._add("forward", i, node.result)

    def backward(self, one: object) -> None:
        """Each node's gradient, starting with `one` at the output."""
        if self.mistake != "never forgets":
            for i in range(len(self.nodes)):
                self._set(i, None)
        start = as_tensor(one)
        self._set(len(self.nodes) - 1, start * 0 + 1 if self.mistake == "ignores one" else start)
        for i in self._order():
            self._visit(i)

    def _order(self) -> Iterator[int]:
        """The nodes in the order in which they have their turn."""
        output = len(self.nodes) - 1
        if self.mistake == "too early":
            met = [output]
            for i in met:
                met += [k for k in dict.fromkeys(self.inputs[i]) if k not in met]
            yield from met
        elif self.mistake == "once per path":
            waiting = [output]
            while waiting and len(self.events) < 40 * len(self.nodes):
                i = waiting.pop()
                yield i
                waiting += reversed(self.inputs[i])
        else:
            yield from range(output, -1, -1)

    def _visit(self, i: int) -> None:
        node = self.nodes[i]
        self._add("upstream", i, node.gradient)
        upstream = torch.zeros_like(node.result) if node.gradient is None else node.gradient
        inputs = self.inputs[i]
        if self.mistake == "no local gradient":
            shares = [upstream for _ in inputs]
        else:
            shares = [share(node, k, upstream) for k in range(len(inputs))]
        row = OPERATIONS.get(kind(node))
        kept = [i if k < 0 else inputs[k] for k in (row.kept if row else ())]
        self._add("backward", i, shares, kept=kept)
        if self.mistake == "swapped":
            inputs = inputs[::-1]
        for k, given in list(zip(inputs, shares, strict=True)):
            if given.shape == self.nodes[k].shape:
                self._give(k, given)
            if self.mistake == "first input only":
                break

    def _give(self, i: int, given: torch.Tensor) -> None:
        node, before = self.nodes[i], self.nodes[i].gradient
        if self.mistake == "overwrites":
            self._set(i, given)
        else:
            node.gradient = given if before is None else before + given
            self._add("share", i, given, before)

    def _set(self, i: int, value) -> None:
        node, before = self.nodes[i], self.nodes[i].gradient
        node.gradient = value
        if value is not None or before is not None:
            self._add("gradient", i, value, before)

    def _add(self, what: str, i: int, value, before=None, kept: list[int] = []) -> None:
        results = [node.result for node in self.nodes]
        gradients = [node.gradient for node in self.nodes]
        self.events.append(Event(what, i, None, results, gradients, copied(value), before, kept))
