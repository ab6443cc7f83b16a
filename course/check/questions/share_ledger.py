"""A ledger of what an engine did in a backward pass: whose share arrived where, and when.

It is derived from recorded calls and assignments, data that a student's kernel may have made up:
inconsistent data is rejected, and only what certainly is a share counts as one. Since each share is
a local gradient times the upstream gradient, going through the same ledger again shows what would
have happened with a different line.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from course.check.engines.waiting_shares import Edge, WaitingShares, is_nothing_plain
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.order import places_of_inputs
from course.recording.run_by_line import Pass
from course.recording.watched_run import MAX_EVENTS
from course.values.closeness import plain_values_agree

MAX_GRADIENT = 1e100  # a number with which one can still compute


class NoQuestions(CheckFailed):
    """No questions can be asked about this engine; the message says why."""


@dataclass(frozen=True)
class Turn:
    """A call of backward of a node that is no leaf."""

    node: int  # its place
    line: int  # the engine's line that calls it
    held: tuple  # the gradient of each node as it begins
    changes: int  # how many changes there had been
    returned: dict[Edge, float]  # the shares that it returned, by edge


@dataclass(frozen=True)
class Change:
    """A gradient that was changed."""

    node: int  # its place
    line: int  # the engine's line that did it
    before: float | None
    after: float | None
    is_added: bool  # whether what came was added to what was there, for certain
    edges: tuple[Edge, ...]  # the shares that came; empty if it is not certain which

    @property
    def forgets(self) -> bool:
        """Whether an old gradient went, and nothing came in its place."""
        return not is_nothing_plain(self.before) and is_nothing_plain(self.after)


class Ledger:
    """What happened in one backward pass on a graph of numbers.

    Attributes:
        names: of the nodes, in topological order.
        inputs: for each node the places of its inputs.
        one: the upstream gradient that the engine was given.
        moments: the turns and changes, in order.
        brings: whether it is seen to bring some node a share that backward returned for it.
    """

    def __init__(self, graph: ComputationNode, one: float, run: Pass, lines: int):
        """Goes through the events of a backward pass, in order.

        Args:
            lines: how many lines the cells of the engine have.

        Raises:
            NoQuestions: it cannot have happened like that, or was too much to be recorded.
        """
        nodes = graph.sorted_nodes()
        self.names = [node.name for node in nodes]
        self.inputs = places_of_inputs(nodes)
        self.one, self.moments = one, []
        self._lines, self.brings = lines, False
        self._waiting = WaitingShares(self.inputs)
        if not 0 < len(run.events) < MAX_EVENTS:
            raise NoQuestions("It does more on this graph than can be told, or nothing at all.")
        held: dict[int, float | None] = {}
        for event in run.events:
            if event.kind == "set":
                held.setdefault(event.node, event.before)
        self._held = [_finite_number(held.get(i)) for i in range(len(nodes))]
        self.first = tuple(self._held)
        methods = {"call": self._call, "returned": self._returned, "set": self._set}
        for event in run.events:
            if event.kind not in methods or event.node >= len(nodes):
                raise NoQuestions("What it did does not fit together.")
            methods[event.kind](event)

    @property
    def turns(self) -> list[Turn]:
        """The calls of backward, leaves apart."""
        return [each for each in self.moments if isinstance(each, Turn)]

    @property
    def changes(self) -> list[Change]:
        """The changes of gradients."""
        return [each for each in self.moments if isinstance(each, Change)]

    @property
    def order(self) -> list[int]:
        """The nodes whose backward was called, in order."""
        return [each.node for each in self.turns]

    @property
    def final(self) -> list[float | None]:
        """The gradient of each node in the end."""
        return self._held

    @property
    def adding(self) -> set[int]:
        """The lines that add shares to gradients."""
        return {each.line for each in self.changes if each.is_added}

    def edges_to(self, node: int) -> list[Edge]:
        """The edges by which a node's shares come."""
        return [
            (user, k) for user, of in enumerate(self.inputs) for k, i in enumerate(of) if i == node
        ]

    def arrivals(self, node: int) -> list[Change]:
        """The changes that brought a node its shares, if they came one by one; else none."""
        changes = [each for each in self.changes if each.node == node and len(each.edges) == 1]
        return changes if len(changes) == len(self.edges_to(node)) else []

    def _call(self, event) -> None:
        turn = Turn(event.node, self._line(event), tuple(self._held), len(self.changes), {})
        self.moments.append(turn)

    def _returned(self, event) -> None:
        values, inputs = event.value, self.inputs[event.node]
        turns = [each for each in self.turns if each.node == event.node]
        if not turns or not isinstance(values, list) or len(values) != len(inputs):
            raise NoQuestions("What its calls of backward returned does not fit together.")
        for k, value in enumerate(values):
            share = _finite_number(value)
            if share is None:
                raise NoQuestions("One of its calls of backward returned None in place of a share.")
            turns[-1].returned[event.node, k] = self._waiting[event.node, k] = share

    def _set(self, event) -> None:
        node, before, after = event.node, _finite_number(event.before), _finite_number(event.value)
        if before != self._held[node]:
            raise NoQuestions("What it did does not fit together.")
        share = _finite_number(event.share)
        if share is None and not is_nothing_plain(before) and after is not None:
            share = after - before
        elif share is not None and not plain_values_agree(after, (before or 0.0) + share):
            raise NoQuestions("What it did does not fit together.")
        edges = () if is_nothing_plain(after) or share is None else self._edges(node, share)
        is_added = event.share is not None or bool(edges)
        self.brings |= any(
            plain_values_agree(event.share, self._waiting[edge])
            for edge in self._waiting.edges_to(node)
        )
        if not edges and not is_nothing_plain(after):
            edges = self._edges(node, after)
        self.brings |= bool(edges)
        self._waiting.arrived(edges)
        self._held[node] = after
        change = Change(node, self._line(event), before, after, is_added, edges)
        self.moments.append(change)

    def _edges(self, node: int, value: float) -> tuple[Edge, ...]:
        """The shares that are waiting for a node and make this value: one, or all of them.

        Questions will be asked about them, so there are none if others could have made it, too;
        `WaitingShares.portion` takes the first that fit.
        """
        waiting = self._waiting.edges_to(node)
        single = [edge for edge in waiting if plain_values_agree(value, self._waiting[edge])]
        if len({user for user, _ in single}) == 1:
            return (single[0],)
        together = math.fsum(self._waiting[edge] for edge in waiting)
        is_all = (
            not single
            and len(waiting) == len(self.edges_to(node))
            and plain_values_agree(value, together)
        )
        return tuple(waiting) if is_all and waiting else ()

    def _line(self, event) -> int:
        if event.line is None or not 0 < event.line <= self._lines:
            raise NoQuestions("The text of the lines that do it is not known.")
        return event.line

    def otherwise(
        self, change: Callable[[Change, float | None, float], float | None]
    ) -> list[float | None]:
        """The final gradients if some changes had been different.

        Args:
            change: called with a change, the gradient before it and, if it brought shares, what
                they are now; it returns the gradient after it.

        Raises:
            ValueError: that does not follow from the ledger.
        """
        held, sent = list(self.first), {}
        for each in self.moments:
            if isinstance(each, Turn):
                was, now = each.held[each.node], held[each.node]
                if is_nothing_plain(was) or now is None:
                    raise ValueError(each)
                sent |= {edge: value / was * now for edge, value in each.returned.items()}
            else:
                arrived = math.fsum(sent[edge] for edge in each.edges)
                held[each.node] = change(each, held[each.node], arrived)
        return held

    def as_it_was(self, each: Change, before: float | None, arrived: float) -> float | None:
        """A change as it was made, with what is there now.

        Raises:
            ValueError: it is not certain what the engine did.
        """
        if is_nothing_plain(each.after):
            return each.after
        if not each.edges:
            came = each.after - (each.before or 0.0) if each.is_added else each.after
            if each.node != len(self.names) - 1 or not plain_values_agree(came, self.one):
                raise ValueError(each)
            arrived = came
        if is_nothing_plain(before):
            return arrived
        if each.is_added or each.line in self.adding:
            return before + arrived
        if is_nothing_plain(each.before) and (each.edges or each.before is not None):
            raise ValueError(each)
        return arrived  # it was put in the place of what was there


def _finite_number(value: object) -> float | None:
    if value is None or (isinstance(value, float) and abs(value) < MAX_GRADIENT):
        return value
    raise NoQuestions("On this graph of numbers, not all of its gradients are finite numbers.")
