"""Gives checks their only access to the student's code: a check asks a question, and the answer
says what happened.

    happened = ask(RunEngine(graph, backward_algorithm, one=2.0))

A check may create nodes of a student's class, but never calls a student's function or a node's
method itself. The subject in force answers. In a notebook this is `Here`, which runs the code in
this kernel. During grading it is the grader's subject: a `Here` in the sandbox has answered the
same questions, and only the fields of its answers leave the sandbox, as data. So a check comes to
the same verdict in both places, and to the same sentence unless that quotes a value which becomes
another kind on the way, such as a NumPy float32.

A new kind of question is a class with its fields and `_here`; nothing else needs to know about it.
In the sandbox, a field with a graph stands for the graph at the same place, and a field with a
student's function for the function of the same name.
"""

import copy
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import Generic, Protocol, TypeVar

from course.graph import ComputationNode, Leaf
from course.measuring.saved_activations import Measured, measure
from course.recording.calls import recording
from course.recording.derivatives import Derived, derivatives
from course.recording.guards import forward_of_leaf, with_graph_restored
from course.recording.outcomes import Tried, try_battery
from course.recording.player_recorder import Line, PlayerRecorder
from course.recording.records import Answer, Event, Method
from course.recording.run_by_line import RunsByLine, runs_by_line
from course.right_results import put_right_results
from course.running.attempt import attempt
from course.running.in_force import in_force
from course.running.limit import as_lists
from course.running.silence import silenced
from course.values.tensors import copy_value

Function = Callable[..., object]


@dataclass(eq=False)
class Happened(Answer):
    """What a function or method did to a graph; the nodes still hold these values afterwards."""

    # The number of calls. An answer from another kernel holds only the last ones if there are very
    # many; the judge compares this number with that of the author's code.
    count: int = 0
    returned: object = None  # what it returned
    # The result of each node, in topological order.
    results: list[object] = field(default_factory=list)
    gradients: list[object] = field(default_factory=list)  # the gradient of each node


@dataclass(eq=False)
class Played(Happened):
    """A run, line by line."""

    events: list[Event] = field(default_factory=list)  # what happened, in order
    lines: list[Line] = field(default_factory=list)  # the lines that did it
    code: list[list[str]] = field(default_factory=list)  # the text of the functions that ran
    line: Line | None = None  # the last line that was running


@dataclass(eq=False)
class Prepared(Answer):
    """Whether each node has run its forward, or the node `at` which forward raised an error."""

    at: ComputationNode | None = None


AnswerT = TypeVar("AnswerT", bound=Answer)


class Question(Generic[AnswerT]):
    """Something that a check wants to know about a student's code."""

    answer: type[AnswerT]  # the class of its answers
    graph: ComputationNode | None  # the graph that it is about; None if it is not about one

    def _here(self) -> AnswerT:
        """Finds the answer by running the student's code in this kernel, within the limits."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class RunEngine(Question[Happened]):
    """What does this function do to this graph? If given, `one` is its upstream gradient."""

    answer = Happened
    graph: ComputationNode
    function: Function
    one: object = None

    def _here(self) -> Happened:
        nodes = self.graph.sorted_nodes()  # before the code can change the graph
        options = {} if self.one is None else {"one": copy_value(self.one)}  # it may be added to
        with recording(self.graph) as calls:
            _, error = attempt(with_graph_restored, nodes, self.function, self.graph, **options)
        return _happened(nodes, error=error, calls=calls, count=len(calls))


@dataclass(frozen=True, eq=False)
class PrepareBackward(Question[Prepared]):
    """Can each node of a graph run its own forward, inputs first? If wanted, the right results then
    replace the nodes' own."""

    answer = Prepared
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

    answer = Happened
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

    answer = Happened
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

    answer = Happened
    graph: ComputationNode
    upstream: object

    def _here(self) -> Happened:
        forward = NodeForward(self.graph)._here()
        return forward if forward.error else NodeBackward(self.graph, self.upstream)._here()


@dataclass(frozen=True, eq=False)
class MeasureSaved(Question[Measured]):
    """What does this node keep from its forward for its backward? Its inputs are leaves."""

    answer = Measured
    graph: ComputationNode
    upstream: object

    def _here(self) -> Measured:
        nodes = self.graph.sorted_nodes()
        measured, error = attempt(measure, self.graph, self.upstream)
        return measured or Measured(error, sets_grad=_sets_grad(nodes))


@dataclass(frozen=True, eq=False)
class DifferentiateByEngine(Question[Derived]):
    """What are the derivatives of this graph with respect to one leaf, up to an order? The leaf is
    given by its place among the sorted nodes."""

    answer = Derived
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
    """What does this function return for these values? It gets copies, into which it may write."""

    answer = Happened
    graph = None
    function: Function
    arguments: Sequence

    def _here(self) -> Happened:
        arguments = copy.deepcopy(self.arguments)
        returned, error = attempt(lambda: as_lists(self.function(*arguments)))
        return Happened(error, returned=returned)


@dataclass(frozen=True, eq=False)
class TryBattery(Question[Tried]):
    """What does this function, which is a "forward" or a "backward" algorithm, do on the battery of
    tiny graphs? If wanted, in which steps? These make the answer long."""

    answer = Tried
    graph = None
    function: Function
    method: Method
    tensors: bool
    with_steps: bool

    def _here(self) -> Tried:
        return try_battery(self.function, self.method, self.tensors, self.with_steps)


@dataclass(frozen=True, eq=False)
class RunByLine(Question[RunsByLine]):
    """What does this engine do on this graph, and which of its lines do it?"""

    answer = RunsByLine
    graph: ComputationNode
    forward_algorithm: Function
    backward_algorithm: Function
    one: float

    def _here(self) -> RunsByLine:
        return runs_by_line(self.graph, self.forward_algorithm, self.backward_algorithm, self.one)


@dataclass(frozen=True, eq=False)
class PlayEngine(Question[Played]):
    """What does this function do to this graph, step by step?"""

    answer = Played
    graph: ComputationNode
    function: Function
    one: object = None

    def _here(self) -> Played:
        recorder = PlayerRecorder(self.graph, self.function)
        options = {} if self.one is None else {"one": copy_value(self.one)}
        error, calls = recorder.run(**options)
        happened = _happened(recorder.nodes, error=error, calls=calls)
        return Played(
            **vars(happened),
            events=recorder.events,
            lines=[*recorder.lines],
            code=recorder.code,
            line=recorder.line,
        )


def _sets_grad(nodes: list[ComputationNode]) -> bool:
    """Whether a node was given an attribute `grad`, as tensors have."""
    return any("grad" in vars(node) for node in nodes)


def _happened(nodes: list[ComputationNode], **what) -> Happened:
    """An answer with what the nodes hold now."""
    return Happened(
        **what,
        results=[copy_value(node.result) for node in nodes],
        gradients=[copy_value(node.gradient) for node in nodes],
        sets_grad=_sets_grad(nodes),
    )


class NoAnswer(Exception):
    """A subject has no answer, which is no mistake of the code that it was asked about."""


class Subject(Protocol):
    """What answers questions."""

    def ask(self, question: Question[AnswerT]) -> AnswerT:
        """What happened."""

    def reserve(self, questions: Iterable[Question[AnswerT]]) -> Callable[[], list[AnswerT]]:
        """Sets questions aside whose answers are needed only if the check fails, such as those
        about many small graphs.

            small = reserve([RunEngine(graph, forward_algorithm) for graph in graphs])
            ...
            if not row.right:
                outcomes = small()

        In a notebook, nothing runs until the answers are called for. In grading, these questions
        are asked after all others, and only if the answer to one of those differs from that of the
        author's code. A check has to reserve them before its first question, whether or not it will
        need them, so that the grader knows them. If questions take long to make, `questions` can be
        an iterator, which is read only when the answers are called for.

        Returns:
            A function that returns the answers, in order. There are fewer answers if time or room
            ran out, or if one took too long; that one is the last.
        """

    def withdraw(self) -> None:
        """Says that the latest answer was wrong although the check passes. That answer then does
        not count as evidence that the student's code computes right numbers."""


class Here(Subject):
    """The subject in a notebook: the student's code in this kernel."""

    def ask(self, question: Question[AnswerT]) -> AnswerT:
        """What happened when the code ran."""
        return question._here()

    def reserve(self, questions: Iterable[Question[AnswerT]]) -> Callable[[], list[AnswerT]]:
        """Returns a function that asks these questions."""

        def answers() -> list[AnswerT]:
            answered: list[AnswerT] = []
            with silenced():
                for question in questions:
                    answer = self.ask(question)
                    answered.append(answer)
                    if answer.error and answer.error.took_too_long:
                        break
            return answered

        return answers

    def withdraw(self) -> None:
        """Does nothing, as nobody collects evidence here."""


_subject: ContextVar[Subject] = ContextVar("subject", default=Here())  # noqa: B039


def asking(subject: Subject) -> AbstractContextManager:
    """Inside this context, the given subject answers."""
    return in_force(_subject, subject)


def ask(question: Question[AnswerT]) -> AnswerT:
    """What happened, according to the subject in force."""
    return _subject.get().ask(question)


def reserve(questions: Iterable[Question[AnswerT]]) -> Callable[[], list[AnswerT]]:
    """Sets questions aside, as `Subject.reserve` says. They are asked at most once."""
    return cache(_subject.get().reserve(questions))


def withdraw() -> None:
    """Withdraws the latest answer, as `Subject.withdraw` says."""
    _subject.get().withdraw()
