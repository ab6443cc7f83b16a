"""Finds the first thing that an engine did wrong in a run, from what it called and what it set.

This needs no right answers: the nodes of the scaffold return right shares, so all that counts is
where each share went.
"""

from collections import Counter
from collections.abc import Sized
from dataclasses import dataclass
from typing import Literal

from course.check.engines.waiting_shares import Edge, WaitingShares
from course.recording.evidence import EngineEvent
from course.values.closeness import values_agree
from course.values.tensors import is_nothing

FactKind = Literal[
    "untouched",
    "never ran",
    "ran twice",
    "too early",
    "not started",
    "started otherwise",
    "not delivered",
    "delivered elsewhere",
    "lost",  # a share took the place of others
    "wiped",
    "left over",
    "by itself",  # something arrived that no node had returned
]


@dataclass(frozen=True)
class Fact:
    """Something that happened and should not have."""

    kind: FactKind
    node: int  # the place of the node it is about
    other: int = -1  # the place of a second node it is about; for a share, the node that sent it
    number: int = -1  # for a share, which of the sender's downstream gradients it is
    # The numbers that the message mentions. If something arrived by itself, it comes first, and
    # the shares that were due follow.
    values: tuple = ()
    # Which line of the engine did it, as a place among the lines of the run; None if unknown.
    line: int | None = None


def most_visits(method: str, inputs: Sized) -> int:
    """How often a method of a node with these inputs may run in one pass. Backward may run once for
    each input, as long as the numbers are right."""
    return max(1, len(inputs)) if method == "backward" else 1


def backward_fact(inputs: list[list[int]], events: list[EngineEvent], one: object) -> Fact | None:
    """What went wrong first in a backward pass; None if every share went where it belongs.

    Args:
        inputs: for each node, the places of its inputs; the last node is the output.
        one: the upstream gradient that the engine should have put at the output.
    """
    return _PassByEvents(inputs, one).first_fact(events)


def repeated_run(inputs: list[list[int]], events: list[EngineEvent]) -> Fact | None:
    """A fact about the first repeated run of backward, among inner nodes whose backward runs too
    often in a pass; None if there are none."""
    calls = [event for event in events if event.kind == "call" and inputs[event.node]]
    runs = Counter(call.node for call in calls)
    ran: set[int] = set()
    for call in calls:
        node = call.node
        if node in ran and runs[node] > most_visits("backward", inputs[node]):
            return Fact("ran twice", node, line=call.line)
        ran.add(node)
    return None


class _PassByEvents:
    """Follows one backward pass, event by event."""

    def __init__(self, inputs: list[list[int]], one: object):
        self.inputs, self.one, self.output = inputs, one, len(inputs) - 1
        self.called: set[int] = set()  # nodes whose backward runs at some time in the pass
        self.runs: Counter[int] = Counter()  # how often backward of an inner node has run so far
        self.first_repeat: Fact | None = None  # the first run of a node that had run before
        self.waiting = WaitingShares(inputs)
        self.returned: dict[int, list] = {}  # the last list that backward returned, by node
        self.at_output: object = None  # what was last put at the output
        self.reached: set[int] = set()  # nodes that got something in this pass
        self.later: list[EngineEvent] = []  # the events after the current one

    def first_fact(self, events: list[EngineEvent]) -> Fact | None:
        if not events:
            return Fact("untouched", self.output)
        self.called = {event.node for event in events if event.kind == "call"}
        methods = {"call": self._call, "returned": self._returned, "set": self._set}
        for place, event in enumerate(events, 1):
            self.later = events[place:]
            if fact := methods[event.kind](event):
                return fact
        return self._end()

    def _call(self, event: EngineEvent) -> Fact | None:
        node, line = event.node, event.line
        if not self.inputs[node]:  # a leaf passes nothing on, so it may run at any time
            return None
        self.runs[node] += 1
        if self.runs[node] > 1:  # harmless as long as each share is delivered once
            self.first_repeat = self.first_repeat or Fact("ran twice", node, line=line)
            return None
        if node == self.output and node not in self.reached:
            values = () if self.at_output is None else (self.at_output,)
            return Fact("not started", node, values=values, line=line)
        if missing := sorted({*self.waiting.users[node]} - self.runs.keys(), reverse=True):
            if missing[0] not in self.called:
                return Fact("never ran", missing[0])
            return Fact("too early", node, missing[0], line=line)
        for edge in self._due():
            if self.waiting.receiver(edge) == node:
                return self._undelivered(edge, line)
        return None

    def _returned(self, event: EngineEvent) -> None:
        node, shares = event.node, event.value
        if isinstance(shares, list):
            is_first = node not in self.returned
            self.returned[node] = shares
            for k, share in enumerate(shares[: len(self.inputs[node])]):
                if is_first or (node, k) in self.waiting:
                    self.waiting[node, k] = share

    def _set(self, event: EngineEvent) -> Fact | None:
        if event.node == self.output:
            self.at_output = event.value
        if event.share is not None:
            return self._delivered(event)
        if is_nothing(event.value):
            return self._set_to_nothing(event)
        if event.node == self.output and self.output not in self.reached:
            return self._started(event.value, event.line)
        return self._set_to_something(event)

    def _started(self, value: object, line: int | None) -> Fact | None:
        self.reached.add(self.output)
        if values_agree(value, self.one):
            return None
        return Fact("started otherwise", self.output, values=(value,), line=line)

    def _set_to_something(self, event: EngineEvent) -> Fact | None:
        node, before, after, line = event.node, event.before, event.value, event.line
        is_first = node not in self.reached
        # An old gradient, if there was one, may be gone.
        if is_first and (edges := self.waiting.making(node, after)):
            self._arrived(node, edges)
            return None
        if edges := self.waiting.making(node, after, before):
            self._arrived(node, edges)
            if is_first and not is_nothing(before):
                return Fact("left over", node, values=(before,), line=line)
            return None
        is_unchanged = values_agree(after, before)
        if is_unchanged and any(e.node == node and e.share is not None for e in self.later):
            return None  # the same value was set again, and a share is still to come
        for edge in self.waiting.edges_to(node):
            if values_agree(after, self.waiting[edge]):
                self._arrived(node, [edge])
                if is_first or is_nothing(before):
                    return None
                return Fact("lost", node, edge[0], edge[1], (before, after), line)
        if not is_first and is_unchanged:
            return None
        return self._by_itself(node, after, line)

    def _set_to_nothing(self, event: EngineEvent) -> Fact | None:
        node, before, after = event.node, event.before, event.value
        is_first = node not in self.reached
        if node == self.output and is_first and values_agree(after, self.one):
            self.reached.add(node)
            return None
        if cancelled := self.waiting.making(node, after, before):
            self._arrived(node, cancelled)
        elif not is_nothing(before) and not is_first:
            return Fact("wiped", node, values=(before, after), line=event.line)
        return None

    def _delivered(self, event: EngineEvent) -> Fact | None:
        node, before, share, line = event.node, event.before, event.share, event.line
        if node not in self.reached and not is_nothing(before):
            return Fact("left over", node, values=(before,), line=line)
        if node == self.output and not self.reached:
            return self._started(share, line)
        if edges := self.waiting.making(node, share):
            self._arrived(node, edges)
            return None
        for edge in self.waiting:
            if values_agree(share, self.waiting[edge]) and not is_nothing(share):
                return Fact("delivered elsewhere", node, edge[0], edge[1], (share,), line)
        return self._by_itself(node, share, line)

    def _by_itself(self, node: int, value: object, line: int | None) -> Fact:
        """The fact about something that arrived although it was not due. If a node that ran too
        often may have sent it, the fact is about that node."""
        repeat = self.first_repeat
        if repeat and node in self.inputs[repeat.node] and self._runs_too_often(repeat.node):
            return repeat
        edges = self.waiting.edges_to(node)
        user = edges[0][0] if edges else -1
        due = [self.waiting[edge] for edge in edges if edge[0] == user]
        return Fact("by itself", node, user, values=(value, *due), line=line)

    def _end(self) -> Fact | None:
        for node in range(self.output, -1, -1):
            if self.inputs[node] and node not in self.runs:
                return Fact("never ran", node)
        for edge in self._due():
            return self._undelivered(edge, None)
        return self.first_repeat if any(map(self._runs_too_often, self.runs)) else None

    def _runs_too_often(self, node: int) -> bool:
        return self.runs[node] > most_visits("backward", self.inputs[node])

    def _due(self) -> list[Edge]:
        """The shares other than 0 that are still to be delivered."""
        return [edge for edge, value in self.waiting.items() if not is_nothing(value)]

    def _undelivered(self, edge: Edge, line: int | None) -> Fact:
        user, k = edge
        values = tuple(self.returned[user])
        return Fact("not delivered", self.waiting.receiver(edge), user, k, values, line)

    def _arrived(self, node: int, edges: list[Edge]) -> None:
        self.reached.add(node)
        self.waiting.arrived(edges)


def forward_fact(inputs: list[list[int]], events: list[EngineEvent]) -> Fact | None:
    """What went wrong first in a forward pass; None if each node ran once, after its inputs."""
    if not events:
        return Fact("untouched", len(inputs) - 1)
    calls = [event for event in events if event.kind == "call"]
    ran: set[int] = set()
    for call in calls:
        node = call.node
        if node in ran:
            return Fact("ran twice", node, line=call.line)
        if missing := [source for source in inputs[node] if source not in ran]:
            if all(other.node != missing[0] for other in calls):
                return Fact("never ran", missing[0])
            return Fact("too early", node, missing[0], line=call.line)
        ran.add(node)
    for node in range(len(inputs)):
        if node not in ran:
            return Fact("never ran", node)
    return None
