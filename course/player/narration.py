"""Keeps the state of a pass while it is told event by event, and makes steps from it."""

from collections import Counter

from course.check.base.visits import most_visits
from course.picture.labels import own_or_caption_name
from course.player.step import Step, StepKind
from course.recording.account import Account, Edge, SentShare
from course.recording.player_recorder import Line
from course.recording.records import Event, Method
from course.reference.twin import Twin
from course.scaffold.order import places_of_inputs
from course.sentences.words import plural
from course.values.as_text import in_text, told_apart
from course.values.tensors import copy_value


class Narration:
    """The state of a pass up to the event that is being told. `hold` notes what an event changed or
    read. The functions that tell events fill the account, and empty `read`.

    Attributes:
        nodes, right, one: the nodes, PyTorch's values, and the upstream gradient at the output.
        method, phase: "forward" or "backward", and the name of the pass.
        account: in a backward pass, which share has arrived where.
        results, gradients: what each node holds.
        visits: how often each node's `method` has run.
        changes_to_come: how often each node's gradient will still be set.
        read: the nodes whose results the current call of backward has read.
    """

    def __init__(self, method: Method, phase: str, right: Twin, one: object):
        """Begins a pass with what the nodes hold now."""
        self.nodes, self.method, self.phase = right.nodes, method, phase
        self.hold_what_nodes_hold()
        self.right, self.one = right, one
        shapes = [result.shape for result in right.results]
        self.account = Account(places_of_inputs(self.nodes), one, shapes)
        self._lines: list[Line] = []
        self.read: list[int] = []
        self.visits = self.account.runs if method == "backward" else Counter[int]()
        self.changes_to_come = Counter[int]()
        self._total_visits = Counter[int]()  # how often each node's method runs in the whole pass
        # The edges of the account at the last step.
        self._edges: dict[Edge, SentShare] = {}

    def begin(self, events: list[Event], lines: list[Line]) -> None:
        """Counts visits and changes in these events. The `line` of an event is a place in
        `lines`."""
        self._lines = lines
        runs = "call" if self.method == "backward" else "forward"
        self._total_visits = Counter(event.node for event in events if event.kind == runs)
        self.changes_to_come = Counter(event.node for event in events if event.kind == "set")

    def hold_what_nodes_hold(self) -> None:
        """Notes what the nodes hold now."""
        self.results = [copy_value(node.result) for node in self.nodes]
        self.gradients = [copy_value(node.gradient) for node in self.nodes]

    def hold(self, event: Event) -> None:
        """Notes what an event has changed or read."""
        if event.kind in ("forward", "result"):
            self.results[event.node] = event.value
            if event.kind == self.method:
                self.visits[event.node] += 1
        elif event.kind == "set":
            self.gradients[event.node] = event.value
            self.changes_to_come[event.node] -= 1
        elif event.kind == "read":
            self.read.append(event.node)

    def is_too_often(self, i: int) -> bool:
        """Whether a node's method runs more often in the whole pass than it may."""
        return self._total_visits[i] > most_visits(self.method, self.account.inputs[i])

    def name(self, i: int) -> str:
        """A node's own name, or what captions call it if it has none."""
        return own_or_caption_name(self.nodes[i])

    def shares_so_far(self, i: int) -> str:
        """How many of a node's shares have arrived, as in `1 of 2`."""
        expected, count = len(self.account.users[i]), self.account.counts[i]
        if count > expected:
            return f"{count}, along {expected} {plural(expected, 'arrow')}"
        return f"{count} of {expected}"

    def step_at(
        self, kind: StepKind, event: Event, caption: str, problem: str = "", **more
    ) -> Step:
        """The step for an event."""
        line = None if event.line is None else self._lines[event.line]
        about = {"node": event.node, "line": line, "before": event.before}
        return self.step(kind, caption, problem, **about, **more)

    def step(self, kind: StepKind, caption: str, problem: str = "", **more) -> Step:
        """A step with the current state, and the edges along which a share was sent or arrived
        since the last step. `more` sets further fields."""
        before, self._edges = self._edges, dict(self.account.edges)
        came = [edge for edge, sent in self._edges.items() if sent is not before.get(edge)]
        return Step(
            kind,
            self.phase,
            caption,
            problem,
            results=tuple(self.results),
            gradients=tuple(self.gradients),
            edges=self._edges,
            came=tuple(came),
            visits=Counter(self.visits),
            **more,
        )


def instead(right: object, wrong: object) -> str:
    """The right value as text, followed by the wrong one if both look the same when rounded."""
    looks_same = in_text(right) == in_text(wrong) != told_apart(wrong, right)
    more = f", not {told_apart(wrong, right)}" if looks_same else ""
    return told_apart(right, wrong) + more
