"""Follows a backward pass: records which shares were returned, and decides which of them each
change of a gradient delivered.

Three modules build on it: `first_slip` reports the first mistake, `quiz_run` collects what the quiz
can ask about, and the player narrates the whole pass.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from course.recording.records import Event
from course.scaffold.order import places_of_users
from course.values.closeness import values_agree
from course.values.gradients import is_nothing, summed_to, total, zero_if_list

Edge = tuple[int, int]  # a node's place, and the number of one of its inputs
ArrivalKind = Literal[
    "started",  # the output received its first value
    "added",  # shares were added to the gradient, if the node had one
    "put",  # shares replaced a gradient left over from an earlier call
    "lost",  # a share replaced others that had arrived
    "undue",  # the value matches no share that was due
    "unchanged",  # the same value was set again, or 0 was added
    "forgotten",  # reset; anything it held was left over from an earlier call
    "wiped",  # reset, so what had arrived in this pass is lost
]


class SentShare(NamedTuple):
    """A share that a node has sent along an edge."""

    share: object
    has_arrived: bool


@dataclass(frozen=True)
class Arrival:
    """What a change of a node's gradient delivered."""

    kind: ArrivalKind
    edges: list[Edge] = field(default_factory=list)  # the edges whose shares arrived
    is_on_old: bool = False  # whether it was added to a gradient left over from an earlier call


class Account:
    """The calls, returned shares and arrivals so far in a backward pass. The code that follows the
    pass reports what backward has `returned` and asks about each `arrival`.

    Attributes:
        inputs: for each node, the places of its inputs.
        users: for each node, the places of the nodes that use it, repeated for each share they
            send.
        output: the place of the output.
        edges: for each edge, what was last sent along it.
        reached: the nodes that have received something in this pass.
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
            one: the upstream gradient that the output should start with.
            shapes: the shapes of the nodes' results; empty if all are numbers.
            certain: whether to count shares as arrived only if no shares from other nodes explain
                the change.
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
        """The events of the pass in order, while counting calls."""
        for place, event in enumerate(events, 1):
            self._later = events[place:]
            if event.kind == "call":
                self.runs[event.node] += 1
            yield event

    def arrival(self, event: Event) -> Arrival:
        """Records and returns what the current event, a change of a gradient, delivered. A list
        that a node holds in place of a gradient counts as 0, because nothing in it has been added
        up yet."""
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
        """What a call of `accumulate_gradient` delivered."""
        if edges := self._making(node, share):
            return "added", edges
        is_for_another = any(is_nothing(value) for value in self.waiting.values())
        is_harmless = is_nothing(share) and not self.waiting_for(node) and not is_for_another
        return ("unchanged" if is_harmless else "undue"), []

    def _arrival_of_nothing(
        self, node: int, before: object, after: object
    ) -> tuple[ArrivalKind, list[Edge]]:
        """What arrived when a gradient was set to 0 or to None."""
        nothing_before = is_nothing(before)
        if not nothing_before and (edges := self._making(node, after, before)):
            return "added", edges  # the shares cancel the old gradient
        is_old = nothing_before or node not in self.reached
        return ("forgotten" if is_old else "wiped"), []

    def _arrival_of_value(
        self, node: int, before: object, after: object
    ) -> tuple[ArrivalKind, list[Edge]]:
        """What arrived when a gradient was set to something else."""
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
        """Records the shares that a node's backward has returned, one for each input, which then
        wait. Unless `again`, a share whose edge has already delivered one does not wait."""
        for k, share in enumerate(shares[: len(self.inputs[node])]):
            before = self.edges.get((node, k))
            has_arrived = before is not None and before.has_arrived and not again
            self.edges[node, k] = SentShare(share, has_arrived)

    def arrived(self, edges: Iterable[Edge], instead: object = None) -> None:
        """Records that the shares along these edges have arrived, or that `instead` arrived in
        their place."""
        for edge in edges:
            share = self.edges[edge].share if instead is None else instead
            self.edges[edge] = SentShare(share, has_arrived=True)
            self.counts[self.receiver(edge)] += 1

    def users_to_come(self, node: int) -> list[int]:
        """The users of a node whose backward has not been called yet, each once."""
        return [user for user in dict.fromkeys(self.users[node]) if not self.runs[user]]

    @property
    def waiting(self) -> dict[Edge, object]:
        """The shares that backward has returned but that have not arrived yet, by edge."""
        return {edge: sent.share for edge, sent in self.edges.items() if not sent.has_arrived}

    def receiver(self, edge: Edge) -> int:
        """The node that the share along an edge is for."""
        return self.inputs[edge[0]][edge[1]]

    def waiting_for(self, node: int) -> dict[Edge, object]:
        """The shares waiting for a node, by edge."""
        return {edge: value for edge, value in self.waiting.items() if self.receiver(edge) == node}

    def _making(self, node: int, value: object, before: object = None) -> list[Edge]:
        """The edges whose waiting shares, added to `before`, give `value`; empty if there are
        none."""
        portions = self._portions_making(node, value, before)
        first = next(portions, [])
        if self._certain and any(senders(other) != senders(first) for other in portions):
            return []
        return first

    def _portions_making(self, node: int, value: object, before: object) -> Iterator[list[Edge]]:
        """The portions of waiting shares that, added to `before`, give `value`. Tries any single
        share, all from one user, and all."""
        waiting = self.waiting_for(node)
        edges = list(waiting)
        of_users = [[edge for edge in edges if edge[0] == user] for user in senders(edges)]
        for portion in [*([edge] for edge in edges), *of_users, edges]:
            shares = [waiting[edge] for edge in portion]
            if self._makes(node, value, [before, *shares]):
                yield portion

    def _makes(self, node: int, value: object, parts: list) -> bool:
        """Whether parts add up to a value, either as they are or each summed to the node's
        shape."""
        forms = [parts]
        if self._shapes:
            forms.append([summed_to(self._shapes[node], part) for part in parts])
        totals = map(total, forms)
        return any(each is not None and values_agree(value, each) for each in totals)


def senders(edges: Iterable[Edge]) -> list[int]:
    """The nodes that sent the shares along these edges, each once."""
    return list(dict.fromkeys(user for user, _ in edges))
