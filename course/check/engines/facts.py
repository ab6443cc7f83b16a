"""Finds the first thing that an engine did wrong in a run, from what it called and what it set, and
says it in a sentence.

This needs no right answers: the nodes of the scaffold return right shares, so all that counts is
where each share went.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from course.check.engines.visits import most_visits
from course.check.engines.waiting_shares import Edge, WaitingShares
from course.recording.evidence import EngineEvent
from course.values.as_text import in_text
from course.values.closeness import values_agree
from course.values.tensors import is_nothing
from course.values.words import ORDINALS, listed, plural, verb

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
    sentence: str
    # Which line of the engine did it, as a place among the lines of the run; None if unknown.
    line: int | None = None


@dataclass(frozen=True)
class RecordedPass:
    """A pass of an engine on a graph."""

    method: str  # "forward" or "backward"
    names: list[str]  # of the nodes, in topological order
    inputs: list[list[int]]  # for each node, the places of its inputs
    events: list[EngineEvent]  # what the engine did
    one: object  # the upstream gradient that it should have put at the output
    now: str  # " in this call" if there was one before

    def ran_twice(self, call: EngineEvent) -> Fact:
        """The fact that this call of a node's method was not the first."""
        sentence = f"{self.method} of {self.names[call.node]} ran a second time."
        return Fact("ran twice", call.node, sentence, call.line)

    def never_ran(self, node: int) -> Fact:
        """The fact that a node's method was not called."""
        return Fact("never ran", node, f"{self.method} of {self.names[node]} never ran{self.now}.")


def value_text(value: object) -> str:
    """What a node holds or returns, as sentences write it."""
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    return in_text(value, 12)


def backward_fact(run: RecordedPass) -> Fact | None:
    """What went wrong first in a backward pass; None if every share went where it belongs."""
    return _PassByEvents(run).first_fact()


def repeated_run(run: RecordedPass) -> Fact | None:
    """A fact about the first repeated run of backward, among inner nodes whose backward runs too
    often in a pass; None if there are none."""
    calls = [event for event in run.events if event.kind == "call" and run.inputs[event.node]]
    runs = Counter(call.node for call in calls)
    ran: set[int] = set()
    for call in calls:
        node = call.node
        if node in ran and runs[node] > most_visits("backward", run.inputs[node]):
            return run.ran_twice(call)
        ran.add(node)
    return None


class _PassByEvents:
    """Follows one backward pass, event by event."""

    def __init__(self, run: RecordedPass):
        self.run, self.names, self.inputs = run, run.names, run.inputs
        self.one, self.output = run.one, len(run.inputs) - 1
        # Nodes whose backward runs at some time in the pass.
        self.called = {event.node for event in run.events if event.kind == "call"}
        self.runs: Counter[int] = Counter()  # how often backward of an inner node has run so far
        self.first_repeat: EngineEvent | None = None  # the first call of a node that had run before
        self.waiting = WaitingShares(run.inputs)
        self.returned: dict[int, list] = {}  # the last list that backward returned, by node
        self.at_output: object = None  # what was last put at the output
        self.reached: set[int] = set()  # nodes that got something in this pass
        self.later: list[EngineEvent] = []  # the events after the current one

    def first_fact(self) -> Fact | None:
        methods = {"call": self._call, "returned": self._returned, "set": self._set}
        for place, event in enumerate(self.run.events, 1):
            self.later = self.run.events[place:]
            if fact := methods[event.kind](event):
                return fact
        return self._end()

    def _call(self, event: EngineEvent) -> Fact | None:
        node, at, line = event.node, self.names[event.node], event.line
        if not self.inputs[node]:  # a leaf passes nothing on, so it may run at any time
            return None
        self.runs[node] += 1
        if self.runs[node] > 1:  # harmless as long as each share is delivered once
            self.first_repeat = self.first_repeat or event
            return None
        if node == self.output and node not in self.reached:
            start = f"before anything was put there{self.run.now}"
            if self.at_output is not None:
                start = f"with {value_text(self.at_output)}, and `one` was {value_text(self.one)}"
            return Fact("not started", node, f"backward of {at}, the output, ran {start}.", line)
        if missing := sorted({*self.waiting.users[node]} - self.runs.keys(), reverse=True):
            if missing[0] not in self.called:
                return self.run.never_ran(missing[0])
            first = f"before backward of {self.names[missing[0]]}, which it feeds"
            return Fact("too early", node, f"backward of {at} ran {first}.", line)
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
        began = f"{self.names[self.output]} began with {value_text(value)}"
        sentence = f"{began}, and `one` was {value_text(self.one)}."
        return Fact("started otherwise", self.output, sentence, line)

    def _set_to_something(self, event: EngineEvent) -> Fact | None:
        node, before, after = event.node, event.before, event.value
        is_first = node not in self.reached
        # An old gradient, if there was one, may be gone.
        if is_first and (edges := self.waiting.making(node, after)):
            self._arrived(node, edges)
            return None
        if edges := self.waiting.making(node, after, before):
            self._arrived(node, edges)
            return self._left_over(event) if is_first and not is_nothing(before) else None
        is_unchanged = values_agree(after, before)
        if is_unchanged and any(e.node == node and e.share is not None for e in self.later):
            return None  # the same value was set again, and a share is still to come
        for edge in self.waiting.edges_to(node):
            if values_agree(after, self.waiting[edge]):
                self._arrived(node, [edge])
                return None if is_first or is_nothing(before) else self._lost(event, edge[0])
        if not is_first and is_unchanged:
            return None
        return self._by_itself(node, after, event.line)

    def _lost(self, event: EngineEvent, sender: int) -> Fact:
        """The fact that a share took the place of what a node held."""
        at, share = self.names[event.node], value_text(event.value)
        sentence = (
            f"{at} held {value_text(event.before)}, the share {share} came from "
            f"{self.names[sender]}, and then {at} held {share}: shares add up."
        )
        return Fact("lost", event.node, sentence, event.line)

    def _left_over(self, event: EngineEvent) -> Fact:
        held = f"{self.names[event.node]} still held {value_text(event.before)}"
        return Fact("left over", event.node, f"{held} from the call before.", event.line)

    def _set_to_nothing(self, event: EngineEvent) -> Fact | None:
        node, before, after = event.node, event.before, event.value
        is_first = node not in self.reached
        if node == self.output and is_first and values_agree(after, self.one):
            self.reached.add(node)
            return None
        if cancelled := self.waiting.making(node, after, before):
            self._arrived(node, cancelled)
        elif not is_nothing(before) and not is_first:
            then = "which was then erased"
            if after is not None:
                then = f"and was then set to {value_text(after)}"
            sentence = f"{self.names[node]} held {value_text(before)}, {then}."
            return Fact("wiped", node, sentence, event.line)
        return None

    def _delivered(self, event: EngineEvent) -> Fact | None:
        node, share = event.node, event.share
        if node not in self.reached and not is_nothing(event.before):
            return self._left_over(event)
        if node == self.output and not self.reached:
            return self._started(share, event.line)
        if edges := self.waiting.making(node, share):
            self._arrived(node, edges)
            return None
        for edge in self.waiting:
            if values_agree(share, self.waiting[edge]) and not is_nothing(share):
                sender, receiver = self.names[edge[0]], self.names[self.waiting.receiver(edge)]
                sent = f"The share {value_text(share)} that {sender} returned for {receiver}"
                sentence = f"{sent} went to {self.names[node]}."
                return Fact("delivered elsewhere", node, sentence, event.line)
        return self._by_itself(node, share, event.line)

    def _by_itself(self, node: int, value: object, line: int | None) -> Fact:
        """The fact about something that arrived although it was not due. If a node that ran too
        often may have sent it, the fact is about that node."""
        repeat = self.first_repeat
        if repeat and node in self.inputs[repeat.node] and self._runs_too_often(repeat.node):
            return self.run.ran_twice(repeat)
        due = "no share was due to it then"
        if edges := self.waiting.edges_to(node):
            user, _ = edges[0]
            shares = [value_text(self.waiting[edge]) for edge in edges if edge[0] == user]
            share, were = plural(len(shares), "share"), verb(len(shares), "were")
            due = f"the {share} that {self.names[user]} returned for it {were} {listed(shares)}"
        given = f"{self.names[node]} was given {value_text(value)}"
        return Fact("by itself", node, f"{given}, and {due}.", line)

    def _end(self) -> Fact | None:
        for node in range(self.output, -1, -1):
            if self.inputs[node] and node not in self.runs:
                return self.run.never_ran(node)
        for edge in self._due():
            return self._undelivered(edge, None)
        if self.first_repeat and any(map(self._runs_too_often, self.runs)):
            return self.run.ran_twice(self.first_repeat)
        return None

    def _runs_too_often(self, node: int) -> bool:
        return self.runs[node] > most_visits("backward", self.inputs[node])

    def _due(self) -> list[Edge]:
        """The shares other than 0 that are still to be delivered."""
        return [edge for edge, value in self.waiting.items() if not is_nothing(value)]

    def _undelivered(self, edge: Edge, line: int | None) -> Fact:
        (user, k), node = edge, self.waiting.receiver(edge)
        shares = list(map(value_text, self.returned[user]))
        which = f"the {ORDINALS[k]}" if len(shares) > 1 else "that"
        if shares.count(shares[k]) > 1:
            which = "one of them"
        yet = " before its own backward ran" if line is not None else ""
        returned = f"{self.names[user]} returned [{', '.join(shares)}]"
        sentence = f"{returned}; {which} did not reach {self.names[node]}{yet}."
        return Fact("not delivered", node, sentence, line)

    def _arrived(self, node: int, edges: list[Edge]) -> None:
        self.reached.add(node)
        self.waiting.arrived(edges)


def forward_fact(run: RecordedPass) -> Fact | None:
    """What went wrong first in a forward pass; None if each node ran once, after its inputs."""
    calls = [event for event in run.events if event.kind == "call"]
    ran: set[int] = set()
    for call in calls:
        node = call.node
        if node in ran:
            return run.ran_twice(call)
        if missing := [source for source in run.inputs[node] if source not in ran]:
            if all(other.node != missing[0] for other in calls):
                return run.never_ran(missing[0])
            first = f"before forward of {run.names[missing[0]]}, one of its inputs"
            return Fact("too early", node, f"forward of {run.names[node]} ran {first}.", call.line)
        ran.add(node)
    return next((run.never_ran(node) for node in range(len(run.inputs)) if node not in ran), None)
