"""Stand-ins for a student's functions and classes, so that the checks run on what was answered.

A check that calls `forward_algorithm(graph)` gets, from the stand-in, the results that the
student's own function left in that graph, the calls it made, and the error it raised. Which is why
the check comes to the same sentence as in the student's notebook.
"""

import builtins
import json
from collections import Counter
from collections.abc import Callable, Iterator

from autograder.in_kernel.agent import MAX_CALLS
from autograder.in_kernel.portable import (
    BadEvidence,
    Foreign,
    leaves,
    pack,
    pack_graph,
    unpack,
)
from autograder.in_kernel.text import storable
from autograder.judge.deliveries import not_delivered
from course.compare import Row, as_tensor
from course.derive import Derivative
from course.failure import CheckFailed
from course.graph import ComputationNode, Leaf
from course.kept import Kept, Measured
from course.limit import TookTooLong
from course.record import Call, TooManyCalls, log_of
from course.trials import read_outcomes

Ask = Callable[[dict], dict]


class Exchange:
    """The acts that one judged cell wants carried out, and their answers, in order.

    Attributes:
        observed: the calls that the student's engine made.
        odd: what an instructor should look at in them, in a sentence.
    """

    def __init__(self, ask: Ask):
        self.ask = ask
        self._graphs: dict[ComputationNode, tuple[int, list]] = {}
        self._settled: set[ComputationNode] = set()
        self.observed: list[Call] = []
        self.odd = ""

    def number_of(self, graph: ComputationNode) -> int:
        """The graph's number in the acts; it is built, or given its new values, where needed."""
        values = [pack(leaf.value) for leaf in leaves(graph)]
        if graph not in self._graphs:
            number = len(self._graphs)
            _raise(self.ask({"do": "build", "graph": number, "nodes": pack_graph(graph)}))
        else:
            number, before = self._graphs[graph]
            if before != values:
                _raise(self.ask({"do": "values", "graph": number, "values": values}))
        self._graphs[graph] = number, values
        return number

    def settle(self, graph: ComputationNode, number: int) -> None:
        """Before the first backward pass on a graph: each node's own forward."""
        if graph not in self._settled:
            self._settled.add(graph)
            _raise(self.ask({"do": "settle", "graph": number}))


class AlgorithmStandIn:
    """In place of `forward_algorithm` or `backward_algorithm`, or another function on a graph."""

    def __init__(self, name: str, exchange: Exchange):
        self.name, self.exchange = name, exchange
        self._tried: dict[str, list[dict]] = {}

    def __call__(self, *arguments, **options):
        """Leaves in the graph what the student's function left, and raises what it raised."""
        if not arguments or not isinstance(arguments[0], ComputationNode):
            return self._on_values(arguments)
        (graph,) = arguments
        number = self.exchange.number_of(graph)
        if "one" in options:
            self.exchange.settle(graph, number)
            act = {"do": "backward", "graph": number, "function": self.name}
            answer = self.exchange.ask(act | {"one": pack(options["one"])})
        else:
            answer = self.exchange.ask({"do": "forward", "graph": number, "function": self.name})
        calls = self._replay(graph, answer)
        _raise(answer)
        if "one" in options and len(calls) == answer.get("count"):
            self.exchange.odd = self.exchange.odd or not_delivered(graph, calls)
        return graph

    def tried(self, method: str, tensors: bool) -> list[dict]:
        """As `course.trials.tried`, of which this is the answer; asked for once in a cell."""
        if method in self._tried:
            return self._tried[method]
        act = {"do": "try", "function": self.name, "method": method, "tensors": tensors}
        answer = self.exchange.ask(act)
        _raise(answer)
        try:
            self._tried[method] = read_outcomes(answer.get("outcomes"), method, tensors)
            return self._tried[method]
        except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
            raise BadEvidence("outcomes of a battery that are none") from error

    def derivatives(
        self,
        graph: ComputationNode,
        leaf: Leaf,
        order: int,
        forward: "AlgorithmStandIn",
        backward: "AlgorithmStandIn",
        call: Callable,
    ) -> Iterator[Derivative]:
        """As `course.derive.derivatives`, of which this is the answer."""
        act = {
            "do": "derivatives",
            "graph": self.exchange.number_of(graph),
            "leaf": graph.sorted_nodes().index(leaf),
            "order": order,
            "forward": forward.name,
            "function": self.name,
        }
        answer = self.exchange.ask(act)
        for step in _list(answer.get("steps", []), 10):
            gradients = unpack(step.get("gradients"))
            yield Derivative(
                unpack(step.get("value")),
                step.get("is_node") is True,
                step.get("depends") is True,
                lambda gradients=gradients: _as_tuples(gradients or ()),
            )
        call(_text(answer.get("in", self.name)), [], lambda: _raise(answer))
        if len(answer.get("steps", [])) < order:
            raise BadEvidence("too few derivatives")

    def _on_values(self, arguments: tuple) -> object:
        packed = [pack(each) for each in arguments]
        answer = self.exchange.ask({"do": "call", "function": self.name, "arguments": packed})
        _raise(answer)
        return unpack(answer.get("returned"))

    def _replay(self, graph: ComputationNode, answer: dict) -> list[Call]:
        """Leaves in the graph, and in its log, what is told of a run; returns the calls."""
        nodes = graph.sorted_nodes()
        log, calls = log_of(graph), []
        for told in _list(answer.get("calls", []), MAX_CALLS):
            place, method, upstream, returned, finished = _list(told, 5, exactly=True)
            if type(place) is not int or not 0 <= place < len(nodes):
                raise BadEvidence("a call of an unknown node")
            call = Call(nodes[place], _text(method), unpack(upstream), unpack(returned))
            call.finished = finished is True
            calls.append(call)
        log += calls
        self.exchange.observed += calls
        for field in ("results", "gradients"):
            values = _list(answer.get(field, []), len(nodes))
            for node, value in zip(nodes, values, strict=False):
                setattr(node, field[:-1], unpack(value))
        return calls


def node_stand_in(author: type, exchange: Exchange) -> type:
    """In place of a student's class of nodes. Alone, with leaves as inputs, it answers as the
    student's did; inside a larger graph it is the author's: there the graph is asked about."""

    class StandIn(author):
        def forward(self):
            if not _is_alone(self):
                return super().forward()
            number = exchange.number_of(self)
            answer = exchange.ask({"do": "node forward", "graph": number})
            self.result = unpack(answer.get("result"))
            _raise(answer)

        def backward(self):
            if not _is_alone(self):
                return super().backward()
            number = exchange.number_of(self)
            act = {"do": "node backward", "graph": number, "upstream": pack(self.gradient)}
            answer = exchange.ask(act)
            _raise(answer)
            self.gradient = unpack(answer.get("gradient"))
            inputs = _list(answer.get("inputs"), len(self.input_nodes), exactly=True)
            for leaf, left in zip(self.input_nodes, inputs, strict=True):
                result, gradient = _list(left, 2, exactly=True)
                leaf.result, leaf.gradient = unpack(result), unpack(gradient)
            return unpack(answer.get("returned"))

        def measured(self, upstream) -> Measured:
            """As `course.kept.measure`, of which this is the answer."""
            number = exchange.number_of(self)
            answer = exchange.ask({"do": "keep", "graph": number, "upstream": pack(upstream)})
            _raise(answer)
            return Measured(
                [_kept(each) for each in _list(answer.get("kept"), 100)],
                unpack(answer.get("result")),
                unpack(answer.get("returned")),
                tuple(map(_count, _list(answer.get("runs"), 2, exactly=True))),
            )

    StandIn.__name__ = StandIn.__qualname__ = author.__name__
    return StandIn


class NotPlanned(RuntimeError):
    """A check wants an act carried out that its plan does not hold."""


class Answers:
    """The answers to planned acts, found by what was done to which graph for which time."""

    def __init__(self, acts: list[dict], answers: list[dict]):
        if not isinstance(answers, list) or len(answers) != len(acts):
            raise BadEvidence("not as many answers as questions")
        if not all(isinstance(each, dict) for each in answers):
            raise BadEvidence("an answer that is none")
        self._answers = {}
        self._times: Counter = Counter()
        times: Counter = Counter()
        for act, answer in zip(acts, answers, strict=True):
            key = _key(act)
            self._answers[key, times[key]] = answer
            times[key] += 1

    def __call__(self, act: dict) -> dict:
        """The answer to an act.

        Raises:
            NotPlanned: the check and its plan differ.
            CheckFailed: the student's kernel had no time or room left for it.
        """
        key = _key(act)
        number = self._times[key]
        self._times[key] += 1
        if (key, number) not in self._answers:
            raise NotPlanned(key)
        answer = self._answers[key, number]
        if answer.get("skipped"):
            name = act.get("function", "your code")
            raise CheckFailed(f"{name} used up the time or the room there is: not run here.")
        return answer


def contradiction(observed: list[Call]) -> str | None:
    """A backward of the scaffold's own nodes that is said to have returned what it cannot have.

    What such a node returns follows from its upstream gradient and the results of its inputs. An
    engine has no part in that, so numbers that do not fit were not computed by one.
    """
    for call in observed:
        node = call.node
        given = type(node).__module__ == "course.graph" and node.input_nodes
        if call.method != "backward" or not given:
            continue
        if not call.finished or call.upstream is None or isinstance(call.upstream, Foreign):
            return (
                f"backward of {node.label} was called and did not end, or had no upstream "
                "gradient: so the right numbers came from elsewhere."
            )
        kept, node.gradient = node.gradient, call.upstream
        try:
            right = node.backward()
        except Exception:
            continue
        finally:
            node.gradient = kept
        if not _agree(call.returned, right):
            return (
                f"What backward of {node.label} is said to have returned does not follow from what "
                "it received."
            )
    return None


def _agree(told: object, right: list) -> bool:
    if not isinstance(told, list) or len(told) != len(right):
        return False
    return all(Row("", t, as_tensor(r)).right for t, r in zip(told, right, strict=True))


def _is_alone(node: ComputationNode) -> bool:
    return all(isinstance(each, Leaf) for each in node.input_nodes)


def _key(act: dict) -> str:
    return json.dumps([act["do"], act.get("graph"), act.get("function"), act.get("name")])


def _raise(answer: dict) -> None:
    """Raises what the student's code raised: the built-in exception it is, or derives from."""
    error = answer.get("error")
    if error is None:
        return
    if not isinstance(error, dict):
        raise BadEvidence("an error that is none")
    kinds = [_text(kind) for kind in _list(error.get("kinds", []), 20)] or ["Exception"]
    raised = _exception(kinds, _text(error.get("text", "")))
    raised.frames = [_text(line) for line in _list(error.get("frames", []), 20)]
    raise raised


def _exception(kinds: list[str], text: str) -> BaseException:
    for own in (TookTooLong, TooManyCalls):
        if own.__name__ in kinds:
            return own(text)
    base = Exception
    for kind in kinds:
        found = getattr(builtins, kind, None)
        if isinstance(found, type) and issubclass(found, Exception):
            base = found
            break
    name = kinds[0] if kinds[0].isidentifier() else "Exception"
    told = {"__str__": lambda self: text}
    try:
        return type(name, (base,), told)(text)
    except TypeError:  # UnicodeDecodeError wants more than a text
        return type(name, (Exception,), told)(text)


def _kept(told: object) -> Kept:
    *words, entries, size = _list(told, 5, exactly=True)
    return Kept(*map(_text, words), _count(entries), _count(size))


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value < 2**53:
        raise BadEvidence("a count that is none")
    return value


def _as_tuples(value: object) -> object:
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value


def _list(value: object, most: int, exactly: bool = False) -> list:
    if not isinstance(value, list) or len(value) > most or (exactly and len(value) != most):
        raise BadEvidence("a list that is none")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise BadEvidence("a text that is none")
    return storable(value[:2000])
