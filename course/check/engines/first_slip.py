"""Finds the first thing that an engine did wrong on a trial, from the calls it made and the
gradients it set, and describes it in a sentence.

Comparing with PyTorch shows only which nodes ended with a wrong value. The trial's nodes are the
scaffold's and return right shares, so the question is where each share went.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from course.check.base.visits import most_visits
from course.check.engines.battery import ComparedTrial
from course.recording.account import Account, Arrival, Edge, senders
from course.recording.records import Event
from course.sentences.words import ORDINALS, listed, plural, verb
from course.values.as_text import plain_in_text
from course.values.closeness import values_agree
from course.values.gradients import is_nothing

SlipKind = Literal[
    "untouched",
    "never ran",
    "ran twice",
    "too early",
    "not started",
    "started otherwise",
    "not delivered",
    "delivered elsewhere",
    "lost",  # a share replaced others that had arrived
    "wiped",
    "left over",
    "by itself",  # something arrived that no node had returned
]


@dataclass(frozen=True)
class Slip:
    """Something that happened and should not have."""

    kind: SlipKind
    node: int  # the place of the node it is about
    sentence: str
    # The engine's line that did it, as a place among the lines of the run; None if unknown.
    line: int | None = None


def first_slip(compared: ComparedTrial) -> Slip | None:
    """The first thing that the engine did wrong on a trial; None if unknown."""
    if not compared.stepwise.events:
        return None if any(compared.stepwise.visits) else _untouched(compared)
    if compared.method == "forward":
        slip = _forward_slip(compared)
        return None if slip and _is_about_filled_leaf(compared, slip) else slip
    if compared.is_only_repeated:
        return _repeated_run(compared)
    return _BackwardPass(compared).first_slip()


def _untouched(compared: ComparedTrial) -> Slip:
    """The slip of calling nothing."""
    held = "gradient" if compared.method == "backward" else "result"
    is_bare = all(value is None for value in compared.outcome.values)
    bare = f", and no {held} was set" if is_bare else ""
    called = f"`node.{compared.method}()` was not called on any node of the given graph"
    sentence = f"{called}{_now(compared)}{bare}."
    if is_bare and compared.method == "backward":
        sentence += (
            " Is your code there yet? Does it work on another graph than its argument? Or does it "
            "have a `yield` or an `async`, so that a call does not yet run it?"
        )
    return Slip("untouched", len(compared.inputs) - 1, sentence)


def _ran_twice(compared: ComparedTrial, call: Event) -> Slip:
    """The slip of running a node's method again in `call`."""
    sentence = f"{compared.method} of {compared.names[call.node]} ran a second time."
    return Slip("ran twice", call.node, sentence, call.line)


def _never_ran(compared: ComparedTrial, node: int) -> Slip:
    """The slip of never calling a node's method."""
    sentence = f"{compared.method} of {compared.names[node]} never ran{_now(compared)}."
    return Slip("never ran", node, sentence)


def _now(compared: ComparedTrial) -> str:
    """Says that a sentence is about the latest call, if there was one before."""
    return "" if compared.trial.call == "first" else " in this call"


def _calls(compared: ComparedTrial) -> list[Event]:
    return [event for event in compared.stepwise.events if event.kind == "call"]


def _repeated_run(compared: ComparedTrial) -> Slip | None:
    """The slip of the first repeated run of backward, among nodes with inputs whose backward runs
    too often in the pass; None if there is none."""
    calls = [call for call in _calls(compared) if compared.inputs[call.node]]
    runs = Counter(call.node for call in calls)
    ran: set[int] = set()
    for call in calls:
        node = call.node
        if node in ran and runs[node] > most_visits("backward", compared.inputs[node]):
            return _ran_twice(compared, call)
        ran.add(node)
    return None


def _forward_slip(compared: ComparedTrial) -> Slip | None:
    """What went wrong first in a forward pass; None if each node ran once, after its inputs."""
    calls, names = _calls(compared), compared.names
    ran: set[int] = set()
    for call in calls:
        node = call.node
        if node in ran:
            return _ran_twice(compared, call)
        if missing := [source for source in compared.inputs[node] if source not in ran]:
            if all(other.node != missing[0] for other in calls):
                return _never_ran(compared, missing[0])
            first = f"before forward of {names[missing[0]]}, one of its inputs"
            return Slip("too early", node, f"forward of {names[node]} ran {first}.", call.line)
        ran.add(node)
    never = (node for node, _ in enumerate(names) if node not in ran)
    return next((_never_ran(compared, node) for node in never), None)


def _is_about_filled_leaf(compared: ComparedTrial, slip: Slip) -> bool:
    """Whether the slip is only that forward never ran on a leaf that already has its value."""
    is_leaf = not compared.inputs[slip.node]
    return slip.kind == "never ran" and is_leaf and slip.node not in compared.wrong_nodes


class _BackwardPass:
    """Follows one backward pass event by event until something goes wrong."""

    def __init__(self, compared: ComparedTrial):
        self.compared, self.names, self.inputs = compared, compared.names, compared.inputs
        self.account = Account(compared.inputs, compared.trial.upstream, compared.shapes)
        self.one, self.output = compared.trial.upstream, self.account.output
        # Nodes whose backward runs at some time in the pass.
        self.called = {event.node for event in _calls(compared)}
        self.repeats: list[Event] = []  # the calls of nodes that had run before
        self.held: dict[int, object] = {}  # the gradient last set at each node, if any

    def first_slip(self) -> Slip | None:
        """What went wrong first; None if every share went where it belongs."""
        methods = {"call": self._call, "returned": self._returned, "set": self._set}
        for event in self.account.follow(self.compared.stepwise.events):
            if slip := methods[event.kind](event):
                return slip
        return self._end()

    def _call(self, event: Event) -> Slip | None:
        node, at, line = event.node, self.names[event.node], event.line
        if not self.inputs[node]:  # a leaf passes nothing on, so it may run at any time
            return None
        if self.account.runs[node] > 1:  # harmless if each share arrives once
            self.repeats.append(event)
            return None
        if node == self.output and node not in self.account.reached:
            start = f"before anything was put there{_now(self.compared)}"
            if (held := self.held.get(node)) is not None:
                start = f"with {plain_in_text(held)}, but `one` was {plain_in_text(self.one)}"
            return Slip("not started", node, f"backward of {at}, the output, ran {start}.", line)
        if missing := self.account.users_to_come(node):
            if missing[-1] not in self.called:
                return _never_ran(self.compared, missing[-1])
            first = f"before backward of {self.names[missing[-1]]}, which it feeds"
            return Slip("too early", node, f"backward of {at} ran {first}.", line)
        for edge in self._due():
            if self.account.receiver(edge) == node:
                return self._undelivered(edge, line)
        return None

    def _returned(self, event: Event) -> None:
        if isinstance(event.value, list):
            self.account.returned(event.node, event.value, again=False)

    def _set(self, event: Event) -> Slip | None:
        self.held[event.node] = event.value
        at, came = self.names[event.node], plain_in_text(event.came)
        before, after = plain_in_text(event.before), plain_in_text(event.value)
        words: tuple[SlipKind, str]
        match self.account.arrival(event):
            case Arrival(is_on_old=True):
                words = "left over", f"{at} still held {before} from the call before."
            case Arrival("started") if not values_agree(event.came, self.one):
                began = f"{at} began with {came}"
                words = "started otherwise", f"{began}, but `one` was {plain_in_text(self.one)}."
            case Arrival("lost", [(user, _)]):
                then = f"Then the share {after} from {self.names[user]} came"
                words = "lost", f"{at} held {before}. {then}, and {at} held {after}: shares add up."
            case Arrival("wiped") if event.value is None:
                words = "wiped", f"{at} held {before}, which was then erased."
            case Arrival("wiped"):
                words = "wiped", f"{at} held {before}, and was then set to {after}."
            case Arrival("undue"):
                return self._delivered_elsewhere(event) or self._by_itself(event)
            case _:
                return None
        kind, sentence = words
        return Slip(kind, event.node, sentence, event.line)

    def _delivered_elsewhere(self, event: Event) -> Slip | None:
        """The slip of giving a node a share that was returned for another node."""
        for edge, value in self.account.waiting.items():
            if event.share is not None and values_agree(event.share, value):
                sender, receiver = self.names[edge[0]], self.names[self.account.receiver(edge)]
                sent = f"The share {plain_in_text(value)} that {sender} returned for {receiver}"
                sentence = f"{sent} went to {self.names[event.node]}."
                return Slip("delivered elsewhere", event.node, sentence, event.line)
        return None

    def _by_itself(self, event: Event) -> Slip:
        """The slip of something arriving that was not due. If it may come from a user that ran too
        often, the slip is about that user."""
        node = event.node
        for repeat in self.repeats:
            inputs = self.inputs[repeat.node]
            if node in inputs and self.account.runs[repeat.node] > most_visits("backward", inputs):
                return _ran_twice(self.compared, repeat)
        due = "no share was due to it then"
        if silent := {*self.account.users[node]} - self.called:
            silent_one = f"{self.names[max(silent)]}{_now(self.compared)}"
            due += f": `node.backward()` was not called on {silent_one}"
        if waiting := self.account.waiting_for(node):
            user, *_ = senders(waiting)
            shares = [plain_in_text(value) for edge, value in waiting.items() if edge[0] == user]
            share, were = plural(len(shares), "share"), verb(len(shares), "were")
            due = f"the {share} that {self.names[user]} returned for it {were} {listed(shares)}"
        given = f"{self.names[node]} was given {plain_in_text(event.came)}"
        return Slip("by itself", node, f"{given}, but {due}.", event.line)

    def _end(self) -> Slip | None:
        for node in range(self.output, -1, -1):
            if self.inputs[node] and not self.account.runs[node]:
                return _never_ran(self.compared, node)
        for edge in self._due():
            return self._undelivered(edge, None)
        return _repeated_run(self.compared)

    def _due(self) -> dict[Edge, object]:
        """The nonzero shares that are still waiting, by edge."""
        return {e: value for e, value in self.account.waiting.items() if not is_nothing(value)}

    def _undelivered(self, edge: Edge, line: int | None) -> Slip:
        user, k = edge
        node = self.account.receiver(edge)
        edges = self.account.edges.items()
        shares = [plain_in_text(sent.share) for (sender, _), sent in edges if sender == user]
        name = self.names[node]
        when = "in the end" if line is None else "when its own backward ran"
        if isinstance(self.held.get(node), list):
            what = f", but {name} held a list {when}"
        # With equal shares, one cannot tell which of them arrived, or whether half of each did.
        elif shares.count(shares[k]) > 1 and node in self.held:
            what = f", but {name} held {plain_in_text(self.held[node])} {when}: shares add up"
        else:
            which = f"the {ORDINALS[k]}" if len(shares) > 1 else "that"
            yet = " before its own backward ran" if line is not None else ""
            what = f"; {which} did not reach {name}{yet}"
        sentence = f"{self.names[user]} returned [{', '.join(shares)}]{what}."
        return Slip("not delivered", node, sentence, line)
