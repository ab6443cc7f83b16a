"""Records one run of an algorithm for checks and questions: what it left in the nodes and, if
wanted, its steps, in plain values. `player_recorder` records more, for a person to see, but is
slower.

If a node's method runs too early, while its gradient (or, in the forward pass, an input's result)
is still None, it does not raise an error here but passes on nothing or 0. So the run continues to
its end, and an engine leads to the same outcome whether it starts gradients at 0.0 or at None. Only
a strict run does not forgive this: it leaves what the code leaves by itself.
"""

import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import CodeType
from typing import NamedTuple

from course.graph import ComputationNode
from course.recording.calls import TooManyCalls, wrapped
from course.recording.guards import refuse_too_large, with_graph_restored
from course.recording.records import Event, Method
from course.running.attempt import message_of
from course.running.limit import TookTooLong, limited
from course.running.whose_code import students_frame
from course.values.plain import plain

CALL_LIMIT = 2.0  # seconds of processor time; a search for garbage may take half a second
MAX_EVENTS = 60  # events that are recorded in one run
MAX_ERROR = 300  # characters of an error's text
MAX_VISITS = 40  # visits of one node after which a run is stopped


@dataclass
class Outcome:
    """What an algorithm left in the nodes of a graph, in topological order, and perhaps its steps.

    The grader's `errors_in` finds the error by its place among the fields.
    """

    values: list[object]  # the results or the gradients, as plain values
    visits: list[int]  # how often each node's method ran
    error: str  # the class of the error it raised; empty if it raised none
    text: str  # the error's message
    events: list[Event] = field(default_factory=list)  # what happened, in order
    lines: list[str] = field(default_factory=list)  # the lines of code that did it

    @property
    def took_too_long(self) -> bool:
        """Whether the algorithm was stopped because its time was up."""
        return self.error == TookTooLong.__name__

    @property
    def called_too_often(self) -> bool:
        """Whether the algorithm was stopped because it called a method again and again."""
        return self.error == TooManyCalls.__name__


class QuickRun(NamedTuple):
    """What one run of an algorithm showed."""

    outcome: Outcome  # without its steps
    steps: list[Event]  # each with the place of its line in `code_lines`
    code_lines: list[tuple[CodeType, int]]  # the code and number of each line that did something
    ran_early: bool  # whether a method ran too early


def record_quickly(
    nodes: list[ComputationNode],
    call: Callable,
    method: Method,
    with_steps: bool = True,
    is_strict: bool = False,
) -> QuickRun:
    """Records one call of an algorithm."""
    recorder = QuickRecorder(nodes, method, with_steps, is_strict)
    kind, message = "", ""
    with recorder.attached():
        try:
            with limited(CALL_LIMIT):
                with_graph_restored(nodes, call)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            kind, message = type(error).__name__, message_of(error)
    attribute = "result" if method == "forward" else "gradient"
    values = [plain(getattr(node, attribute)) for node in nodes]
    outcome = Outcome(values, recorder.visits, kind, message[:MAX_ERROR])
    return QuickRun(outcome, recorder.events, [*recorder.lines], recorder.ran_early)


class QuickRecorder:
    """Records how often the methods of the nodes of a graph are called. If wanted, it also records
    in which order what is called and set, which takes longer."""

    def __init__(
        self, nodes: list[ComputationNode], method: Method, with_steps: bool, is_strict: bool
    ):
        self.nodes, self.method = nodes, method
        self.with_steps, self.is_strict = with_steps, is_strict
        self.place = {id(node): i for i, node in enumerate(nodes)}
        self.visits = [0] * len(nodes)
        self.events: list[Event] = []
        self.lines: dict[tuple[CodeType, int], int] = {}  # and their places
        self.ran_early = False
        self._share: tuple = ()  # what accumulate_gradient is adding, while it runs
        # What each node holds, in plain values, because += changes a tensor in place.
        self._held = [plain(node.gradient) for node in nodes]

    @contextlib.contextmanager
    def attached(self) -> Iterator[None]:
        """Inside this context, what happens to the nodes is recorded."""
        own: property = vars(ComputationNode)["gradient"]
        wrappers: dict[str, Callable] = {self.method: self._called}
        if self.with_steps:
            wrappers["accumulate_gradient"] = self._accumulated
            _replace_gradient(property(own.fget, self._setter(own)))
        try:
            with wrapped(self.nodes, **wrappers):
                yield
        finally:
            _replace_gradient(own)

    def _called(self, node: ComputationNode, run: Callable, *args, **kwargs) -> object:
        i = self.place[id(node)]
        self.visits[i] += 1
        if self.visits[i] > MAX_VISITS:
            raise TooManyCalls
        refuse_too_large(node)
        hands_on = self.method == "forward" or bool(node.input_nodes)  # a leaf passes nothing back
        is_noted = self.with_steps and hands_on
        if is_noted:
            self._note("call", i, line=self._line())
        is_early = self._too_early(node)
        self.ran_early |= is_early
        is_forgiven = is_early and not self.is_strict
        returned = self._nothing(node) if is_forgiven else run(*args, **kwargs)
        if is_noted:
            value = returned if self.method == "backward" else node.result
            self._note("returned", i, plain(value))
        return returned

    def _too_early(self, node: ComputationNode) -> bool:
        if self.method == "forward":
            return any(source.result is None for source in node.input_nodes)
        return node.gradient is None and bool(node.input_nodes)

    def _nothing(self, node: ComputationNode) -> object:
        if self.method == "forward":
            return None
        return [source.result * 0.0 for source in node.input_nodes]

    def _accumulated(self, node: ComputationNode, run: Callable, *args, **kwargs) -> object:
        self._share = tuple(map(plain, (*args, *kwargs.values())))[:1]
        try:
            return run(*args, **kwargs)
        finally:
            self._share = ()

    def _setter(self, own: property) -> Callable:
        def set_gradient(node, gradient):
            i = self.place.get(id(node))
            own.__set__(node, gradient)
            if i is not None:
                before, self._held[i] = self._held[i], plain(node._gradient)
                share = self._share[0] if self._share else None
                if self.events or before is not None or self._held[i] is not None:
                    self._note("set", i, self._held[i], before, share, self._line())

        return set_gradient

    def _note(self, *event, **more) -> None:
        if len(self.events) < MAX_EVENTS:
            self.events.append(Event(*event, **more))

    def _line(self) -> int | None:
        """The index of the student's line that is running; None if there is none."""
        frame = students_frame(sys._getframe(2))
        if frame is None:
            return None
        return self.lines.setdefault((frame.f_code, frame.f_lineno), len(self.lines))


def _replace_gradient(own: property) -> None:
    # Mypy takes a property for a method.
    ComputationNode.gradient = own  # type: ignore[method-assign, assignment]
