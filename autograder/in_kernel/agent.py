"""Answering the judge's questions inside a kernel: what do your functions do to this graph?

A question is an act: build this graph, run forward_algorithm on it, give it other values, run
backward_algorithm with this upstream gradient. An answer holds raw numbers: what every node
received and returned, call by call, and what it holds in the end. Acts on one graph happen to the
same objects, one after the other.
"""

import json
import traceback
from decimal import Decimal
from fractions import Fraction
from time import process_time

from course.derive import derivatives
from course.graph import ComputationNode
from course.kept import measure
from course.limit import TookTooLong, limited, taken
from course.record import Call, recording
from course.trials import tried

from .autograd import watched
from .evidence import MIME
from .portable import build, leaves, pack, unpack

MOST_TOLD = 900_000  # characters
MAX_CALLS = 400  # that are told of one run of an algorithm
BUDGET = 40.0  # seconds of processor time for all acts of a cell
HERE = ("/agent/", "/in_kernel/", "/course/")


def show(request: str) -> None:
    """Answers a request and displays the evidence. This is all that a graded cell runs."""
    from IPython import get_ipython
    from IPython.display import display

    asked = json.loads(request)
    with watched() as seen:
        answers = Agent(get_ipython().user_ns).answer(asked["acts"])
    told = {"nonce": asked["nonce"], "answers": answers, "autograd": len(seen)}
    text = json.dumps(told, allow_nan=False)
    display({MIME: {"evidence": text}}, raw=True)


class Agent:
    """Carries out acts with the functions and classes of one namespace."""

    def __init__(self, names: dict):
        self.names = names
        self.graphs: dict[int, ComputationNode] = {}
        self.stuck: set[str] = set()  # functions that did not end
        self.size = 0

    def answer(self, acts: list[dict]) -> list[dict]:
        """An answer to each act; {"skipped": true} when time or room is used up."""
        started, answers = process_time(), []
        for act in acts:
            if process_time() - started > BUDGET or act.get("function") in self.stuck:
                answers.append({"skipped": True})
                continue
            answer = self.carry_out(act)
            size = len(json.dumps(answer))
            if self.size + size > MOST_TOLD:  # this one is too large; those after it may not be
                answer, size = {"skipped": True}, 0
            answers.append(answer)
            self.size += size
        return answers

    def carry_out(self, act: dict) -> dict:
        """One act. An error in the student's code is an answer too."""
        method = getattr(self, "_" + act["do"].replace(" ", "_"))
        answer: dict = {}
        try:
            method(answer, **{k: v for k, v in act.items() if k != "do"})
        except TookTooLong as error:
            self.stuck.add(act.get("function", ""))
            answer["error"] = describe_error(error)
        except BaseException as error:
            answer["error"] = describe_error(error)
        return answer

    def _defined(self, answer: dict, names: list[str]) -> None:
        answer["defined"] = [name for name in names if name in self.names]

    def _value(self, answer: dict, name: str) -> None:
        value = self.names[name]
        if isinstance(value, dict):  # blanks, in which any kind of number will do
            value = {blank: _as_float(each) for blank, each in value.items()}
        answer["value"] = pack(value)

    def _build(self, answer: dict, graph: int, nodes: list[dict]) -> None:
        self.graphs[graph] = build(nodes, self.names)

    def _values(self, answer: dict, graph: int, values: list) -> None:
        for leaf, value in zip(leaves(self.graphs[graph]), values, strict=True):
            leaf.value = unpack(value)

    def _settle(self, answer: dict, graph: int) -> None:
        """Each node's own forward, inputs first, so that a backward pass has what it needs."""
        for node in self.graphs[graph].sorted_nodes():
            with limited():
                node.forward()

    def _forward(self, answer: dict, graph: int, function: str) -> None:
        self._run(answer, self.graphs[graph], function)

    def _backward(self, answer: dict, graph: int, function: str, one: object) -> None:
        self._run(answer, self.graphs[graph], function, one=unpack(one))

    def _run(self, answer: dict, graph: ComputationNode, function: str, **arguments) -> None:
        nodes = graph.sorted_nodes()
        with recording(graph) as calls:
            try:
                with limited():
                    self.names[function](graph, **arguments)
            finally:
                answer["calls"] = [_pack_call(call, nodes) for call in calls[-MAX_CALLS:]]
                answer["count"] = len(calls)
                answer["results"] = [pack(node.result) for node in nodes]
                answer["gradients"] = [pack(node.gradient) for node in nodes]

    def _node_forward(self, answer: dict, graph: int) -> None:
        node = self.graphs[graph]
        for leaf in node.input_nodes:
            leaf.gradient = None
            leaf.forward()
        with limited():
            node.forward()
        answer["result"] = pack(node.result)

    def _node_backward(self, answer: dict, graph: int, upstream: object) -> None:
        node = self.graphs[graph]
        node.gradient = unpack(upstream)
        with limited():
            answer["returned"] = pack(node.backward())
        answer["gradient"] = pack(node.gradient)
        answer["inputs"] = [[pack(n.result), pack(n.gradient)] for n in node.input_nodes]

    def _try(self, answer: dict, function: str, method: str, tensors: bool) -> None:
        """What the function does on a battery of tiny graphs."""
        answer["outcomes"] = tried(self.names[function], method, tensors)

    def _keep(self, answer: dict, graph: int, upstream: object) -> None:
        with limited():
            found = measure(self.graphs[graph], unpack(upstream))
        answer["kept"] = [[e.name[:80], e.role, e.type, e.entries, e.bytes] for e in found.kept]
        answer["runs"] = list(found.runs)
        answer["result"], answer["returned"] = pack(found.result), pack(found.returned)

    def _derivatives(
        self, answer: dict, graph: int, leaf: int, order: int, forward: str, function: str
    ) -> None:
        def call(name, calls, function, *args, **kwargs):
            answer["in"] = name
            with limited():
                return function(*args, **kwargs)

        answer["steps"] = []
        output = self.graphs[graph]
        algorithms = self.names[forward], self.names[function]
        for step in derivatives(output, output.sorted_nodes()[leaf], order, *algorithms, call):
            answer["steps"].append(
                {
                    "value": pack(step.value),
                    "is_node": step.is_node,
                    "depends": step.depends,
                    "gradients": _gradients(step),
                }
            )

    def _call(self, answer: dict, function: str, arguments: list) -> None:
        with limited():
            answer["returned"] = pack(taken(self.names[function](*map(unpack, arguments))))


def _as_float(value: object) -> object:
    try:
        return float(value) if isinstance(value, Fraction | Decimal) else value
    except OverflowError:
        return value


def describe_error(error: BaseException) -> dict:
    """An error as JSON: its class and the built-in ones it derives from, its text, its lines."""
    kinds = [c.__name__[:80] for c in type(error).__mro__ if issubclass(c, BaseException)]
    try:
        text = str(error)[:2000]
    except Exception:
        text = ""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [
        f"  line {f.lineno}, in {f.name}:  {f.line}"[:300]
        for f in frames
        if not any(here in f.filename for here in HERE)
    ]
    return {"kinds": kinds[:12], "text": text, "frames": lines[-12:]}


def _pack_call(call: Call, nodes: list[ComputationNode]) -> list:
    return [
        nodes.index(call.node),
        call.method,
        pack(call.upstream),
        pack(call.returned),
        bool(call.finished),
    ]


def _gradients(step) -> object:
    try:
        return pack(step.gradients())
    except Exception:
        return None
