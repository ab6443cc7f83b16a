"""What an engine did, in words, and the steps at which it goes wrong.

The words are the field's: a node's upstream gradient, times its local gradients, makes its
downstream gradients, and these add up where a value is used more than once.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

import torch

from course.clues import bad_return
from course.compare import RTOL, Row, as_tensor, show
from course.failure import CheckFailed
from course.graph import ComputationNode
from course.record import Call
from course.twin import Twin, share
from course.watch import CodeLine, Event, Watcher

# Of these, each entry of the result depends on the same entry of an input of the same shape.
ENTRY_BY_ENTRY = {"Copy", "Negate", "Exp", "IntPow", "Mean", "HalfDifference", "Add", "Mul"}


@dataclass(frozen=True)
class Step:
    """A moment of a run.

    Attributes:
        kind: build, forward, upstream, local, downstream, share, set, forget, end or error.
        phase: which pass it belongs to, for example "backward pass".
        node: the place of the node it is about among the sorted nodes; None for all of them.
        caption: what happens, in words.
        problem: what is wrong about it, in words; empty if nothing is.
        line: the line of the engine that did it.
        results: the result of each node at that moment.
        gradients: the gradient of each node at that moment.
        built: how many of the nodes exist.
        local: the local gradient for each input, where it can be written down.
        arrows: what came along each arrow so far, by (user, input number), as (value, delivered).
        visits: how often each node's method of this pass has run.
        wrong: the right values of nodes that ended wrong, by node.
        never: nodes that this pass left out.
        together: how many such moments are told as this one.
        verdict: at the end of a pass, that PyTorch agrees, if it does.
    """

    kind: str
    phase: str
    node: int | None
    caption: str
    problem: str = ""
    line: CodeLine | None = None
    results: tuple = ()
    gradients: tuple = ()
    built: int | None = None
    local: tuple = ()
    arrows: dict = field(default_factory=dict)
    visits: dict = field(default_factory=dict)
    wrong: dict = field(default_factory=dict)
    never: tuple = ()
    together: int = 1
    verdict: str = ""


class Narrator:
    """Turns the events of one pass into steps."""

    def __init__(self, nodes: list, method: str, phase: str, right: Twin, one):
        """Begins a pass in which nothing has happened yet.

        Args:
            nodes: all nodes of the graph in topological order.
            method: "forward" or "backward".
            phase: what the steps call this pass.
            right: PyTorch's results and gradients.
            one: the upstream gradient that the backward algorithm is given.
        """
        self.nodes, self.method, self.phase = nodes, method, phase
        self.right, self.one = right, one
        place = {node: i for i, node in enumerate(nodes)}
        self.inputs = [[place[n] for n in node.input_nodes] for node in nodes]
        self.users: list[list[int]] = [[] for _ in nodes]  # a user of both its inputs is in twice
        for user, inputs in enumerate(self.inputs):
            for i in inputs:
                self.users[i].append(user)
        self.visits: Counter[int] = Counter()
        self.begun: set[int] = set()  # nodes whose backward has begun
        self.arrows: dict[tuple[int, int], tuple] = {}
        self.shares: Counter[int] = Counter()  # how many shares have arrived at each node
        self.touched: set[int] = set()  # nodes that were given a gradient in this pass

    def tell(self, events: list[Event]) -> list[Step]:
        """The steps that the events make."""
        steps: list[Step] = []
        for event in events:
            for step in getattr(self, f"_{event.kind}")(event):
                last = steps[-1] if steps else None
                if last and _belong_together(last, step):
                    many = last.together + 1
                    caption = f"The old gradients of {many} nodes are forgotten."
                    step = replace(step, node=None, together=many, caption=caption)
                    steps.pop()
                steps.append(step)
        return steps

    def ending(self, failure: CheckFailed | None, watcher: Watcher) -> Step:
        """How the pass ended: with an error, or with each node's value beside PyTorch's."""
        nodes = self.nodes
        is_forward = self.method == "forward"
        held = [node.result if is_forward else node.gradient for node in nodes]
        right = self.right.results if is_forward else self.right.gradients
        what = "result" if is_forward else "gradient"
        rows = [Row(n.label, mine, r) for n, mine, r in zip(nodes, held, right, strict=True)]
        wrong = {i: row for i, row in enumerate(rows) if not row.right}
        never = [i for i, node in enumerate(nodes) if node.input_nodes and not self.visits[i]]
        if not is_forward:
            wrong, never = dict(reversed(wrong.items())), never[::-1]
        about = {"wrong": {i: row.pytorch for i, row in wrong.items()}, "never": tuple(never)}
        end = (tuple(node.result for node in nodes), tuple(node.gradient for node in nodes))
        if failure:
            at = watcher.events[-1].node if watcher.events else None
            return self._step("error", at, "The engine stops here.", watcher, end, str(failure))
        problems = []
        if never:
            names = ", ".join(nodes[i].label for i in never)
            problems.append(f"{self.method} never ran at {names}.")
        for i, row in list(wrong.items())[:3]:
            _, yours, pytorch, *_ = row.cells()
            problems.append(f"{self._name(i)} ends with {yours}, and PyTorch says {pytorch}.")
        if len(wrong) > 3:
            problems.append(f"{len(wrong) - 3} more are wrong.")
        about["verdict"] = "" if wrong else f"PyTorch has the same {what}s at all {len(nodes)} nodes."
        caption = f"The end of the {self.phase}."
        return self._step("end", None, caption, watcher, end, " ".join(problems), **about)

    # One method for each kind of event

    def _forward(self, event: Event) -> list[Step]:
        i, node = event.node, self.nodes[event.node]
        problem = ""
        if self.method == "forward":
            self.visits[i] += 1
            if self.visits[i] > 1:
                problem = f"{node.label} has been computed before: visit {self.visits[i]}."
            elif not self._same(event.value, self.right.results[i]):
                problem = f"PyTorch gets {show(self.right.results[i])}."
        given = [f"{self._name(k)} = {show(event.results[k])}" for k in dict.fromkeys(self.inputs[i])]
        caption = f"{node.label} computes {show(event.value)}"
        caption += f" from {' and '.join(given)}." if given else ": a leaf, its value is given."
        return [self._at("forward", event, caption, problem)]

    def _result(self, event: Event) -> list[Step]:
        label, new = self.nodes[event.node].label, event.value
        if not self.visits[event.node] and self._is_zero(new):
            return [self._at("set", event, f"The old result of {label} is forgotten.")]
        right = self._same(new, self.right.results[event.node])
        problem = "" if right else f"It was {show(event.before)}."
        caption = f"The engine itself sets the result of {label} to {show(new)}."
        return [self._at("set", event, caption, problem)]

    def _upstream(self, event: Event) -> list[Step]:
        i, node = event.node, self.nodes[event.node]
        self.visits[i] += 1
        late = [u for u in dict.fromkeys(self.users[i]) if u not in self.begun]
        self.begun.add(i)
        caption = f"Backward at {node.label}. Its upstream gradient is {show(event.value)}"
        forked = len(self.users[i]) > 1
        caption += f", from all {len(self.users[i])} users together." if forked else "."
        if not node.input_nodes:
            caption += " A leaf has no inputs to pass anything on to: this is its answer."
        problem = ""
        if self.visits[i] > 1:
            problem = f"{node.label} has been here before: visit {self.visits[i]}."
        elif late:
            waiting = " and ".join(self._name(u) for u in late)
            caption = caption.replace(f", from all {len(self.users[i])} users together.", ".")
            problem = f"Too early: {waiting}, which uses it, has not sent its share yet."
        elif not self._same(event.value, self.right.gradients[i]):
            problem = f"PyTorch has {show(self.right.gradients[i])} there."
        return [self._at("upstream", event, caption, problem)]

    def _backward(self, event: Event) -> list[Step]:
        i, node = event.node, self.nodes[event.node]
        call = Call(node, "backward", returned=event.value, finished=True)
        if problem := bad_return([call]):
            return [self._at("downstream", event, f"Backward of {node.label} ends.", problem)]
        if not node.input_nodes:
            return []
        upstream = as_tensor(event.gradients[i])
        local = tuple(self._local(i, k) for k in range(len(node.input_nodes)))
        saved = [self._name(i if k < 0 else self.inputs[i][k]) for k in event.kept]
        kept = f" For them it kept {' and '.join(saved)} from the forward pass." if saved else ""
        if any(each is None for each in local):
            caption = (
                f"Local gradients of {node.label}: Jacobians, never written down; backward "
                f"multiplies by them at once.{kept}"
            )
        else:
            each = [f"{show(d)} for {self._name(k)}" for d, k in zip(local, self.inputs[i], strict=True)]
            caption = f"Local gradients of {node.label}: {' and '.join(each)}.{kept}"
        steps = [self._at("local", event, caption, local=local)]
        parts, problem = [], ""
        for k, value in enumerate(event.value):
            self.arrows[i, k] = value, False
            name = self._name(self.inputs[i][k])
            parts.append(f"{show(value)} for {name}")
            right = self._right_share(i, k, upstream)
            if right is not None and not problem and not self._same(value, right, node=self.inputs[i][k]):
                problem = f"Upstream times local is {show(right)} for {name}, not {show(value)}."
        caption = f"Downstream gradients of {node.label}, upstream times local: {' and '.join(parts)}."
        return [*steps, self._at("downstream", event, caption, problem, local=local)]

    def _share(self, event: Event) -> list[Step]:
        i = event.node
        waiting = self._waiting(i)
        exact = [key for key, value in waiting.items() if self._same(event.value, value)]
        problem = ""
        if exact:
            self._deliver(i, exact[:1])
        elif waiting and self._same(event.value, self._sum(waiting.values())):
            self._deliver(i, list(waiting))
        elif waiting:
            key = next(iter(waiting))
            problem = f"{self._name(key[0])} returned {show(waiting[key])} for it."
            self._deliver(i, [key], event.value)
        elif i == len(self.nodes) - 1 and self._same(event.value, self.one):
            caption = f"The output's gradient with respect to itself: {show(event.value)}."
            return [self._at("set", event, caption, self._leftover(event))]
        else:
            problem = "No backward has returned a share for it that has not been delivered yet."
        problem = self._leftover(event) or problem
        self.touched.add(i)
        return [self._at("share", event, self._added(event, event.value), problem)]

    def _gradient(self, event: Event) -> list[Step]:
        """The engine has set a gradient without accumulate_gradient."""
        i, name = event.node, self._name(event.node)
        new, old = event.value, event.before
        if new is None or self._is_zero(new):
            word = "forgotten" if new is None else "set to 0"
            lost = i in self.touched and not self._is_zero(old)
            problem = f"{show(old)} had arrived in this pass, and is lost." if lost else ""
            return [self._at("forget", event, f"The gradient of {name} is {word}.", problem)]
        if i == len(self.nodes) - 1 and not self._waiting(i):
            caption = f"The backward pass starts: the gradient of the output is set to {show(new)}."
            right = self._same(new, self.one)
            problem = "" if right else f"It was to start with {show(self.one)}."
            self.touched.add(i)
            return [self._at("set", event, caption, problem)]
        waiting = self._waiting(i)
        was_touched = i in self.touched
        self.touched.add(i)
        for keys in [[key] for key in waiting] + [list(waiting)]:
            given = self._sum(waiting[key] for key in keys)
            if keys and self._same(new, self._sum([old, given]), node=i):
                self._deliver(i, keys)
                problem = "" if was_touched else self._leftover(event)
                return [self._at("share", event, self._added(event, given), problem)]
        if self._same(new, self.right.gradients[i]):
            self._deliver(i, list(waiting))
            caption = f"The gradient of {name} is set to {show(new)}, the sum of its shares."
            if len(self.users[i]) < 2:
                caption = f"The gradient of {name} is set to {show(new)}."
            return [self._at("set", event, caption)]
        caption = f"The gradient of {name} is set to {show(new)}."
        exact = [key for key, value in waiting.items() if self._same(new, value, node=i)]
        if exact:
            self._deliver(i, exact[:1])
            caption = f"{self._name(exact[0][0])} brings {show(new)} to {name}. "
            caption += f"It takes the place of {show(old)}." if was_touched else self._count(i)
            lost = was_touched and not self._is_zero(old)
            problem = f"{show(old)} is lost: shares add up where a value is used more than once."
            return [self._at("share", event, caption, problem if lost else "")]
        return [self._at("set", event, caption, "That is no share that a backward has returned.")]

    # What the captions are made of

    def _added(self, event: Event, given) -> str:
        name, after = self._name(event.node), show(event.gradients[event.node])
        if event.before is None or self._is_zero(event.before):
            return f"{show(given)} arrives at {name}. {self._count(event.node)}"
        added = f"{show(given)} added to {show(event.before)}, making {after}, at {name}"
        if as_tensor(given) is not None and as_tensor(given).numel() > 4:
            added = f"A share of shape {tuple(given.shape)} added to what is there, at {name}"
        return f"{added}: {self._count(event.node)}"

    def _count(self, i: int) -> str:
        expected = len(self.users[i])
        return f"{self.shares[i]} of {expected}." if expected else "It feeds no other node."

    def _leftover(self, event: Event) -> str:
        stale = event.node not in self.touched and not self._is_zero(event.before)
        return f"The {show(event.before)} there is left over from before this pass." if stale else ""

    def _waiting(self, i: int) -> dict[tuple[int, int], object]:
        """The shares for a node that backward has returned and nobody has delivered."""
        return {
            key: value
            for key, (value, delivered) in self.arrows.items()
            if not delivered and self.inputs[key[0]][key[1]] == i
        }

    def _deliver(self, i: int, keys: list[tuple[int, int]], value=None) -> None:
        for key in keys:
            self.arrows[key] = (self.arrows[key][0] if value is None else value), True
        self.shares[i] += len(keys)

    def _local(self, user: int, k: int):
        """A local gradient, if it is a number, or as many numbers as the input has entries."""
        node = self.nodes[user]
        kinds = {cls.__name__ for cls in type(node).__mro__}
        if node.shape and not (kinds & ENTRY_BY_ENTRY and node.input_nodes[k].shape == node.shape):
            return None
        return share(node, k, torch.ones(node.shape, dtype=torch.float64, device="cpu"))

    def _right_share(self, user: int, k: int, upstream) -> torch.Tensor | None:
        if upstream is None or upstream.shape != self.nodes[user].shape:
            return None
        return share(self.nodes[user], k, upstream)

    def _same(self, a, b, node: int | None = None) -> bool:
        """Whether two values are equal up to rounding; for a node, also if one is broadcast."""
        a, b = as_tensor(a), as_tensor(b)
        if a is None or b is None:
            return a is b
        if node is not None and a.shape != b.shape:
            shape = self.nodes[node].shape
            if len(a.shape) < len(shape) or len(b.shape) < len(shape):
                return False
            try:
                a, b = a.sum_to_size(shape), b.sum_to_size(shape)
            except RuntimeError:
                return False
        return a.shape == b.shape and torch.allclose(a, b, rtol=RTOL, atol=1e-9)

    @staticmethod
    def _sum(values):
        """The values together; None counts as nothing, and what cannot be added gives None."""
        tensors = [as_tensor(value) for value in values if value is not None]
        try:
            return sum(tensors[1:], start=tensors[0]) if tensors else None
        except (RuntimeError, TypeError):
            return None

    @staticmethod
    def _is_zero(value) -> bool:
        tensor = as_tensor(value)
        return tensor is None or not tensor.any()

    def _name(self, i: int) -> str:
        return self.nodes[i].name or self.nodes[i].label

    def _at(self, kind: str, event: Event, caption: str, problem: str = "", **more) -> Step:
        state = event.results, event.gradients
        return self._step(kind, event.node, caption, event, state, problem, **more)

    def _step(self, kind, node, caption, at, state: tuple, problem: str = "", **more) -> Step:
        return Step(
            kind,
            self.phase,
            node,
            caption,
            problem,
            at.line,
            *state,
            arrows=dict(self.arrows),
            visits=dict(self.visits),
            **more,
        )


def _belong_together(a: Step, b: Step) -> bool:
    """Whether both are old gradients forgotten by the same line."""
    return a.kind == b.kind == "forget" and a.line == b.line and not (a.problem or b.problem)
