"""Records what an engine does to a graph: each call of a node's forward or backward."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from course.graph import ComputationNode, Leaf
from course.recording.guards import refuse_too_large
from course.running.attempt import Raised
from course.scaffold.operators import WATCHES
from course.values.tensors import copy_value

Method = Literal["forward", "backward"]  # of a node, or which algorithm an engine's is
# "call" of a node's method, "returned" from it, or "set" for its gradient. The player also has
# "forward" for one that has ended, "read" for a result that backward has read, and "result" for one
# that was set in any other way than by forward.
EventKind = Literal["call", "returned", "set", "forward", "read", "result"]
MAX_RECORDED_CALLS = 400  # how many calls of a run are sent, if the answer leaves this kernel


@dataclass
class Call:
    """One call of a node's method."""

    node: ComputationNode  # the node
    method: Method
    upstream: object = None  # the node's gradient at the time of the call; None for forward
    # What the method returned, as it was then: for backward, a list of downstream gradients.
    returned: object = None
    finished: bool = False  # False while the call runs, and also after it has raised an error
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

    @property
    def came(self) -> object:
        """What was added to a gradient, or put in its place."""
        return self.value if self.share is None else self.share


@dataclass(eq=False)
class Answer:
    """What a run of a student's code led to: the base class of all answers to questions."""

    error: Raised | None = None  # the error it raised, if any
    # The calls it made of the methods of the graph's nodes, in order.
    calls: list[Call] = field(default_factory=list, metadata={"most": MAX_RECORDED_CALLS})
    sets_grad: bool = False  # whether a node was given an attribute `grad`, as tensors have


def calls_of(method: Method, calls: list[Call]) -> list[Call]:
    """The calls of one method. A pass may also call the other one."""
    return [call for call in calls if call.method == method]


def running_call(calls: list[Call]) -> Call | None:
    """The call that was running when the student's code raised an error, if one was."""
    later: set[tuple[ComputationNode, Method]] = set()
    for call in reversed(calls):
        if not call.finished and (call.node, call.method) not in later:
            return call
        later.add((call.node, call.method))  # one before raised an error that was caught
    return None


def sets_grad(nodes: list[ComputationNode]) -> bool:
    """Whether a node was given an attribute `grad`, as tensors have."""
    return any("grad" in vars(node) for node in nodes)


class TooManyCalls(Exception):
    """The engine keeps calling nodes long after each has had its turn."""


@contextmanager
def wrapped(nodes: Iterable[ComputationNode], **wrappers: Callable) -> Iterator[None]:
    """Inside this context, each named method of the nodes is replaced by a wrapper, which is called
    with the node, the method, and the arguments of the call. A copy of a node is not wrapped."""

    def wrapped_method(wrapper: Callable, node: ComputationNode, run: Callable) -> Callable:
        # A partial would not do: if a method is used without brackets, Python's error names its
        # type, which has to be a function.
        method = lambda *args, **kwargs: wrapper(node, run, *args, **kwargs)  # noqa: E731
        vars(method)[WATCHES] = True
        return method

    hidden = []
    for node in nodes:
        hidden.append((vars(node), {name: vars(node).get(name) for name in wrappers}))
        methods = {
            name: wrapped_method(wrapper, node, getattr(node, name))
            for name, wrapper in wrappers.items()
        }
        vars(node).update(methods)
    try:
        yield
    finally:
        for attributes, before in hidden:
            for name, method in before.items():
                attributes.pop(name, None)
                if method is not None:
                    attributes[name] = method


@contextmanager
def recording(graph: ComputationNode) -> Iterator[list[Call]]:
    """Collects the calls that an engine makes on the nodes of a graph, in order.

    Raises:
        TooManyCalls: the engine makes more than 50 times the calls that both passes need; raised
            inside it.
    """
    calls: list[Call] = []
    nodes = graph.sorted_nodes()
    limit = 100 * len(nodes)

    def recorded(method: Method, node: ComputationNode, run: Callable, *args, **kwargs):
        if len(calls) >= limit:
            raise TooManyCalls(f"{method} of {node.label}")
        refuse_too_large(node)
        call = Call(node, method, copy_value(node.gradient) if method == "backward" else None)
        calls.append(call)
        returned = run(*args, **kwargs)  # if there are too many arguments, Python says so
        call.returned, call.finished = copy_value(returned), True
        if method == "forward":
            call.made = copy_value(node.result)
        return returned

    wrappers = {"forward": partial(recorded, "forward"), "backward": partial(recorded, "backward")}
    with wrapped(nodes, **wrappers):
        yield calls


def forward_of_leaf(leaf: Leaf) -> None:
    """Runs a leaf's forward for a node that is tried alone. The result is a copy, because the node
    may write into it, and the leaf has to keep the value on which the node was tried."""
    leaf.forward()
    leaf.result = copy_value(leaf.result)
