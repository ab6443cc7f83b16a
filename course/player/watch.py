"""Watching an engine line by line: each call it makes on a graph, and each number that changes."""

import os
import signal
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType

import torch

from course.attempt import attempt
from course.check.cases import Case
from course.check.run import failure
from course.failure import CheckFailed
from course.graph import ComputationNode
from course.record import Answer, TooManyCalls, recording, sets_grad

_COURSE = Path(__file__).parents[1]
_FOLDERS = _COURSE, sysconfig.get_path("stdlib"), sysconfig.get_path("purelib")
PATIENCE = 20  # seconds that an engine may take, most of them waiting
NOT_THE_ENGINE = (*(f"{folder}{os.sep}" for folder in _FOLDERS), "<frozen")


@dataclass(frozen=True)
class CodeLine:
    """A line of the engine: the function it stands in, and its number in the file or cell."""

    code: CodeType
    number: int


@dataclass(frozen=True)
class Event:
    """Something that happened to a node.

    Attributes:
        kind: "forward" or "backward" as such a method ends, "upstream" as backward begins, "share"
            in accumulate_gradient, "result" or "gradient" when one was set in any other way.
        node: the node's place among the sorted nodes.
        line: the engine's line that did it.
        results: the result of each node afterwards.
        gradients: the gradient of each node afterwards.
        value: what backward received or returned, the share, or what was set.
        before: the node's gradient, or result, before.
        kept: for backward, what it read that stems from the forward pass: inputs by number, or -1
            for the node's own result.
    """

    kind: str
    node: int
    line: CodeLine | None
    results: tuple
    gradients: tuple
    value: object = None
    before: object = None
    kept: tuple[int, ...] = ()


class Watcher:
    """Collects the events of one run of a forward or backward algorithm on a graph."""

    def __init__(self, nodes: list[ComputationNode]):
        """Begins with the numbers that are in the nodes now.

        Args:
            nodes: all nodes of the graph in topological order.
        """
        self.nodes = nodes
        self.events: list[Event] = []
        self.line: CodeLine | None = None
        self._limit = 50 + 40 * len(nodes)
        self._inside = 0  # how many methods of nodes are running
        # What each node holds, with the version by which a tensor shows that it was changed in
        # place, and a copy that stays as it is.
        self._held: dict[tuple[int, str], tuple] = {}
        self._copies: dict[str, list] = {"result": [None] * len(nodes)}
        self._copies["gradient"] = [None] * len(nodes)
        self._changes()

    def run(self, name: str, case: Case, algorithm: Callable, **kwargs) -> CheckFailed | None:
        """Runs an algorithm on the case's graph; gives what went wrong, as a check would say it."""
        with recording(case.graph) as calls, self._watching():
            _, error = attempt(_patiently, algorithm, case.graph, **kwargs)
        if error and error.is_a("Waited"):
            return CheckFailed(f"{name} was stopped after {PATIENCE} s. Does it sleep or wait?")
        answer = Answer(error, calls, sets_grad(self.nodes))
        return failure(name, case, answer) if error else None

    @contextmanager
    def _watching(self) -> Iterator[None]:
        before = sys.gettrace()
        methods = [self._watched(i, node) for i, node in enumerate(self.nodes)]
        kept = [_replaced(node, **new) for node, new in zip(self.nodes, methods, strict=True)]
        sys.settrace(self._trace)
        try:
            yield
        finally:
            sys.settrace(before)
            for node, old in zip(self.nodes, kept, strict=True):
                _put_back(node, old)
            with suppress(TooManyCalls):
                self._notice()

    def _trace(self, frame: FrameType, event: str, _):
        if self._inside or frame.f_code.co_filename.startswith(NOT_THE_ENGINE):
            return None
        if event in ("line", "return"):
            self._notice()
        if event == "line":
            self.line = CodeLine(frame.f_code, frame.f_lineno)
        elif event == "return" and frame.f_back is not None:
            back = frame.f_back
            if not back.f_code.co_filename.startswith(NOT_THE_ENGINE):
                self.line = CodeLine(back.f_code, back.f_lineno)
        return self._trace

    def _watched(self, i: int, node: ComputationNode) -> dict[str, Callable]:
        """The methods of a node, watched."""
        forward, backward = node.forward, node.backward
        accumulate = node.accumulate_gradient

        @self._as_a_method
        def watched_forward(*args, **kwargs):
            returned = forward(*args, **kwargs)
            changed = self._changes()
            self._add("forward", i, node.result)
            self._add_changes([change for change in changed if change[:2] != ("result", i)])
            return returned

        @self._as_a_method
        def watched_backward(*args, **kwargs):
            self._add("upstream", i, node.gradient)
            with _reads(node) as kept:
                returned = backward(*args, **kwargs)
            changed = self._changes()
            self._add("backward", i, returned, kept=tuple(dict.fromkeys(kept)))
            self._add_changes(changed)
            return returned

        @self._as_a_method
        def watched_accumulate(upstream_gradient):
            before = self._copies["gradient"][i]
            accumulate(upstream_gradient)
            self._changes()
            self._add("share", i, upstream_gradient, before)

        return {
            "forward": watched_forward,
            "backward": watched_backward,
            "accumulate_gradient": watched_accumulate,
        }

    def _as_a_method(self, method: Callable) -> Callable:
        """The method, run with the engine's own changes noticed and none of its lines traced."""

        def watched(*args, **kwargs):
            self._inside += 1
            try:
                self._notice()
                return method(*args, **kwargs)
            finally:
                self._inside -= 1

        return watched

    def _notice(self) -> None:
        """Looks for what the engine itself has changed since the last look."""
        self._add_changes(self._changes())

    def _add_changes(self, changes: list[tuple]) -> None:
        for kind, i, before in changes:
            self._add(kind, i, self._copies[kind][i], before)

    def _changes(self) -> list[tuple]:
        """What has changed since the last look, as (result or gradient, node, value before)."""
        changes = []
        for i, node in enumerate(self.nodes):
            for kind in ("result", "gradient"):
                value = getattr(node, kind)
                version = getattr(value, "_version", None)
                held, of_version = self._held.get((i, kind), (None, None))
                if value is not held or version != of_version:
                    changes.append((kind, i, self._copies[kind][i]))
                    self._held[i, kind] = value, version
                    self._copies[kind][i] = copied(value)
        return changes

    def _add(self, kind: str, i: int, value, before=None, kept: tuple = ()) -> None:
        if len(self.events) >= self._limit:
            raise TooManyCalls(f"{kind} of {self.nodes[i].label}")
        results, gradients = tuple(self._copies["result"]), tuple(self._copies["gradient"])
        event = Event(kind, i, self.line, results, gradients, copied(value), before, kept)
        self.events.append(event)


def copied(value):
    """The value as it is now, whatever the engine does to it in place afterwards."""
    if isinstance(value, list | tuple):
        return [copied(each) for each in value]
    return value.detach().clone() if isinstance(value, torch.Tensor) else value


class Waited(BaseException):
    """The engine waits for something. Not an Exception, as an engine may swallow those."""


def _patiently(algorithm: Callable, *arguments, **options):
    """Runs what computes, and ends what only waits, where there is a Unix timer to be had."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        return algorithm(*arguments, **options)

    def stop(*_):
        raise Waited

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    try:
        return algorithm(*arguments, **options)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _reads(node: ComputationNode) -> Iterator[list[int]]:
    """Collects which values of the forward pass a node's method asks for."""
    reads: list[int] = []
    read_input, read_output = node.input, node.output

    def watched_input(i):
        reads.append(i)
        return read_input(i)

    def watched_output():
        reads.append(-1)
        return read_output()

    old = _replaced(node, input=watched_input, output=watched_output)
    try:
        yield reads
    finally:
        _put_back(node, old)


def _replaced(node: ComputationNode, **methods: Callable) -> dict:
    """Gives one node methods of its own; returns what it had before, for `_put_back`."""
    old = {name: vars(node).get(name) for name in methods}
    vars(node).update(methods)
    return old


def _put_back(node: ComputationNode, old: dict) -> None:
    for name, method in old.items():
        if method is None:
            del vars(node)[name]
        else:
            setattr(node, name, method)
