"""Tells in words what an engine did, and finds the steps at which it goes wrong.

It uses the standard terms: a node's upstream gradient times its local gradients gives its
downstream gradients, and these add up where a value is used more than once.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from course.check.base.downstream import bad_return
from course.check.base.value_clues import values_to_blame
from course.check.base.visits import most_visits
from course.messages.failure import CheckFailed
from course.picture.labels import caption_name, own_or_caption_name
from course.player.ending import with_verdict
from course.player.right_shares import jacobian_size, local_gradients, right_shares
from course.player.step import Step, StepKind
from course.questions import Played
from course.recording.account import Account, Arrival, Edge, SentShare, senders
from course.recording.player_recorder import Line
from course.recording.records import Call, Event, Method
from course.reference.twin import Twin
from course.scaffold.order import places_of_inputs
from course.sentences.words import capitalised, listed, plural, verb
from course.values.as_text import in_text, told_apart
from course.values.closeness import values_agree
from course.values.gradients import is_nothing, summed_to, total, zero_if_list
from course.values.tensors import copy_value


class Narrator:
    """Turns the events of one pass into steps, with one method for each kind of event."""

    def __init__(self, method: Method, phase: str, right: Twin, one: object):
        """Begins a pass with what the nodes hold now."""
        self.nodes, self.method, self.phase = right.nodes, method, phase
        self._hold_what_nodes_hold()
        self.right, self.one = right, one
        shapes = [result.shape for result in right.results]
        self.account = Account(places_of_inputs(self.nodes), one, shapes)
        self.lines: list[Line] = []
        self.read: list[int] = []  # the nodes whose results backward has read, in this call
        # What the account had noted of each edge by the last step.
        self.edges: dict[Edge, SentShare] = {}
        # How often each node's method of this pass has run, and how often it runs in all.
        self.visits = self.account.runs if method == "backward" else Counter[int]()
        self.total_visits = Counter[int]()
        self.changes_to_come = Counter[int]()  # how often each node's gradient will still be set

    def told(self, played: Played, failure: CheckFailed | None) -> list[Step]:
        """The steps of the whole pass. The last says how it ended: with a failure, or with what is
        wrong. If nothing is wrong in the end, no other step is said to be wrong either, however odd
        it is, except a run too many of a method: no check blames such a pass for anything else."""
        steps = self.steps(played.events, played.lines)
        self._hold_what_nodes_hold()
        if failure:
            return [*steps, self._stopped(failure, played)]
        end = self._step("end", f"The end of the {self.phase}.", line=played.line)
        end = with_verdict(end, self.method, self.right)
        if not end.problem:
            steps = [s if self._is_run_too_many(s) else _without_problem(s) for s in steps]
        return [*steps, end]

    def steps(self, events: list[Event], lines: list[Line]) -> list[Step]:
        """The steps that tell these events, which name their lines by their places in a list."""
        self.lines = lines
        steps: list[Step] = []
        runs = "call" if self.method == "backward" else "forward"
        self.total_visits = Counter(event.node for event in events if event.kind == runs)
        self.changes_to_come = Counter(event.node for event in events if event.kind == "set")
        methods = {
            "forward": self._forward,
            "result": self._result,
            "call": self._call,
            "read": self._read,
            "returned": self._returned,
            "set": self._set,
        }
        for event in self.account.follow(events):
            self._hold(event)
            for step in methods[event.kind](event):
                if steps and _belong_together(steps[-1], step):
                    count = steps.pop().together + 1
                    caption = f"The old gradients of {count} nodes are forgotten."
                    step = replace(step, node=None, together=count, caption=caption)
                steps.append(step)
        return steps

    def _hold_what_nodes_hold(self) -> None:
        self.results = [copy_value(node.result) for node in self.nodes]
        self.gradients = [copy_value(node.gradient) for node in self.nodes]

    def _hold(self, event: Event) -> None:
        """Notes what an event has changed."""
        if event.kind in ("forward", "result"):
            self.results[event.node] = event.value
        elif event.kind == "set":
            self.gradients[event.node] = event.value
            self.changes_to_come[event.node] -= 1

    def _is_too_often(self, i: int) -> bool:
        """Whether a node's method of this pass runs more often, in all of it, than it may."""
        return self.total_visits[i] > most_visits(self.method, self.account.inputs[i])

    def _is_run_too_many(self, step: Step) -> bool:
        own = "upstream" if self.method == "backward" else "forward"
        if step.node is None or step.kind != own:
            return False
        return step.visits[step.node] > 1 and self._is_too_often(step.node)

    def _stopped(self, failure: CheckFailed, played: Played) -> Step:
        """The last step of a pass that the engine did not finish."""
        last = next((event for event in reversed(played.events) if event.kind != "read"), None)
        undefined = ""
        if self.method == "forward":
            undefined = values_to_blame(failure.diagnosis.raised, self.right)
        node, problem = last.node if last else None, undefined or str(failure)
        step = self._step("error", "The engine stops here.", problem, node=node, line=played.line)
        return replace(step, blames_values=bool(undefined))

    def _forward(self, event: Event) -> list[Step]:
        i, name = event.node, caption_name(self.nodes[event.node])
        problem = ""
        if self.method == "forward":
            self.visits[i] += 1
            if self.visits[i] > 1:
                problem = f"{name} has been computed before: this is visit {self.visits[i]}."
            elif not values_agree(event.value, self.right.results[i]):
                problem = f"PyTorch gets {_instead(self.right.results[i], event.value)}."
        inputs = listed(self._equation(k) for k in dict.fromkeys(self.account.inputs[i]))
        if inputs:
            caption = f"{name} computes {in_text(event.value)} from {inputs}."
        else:
            leaf = f"{name} is a leaf" if self.nodes[i].name else "A leaf"
            caption = f"{leaf}: its value {in_text(event.value)} is given."
        return [self._at("forward", event, caption, problem)]

    def _equation(self, i: int) -> str:
        """A node and its result, as in `x = 0.5`; only the number if the node has no name."""
        name, value = self._name(i), in_text(self.results[i])
        return value if name == value else f"{name} = {value}"

    def _result(self, event: Event) -> list[Step]:
        """Steps for a result that the engine has set by itself, not by running forward."""
        name, new = caption_name(self.nodes[event.node]), event.value
        if not self.visits[event.node] and is_nothing(new):
            return [self._at("forget", event, f"The old result of {name} is forgotten.")]
        right = self.right.results[event.node]
        problem = "" if values_agree(new, right) else f"PyTorch gets {_instead(right, new)}."
        return [self._at("set", event, f"The result of {name} is set to {in_text(new)}.", problem)]

    def _call(self, event: Event) -> list[Step]:
        i, node = event.node, self.nodes[event.node]
        upstream, runs = self.gradients[i], self.account.runs[i]
        is_final = node.input_nodes or not self.changes_to_come[i]
        late = listed(map(self._name, self.account.users_to_come(i)))
        problem = ""
        if not is_final:
            pass  # a leaf passes nothing on, so it may have its turn at any time
        elif runs > 1 and self._is_too_often(i):
            problem = f"{caption_name(node)} had its turn before: this is visit {runs}."
        elif late:
            problem = f"Too early: {self._name(i)} is still to get its share from {late}."
        elif not values_agree(upstream, self.right.gradients[i]):
            problem = f"PyTorch has {_instead(self.right.gradients[i], upstream)} there."
        arrived = f" (shares: {self._count(i)})" if len(self.account.users[i]) > 1 else ""
        caption = f"Backward at {caption_name(node)}. Its upstream gradient is {in_text(upstream)}"
        caption += f"{arrived}."
        if not node.input_nodes and is_final and not late:
            caption += " A leaf passes nothing on: this is its final gradient."
        return [self._at("upstream", event, caption, problem)]

    def _read(self, event: Event) -> list[Step]:
        self.read.append(event.node)
        return []

    def _returned(self, event: Event) -> list[Step]:
        """Two steps for a call of backward: the local gradients, and what backward returned."""
        i, node = event.node, self.nodes[event.node]
        read, self.read = self.read, []
        call = Call(node, "backward", returned=event.value, finished=True)
        problem = bad_return([call])
        if problem or not isinstance(event.value, list | tuple):
            caption = f"Backward of {caption_name(node)} is done."
            return [self._at("downstream", event, caption, problem or "")]
        if not node.input_nodes:
            return []
        local = local_gradients(node, self.right)
        local_step = self._at("local", event, self._local_caption(i, local, read), local=local)
        self.account.returned(i, event.value, again=self._is_too_often(i))
        names = map(self._name, self.account.inputs[i])
        returned = listed(
            f"{in_text(share)} for {name}" for share, name in zip(event.value, names, strict=True)
        )
        caption = f"Downstream gradients of {caption_name(node)}: {returned}."
        problems = self._wrong_shares(i, event.value)
        problem = next(iter(problems.values()), "")
        more = {"local": local, "unequal": tuple(problems)}
        return [local_step, self._at("downstream", event, caption, problem, **more)]

    def _wrong_shares(self, i: int, returned: Sequence) -> dict[int, str]:
        """What is wrong with the shares that backward returned, by the number of the input."""
        right_ones = right_shares(self.nodes[i], self.gradients[i], self.right)
        problems = {}
        for k, right in enumerate(right_ones):
            place, share = self.account.inputs[i][k], returned[k]
            if not values_agree(summed_to(self.right.results[place].shape, share), right):
                should = (
                    f"Upstream times local is {told_apart(right, share)} for {self._name(place)}"
                )
                problems[k] = f"{should}, not {told_apart(share, right)}."
        return problems

    def _local_caption(self, i: int, local: tuple, read: list[int]) -> str:
        """The caption of the step that shows the local gradients."""
        kept = listed(dict.fromkeys(map(self._name, read)))
        kept = f" For this it kept {kept} from the forward pass." if kept else ""
        gradients = self._local_gradients(i, local)
        return f"Local gradients of {caption_name(self.nodes[i])}: {gradients}.{kept}"

    def _local_gradients(self, i: int, local: tuple) -> str:
        """The local gradients, or the sizes of the Jacobians that are too large to write down."""
        inputs = self.account.inputs[i]
        if all(gradient is not None for gradient in local):
            return listed(
                f"{in_text(gradient)} for {self._name(place)}"
                for gradient, place in zip(local, inputs, strict=True)
            )
        sizes = [jacobian_size(self.results[i], self.results[place]) for place in inputs]
        if len(sizes) == 1:
            return f"a Jacobian of {sizes[0]} numbers, never needed by itself"
        return f"Jacobians of {listed(sizes)} numbers, never needed by themselves"

    def _set(self, event: Event) -> list[Step]:
        """The step for a change of a gradient, by `accumulate_gradient` or otherwise."""
        i, new, name = event.node, event.value, self._name(event.node)
        arrival = self.account.arrival(event)
        is_set = "is changed in place, to" if event.in_place else "is set to"
        caption = f"The gradient of {name} {is_set} {in_text(new)}."
        problem = ""
        if arrival.is_on_old:
            problem = f"{name} still held {in_text(event.before)} from the pass before."
        match arrival.kind:
            case "forgotten" if event.before is None and new is None:
                # There was nothing to forget: accumulate_gradient was called with None.
                undue = self._undue(event)
                return [self._at("share", event, self._added(event, None), undue)]
            case "forgotten":
                return [self._at("forget", event, caption)]
            case "wiped":
                gone = capitalised(in_text(event.before))
                problem = f"{gone} had arrived in this pass, and is taken away."
            case "started":
                caption = f"The backward pass starts: the gradient of the output is {in_text(new)}."
                if not values_agree(event.came, self.one):
                    problem = problem or f"It should start with {_instead(self.one, new)}."
            case "added":
                share = event.share
                if share is None:
                    share = total(self.account.edges[edge].share for edge in arrival.edges)
                return [self._at("share", event, self._added(event, share), problem)]
            case "put" | "lost":
                return [self._replaced(event, arrival)]
            case "undue" if event.share is not None:
                undue = self._undue(event)
                problem = problem or undue
                return [self._at("share", event, self._added(event, event.share), problem)]
            case "undue":
                if values_agree(new, self.right.gradients[i]):
                    self.account.arrived(self.account.waiting_for(i))
                else:
                    problem = "No `node.backward()` has returned this as a share."
                    if event.in_place:
                        problem += " A tensor changed in place changes at every node that holds it."
        return [self._at("set", event, caption, problem)]

    def _undue(self, event: Event) -> str:
        """What is wrong about a share that was not due. If others wait for the node, it counts as
        one that came in their place."""
        name, waiting = self._name(event.node), self.account.waiting_for(event.node)
        for edge, sent in self.account.edges.items():
            is_its = sent.has_arrived and self.account.receiver(edge) == event.node
            may_come_again = not waiting or self.account.runs[edge[0]] > 1
            if is_its and may_come_again and values_agree(event.share, sent.share):
                self.account.arrived([edge])
                return f"{self._name(edge[0])} has brought this share before."
        for edge, due in waiting.items():
            self.account.arrived([edge], instead=event.share)
            return f"Backward of {self._name(edge[0])} returned {_instead(due, event.came)} for it."
        return f"No `node.backward()` has returned this share for {name}."

    def _replaced(self, event: Event, arrival: Arrival) -> Step:
        """The step in which shares become a node's gradient, in place of what was there."""
        i, old = event.node, event.before
        users = senders(arrival.edges)
        bring = verb(len(users), "bring")
        caption = f"{listed(map(self._name, users))} {bring} {in_text(event.value)}"
        caption += f" to {self._name(i)}"
        if arrival.kind == "put":
            return self._at("share", event, f"{caption}. {self._arrived(i)}")
        problem = f"{capitalised(in_text(old))} is lost: "
        problem += "shares add up where a value is used more than once."
        return self._at("share", event, f"{caption}, in place of {in_text(old)}.", problem)

    def _added(self, event: Event, share: object) -> str:
        """The caption for a share that arrives."""
        i, name = event.node, self._name(event.node)
        come, before, after = map(in_text, (share, event.before, self.gradients[i]))
        caption = f"{capitalised(come)} arrives at {name}."
        if not is_nothing(zero_if_list(event.before)):
            shows_numbers = not come == before == after  # else these are only shapes
            sum_ = f" to {before} at {name}, making {after}" if shows_numbers else f" at {name}"
            caption = f"{capitalised(come)} is added{sum_}."
        return f"{caption} {self._arrived(i)}"

    def _arrived(self, i: int) -> str:
        """A sentence that counts the shares that have arrived at a node."""
        if not self.account.users[i]:
            return "No other node uses it."
        return f"Shares so far: {self._count(i)}."

    def _count(self, i: int) -> str:
        """Says how many of its shares have arrived at a node."""
        expected, count = len(self.account.users[i]), self.account.counts[i]
        if count > expected:
            return f"{count}, along {expected} {plural(expected, 'arrow')}"
        return f"{count} of {expected}"

    def _name(self, i: int) -> str:
        return own_or_caption_name(self.nodes[i])

    def _at(self, kind: StepKind, event: Event, caption: str, problem: str = "", **more) -> Step:
        """The step for an event."""
        line = None if event.line is None else self.lines[event.line]
        about = {"node": event.node, "line": line, "before": event.before}
        return self._step(kind, caption, problem, **about, **more)

    def _step(self, kind: StepKind, caption: str, problem: str = "", **more) -> Step:
        """A step with what has come along the edges since the step before; `more` holds further
        fields of it."""
        before, self.edges = self.edges, dict(self.account.edges)
        came = [edge for edge, sent in self.edges.items() if sent is not before.get(edge)]
        return Step(
            kind,
            self.phase,
            caption,
            problem,
            results=tuple(self.results),
            gradients=tuple(self.gradients),
            edges=self.edges,
            came=tuple(came),
            visits=Counter(self.visits),
            **more,
        )


def _instead(right: object, wrong: object) -> str:
    """The value that should be there; if the wrong one looks the same, that one, too."""
    looks_same = in_text(right) == in_text(wrong) != told_apart(wrong, right)
    more = f", not {told_apart(wrong, right)}" if looks_same else ""
    return told_apart(right, wrong) + more


def _without_problem(step: Step) -> Step:
    return replace(step, problem="", unequal=())


def _belong_together(a: Step, b: Step) -> bool:
    """Whether both steps are about old values that the same line forgets."""
    return a.kind == b.kind == "forget" and a.line == b.line
