"""Records one run of an algorithm for checks and questions, in plain values: what it left in the
nodes and, on request, its steps. `player_recorder` records more, for display, but is slower.

Without steps, the code runs as it is. With steps, a method may run too early, that is, while the
node's gradient (or, in the forward pass, an input's result) is still None. Instead of raising an
error, backward then returns zeros and forward sets no result. The run continues to its end, and an
engine takes the same steps whether it starts gradients at 0.0 or at None.
"""

import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import CodeType

from course.graph import ComputationNode
from course.recording.calls import TooManyCalls, wrapped
from course.recording.guards import refuse_too_large, with_graph_restored
from course.recording.records import Event, Method
from course.running.attempt import kind_of, message_of, without_module
from course.running.cell_lines import line_at
from course.running.limit import TookTooLong, limited
from course.running.whose_code import students_frame
from course.values.plain import plain

CALL_LIMIT = 2.0  # seconds of processor time; a garbage collection may take half a second
MAX_EVENTS = 60  # events that are recorded in one run
MAX_ERROR = 300  # characters of an error's text
MAX_VISITS = 40  # visits of one node after which a run is stopped
_MAX_LINE = 200  # characters of a line of code as text


@dataclass
class Outcome:
    """What an algorithm left in the nodes of a graph, in topological order, and perhaps its steps.

    The grader's `errors_in` finds the error by its place among the fields.
    """

    values: list[object]  # the results or the gradients, as plain values
    visits: list[int]  # how often each node's method ran
    error: str  # the class of the error it raised, by `kind_of`; empty if it raised none
    text: str  # the error's message
    ran_early: bool = False  # whether a method ran too early
    events: list[Event] = field(default_factory=list)  # what happened, in order
    lines: list[str] = field(default_factory=list)  # the lines of code that did it

    @property
    def error_name(self) -> str:
        """The name of the error's class."""
        return without_module(self.error)

    @property
    def error_and_text(self) -> str:
        """The error, as it is shown."""
        return ": ".join(filter(None, [self.error_name, self.text]))

    @property
    def took_too_long(self) -> bool:
        """Whether the algorithm was stopped because its time was up."""
        return self.error == TookTooLong.__name__

    @property
    def called_too_often(self) -> bool:
        """Whether the algorithm was stopped because it called a method again and again."""
        return self.error == TooManyCalls.__name__


class QuickRecorder:
    """Records one run of an algorithm on the nodes of a graph: how often each node's method is
    called and, with steps, the sequence of calls and changed gradients, which takes longer.

    Attributes:
        lines: each line that did something, as its code object and number, with its place. An
            event's line is such a place.
    """

    def __init__(self, nodes: list[ComputationNode], method: Method, with_steps: bool):
        self.lines: dict[tuple[CodeType, int], int] = {}  # with their places
        self._nodes, self._method, self._with_steps = nodes, method, with_steps
        self._place = {id(node): i for i, node in enumerate(nodes)}
        self._visits = [0] * len(nodes)
        self._events: list[Event] = []
        self._ran_early = False
        self._share: tuple = ()  # the argument of accumulate_gradient while it runs; else empty
        # The gradient that each node holds, as a plain value, because += changes a tensor in place.
        self._held = [plain(node.gradient) for node in nodes]

    def run(self, call: Callable) -> Outcome:
        """Calls the algorithm, and returns its outcome."""
        kind, message = "", ""
        with self._attached():
            try:
                with limited(CALL_LIMIT):
                    with_graph_restored(self._nodes, call)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                kind, message = kind_of(type(error)), message_of(error)[:MAX_ERROR]
        attribute = "result" if self._method == "forward" else "gradient"
        values = [plain(getattr(node, attribute)) for node in self._nodes]
        lines = [_as_text(*line) for line in self.lines]
        return Outcome(values, self._visits, kind, message, self._ran_early, self._events, lines)

    @contextlib.contextmanager
    def _attached(self) -> Iterator[None]:
        own: property = vars(ComputationNode)["gradient"]
        wrappers: dict[str, Callable] = {self._method: self._called}
        if self._with_steps:
            wrappers["accumulate_gradient"] = self._accumulated
            _replace_gradient(property(own.fget, self._setter(own)))
        try:
            with wrapped(self._nodes, **wrappers):
                yield
        finally:
            _replace_gradient(own)

    def _called(self, node: ComputationNode, run: Callable, *args, **kwargs) -> object:
        i = self._place[id(node)]
        self._visits[i] += 1
        if self._visits[i] > MAX_VISITS:
            raise TooManyCalls
        refuse_too_large(node)
        hands_on = self._method == "forward" or bool(node.input_nodes)  # a leaf passes nothing back
        is_noted = self._with_steps and hands_on
        if is_noted:
            self._note("call", i, line=self._line())
        is_early = self._too_early(node)
        self._ran_early |= is_early
        is_forgiven = is_early and self._with_steps
        returned = self._nothing(node) if is_forgiven else run(*args, **kwargs)
        if is_noted:
            value = returned if self._method == "backward" else node.result
            self._note("returned", i, plain(value))
        return returned

    def _too_early(self, node: ComputationNode) -> bool:
        if self._method == "forward":
            return any(source.result is None for source in node.input_nodes)
        return node.gradient is None and bool(node.input_nodes)

    def _nothing(self, node: ComputationNode) -> object:
        if self._method == "forward":
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
            i = self._place.get(id(node))
            own.__set__(node, gradient)
            if i is not None:
                before, self._held[i] = self._held[i], plain(node._gradient)
                share = self._share[0] if self._share else None
                if self._events or before is not None or self._held[i] is not None:
                    self._note("set", i, self._held[i], before, share, self._line())

        return set_gradient

    def _note(self, *event, **more) -> None:
        if len(self._events) < MAX_EVENTS:
            self._events.append(Event(*event, **more))

    def _line(self) -> int | None:
        """The index of the student's line that is running; None if there is none."""
        frame = students_frame(sys._getframe(2))
        if frame is None:
            return None
        return self.lines.setdefault((frame.f_code, frame.f_lineno), len(self.lines))


def _as_text(code: CodeType, number: int) -> str:
    """A line of code for a message."""
    return f"line {number}, in {code.co_name}:  {line_at(code.co_filename, number)}"[:_MAX_LINE]


def _replace_gradient(own: property) -> None:
    # Mypy mistakes a property for a method.
    ComputationNode.gradient = own  # type: ignore[method-assign, assignment]
