"""What has happened so far in a pass that is being told, from which each step is made."""

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
    """What is known of a pass up to the event that is told. `hold` notes what an event changed; the
    functions that tell it fill the account, and take what is in `read`.

    Attributes:
        nodes, right, one: the nodes, PyTorch's values, and the upstream gradient at the output.
        method, phase: of which algorithm the pass is, and what it is called.
        account: in a backward pass, which share has arrived where.
        results, gradients: what each node holds.
        visits: how often each node's method of this pass has run.
        changes_to_come: how often each node's gradient will still be set.
        read: the nodes whose results backward has read, in this call.
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
        self._total_visits = Counter[int]()  # how often each method runs in all of the pass
        # What the account had noted of each edge by the last step.
        self._edges: dict[Edge, SentShare] = {}

    def begin(self, events: list[Event], lines: list[Line]) -> None:
        """Notes how often things happen in these events, which name their lines by their places in
        a list."""
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
        """Whether a node's method of this pass runs more often, in all of it, than it may."""
        return self._total_visits[i] > most_visits(self.method, self.account.inputs[i])

    def name(self, i: int) -> str:
        """What captions call a node."""
        return own_or_caption_name(self.nodes[i])

    def shares_so_far(self, i: int) -> str:
        """How many of its shares have arrived at a node."""
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
        """A step with what has come along the edges since the step before; `more` holds further
        fields of it."""
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
    """The value that should be there; if the wrong one looks the same, that one, too."""
    looks_same = in_text(right) == in_text(wrong) != told_apart(wrong, right)
    more = f", not {told_apart(wrong, right)}" if looks_same else ""
    return told_apart(right, wrong) + more
