"""Records one run of an engine for the player: each call of a node's method, each result or
gradient that changes, and the line that does it.

It traces every line, to show the run as it is, which is slow. `quick_recorder` is faster, and can
let an engine continue after a method has run too early.
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

PATIENCE = 20  # seconds of real time that an engine may take, including time spent waiting
MAX_LISTINGS = 20  # number of functions whose code is recorded
MAX_LISTING_LINES = 300  # lines of each function
MAX_LISTING_WIDTH = 200  # characters of each line

_BEGINS = re.compile(r"\s*(async\s+)?def\s|\s*@|.*\blambda\b")  # of a function

Line = tuple[int, int]  # the number of a listing, and of a line in it from 1; 0 for no line


class _Change(NamedTuple):
    """A result or a gradient that was replaced or changed in place."""

    kind: str  # "result" or "gradient"
    node: int  # the node's place
    before: object
    in_place: bool


class PlayerRecorder:
    """Collects the events of one run of a forward or backward algorithm on a graph.

    Attributes:
        events: what happened, in order.
        lines: each line that did something, with its place in order of first appearance.
        code: the lines of the algorithm, and of the functions that it calls.
        line: the line that is running.
    """

    def __init__(self, graph: ComputationNode, algorithm: Callable):
        """Notes the values that the nodes hold now."""
        self.graph, self.algorithm = graph, algorithm
        self.nodes = graph.sorted_nodes()
        self._place = {node: i for i, node in enumerate(self.nodes)}
        self.events: list[Event] = []
        self.lines: dict[Line, int] = {}
        self.code: list[list[str]] = []
        self._listed: dict[int, tuple[int, int]] = {}  # what `_listing` returns, by id of function
        self.line: Line = self._listing(algorithm)[0], 0
        self._left = 50 + 40 * len(self.nodes)  # how many more events may be recorded
        self._inside = 0  # how many methods of nodes are running
        # What each node holds, with a version that reveals a tensor changed in place or a list that
        # has grown. `_copies` has copies that do not change.
        self._held: dict[tuple[int, str], tuple] = {}
        self._copies: dict[str, list] = {
            "result": [None] * len(self.nodes),
            "gradient": [None] * len(self.nodes),
        }
        self._changes()

    def run(self, **options) -> tuple[Raised | None, list[Call]]:
        """Runs the algorithm. Returns the error it raised, if any, and the calls it made."""
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
        """The line that a frame is running: in the algorithm's own listing if it is there, else in
        the listing of the function that the frame belongs to."""
        code, number = frame.f_code, frame.f_lineno
        own = getattr(self.algorithm, "__code__", None)
        listing, first = self._listing(self.algorithm)
        is_own = own is not None and own.co_filename == code.co_filename
        if not (is_own and 0 <= number - first < len(self.code[listing])):
            listing, first = self._listing(code)
        row = number - first + 1
        return listing, row if 0 < row <= len(self.code[listing]) else 0

    def _listing(self, function: Callable | CodeType) -> tuple[int, int]:
        """The number of a function's listing, and the line number in its file at which it
        starts."""
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
        """Records what the engine itself has changed, then runs a node's method without tracing its
        lines."""
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
        """Records what the engine itself has changed since the last comparison."""
        self._add_changes(self._changes())

    def _add_changes(self, changes: list[_Change], but: tuple[str, int] | None = None) -> None:
        for kind, i, before, in_place in changes:
            if (kind, i) != but:
                what: EventKind = "set" if kind == "gradient" else "result"
                self._add(what, i, self._copies[kind][i], before=before, in_place=in_place)

    def _changes(self) -> list[_Change]:
        """The changes of results and gradients since the last comparison."""
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
        if kind != "read":  # each return of backward adds only a few
            if not self._left:
                at = {"call": "backward", "returned": "backward", "set": "gradient"}.get(kind, kind)
                raise TooManyCalls(f"{at} of {self.nodes[i].label}")
            self._left -= 1
        line = self.lines.setdefault(self.line, len(self.lines))
        self.events.append(Event(kind, i, copy_value(value), line=line, **more))


def _source_of(function: Callable | CodeType) -> tuple[list[str], int]:
    """The lines of a function, and the number of the first one. Counts lines as Python does and
    `inspect` does not. No lines and 0 if the source is unknown."""
    code: object = function
    if not isinstance(function, CodeType):
        code = getattr(inspect.unwrap(function), "__code__", None)
    if not isinstance(code, CodeType):  # it is not written in Python
        return [], 0
    lines, first = lines_of(code.co_filename), code.co_firstlineno
    if first > len(lines):
        return [], 0
    while first > 1 and not _BEGINS.match(lines[first - 1]):  # a comprehension is inside it
        first -= 1
    return inspect.getblock([f"{line}\n" for line in lines[first - 1 :]]), first


def _version(value: object) -> object:
    """A value that differs after a change in place."""
    if isinstance(value, list):  # a list of shares may grow
        return len(value)
    if isinstance(value, torch.Tensor) and value.is_inference():  # these do not count changes
        return str(value.tolist())
    return getattr(value, "_version", None)


class Waited(BaseException):
    """The engine waits for something. Not an Exception, because an engine might catch that."""


def _patiently(nodes: list[ComputationNode], algorithm: Callable, *arguments, **options):
    """Runs an algorithm as checks do, and also stops it after `PATIENCE` seconds, where the system
    can."""
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
