"""Keeps account of a backward pass: which shares have been returned, and what each change of a
gradient brought to the node.

Only here is it decided which share arrived where. Three modules build on it: `first_slip` says what
went wrong first, `quiz_run` keeps what can be asked about, and the player tells everything.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from course.recording.records import Event
from course.scaffold.order import places_of_users
from course.values.closeness import values_agree
from course.values.gradients import is_nothing, summed_to, total, zero_if_list

Edge = tuple[int, int]  # a node that uses another, and the number of its input
ArrivalKind = Literal[
    "started",  # the first thing came to the output
    "added",  # shares were added to what was there, if anything
    "put",  # shares took the place of what a call before had left
    "lost",  # a share took the place of others
    "undue",  # no node had returned what came
    "unchanged",  # the same was set again, or 0 was added
    "forgotten",  # nothing came, and what was there, if anything, was from a call before
    "wiped",  # nothing came, and what had arrived is gone
]


class SentShare(NamedTuple):
    """A share that a node has sent along an edge."""

    share: object
    has_arrived: bool


@dataclass(frozen=True)
class Arrival:
    """What a change of a gradient brought to the node."""

    kind: ArrivalKind
    edges: list[Edge] = field(default_factory=list)  # the edges whose shares came
    is_on_old: bool = False  # whether it came on top of what a call before had left


class Account:
    """What has been called, returned and has arrived so far in a backward pass. Whoever follows the
    pass tells it what backward has `returned`, and asks about each `arrival`.

    Attributes:
        inputs: for each node, the places of its inputs.
        users: for each node, the places of the nodes that use it, once for each share that it gets.
        output: the place of the output.
        edges: for each edge, what was last sent along it.
        reached: the nodes that were given something in this pass.
        runs: how often backward of each node has been called.
        counts: how many shares have arrived at each node.
    """

    def __init__(
        self,
        inputs: list[list[int]],
        one: object,
        shapes: Sequence[tuple] = (),
        *,
        certain: bool = False,
    ):
        """Begins a pass.

        Args:
            one: the upstream gradient that should be put at the output.
            shapes: those of the nodes' results; empty if all are numbers.
            certain: whether shares count as having come only if it cannot have been others.
        """
        self.inputs, self.users = inputs, places_of_users(inputs)
        self.output = len(inputs) - 1
        self.edges: dict[Edge, SentShare] = {}
        self.reached: set[int] = set()
        self.runs: Counter[int] = Counter()
        self.counts: Counter[int] = Counter()
        self._one, self._shapes, self._certain = one, shapes, certain
        self._later: Sequence[Event] = ()  # the events after the current one

    def follow(self, events: Sequence[Event]) -> Iterator[Event]:
        """The events of the pass, one after the other."""
        for place, event in enumerate(events, 1):
            self._later = events[place:]
            if event.kind == "call":
                self.runs[event.node] += 1
            yield event

    def arrival(self, event: Event) -> Arrival:
        """Notes what came with the current event, a change of a gradient. As long as a node holds
        a list of what it is still to add up, nothing has been added up."""
        event = replace(event, before=zero_if_list(event.before), value=zero_if_list(event.value))
        has_old = event.node not in self.reached and not is_nothing(event.before)
        kind, edges = self._arrival(event)
        if kind not in ("unchanged", "forgotten", "wiped"):
            self.reached.add(event.node)
        self.arrived(edges)
        return Arrival(kind, edges, has_old and (event.share is not None or kind == "added"))

    def _arrival(self, event: Event) -> tuple[ArrivalKind, list[Edge]]:
        node, after = event.node, event.value
        is_emptied = event.share is None and is_nothing(after)
        may_start = node == self.output and node not in self.reached
        if may_start and (not is_emptied or values_agree(after, self._one)):
            return "started", []
        if event.share is not None:
            return self._arrival_of_share(node, event.share)
        if is_emptied:
            return self._arrival_of_nothing(node, event.before, after)
        return self._arrival_of_value(node, event.before, after)

    def _arrival_of_share(self, node: int, share: object) -> tuple[ArrivalKind, list[Edge]]:
        """What `accumulate_gradient` brought."""
        if edges := self._making(node, share):
            return "added", edges
        is_for_another = any(is_nothing(value) for value in self.waiting.values())
        is_harmless = is_nothing(share) and not self.waiting_for(node) and not is_for_another
        return ("unchanged" if is_harmless else "undue"), []

    def _arrival_of_nothing(
        self, node: int, before: object, after: object
    ) -> tuple[ArrivalKind, list[Edge]]:
        """What came when a gradient was set to 0 or to None."""
        nothing_before = is_nothing(before)
        if not nothing_before and (edges := self._making(node, after, before)):
            return "added", edges  # they cancel what was there
        is_old = nothing_before or node not in self.reached
        return ("forgotten" if is_old else "wiped"), []

    def _arrival_of_value(
        self, node: int, before: object, after: object
    ) -> tuple[ArrivalKind, list[Edge]]:
        """What came when a gradient was set to something else."""
        is_first, nothing_before = node not in self.reached, is_nothing(before)
        alone = self._making(node, after)
        if alone and is_first:
            return ("added" if nothing_before else "put"), alone
        if edges := self._making(node, after, before):
            return "added", edges
        is_unchanged = values_agree(after, before)
        if is_unchanged and any(e.node == node and e.share is not None for e in self._later):
            return "unchanged", []  # a share is still to come
        if len(alone) == 1:
            return ("put" if nothing_before else "lost"), alone
        return ("unchanged" if is_unchanged and not is_first else "undue"), []

    def returned(self, node: int, shares: Sequence, *, again: bool = True) -> None:
        """Notes what a node's backward has returned, for each input. Unless `again`, a share that
        has arrived already does not wait once more."""
        for k, share in enumerate(shares[: len(self.inputs[node])]):
            before = self.edges.get((node, k))
            has_arrived = before is not None and before.has_arrived and not again
            self.edges[node, k] = SentShare(share, has_arrived)

    def arrived(self, edges: Iterable[Edge], instead: object = None) -> None:
        """Notes that the shares along these edges have arrived, or something else instead."""
        for edge in edges:
            share = self.edges[edge].share if instead is None else instead
            self.edges[edge] = SentShare(share, has_arrived=True)
            self.counts[self.receiver(edge)] += 1

    def users_to_come(self, node: int) -> list[int]:
        """The nodes that use a node and whose backward has not been called yet, each once."""
        return [user for user in dict.fromkeys(self.users[node]) if not self.runs[user]]

    @property
    def waiting(self) -> dict[Edge, object]:
        """The shares that backward has returned but that have not arrived yet, by edge."""
        return {edge: sent.share for edge, sent in self.edges.items() if not sent.has_arrived}

    def receiver(self, edge: Edge) -> int:
        """The node that the share along an edge is for."""
        return self.inputs[edge[0]][edge[1]]

    def waiting_for(self, node: int) -> dict[Edge, object]:
        """The shares that wait for a node, by edge."""
        return {edge: value for edge, value in self.waiting.items() if self.receiver(edge) == node}

    def _making(self, node: int, value: object, before: object = None) -> list[Edge]:
        """The edges whose shares, added to what was there before, make a value; empty if there are
        none."""
        portions = self._portions_making(node, value, before)
        first = next(portions, [])
        if self._certain and any(senders(other) != senders(first) for other in portions):
            return []
        return first

    def _portions_making(self, node: int, value: object, before: object) -> Iterator[list[Edge]]:
        """The portions that make a value, of those that a node may be given at once: any one share,
        all from one of its users, or all."""
        waiting = self.waiting_for(node)
        edges = list(waiting)
        of_users = [[edge for edge in edges if edge[0] == user] for user in senders(edges)]
        for portion in [*([edge] for edge in edges), *of_users, edges]:
            shares = [waiting[edge] for edge in portion]
            if self._makes(node, value, [before, *shares]):
                yield portion

    def _makes(self, node: int, value: object, parts: list) -> bool:
        """Whether parts add up to a gradient, as they are or each summed to the node's shape."""
        forms = [parts]
        if self._shapes:
            forms.append([summed_to(self._shapes[node], part) for part in parts])
        totals = map(total, forms)
        return any(each is not None and values_agree(value, each) for each in totals)


def senders(edges: Iterable[Edge]) -> list[int]:
    """The nodes that sent the shares along these edges, each once."""
    return list(dict.fromkeys(user for user, _ in edges))
