"""The one door to the student's code: a check asks, and is told what happened.

    happened = ask(Run(graph, backward_algorithm, one=2.0))

A check never calls a student's function, nor a method of a node, by itself; it may make a node of
a student's class. Who answers is the subject in force. In a notebook it is `Here`, which runs the
code in this kernel. While a notebook is graded it is the grader's: the same questions were answered
by a `Here` in the sandbox, and what crosses from there are the fields of the answers, as data. So a
check comes to the same sentence in both.

A new kind of question is a class with its fields and `_here`; nothing else has to know it. A
field that is a graph, or a function of the student's, stands for what has that name or place there.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import ClassVar

from course.attempt import attempt
from course.derive import Derived, derivatives
from course.graph import ComputationNode
from course.in_force import in_force
from course.limit import without_iterators
from course.outcomes import Outcomes, outcomes_of
from course.record import Answer, copy_of, recording, sets_grad
from course.run_by_line import RunsByLine, runs_by_line
from course.saved_values import Measured, measure
from course.watch import Event, Line, Watcher

Function = Callable[..., object]


@dataclass
class Happened(Answer):
    """What a function or method did to a graph; its nodes hold the same afterwards."""

    count: int = 0  # how many calls there were, if more than can be told elsewhere
    returned: object = None  # what it returned
    # The result of each node in topological order.
    results: list[object] = field(default_factory=list)
    gradients: list[object] = field(default_factory=list)  # the gradient of each


@dataclass
class Watched(Happened):
    """A run, line by line."""

    events: list[Event] = field(default_factory=list)  # what happened, in order
    code: list[list[str]] = field(default_factory=list)  # the lines of the functions that ran
    line: Line | None = None  # the last line that was at work


@dataclass
class Settled(Answer):
    """That each node has run its forward, or `at` which node one raised an error."""

    at: ComputationNode | None = None


@dataclass
class Worked(Answer):
    """What a node made of its inputs, and what its backward returned."""

    result: object = None
    returned: object = None


class Question:
    """Something that a check wants to know of a student's code."""

    answer: ClassVar[type[Answer]] = Happened  # the class of its answers

    def _here(self) -> Answer:
        """Carries it out with the student's code in this kernel, within the limits."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Run(Question):
    """What does this function do to this graph, with `one` as upstream gradient if it takes one?"""

    graph: ComputationNode
    function: Function
    one: object = None

    def _here(self) -> Happened:
        nodes = self.graph.sorted_nodes()  # as the code finds them, whatever it does to them
        options = {} if self.one is None else {"one": self.one}
        with recording(self.graph) as calls:
            _, error = attempt(self.function, self.graph, **options)
        return _happened(nodes, error=error, calls=calls, count=len(calls))


@dataclass(frozen=True, eq=False)
class Settle(Question):
    """Let each node of a graph run its own forward, inputs first: it is ready for backward."""

    answer = Settled
    graph: ComputationNode

    def _here(self) -> Settled:
        for node in self.graph.sorted_nodes():
            if error := attempt(node.forward)[1]:
                return Settled(error, sets_grad=sets_grad([node]), at=node)
        return Settled()


@dataclass(frozen=True, eq=False)
class NodeForward(Question):
    """What does forward of this node do, its inputs being leaves?"""

    graph: ComputationNode

    def _here(self) -> Happened:
        nodes = self.graph.sorted_nodes()
        for leaf in nodes[:-1]:
            leaf.gradient = None
            leaf.forward()
        returned, error = attempt(self.graph.forward)
        return _happened(nodes, error=error, returned=returned)


@dataclass(frozen=True, eq=False)
class NodeBackward(Question):
    """What does backward of this node do, which has run forward, with this upstream gradient?"""

    graph: ComputationNode
    upstream: object

    def _here(self) -> Happened:
        nodes = self.graph.sorted_nodes()
        self.graph.gradient = copy_of(self.upstream)
        returned, error = attempt(self.graph.backward)
        return _happened(nodes, error=error, returned=returned)


@dataclass(frozen=True, eq=False)
class Work(Question):
    """What does this node make, its inputs being leaves, and what does its backward return then?"""

    answer = Worked
    graph: ComputationNode
    upstream: object

    def _here(self) -> Worked:
        forward = NodeForward(self.graph)._here()
        if forward.error:
            return Worked(forward.error)
        backward = NodeBackward(self.graph, self.upstream)._here()
        return Worked(backward.error, result=forward.results[-1], returned=backward.returned)


@dataclass(frozen=True, eq=False)
class Keep(Question):
    """What does this node keep from its forward for its backward, its inputs being leaves?"""

    answer = Measured
    graph: ComputationNode
    upstream: object

    def _here(self) -> Measured:
        nodes = self.graph.sorted_nodes()
        measured, error = attempt(measure, self.graph, self.upstream)
        return measured or Measured(error, sets_grad=sets_grad(nodes))


@dataclass(frozen=True, eq=False)
class Differentiate(Question):
    """The derivatives, up to an order, of the graph with respect to one leaf, given by its place
    among the sorted nodes."""

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
class Apply(Question):
    """What does this function return for these values?"""

    graph: ClassVar[None] = None
    function: Function
    arguments: Sequence

    def _here(self) -> Happened:
        returned, error = attempt(lambda: without_iterators(self.function(*self.arguments)))
        return Happened(error, returned=returned)


@dataclass(frozen=True, eq=False)
class Try(Question):
    """What does this function do on a battery of tiny graphs, as "forward" or "backward"; and, if
    wanted, how does it come to that? Which is long to tell."""

    answer = Outcomes
    graph: ClassVar[None] = None
    function: Function
    method: str
    tensors: bool
    tells_how: bool

    def _here(self) -> Outcomes:
        return outcomes_of(self.function, self.method, self.tensors, self.tells_how)


@dataclass(frozen=True, eq=False)
class Tell(Question):
    """What does this engine do on this graph, and which of its lines do it?"""

    answer = RunsByLine
    graph: ComputationNode
    forward_algorithm: Function
    backward_algorithm: Function
    one: object

    def _here(self) -> RunsByLine:
        return runs_by_line(self.graph, self.forward_algorithm, self.backward_algorithm, self.one)


@dataclass(frozen=True, eq=False)
class Watch(Question):
    """What does this function do to this graph, step by step?"""

    answer = Watched
    graph: ComputationNode
    function: Function
    one: object = None

    def _here(self) -> Watched:
        watcher = Watcher(self.graph, self.function)
        options = {} if self.one is None else {"one": copy_of(self.one)}  # it may be added to
        error, calls = watcher.run(**options)
        told = {"events": watcher.events, "code": watcher.code, "line": watcher.line}
        return _happened(watcher.nodes, Watched, error=error, calls=calls, **told)


def _happened(nodes: list[ComputationNode], kind: type[Happened] = Happened, **what) -> Happened:
    """With what the nodes hold now."""
    return kind(
        **what,
        results=[copy_of(node.result) for node in nodes],
        gradients=[copy_of(node.gradient) for node in nodes],
        sets_grad=sets_grad(nodes),
    )


class Here:
    """The subject in a notebook: the student's code in this kernel. The grader's has its methods,
    too."""

    def ask(self, question: Question) -> Answer:
        """What happened."""
        return question._here()

    def reserve(self, questions: Sequence[Question]) -> Callable[[], list[Answer]]:
        """As the function `reserve`."""

        def answers() -> list[Answer]:
            found = []
            for question in questions:
                found.append(self.ask(question))
                if found[-1].error and found[-1].error.is_a("TookTooLong"):
                    break
            return found

        return answers

    def withdraw(self) -> None:
        """As the function `withdraw`."""


_HERE = Here()
_subject: ContextVar[Here] = ContextVar("subject", default=_HERE)


def asking(subject: Here) -> AbstractContextManager:
    """Inside this context, this subject answers."""
    return in_force(_subject, subject)


def ask(question: Question) -> Answer:
    """What happened, told by the subject in force."""
    return _subject.get().ask(question)


def reserve(questions: Sequence[Question]) -> Callable[[], list[Answer]]:
    """Questions whose answers are wanted only if the check fails, such as many small graphs.

        small = reserve([q for graph in graphs for q in (Run(graph, forward_algorithm), ...)])
        ...
        if not row.right:
            outcomes = small()

    Here nothing is run before the answers are called for. Elsewhere they are put after all others,
    and only to who answered those otherwise than the author. So that it is known which they are,
    they are reserved whatever comes of the check, before its first question.

    Returns:
        What gives the answers, in order. There are fewer of them if time or room ran out, or if
        one took too long, which is then the last.
    """
    return _subject.get().reserve(questions)


def withdraw() -> None:
    """Says that the latest answer was wrong, and that the check passes all the same: so it does not
    speak for right numbers, which would have to come from somewhere."""
    _subject.get().withdraw()
