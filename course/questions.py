"""Defines the questions that a check can ask about a student's code, and their answers.

The fields of a question say what is asked, and its `_here` finds the answer. `docs/architecture.md`
has the steps for adding a new kind. In the sandbox, a graph in a field is replaced with the graph
at the same place there, and a student's function with the function of the same name.
"""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from course.graph import ComputationNode, Leaf
from course.measuring.saved_activations import Measured, measure
from course.recording.battery_run import Tried, try_battery
from course.recording.calls import recording
from course.recording.derivatives import Derived, derivatives
from course.recording.guards import forward_of_leaf, with_graph_restored
from course.recording.player_recorder import Line, PlayerRecorder
from course.recording.records import Answer, Event, Method
from course.recording.run_by_line import RanByLine, run_by_line
from course.right_results import put_right_results
from course.running.attempt import attempt
from course.running.iterables import as_lists
from course.subject import Question
from course.values.tensors import copy_value

Function = Callable[..., object]


@dataclass(eq=False)
class Happened(Answer):
    """What a function or method did to a graph. Afterwards, the nodes hold the values in this
    answer."""

    # The number of calls. If there are very many, an answer from another kernel contains only the
    # last ones; the judge compares this number with that of the author's code.
    count: int = 0
    returned: object = None  # what it returned
    # The result of each node, in topological order.
    results: list[object] = field(default_factory=list)
    gradients: list[object] = field(default_factory=list)  # the gradient of each node


@dataclass(eq=False)
class Played(Happened):
    """A run, line by line."""

    events: list[Event] = field(default_factory=list)  # the events, in order
    lines: list[Line] = field(default_factory=list)  # the lines that caused them
    code: list[list[str]] = field(default_factory=list)  # the text of the functions that ran
    line: Line | None = None  # the line that was running last


@dataclass(eq=False)
class Prepared(Answer):
    """Whether each node has run its forward; if forward raised an error, `at` is its node."""

    at: ComputationNode | None = None


@dataclass(frozen=True, eq=False)
class RunEngine(Question[Happened]):
    """What does this function do to this graph? If given, `one` is passed to it as the upstream
    gradient."""

    answer_type = Happened
    graph: ComputationNode
    function: Function
    one: object = None

    def _here(self) -> Happened:
        nodes = self.graph.sorted_nodes()  # before the code can change the graph
        options = _options(self.one)
        with recording(self.graph) as calls:
            _, error = attempt(with_graph_restored, nodes, self.function, self.graph, **options)
        return _happened(nodes, error=error, calls=calls, count=len(calls))


@dataclass(frozen=True, eq=False)
class PrepareBackward(Question[Prepared]):
    """Can each node of a graph run its own forward, inputs first? If so, and if requested, the
    right results then replace the nodes' own."""

    answer_type = Prepared
    graph: ComputationNode
    with_right_results: bool = False

    def _here(self) -> Prepared:
        for node in self.graph.sorted_nodes():
            if isinstance(node, Leaf):
                forward_of_leaf(node)
            elif error := attempt(node.forward)[1]:
                return Prepared(error, sets_grad=_sets_grad([node]), at=node)
        if self.with_right_results:
            put_right_results(self.graph)
        return Prepared()


@dataclass(frozen=True, eq=False)
class NodeForward(Question[Happened]):
    """What does forward of this node do? Its inputs are leaves."""

    answer_type = Happened
    graph: ComputationNode

    def _here(self) -> Happened:
        nodes = self.graph.sorted_nodes()
        for leaf in nodes[:-1]:
            leaf.gradient = None
            forward_of_leaf(leaf)
        returned, error = attempt(with_graph_restored, nodes, self.graph.forward)
        return _happened(nodes, error=error, returned=returned)


@dataclass(frozen=True, eq=False)
class NodeBackward(Question[Happened]):
    """What does backward of this node do with this upstream gradient? Its forward has run."""

    answer_type = Happened
    graph: ComputationNode
    upstream: object

    def _here(self) -> Happened:
        nodes = self.graph.sorted_nodes()
        self.graph.gradient = copy_value(self.upstream)
        returned, error = attempt(with_graph_restored, nodes, self.graph.backward)
        return _happened(nodes, error=error, returned=returned)


@dataclass(frozen=True, eq=False)
class NodeForwardAndBackward(Question[Happened]):
    """What do forward and backward of this node do, with this upstream gradient? Its inputs are
    leaves."""

    answer_type = Happened
    graph: ComputationNode
    upstream: object

    def _here(self) -> Happened:
        forward = NodeForward(self.graph)._here()
        return forward if forward.error else NodeBackward(self.graph, self.upstream)._here()


@dataclass(frozen=True, eq=False)
class MeasureSaved(Question[Measured]):
    """What does this node keep from its forward for its backward? Its inputs are leaves."""

    answer_type = Measured
    graph: ComputationNode
    upstream: object

    def _here(self) -> Measured:
        nodes = self.graph.sorted_nodes()
        measured, error = attempt(measure, self.graph, self.upstream)
        return measured or Measured(error, sets_grad=_sets_grad(nodes))


@dataclass(frozen=True, eq=False)
class DifferentiateByEngine(Question[Derived]):
    """What are the derivatives of this graph with respect to one leaf, up to this order? The leaf
    is given by its place among the sorted nodes."""

    answer_type = Derived
    graph: ComputationNode
    leaf: int
    order: int
    forward_algorithm: Function
    backward_algorithm: Function

    def _here(self) -> Derived:
        leaf = self.graph.sorted_nodes()[self.leaf]
        algorithms = self.forward_algorithm, self.backward_algorithm
        return derivatives(self.graph, leaf, self.order, *algorithms)


@dataclass(frozen=True, eq=False)
class CallFunction(Question[Happened]):
    """What does this function return for these values? It gets copies, so it may write into
    them."""

    answer_type = Happened
    graph = None
    function: Function
    arguments: Sequence

    def _here(self) -> Happened:
        arguments = copy.deepcopy(self.arguments)
        returned, error = attempt(lambda: as_lists(self.function(*arguments)))
        return Happened(error, returned=returned)


@dataclass(frozen=True, eq=False)
class TryBattery(Question[Tried]):
    """What does this forward or backward algorithm do on each tiny graph of the battery? The answer
    is long if it includes the steps. If given, `before` is a function that runs on each graph
    first, as a forward algorithm runs before a backward algorithm."""

    answer_type = Tried
    graph = None
    function: Function
    method: Method
    tensors: bool
    with_steps: bool
    before: Function | None = None

    def _here(self) -> Tried:
        return try_battery(self.function, self.method, self.tensors, self.with_steps, self.before)


@dataclass(frozen=True, eq=False)
class RunByLine(Question[RanByLine]):
    """What does this engine do on this graph, and which of its lines do it?"""

    answer_type = RanByLine
    graph: ComputationNode
    forward_algorithm: Function
    backward_algorithm: Function
    one: float

    def _here(self) -> RanByLine:
        return run_by_line(self.graph, self.forward_algorithm, self.backward_algorithm, self.one)


@dataclass(frozen=True, eq=False)
class PlayEngine(Question[Played]):
    """What does this function do to this graph, step by step?"""

    answer_type = Played
    graph: ComputationNode
    function: Function
    one: object = None

    def _here(self) -> Played:
        recorder = PlayerRecorder(self.graph, self.function)
        error, calls = recorder.run(**_options(self.one))
        happened = _happened(recorder.nodes, error=error, calls=calls)
        return Played(
            **vars(happened),
            events=recorder.events,
            lines=[*recorder.lines],
            code=recorder.code,
            line=recorder.line,
        )


def _options(one: object) -> dict[str, object]:
    """The options that a function gets besides a graph: a copy of `one`, if given, which it may
    change."""
    return {} if one is None else {"one": copy_value(one)}


def _sets_grad(nodes: list[ComputationNode]) -> bool:
    """Whether some node was given an attribute `grad`, as tensors have."""
    return any("grad" in vars(node) for node in nodes)


def _happened(nodes: list[ComputationNode], **what) -> Happened:
    """An answer that contains what the nodes hold now."""
    return Happened(
        **what,
        results=[copy_value(node.result) for node in nodes],
        gradients=[copy_value(node.gradient) for node in nodes],
        sets_grad=_sets_grad(nodes),
    )
