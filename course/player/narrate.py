"""Tells in words what an engine did, and finds the steps at which it goes wrong.

The words are the field's: a node's upstream gradient, times its local gradients, makes its
downstream gradients, and these add up where a value is used more than once.
"""

from collections import Counter
from dataclasses import replace

from course.check.base.returned import bad_return
from course.check.base.twin import Twin
from course.check.engines.waiting_shares import is_nothing
from course.messages.failure import CheckFailed
from course.picture.labels import called
from course.player.shares import Shares, jacobian_size, total
from course.player.step import Step
from course.recording.calls import Call
from course.recording.player_recorder import PlayerEvent
from course.values.as_text import in_text
from course.values.closeness import values_agree
from course.values.compare import Row
from course.values.words import listed

_MAX_NAMED = 3  # wrong nodes that are named at the end of a pass; the picture marks them all


class Narrator:
    """Turns the events of one pass into steps; one method for each kind of event."""

    def __init__(self, nodes: list, method: str, phase: str, right: Twin, one):
        """Begins a pass in which nothing has happened yet."""
        self.nodes, self.method, self.phase = nodes, method, phase
        self.right, self.one = right, one
        self.shares = Shares(nodes)
        self.edges: dict = {}  # what had come along each edge by the last step
        self.visits: Counter[int] = Counter()
        self.given: set[int] = set()  # nodes that were given a gradient in this pass

    def steps(self, events: list[PlayerEvent]) -> list[Step]:
        """The steps that the events make."""
        steps: list[Step] = []
        methods = {
            "forward": self._forward,
            "result": self._result,
            "upstream": self._upstream,
            "backward": self._backward,
            "share": self._share,
            "gradient": self._gradient,
        }
        for event in events:
            for step in methods[event.kind](event):
                if steps and _belong_together(steps[-1], step):
                    many = steps.pop().together + 1
                    caption = f"The old gradients of {many} nodes are forgotten."
                    step = replace(step, node=None, together=many, caption=caption)
                steps.append(step)
        return steps

    def ending(self, failure: CheckFailed | None, seen) -> Step:
        """The last step of the pass: the failure that stopped the engine, or each node's value
        beside PyTorch's."""
        nodes = self.nodes
        end = tuple(node.result for node in nodes), tuple(node.gradient for node in nodes)
        if failure:
            at = seen.events[-1].node if seen.events else None
            return self._step("error", at, "The engine stops here.", str(failure), seen.line, end)
        is_forward = self.method == "forward"
        right = self.right.results if is_forward else self.right.gradients
        values = end[0] if is_forward else end[1]
        rows = [Row("", yours, pytorch) for yours, pytorch in zip(values, right, strict=True)]
        wrong = {
            i: row.pytorch
            for i, row in enumerate(rows)
            if not row.right and not values_agree(row.yours, row.pytorch)
        }
        never = [i for i, node in enumerate(nodes) if node.input_nodes and not self.visits[i]]
        problems = self._problems(rows, list(wrong if is_forward else reversed(wrong)), never)
        undefined = self._undefined(rows) if is_forward and not wrong else ""
        where = f"all {len(nodes)} nodes" if len(nodes) > 1 else "the only node"
        what = "results" if is_forward else "gradients"
        verdict = "" if wrong else f"PyTorch has the same {what} at {where}."
        more = {"wrong": wrong, "never": tuple(never), "verdict": verdict}
        more["blames_values"] = bool(undefined) and not problems
        caption = f"The end of the {self.phase}."
        problem = " ".join([*problems, *filter(None, [undefined])])
        return self._step("end", None, caption, problem, seen.line, end, **more)

    def _problems(self, rows: list[Row], wrong: list[int], never: list[int]) -> list[str]:
        """What is wrong at the end of a pass, in words: nodes that never ran, and wrong values."""
        problems = []
        if never:
            names = ", ".join(called(self.nodes[i]) for i in never)
            problems.append(f"{self.method} never ran at {names}.")
        for i in wrong[:_MAX_NAMED]:
            _, yours, pytorch, *_ = rows[i].cells()
            problems.append(f"{self._name(i)} ends with {yours}, and PyTorch says {pytorch}.")
        if len(wrong) > _MAX_NAMED:
            problems.append(f"{len(wrong) - _MAX_NAMED} more are wrong.")
        return problems

    def _undefined(self, rows: list[Row]) -> str:
        """Where PyTorch, too, has no finite value, in words; empty if there is none."""
        undefined = [i for i, row in enumerate(rows) if not row.pytorch.isfinite().all()]
        names = ", ".join(called(self.nodes[i]) for i in undefined)
        return names and f"There is no finite value at {names}: choose other values."

    def _forward(self, event: PlayerEvent) -> list[Step]:
        i, name = event.node, called(self.nodes[event.node])
        problem = ""
        if self.method == "forward":
            self.visits[i] += 1
            if self.visits[i] > 1:
                problem = f"{name} has been computed before: this is visit {self.visits[i]}."
            elif not values_agree(event.value, self.right.results[i]):
                problem = f"PyTorch gets {in_text(self.right.results[i])}."
        inputs = dict.fromkeys(self.shares.inputs[i])
        values = [(self._name(k), in_text(event.results[k])) for k in inputs]
        used = listed(f"{of} = {value}" if of != value else value for of, value in values)
        caption = f"{name} computes {in_text(event.value)} from {used}."
        if not used:
            leaf = f"{name} is a leaf" if self.nodes[i].name else "A leaf"
            caption = f"{leaf}: its value {in_text(event.value)} is given."
        return [self._at("forward", event, caption, problem)]

    def _result(self, event: PlayerEvent) -> list[Step]:
        """The engine has set a result by itself."""
        name, new = called(self.nodes[event.node]), event.value
        if not self.visits[event.node] and is_nothing(new):
            return [self._at("forget", event, f"The old result of {name} is forgotten.")]
        right = values_agree(new, self.right.results[event.node])
        problem = "" if right else f"It was {in_text(event.before)}, from forward."
        return [self._at("set", event, f"The result of {name} is set to {in_text(new)}.", problem)]

    def _upstream(self, event: PlayerEvent) -> list[Step]:
        i, node = event.node, self.nodes[event.node]
        self.visits[i] += 1
        users = dict.fromkeys(self.shares.users[i])
        late = listed(self._name(user) for user in users if not self.visits[user])
        problem = ""
        if self.visits[i] > 1:
            problem = f"{called(node)} had its turn before: this is visit {self.visits[i]}."
        elif late:
            problem = f"Too early: {self._name(i)} is still to get its share from {late}."
        elif not values_agree(event.value, self.right.gradients[i]):
            problem = f"PyTorch has {in_text(self.right.gradients[i])} there."
        arrived = f": {self.shares.count(i)} shares" if len(self.shares.users[i]) > 1 else ""
        caption = f"Backward at {called(node)}. Its upstream gradient is {in_text(event.value)}"
        caption += f"{arrived}."
        if not node.input_nodes:
            caption += " A leaf passes nothing on: this is its answer."
        return [self._at("upstream", event, caption, problem)]

    def _backward(self, event: PlayerEvent) -> list[Step]:
        i, node = event.node, self.nodes[event.node]
        call = Call(node, "backward", returned=event.value, finished=True)
        if problem := bad_return([call]):
            caption = f"Backward of {called(node)} is done."
            return [self._at("downstream", event, caption, problem)]
        if not node.input_nodes:
            return []
        names = [self._name(k) for k in self.shares.inputs[i]]
        local = tuple(self.shares.local(i, k) for k in range(len(names)))
        steps = [self._at("local", event, self._local(event, names, local), local=local)]
        self.shares.returned(i, event.value)
        problems = {}
        for k, (name, value) in enumerate(zip(names, event.value, strict=True)):
            right = self.shares.right_share(i, k, event.gradients[i])
            if right is not None and not self.shares.gradients_agree(
                self.shares.inputs[i][k], value, right
            ):
                problems[k] = (
                    f"Upstream times local is {in_text(right)} for {name}, not {in_text(value)}."
                )
        each = listed(f"{in_text(v)} for {n}" for v, n in zip(event.value, names, strict=True))
        caption = f"Downstream gradients of {called(node)}: {each}."
        problem = next(iter(problems.values()), "")
        more = {"local": local, "unequal": tuple(problems)}
        return [*steps, self._at("downstream", event, caption, problem, **more)]

    def _local(self, event: PlayerEvent, names: list[str], local: tuple) -> str:
        """The caption of the step that shows the local gradients."""
        i = event.node
        each = listed(f"{in_text(d)} for {name}" for d, name in zip(local, names, strict=True))
        if any(gradient is None for gradient in local):
            inputs = (event.results[k] for k in self.shares.inputs[i])
            sizes = [jacobian_size(event.results[i], value) for value in inputs]
            each = f"a Jacobian of {sizes[0]} numbers, never needed by itself"
            if len(sizes) > 1:
                each = f"Jacobians of {listed(sizes)} numbers, never needed by themselves"
        kept = listed(dict.fromkeys(map(self._name, event.kept)))
        kept = f" For this it kept {kept} from the forward pass." if kept else ""
        return f"Local gradients of {called(self.nodes[i])}: {each}.{kept}"

    def _share(self, event: PlayerEvent) -> list[Step]:
        i, value, waiting = event.node, event.value, self._waiting_for(event.node)
        problem = ""
        if edges := self.shares.making(i, value):
            self.shares.delivered(i, edges)
        elif waiting:
            edge = next(iter(waiting))
            problem = f"Backward of {self._name(edge[0])} returned {in_text(waiting[edge])} for it."
            self.shares.delivered(i, [edge], instead=value)
        elif self._is_output(i) and values_agree(value, self.one):
            caption = f"The gradient of the output with respect to itself: {in_text(value)}."
            return [self._at("set", event, caption, self._leftover(event))]
        else:
            problem = f"No backward has returned this share for {self._name(i)}."
        problem = self._leftover(event) or problem
        self.given.add(i)
        return [self._at("share", event, self._added(event, value), problem)]

    def _gradient(self, event: PlayerEvent) -> list[Step]:
        """The engine has set a gradient by itself, not by accumulate_gradient."""
        i, new, old = event.node, event.value, event.before
        caption = f"The gradient of {self._name(i)} is set to {in_text(new)}."
        had_shares = i in self.given and not is_nothing(old)
        if is_nothing(new):
            problem = f"{in_text(old)} had arrived in this pass, and is lost." if had_shares else ""
            return [self._at("set" if problem else "forget", event, caption, problem)]
        waiting, leftover = self._waiting_for(i), self._leftover(event)
        self.given.add(i)
        if self._is_output(i) and not waiting:
            problem = (
                "" if values_agree(new, self.one) else f"It should start with {in_text(self.one)}."
            )
            caption = f"The backward pass starts: the gradient of the output is {in_text(new)}."
            return [self._at("set", event, caption, problem)]
        if edges := self.shares.making(i, new, old):
            self.shares.delivered(i, edges)
            share = total(waiting[edge] for edge in edges)
            return [self._at("share", event, self._added(event, share), leftover)]
        if values_agree(new, self.right.gradients[i]):
            self.shares.delivered(i, list(waiting))
            return [self._at("set", event, caption)]
        exact = [
            edge for edge, share in waiting.items() if self.shares.gradients_agree(i, new, share)
        ]
        if not exact:
            problem = "No backward has returned this as a share."
            return [self._at("set", event, caption, problem)]
        self.shares.delivered(i, exact[:1])
        caption = f"{self._name(exact[0][0])} brings {in_text(new)} to {self._name(i)}"
        if had_shares:
            problem = f"{in_text(old)} is lost: shares add up where a value is used more than once."
            return [self._at("share", event, f"{caption}, in place of {in_text(old)}.", problem)]
        return [self._at("share", event, f"{caption}: {self.shares.count(i)}.")]

    def _added(self, event: PlayerEvent, share) -> str:
        """The caption of a share that arrives."""
        i, name = event.node, self._name(event.node)
        if is_nothing(event.before):
            return f"{in_text(share)} arrives at {name}: {self.shares.count(i)}."
        after = in_text(event.gradients[i])
        added = f"{in_text(share)} added to {in_text(event.before)}, making {after}, at {name}"
        return f"{added}: {self.shares.count(i)}."

    def _leftover(self, event: PlayerEvent) -> str:
        if event.node in self.given or is_nothing(event.before):
            return ""
        return f"The {in_text(event.before)} there is left over from the pass before."

    def _waiting_for(self, i: int) -> dict:
        """The shares that wait for a node, by edge."""
        return {edge: self.shares.waiting[edge] for edge in self.shares.waiting.edges_to(i)}

    def _is_output(self, i: int) -> bool:
        return i == len(self.nodes) - 1

    def _name(self, i: int) -> str:
        return self.nodes[i].name or called(self.nodes[i])

    def _at(self, kind: str, event: PlayerEvent, caption: str, problem: str = "", **more) -> Step:
        state = tuple(event.results), tuple(event.gradients)
        more["before"] = event.before
        return self._step(kind, event.node, caption, problem, event.line, state, **more)

    def _step(self, kind, node, caption, problem, line, state, **more) -> Step:
        before, self.edges = self.edges, dict(self.shares.edges)
        came = tuple(e for e, brought in self.edges.items() if brought is not before.get(e))
        so_far = {"edges": self.edges, "came": came, "visits": dict(self.visits)}
        return Step(kind, self.phase, node, caption, problem, line, *state, **so_far, **more)


def _belong_together(a: Step, b: Step) -> bool:
    """Whether both are old values forgotten by the same line."""
    return a.kind == b.kind == "forget" and a.line == b.line
