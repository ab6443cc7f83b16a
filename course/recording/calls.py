"""Records what an engine does to a graph: each call of a node's forward or backward."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from types import FunctionType

from course.graph import ComputationNode
from course.recording.guards import refuse_too_large
from course.recording.records import MAX_RECORDED_CALLS, Call, Method
from course.scaffold.operators import WATCHES
from course.values.tensors import copy_value

CALLS_A_NODE = 4  # on average; both passes together need half as many


class TooManyCalls(Exception):
    """The engine keeps calling nodes' methods long after each has had its turn."""


@contextmanager
def wrapped(nodes: Iterable[ComputationNode], **wrappers: Callable) -> Iterator[None]:
    """Inside this context, a wrapper replaces each named method of the nodes. It is called with the
    node, the method, and the arguments of the call.

    A call through the class, as in `type(node).forward(node)`, also reaches the wrapper. Calls that
    the method itself makes while it runs, such as through `super()`, do not, and neither do calls
    on a copy of the node.
    """
    nodes = [*nodes]
    with ExitStack() as stack:
        for name, wrapper in wrappers.items():
            stack.enter_context(_wrapped(nodes, name, wrapper))
        yield


@contextmanager
def _wrapped(nodes: list[ComputationNode], name: str, wrapper: Callable) -> Iterator[None]:
    watch = _Watch(nodes, wrapper)
    classes = {base for kind in {*map(type, nodes)} for base in kind.__mro__}
    functions = {
        cls: own for cls in classes if isinstance(own := vars(cls).get(name), FunctionType)
    }
    before = [(vars(node), vars(node).get(name)) for node in nodes]
    for node in nodes:
        vars(node)[name] = watch.on_node(node, getattr(node, name))
    for cls, function in functions.items():
        setattr(cls, name, watch.on_class(function))
    try:
        yield
    finally:
        for cls, function in functions.items():
            setattr(cls, name, function)
        for attributes, own in before:
            attributes.pop(name, None)
            if own is not None:
                attributes[name] = own


class _Watch:
    """Makes the replacements for a method of some nodes, which call a wrapper."""

    def __init__(self, nodes: list[ComputationNode], wrapper: Callable):
        self.of_id = {id(node): node for node in nodes}
        self.wrapper = wrapper
        self.running: set[int] = set()  # ids of the nodes whose method is running

    def on_node(self, node: ComputationNode, method: Callable) -> Callable:
        """The replacement for the method of one node."""
        run = partial(self._run, node, method)
        # This cannot be a partial: if a student uses a method without brackets, Python's error
        # names its type, which has to be a function.
        watching = lambda *args, **kwargs: self.wrapper(node, run, *args, **kwargs)  # noqa: E731
        vars(watching)[WATCHES] = method
        return watching

    def on_class(self, function: FunctionType) -> Callable:
        """The replacement for the function in a class."""

        def watching(*args, **kwargs):
            node = self.of_id.get(id(args[0])) if args else None
            if node is None or id(node) in self.running:
                return function(*args, **kwargs)
            return self.on_node(node, partial(function, node))(*args[1:], **kwargs)

        vars(watching)[WATCHES] = function
        return watching

    def _run(self, node: ComputationNode, method: Callable, /, *args, **kwargs):
        self.running.add(id(node))
        try:
            return method(*args, **kwargs)
        finally:
            self.running.discard(id(node))


@contextmanager
def recording(graph: ComputationNode) -> Iterator[list[Call]]:
    """Collects the calls that an engine makes on the nodes of a graph, in order. Unless the graph
    is large, there are no more than an answer can hold: a missing call would seem not to have
    happened.

    Raises:
        TooManyCalls: the engine makes too many calls; raised inside the engine.
    """
    calls: list[Call] = []
    nodes = graph.sorted_nodes()
    most = max(MAX_RECORDED_CALLS, CALLS_A_NODE * len(nodes))

    def recorded(method: Method, node: ComputationNode, run: Callable, *args, **kwargs):
        if len(calls) >= most:
            raise TooManyCalls(f"{method} of {node.label}")
        refuse_too_large(node)
        call = Call(node, method, copy_value(node.gradient) if method == "backward" else None)
        calls.append(call)
        returned = run(*args, **kwargs)  # with too many arguments, Python raises the error
        call.returned, call.finished = copy_value(returned), True
        if method == "forward":
            call.made = copy_value(node.result)
        return returned

    wrappers = {"forward": partial(recorded, "forward"), "backward": partial(recorded, "backward")}
    with wrapped(nodes, **wrappers):
        yield calls
