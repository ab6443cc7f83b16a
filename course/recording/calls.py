"""Records what an engine does to a graph: each call of a node's forward or backward."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from course.graph import ComputationNode
from course.recording.guards import refuse_too_large
from course.recording.records import Call, Method
from course.scaffold.operators import WATCHES
from course.values.tensors import copy_value

MAX_CALLS_A_NODE = 100  # on average: 50 times as many as both passes need


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
        TooManyCalls: the engine makes too many calls; raised inside it.
    """
    calls: list[Call] = []
    nodes = graph.sorted_nodes()

    def recorded(method: Method, node: ComputationNode, run: Callable, *args, **kwargs):
        if len(calls) >= MAX_CALLS_A_NODE * len(nodes):
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
