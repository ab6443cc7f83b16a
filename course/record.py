"""Recording what an engine does to a graph: each call of each node's forward and backward."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import torch

from course.attempt import Raised
from course.graph import ComputationNode

MOST_CALLS = 400  # that are told of one run, where they have to be told elsewhere


@dataclass
class Call:
    """One call of a node's method."""

    node: ComputationNode  # the node
    method: str  # "forward" or "backward"
    upstream: object = None  # the node's gradient as it was when called; None in the forward pass
    # What the method returned, as it was then: for backward, a list of downstream gradients.
    returned: object = None
    finished: bool = False  # False while the call runs, and forever if it raised an error
    made: object = None  # the node's result when forward had run; None in the backward pass

    @property
    def label(self) -> str:
        """What messages call it: `backward of Exp b`."""
        return f"{self.method} of {self.node.label}"


@dataclass
class Answer:
    """What came of running a student's code."""

    error: Raised | None = None  # what it raised; None if it ended as it should
    # The calls of the graph's nodes that it made, in order.
    calls: list[Call] = field(default_factory=list, metadata={"most": MOST_CALLS})
    sets_grad: bool = False  # whether a node was given an attribute `grad`, as tensors have


def sets_grad(nodes: list[ComputationNode]) -> bool:
    """Whether a node was given an attribute `grad`, as tensors have."""
    return any("grad" in vars(node) for node in nodes)


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
            call = Call(node, method, copied(node.gradient) if method == "backward" else None)
            calls.append(call)
            returned = run(*args, **kwargs)
            call.returned, call.finished = copied(returned), True
            if method == "forward":
                call.made = copied(node.result)
            return returned

        setattr(node, method, recorded)

    for node in nodes:
        watch(node, "forward")
        watch(node, "backward")
    try:
        yield calls
    finally:
        for node in nodes:
            del node.forward, node.backward


def copied(value):
    """The value as it is now, whatever the engine does to its tensors in place afterwards."""
    if isinstance(value, list | tuple):
        copies = map(copied, value)
        return tuple(copies) if isinstance(value, tuple) else list(copies)
    return value.clone() if isinstance(value, torch.Tensor) else value
