"""Finds the first thing that an engine did wrong in a run, from what it called and what it set, and
says it in a sentence.

This needs no right answers: the nodes of the scaffold return right shares, so all that counts is
where each share went.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from course.check.engines.account import Account, Edge, senders
from course.check.engines.visits import most_visits
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
    shapes: list[tuple]  # of the nodes' results; empty if all are numbers
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
        self.account = Account(run.inputs, run.one, run.shapes)
        self.one, self.output = run.one, self.account.output
        # Nodes whose backward runs at some time in the pass.
        self.called = {event.node for event in run.events if event.kind == "call"}
        self.runs: Counter[int] = Counter()  # how often backward of an inner node has run so far
        self.first_repeat: EngineEvent | None = None  # the first call of a node that had run before
        self.returned: dict[int, list] = {}  # the last list that backward returned, by node
        self.at_output: object = None  # what was last put at the output

    def first_fact(self) -> Fact | None:
        methods = {"call": self._call, "returned": self._returned, "set": self._set}
        for event in self.account.follow(self.run.events):
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
        if node == self.output and node not in self.account.reached:
            start = f"before anything was put there{self.run.now}"
            if self.at_output is not None:
                start = f"with {value_text(self.at_output)}, and `one` was {value_text(self.one)}"
            return Fact("not started", node, f"backward of {at}, the output, ran {start}.", line)
        if missing := sorted({*self.account.users[node]} - self.runs.keys(), reverse=True):
            if missing[0] not in self.called:
                return self.run.never_ran(missing[0])
            first = f"before backward of {self.names[missing[0]]}, which it feeds"
            return Fact("too early", node, f"backward of {at} ran {first}.", line)
        for edge in self._due():
            if self.account.receiver(edge) == node:
                return self._undelivered(edge, line)
        return None

    def _returned(self, event: EngineEvent) -> None:
        node, shares = event.node, event.value
        if isinstance(shares, list):
            is_first = node not in self.returned
            self.returned[node] = shares
            for k, share in enumerate(shares[: len(self.inputs[node])]):
                if is_first or (node, k) in self.account.waiting:
                    self.account.waiting[node, k] = share

    def _set(self, event: EngineEvent) -> Fact | None:
        if event.node == self.output:
            self.at_output = event.value
        arrival = self.account.arrival(event)
        if arrival.is_on_old:
            held = f"{self.names[event.node]} still held {value_text(event.before)}"
            return Fact("left over", event.node, f"{held} from the call before.", event.line)
        match arrival.kind:
            case "started" if not values_agree(event.came, self.one):
                return self._started_otherwise(event)
            case "lost":
                return self._lost(event, *arrival.edges)
            case "wiped":
                return self._wiped(event)
            case "undue":
                return self._delivered_elsewhere(event) or self._by_itself(event)
        return None

    def _started_otherwise(self, event: EngineEvent) -> Fact:
        began = f"{self.names[event.node]} began with {value_text(event.came)}"
        sentence = f"{began}, and `one` was {value_text(self.one)}."
        return Fact("started otherwise", event.node, sentence, event.line)

    def _lost(self, event: EngineEvent, edge: Edge) -> Fact:
        """The fact that a share took the place of what a node held."""
        at, share = self.names[event.node], value_text(event.value)
        sentence = (
            f"{at} held {value_text(event.before)}, the share {share} came from "
            f"{self.names[edge[0]]}, and then {at} held {share}: shares add up."
        )
        return Fact("lost", event.node, sentence, event.line)

    def _wiped(self, event: EngineEvent) -> Fact:
        then = "which was then erased"
        if event.value is not None:
            then = f"and was then set to {value_text(event.value)}"
        sentence = f"{self.names[event.node]} held {value_text(event.before)}, {then}."
        return Fact("wiped", event.node, sentence, event.line)

    def _delivered_elsewhere(self, event: EngineEvent) -> Fact | None:
        """The fact that a node was given a share that waits for another one."""
        for edge, value in self._due().items():
            if values_agree(event.share, value):
                sender, receiver = self.names[edge[0]], self.names[self.account.receiver(edge)]
                sent = f"The share {value_text(value)} that {sender} returned for {receiver}"
                sentence = f"{sent} went to {self.names[event.node]}."
                return Fact("delivered elsewhere", event.node, sentence, event.line)
        return None

    def _by_itself(self, event: EngineEvent) -> Fact:
        """The fact about something that arrived although it was not due. If a node that ran too
        often may have sent it, the fact is about that node."""
        node, repeat = event.node, self.first_repeat
        if repeat and node in self.inputs[repeat.node] and self._runs_too_often(repeat.node):
            return self.run.ran_twice(repeat)
        due = "no share was due to it then"
        if waiting := self.account.waiting_for(node):
            user, *_ = senders(waiting)
            shares = [value_text(value) for edge, value in waiting.items() if edge[0] == user]
            share, were = plural(len(shares), "share"), verb(len(shares), "were")
            due = f"the {share} that {self.names[user]} returned for it {were} {listed(shares)}"
        given = f"{self.names[node]} was given {value_text(event.came)}"
        return Fact("by itself", node, f"{given}, and {due}.", event.line)

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

    def _due(self) -> dict[Edge, object]:
        """The shares other than 0 that are still to be delivered, by edge."""
        return {e: value for e, value in self.account.waiting.items() if not is_nothing(value)}

    def _undelivered(self, edge: Edge, line: int | None) -> Fact:
        (user, k), node = edge, self.account.receiver(edge)
        shares = list(map(value_text, self.returned[user]))
        which = f"the {ORDINALS[k]}" if len(shares) > 1 else "that"
        if shares.count(shares[k]) > 1:
            which = "one of them"
        yet = " before its own backward ran" if line is not None else ""
        returned = f"{self.names[user]} returned [{', '.join(shares)}]"
        sentence = f"{returned}; {which} did not reach {self.names[node]}{yet}."
        return Fact("not delivered", node, sentence, line)


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
