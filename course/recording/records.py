"""The types of all records: calls of nodes' methods, events, and the answer that contains calls."""

from dataclasses import dataclass, field
from typing import Literal

from course.graph import ComputationNode
from course.running.attempt import Raised

Method = Literal["forward", "backward"]  # the method of a node, or the kind of algorithm
# "call": a node's method was called. "returned": it returned. "set": a gradient was set. Only for
# the player: "forward": a node's forward has ended. "read": backward has read a result. "result": a
# result was set, but not by the node's own forward.
EventKind = Literal["call", "returned", "set", "forward", "read", "result"]
MAX_RECORDED_CALLS = 400  # how many calls of a run an answer contains when it leaves this kernel


@dataclass
class Call:
    """One call of a node's method."""

    node: ComputationNode  # the node
    method: Method
    upstream: object = None  # the node's gradient when backward was called; None for forward
    # A copy of what the method returned: for backward, a list of downstream gradients.
    returned: object = None
    finished: bool = False  # False while the call runs, and after it has raised an error
    made: object = None  # the node's result after its forward; None for backward

    @property
    def label(self) -> str:
        """What messages call it: `backward of Exp b`."""
        return f"{self.method} of {self.node.label}"


@dataclass
class Event:
    """Something that an algorithm did to a node."""

    kind: EventKind
    node: int  # the node's place
    value: object = None  # what the method returned, or the new value
    before: object = None  # the value before it was set
    # The argument of accumulate_gradient; None if the gradient was set in another way.
    share: object = None
    # The algorithm's line that did it, as a place among the lines of the run; None if unknown.
    line: int | None = None
    in_place: bool = False  # whether the value is the same object as before, and was changed

    @property
    def came(self) -> object:
        """The share that was added to a gradient, or the value that replaced it."""
        return self.value if self.share is None else self.share


@dataclass(eq=False)
class Answer:
    """What happened when a student's code ran. The base class of all answers to questions."""

    error: Raised | None = None  # the error it raised, if any
    # Its calls of the methods of the graph's nodes, in order.
    calls: list[Call] = field(default_factory=list, metadata={"most": MAX_RECORDED_CALLS})
    sets_grad: bool = False  # whether a node was given an attribute `grad`, as tensors have


def calls_of(method: Method, calls: list[Call]) -> list[Call]:
    """The calls of one of the two methods. A pass may also call the other one."""
    return [call for call in calls if call.method == method]


def running_call(calls: list[Call]) -> Call | None:
    """The call that was running when the student's code raised an error, if one was."""
    later: set[tuple[ComputationNode, Method]] = set()
    for call in reversed(calls):
        if not call.finished and (call.node, call.method) not in later:
            return call
        later.add((call.node, call.method))  # an earlier one raised an error that was caught
    return None
