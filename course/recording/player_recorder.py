"""Records one run of an engine for the player: each call it makes on a graph, each number that it
changes, and the line that does it.

It follows each line, to show a person the run as it is, which is slow; `quick_recorder` lets an
engine go on if a node's method runs too early.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import CodeType, FrameType
from typing import NamedTuple

import torch

from course.graph import ComputationNode
from course.recording.calls import TooManyCalls, recording, wrapped
from course.recording.guards import with_graph_restored
from course.recording.records import Call, Event, EventKind
from course.running.attempt import Raised, attempt
from course.running.cell_lines import lines_of
from course.running.limit import time_limit
from course.running.whose_code import is_students
from course.values.tensors import copy_value

PATIENCE = 20  # seconds that an engine may take, even if it only waits
MAX_LISTINGS = 20  # functions whose code is recorded
MAX_LISTING_LINES = 300  # lines of each function
MAX_LISTING_WIDTH = 200  # characters of each line

_BEGINS = re.compile(r"\s*(async\s+)?def\s|\s*@|.*\blambda\b")  # a function

Line = tuple[int, int]  # the number of a listing, and of the line in it, from 1; 0 for no line


class _Change(NamedTuple):
    """A result or a gradient that was replaced or changed."""

    kind: str  # "result" or "gradient"
    node: int  # the node's place
    before: object
    in_place: bool


class PlayerRecorder:
    """Collects the events of one run of a forward or backward algorithm on a graph.

    Attributes:
        events: what happened, in order.
        lines: the place, in order, of each line that did something.
        code: the lines of the algorithm, and of the functions that it calls.
        line: the line that is running.
    """

    def __init__(self, graph: ComputationNode, algorithm: Callable):
        """Starts with the values that the nodes hold now."""
        self.graph, self.algorithm = graph, algorithm
        self.nodes = graph.sorted_nodes()
        self._place = {node: i for i, node in enumerate(self.nodes)}
        self.events: list[Event] = []
        self.lines: dict[Line, int] = {}
        self.code: list[list[str]] = []
        self._listed: dict[int, tuple[int, int]] = {}  # what `_listing` says of each function
        self.line: Line = self._listing(algorithm)[0], 0
        self._left = 50 + 40 * len(self.nodes)  # events that are still recorded
        self._inside = 0  # how many methods of nodes are running
        # What each node holds, with its version, which shows whether a tensor was changed in place
        # or a list has grown; and, for each node, a copy that does not change.
        self._held: dict[tuple[int, str], tuple] = {}
        self._copies: dict[str, list] = {
            "result": [None] * len(self.nodes),
            "gradient": [None] * len(self.nodes),
        }
        self._changes()

    def run(self, **options) -> tuple[Raised | None, list[Call]]:
        """Runs the algorithm and returns the error it raised, if any, and its calls."""
        with recording(self.graph) as calls, self._attached():
            _, error = attempt(_patiently, self.nodes, self.algorithm, self.graph, **options)
        return error, calls

    @contextmanager
    def _attached(self) -> Iterator[None]:
        before = sys.gettrace()
        methods = {
            "forward": self._forward,
            "backward": self._backward,
            "accumulate_gradient": self._accumulate_gradient,
        }
        wrappers = {name: partial(self._method, method) for name, method in methods.items()}
        with wrapped(self.nodes, **wrappers):
            sys.settrace(self._trace)
            try:
                yield
            finally:
                sys.settrace(before)
        with suppress(TooManyCalls):
            self._notice()

    def _trace(self, frame: FrameType, event: str, _):
        if self._inside or not is_students(frame.f_code.co_filename):
            return None
        if event in ("line", "return"):
            self._notice()
            at = frame if event == "line" else frame.f_back
            if at is not None and is_students(at.f_code.co_filename):
                self.line = self._line(at)
        return self._trace

    def _line(self, frame: FrameType) -> Line:
        """The line at which a frame is: in the algorithm's own listing if that contains it, else in
        the listing of the function that the frame runs."""
        code, number = frame.f_code, frame.f_lineno
        own = getattr(self.algorithm, "__code__", None)
        listing, first = self._listing(self.algorithm)
        is_own = own is not None and own.co_filename == code.co_filename
        if not (is_own and 0 <= number - first < len(self.code[listing])):
            listing, first = self._listing(code)
        row = number - first + 1
        return listing, row if 0 < row <= len(self.code[listing]) else 0

    def _listing(self, function: Callable | CodeType) -> tuple[int, int]:
        """The number of a function's listing, and the number of its first line in its file."""
        if id(function) not in self._listed:
            if len(self.code) == MAX_LISTINGS:
                return 0, sys.maxsize  # none of its lines is shown
            lines, first = _source_of(function)
            self._listed[id(function)] = len(self.code), first
            self.code.append(
                [line.rstrip()[:MAX_LISTING_WIDTH] for line in lines[:MAX_LISTING_LINES]]
            )
        return self._listed[id(function)]

    def _method(self, run: Callable, node: ComputationNode, *args, **kwargs) -> object:
        """Records what the engine itself has changed, then runs a node's method, whose lines are
        not traced."""
        self._inside += 1
        try:
            self._notice()
            return run(self._place[node], *args, **kwargs)
        finally:
            self._inside -= 1

    def _forward(self, i: int, run: Callable, *args, **kwargs) -> object:
        returned = run(*args, **kwargs)
        changes = self._changes()
        self._add("forward", i, self.nodes[i].result)
        self._add_changes(changes, but=("result", i))
        return returned

    def _backward(self, i: int, run: Callable, *args, **kwargs) -> object:
        self._add("call", i)
        with _reads(self.nodes[i]) as nodes:
            returned = run(*args, **kwargs)
        changes = self._changes()
        for node in dict.fromkeys(nodes):
            if node in self._place:
                self._add("read", self._place[node])
        self._add("returned", i, returned)
        self._add_changes(changes)
        return returned

    def _accumulate_gradient(self, i: int, run: Callable, *args, **kwargs) -> object:
        before = self._copies["gradient"][i]
        returned = run(*args, **kwargs)
        changes = self._changes()
        share, *_ = (*args, *kwargs.values())
        after = self._copies["gradient"][i]
        self._add("set", i, after, before=before, share=copy_value(share))
        self._add_changes(changes, but=("gradient", i))
        return returned

    def _notice(self) -> None:
        """Records what the engine itself has changed since the last look."""
        self._add_changes(self._changes())

    def _add_changes(self, changes: list[_Change], but: tuple[str, int] | None = None) -> None:
        for kind, i, before, in_place in changes:
            if (kind, i) != but:
                what: EventKind = "set" if kind == "gradient" else "result"
                self._add(what, i, self._copies[kind][i], before=before, in_place=in_place)

    def _changes(self) -> list[_Change]:
        """What has changed since the last look."""
        changes: list[_Change] = []
        for i, node in enumerate(self.nodes):
            for kind in ("result", "gradient"):
                value = getattr(node, kind)
                version = _version(value)
                held, of_version = self._held.get((i, kind), (None, None))
                if value is not held or version != of_version:
                    changes.append(_Change(kind, i, self._copies[kind][i], value is held))
                    self._held[i, kind] = value, version
                    self._copies[kind][i] = copy_value(value)
        return changes

    def _add(self, kind: EventKind, i: int, value: object = None, **more) -> None:
        if kind != "read":  # there are only a few, for each time that backward returns
            if not self._left:
                at = {"call": "backward", "returned": "backward", "set": "gradient"}.get(kind, kind)
                raise TooManyCalls(f"{at} of {self.nodes[i].label}")
            self._left -= 1
        line = self.lines.setdefault(self.line, len(self.lines))
        self.events.append(Event(kind, i, copy_value(value), line=line, **more))


def _source_of(function: Callable | CodeType) -> tuple[list[str], int]:
    """The lines of a function and the number of the first, as Python counts them, which `inspect`
    does not; none and 0 if they are not known."""
    code: object = function
    if not isinstance(function, CodeType):
        code = getattr(inspect.unwrap(function), "__code__", None)
    if not isinstance(code, CodeType):  # it is not written in Python
        return [], 0
    lines, first = lines_of(code.co_filename), code.co_firstlineno
    if first > len(lines):
        return [], 0
    while first > 1 and not _BEGINS.match(lines[first - 1]):  # a comprehension is inside of it
        first -= 1
    return inspect.getblock([f"{line}\n" for line in lines[first - 1 :]]), first


def _version(value: object) -> object:
    """What differs after a change in place."""
    if isinstance(value, list):  # of shares, which may grow
        return len(value)
    if isinstance(value, torch.Tensor) and value.is_inference():  # these count no changes
        return str(value.tolist())
    return getattr(value, "_version", None)


class Waited(BaseException):
    """The engine waits for something. This is no Exception, because an engine may catch those."""


def _patiently(nodes: list[ComputationNode], algorithm: Callable, *arguments, **options):
    """Runs an algorithm as checks do, and stops it if it only waits, where the system can tell
    that."""
    with time_limit("ITIMER_REAL", PATIENCE, Waited()):
        return with_graph_restored(nodes, algorithm, *arguments, **options)


@contextmanager
def _reads(node: ComputationNode) -> Iterator[list[ComputationNode]]:
    """Collects the nodes whose results a node's method reads."""
    reads: list[ComputationNode] = []

    def reads_input(node: ComputationNode, run: Callable, i: int):
        value = run(i)
        reads.append(node.input_nodes[i])
        return value

    def reads_output(node: ComputationNode, run: Callable):
        reads.append(node)
        return run()

    with wrapped([node], input=reads_input, output=reads_output):
        yield reads
