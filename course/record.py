"""Recording what an engine does to a graph: each call of each node's forward and backward."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch

from course.graph import ComputationNode


@dataclass
class Call:
    """One call of a node's method.

    Attributes:
        node: the node.
        method: "forward" or "backward".
        upstream: the node's gradient as it was when called; None in the forward pass.
        returned: what the method returned, as it was then: for backward, a list of downstream
            gradients.
        finished: False while the call runs, and for ever if it raised an error.
    """

    node: ComputationNode
    method: str
    upstream: object = None
    returned: object = None
    finished: bool = False

    @property
    def label(self) -> str:
        """What messages call it: `backward of Exp b`."""
        return f"{self.method} of {self.node.label}"


_logs: dict[ComputationNode, list[Call]] = {}  # of the graphs that are being recorded


def log_of(graph: ComputationNode) -> list[Call]:
    """The list in which the calls on a graph are being collected; a new one if they are not."""
    return _logs.get(graph, [])


class TooManyCalls(Exception):
    """The engine goes on calling nodes long after each has had its turn."""


@contextmanager
def recording(graph: ComputationNode) -> Iterator[list[Call]]:
    """Collects the calls that an engine makes on the nodes of a graph, in order.

    Raises:
        TooManyCalls: inside the engine, when it has made 50 times the calls that both passes need.
    """
    calls: list[Call] = []
    nodes = graph.sorted_nodes()
    limit = 100 * len(nodes)

    def watch(node: ComputationNode, method: str) -> None:
        run = getattr(node, method)  # looked up on the class: the instance has none yet

        def recorded(*args, **kwargs):  # too many are Python's to complain of
            if len(calls) >= limit:
                raise TooManyCalls(f"{method} of {node.label}")
            call = Call(node, method, _copy(node.gradient) if method == "backward" else None)
            calls.append(call)
            returned = run(*args, **kwargs)
            call.returned, call.finished = _copy(returned), True
            return returned

        setattr(node, method, recorded)

    for node in nodes:
        watch(node, "forward")
        watch(node, "backward")
    _logs[graph] = calls
    try:
        yield calls
    finally:
        del _logs[graph]
        for node in nodes:
            del node.forward, node.backward


def _copy(value):
    """The value as it is now, whatever the engine does to its tensors in place afterwards."""
    if isinstance(value, list | tuple):
        copies = map(_copy, value)
        return tuple(copies) if isinstance(value, tuple) else list(copies)
    return value.clone() if isinstance(value, torch.Tensor) else value
