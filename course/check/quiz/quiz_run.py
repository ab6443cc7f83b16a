"""Works out what the quiz can ask about an engine's run: which share arrived where in a backward
pass, and when.

The run is reconstructed from recorded calls and assignments. A student's kernel may have made them
up, so inconsistent records are rejected, and only certain shares count. Each share is a local
gradient times the upstream gradient. Going through the run again therefore shows what would have
happened if one line had been different.
"""

import math
from dataclasses import dataclass
from typing import TypeGuard

from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.recording.account import Account, Edge
from course.recording.quick_recorder import MAX_EVENTS
from course.recording.records import Event
from course.recording.run_by_line import Pass
from course.scaffold.order import places_of_inputs
from course.sentences.lines import with_lines_indented
from course.values.closeness import values_agree
from course.values.gradients import zero_if_list

MAX_GRADIENT = 1e100  # numbers up to this size are safe to compute with
_DOES_NOT_FIT = "What it is reported to have done contradicts itself."


class NoQuiz(CheckFailed):
    """No questions can be asked about an engine; the message says why."""

    def __init__(self, reason: str):
        super().__init__(
            f"No questions can be asked about this engine. {with_lines_indented(reason)} First "
            "make the checks of your engine pass. If they do, tell your instructor."
        )


@dataclass(frozen=True)
class Turn:
    """A call of backward of a node that is not a leaf."""

    node: int  # its place
    line: int  # the engine's line that calls it
    held: tuple[float | None, ...]  # the gradient of each node when the call begins
    changes_before: int  # how many changes came before it
    returned: dict[Edge, float]  # the shares that it returned, by edge


@dataclass(frozen=True)
class Change:
    """A change of a node's gradient."""

    node: int  # its place
    line: int  # the engine's line that did it
    before: float | None
    after: float | None
    is_added: bool  # whether something was certainly added to an old gradient
    edges: tuple[Edge, ...]  # the edges whose shares arrived; empty if uncertain

    @property
    def forgets(self) -> bool:
        """Whether a nonzero gradient was set to None or 0."""
        return _is_something(self.before) and not _is_something(self.after)

    @property
    def arrived(self) -> float | None:
        """What was added to the gradient or replaced it."""
        if self.after is None or not self.is_added:
            return self.after
        return self.after - (self.before or 0.0)


class QuizRun:
    """What happened in one backward pass on a graph of numbers, and in the forward pass before it.

    Attributes:
        nodes: the graph's nodes, in topological order; `names` are their names.
        inputs, users: as those of `Account`.
        one: the upstream gradient that the engine was given.
        forward, backward: the passes as they were recorded.
        first, final: the gradient of each node before and after the backward pass.
        turns: the calls of backward, without those of leaves.
        changes: the changes of gradients.
        moments: the turns and the changes together, in order.
        brings: whether the engine was seen to bring some node a share that backward returned for
            it.
    """

    def __init__(
        self, graph: ComputationNode, one: float, forward: Pass, backward: Pass, lines: int
    ):
        """Goes through the events of the backward pass in order.

        Args:
            lines: how many lines the cells of the engine have.

        Raises:
            NoQuiz: the events contradict each other, or there are none or too many of them.
        """
        self.nodes = graph.sorted_nodes()
        self.names = [node.name for node in self.nodes]
        # Questions are asked about shares, so only shares that certainly arrived count.
        self._account = Account(places_of_inputs(self.nodes), one, certain=True)
        self.inputs, self.users = self._account.inputs, self._account.users
        self.one, self.forward, self.backward = one, forward, backward
        self.turns: list[Turn] = []
        self.changes: list[Change] = []
        self.moments: list[Turn | Change] = []
        self.brings = False
        self._line_count = lines
        if not len(self.nodes) == len(forward.visits) == len(backward.visits):
            raise NoQuiz(_DOES_NOT_FIT)
        if not 0 < len(backward.events) < MAX_EVENTS:
            raise NoQuiz("It does too much on this graph to be described, or nothing at all.")
        first = {e.node: e.before for e in reversed(backward.events) if e.kind == "set"}
        self.final = [_finite_number(first.get(i)) for i, _ in enumerate(self.nodes)]
        self.first = tuple(self.final)
        enter = {"call": self._enter_call, "returned": self._enter_return, "set": self._enter_set}
        for event in self._account.follow(backward.events):
            if event.kind not in enter or event.node >= len(self.nodes):
                raise NoQuiz(_DOES_NOT_FIT)
            enter[event.kind](event)
        for last in {e.node: e.value for e in backward.events if e.kind == "set"}.values():
            _finite_number(last)

    @property
    def inner(self) -> list[int]:
        """The places of the nodes that are neither leaves nor the output."""
        return [i for i, inputs in enumerate(self.inputs[:-1]) if inputs]

    @property
    def forks(self) -> list[int]:
        """The places of the nodes that receive several shares."""
        return [i for i, users in enumerate(self.users) if len(users) > 1]

    @property
    def order(self) -> list[int]:
        """The places of the nodes whose backward was called, in order, without leaves."""
        return [turn.node for turn in self.turns]

    @property
    def adding(self) -> set[int]:
        """The lines that add shares to gradients."""
        return {change.line for change in self.changes if change.is_added}

    def arrivals(self, node: int) -> list[Change]:
        """The changes that brought a node its shares, if each share came alone; else none."""
        changes = [change for change in self.changes if change.node == node]
        arrivals = [change for change in changes if len(change.edges) == 1]
        return arrivals if len(arrivals) == len(self.users[node]) else []

    def _enter_call(self, event: Event) -> None:
        turn = Turn(event.node, self._line(event), tuple(self.final), len(self.changes), {})
        self.turns.append(turn)
        self.moments.append(turn)

    def _enter_return(self, event: Event) -> None:
        values, inputs = event.value, self.inputs[event.node]
        turns = [turn for turn in self.turns if turn.node == event.node]
        if not turns or not isinstance(values, list) or len(values) != len(inputs):
            raise NoQuiz("What its calls of backward returned makes no sense.")
        for k, value in enumerate(values):
            share = _finite_number(value)
            if share is None:
                raise NoQuiz("One of its calls of backward returned None in place of a share.")
            turns[-1].returned[event.node, k] = share
        self._account.returned(event.node, values)

    def _enter_set(self, event: Event) -> None:
        node = event.node
        before, after = (_finite_number(zero_if_list(each)) for each in (event.before, event.value))
        share = _finite_number(event.share)
        is_possible = share is None or values_agree(after, (before or 0.0) + share)
        if before != self.final[node] or not is_possible:
            raise NoQuiz(_DOES_NOT_FIT)
        waiting = self._account.waiting_for(node).values()
        arrival = self._account.arrival(event)
        is_visible = _is_something(before) or _is_something(after)  # else only 0 came
        edges = tuple(arrival.edges) if is_visible else ()
        self.brings |= bool(edges) or any(values_agree(share, each) for each in waiting)
        is_added = share is not None or (arrival.kind == "added" and _is_something(before))
        self.final[node] = after
        change = Change(node, self._line(event), before, after, is_added, edges)
        self.changes.append(change)
        self.moments.append(change)

    def _line(self, event: Event) -> int:
        if event.line is None or not 0 < event.line <= self._line_count:
            raise NoQuiz("The text of the lines that do it is not known.")
        return event.line

    def otherwise(self, line: int) -> list[float | None]:
        """The final gradients if this line were different: if it adds shares, they would replace
        the old gradient; any other line would not reset gradients.

        Raises:
            ValueError: the result cannot be derived from the run.
        """
        held, is_adding = list(self.first), line in self.adding
        shares: dict[Edge, float] = {}
        for moment in self.moments:
            if isinstance(moment, Turn):
                upstream_was, upstream = moment.held[moment.node], held[moment.node]
                if not _is_something(upstream_was) or upstream is None:
                    raise ValueError(moment)
                for edge, share in moment.returned.items():
                    shares[edge] = share / upstream_was * upstream
            else:
                arrived = math.fsum(shares[edge] for edge in moment.edges)
                if moment.line == line and is_adding and moment.edges:
                    held[moment.node] = arrived
                elif moment.line != line or is_adding or moment.after:
                    held[moment.node] = self._as_it_was(moment, held[moment.node], arrived)
        return held

    def _as_it_was(self, change: Change, before: float | None, arrived: float) -> float | None:
        """The gradient after repeating a change on the gradient `before`, with the value that now
        `arrived`.

        Raises:
            ValueError: it is uncertain what the engine did.
        """
        if not _is_something(change.after):
            return change.after
        if not change.edges:
            is_output = change.node == len(self.names) - 1
            if change.arrived is None or not (is_output and values_agree(change.arrived, self.one)):
                raise ValueError(change)
            arrived = change.arrived
        if not _is_something(before):
            return arrived
        if change.is_added or change.line in self.adding:
            return before + arrived
        if not _is_something(change.before) and (change.edges or change.before is not None):
            raise ValueError(change)
        return arrived  # it replaced the old gradient


def _is_something(gradient: float | None) -> TypeGuard[float]:
    """Whether a gradient is neither None nor 0."""
    return bool(gradient)


def _finite_number(value: object) -> float | None:
    if value is None or (isinstance(value, float) and abs(value) < MAX_GRADIENT):
        return value
    raise NoQuiz("On this graph of numbers, not all of its gradients are finite numbers.")
