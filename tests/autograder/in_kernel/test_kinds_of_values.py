"""Values of all kinds that students may make: notebook and grader say the same about them."""

import json
from collections import deque
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from types import MappingProxyType

import numpy as np
import pytest
import torch

from autograder.in_kernel.agent import Agent
from autograder.in_kernel.graphs_as_json import pack_graph, rebuilt
from autograder.in_kernel.values_as_json import BadEvidence, pack, unpack
from autograder.judge.flags.from_answers import contradiction
from autograder.judge.remote_subject import RemoteFunction
from course import (
    ComputationNode,
    Exp,
    Leaf,
    Matsum,
    check_adam_step,
    check_blanks,
    check_derivatives,
    check_gradients,
    check_kept,
    check_minibatches,
    check_node,
    check_results,
    check_results_by_hand,
    check_sgd_step,
)
from course.check.base.value_clues import REAL_NUMBERS
from course.check.models.adam import pytorch_adam
from course.check.models.training_run import check_training
from course.check.nodes.node import check_node_forward
from course.check.paper.by_expression import check_results_by_expression
from course.check.paper.edges import check_backward_order, check_edges
from course.check.paper.multiple_choice import check_choices
from course.operations import Sketch
from course.questions import Happened, RunEngine
from course.recording.records import Call
from course.subject import asking
from tests.helpers.engine import Mul, backward_algorithm, forward_algorithm
from tests.helpers.failing import fails
from tests.helpers.subjects import elsewhere, shown


def number(value) -> float:
    return float(np.asarray(value).flat[0])


KINDS = {
    "as it is": lambda v: v,
    "number": number,
    "whole number": lambda v: 3,
    "truth value": lambda v: True,
    "large number": lambda v: 10**400,
    "complex number": lambda v: complex(number(v)),
    "NumPy float": lambda v: np.float64(number(v)),
    "NumPy float32": lambda v: np.float32(number(v)),
    "NumPy int": lambda v: np.int64(3),
    "array": lambda v: np.asarray(v),
    "array the other way round": lambda v: np.asarray(v)[::-1] if np.ndim(v) else np.asarray(v),
    "array of float32": lambda v: np.asarray(v).astype(np.float32),
    "array of long floats": lambda v: np.asarray(v).astype(np.longdouble),
    "array of complex numbers": lambda v: np.asarray(v).astype(complex),
    "array of objects": lambda v: np.asarray(v).astype(object).reshape(-1),
    "0-d tensor": lambda v: torch.as_tensor(v).flatten()[0],
    "float32": lambda v: torch.as_tensor(v).float(),
    "whole numbers": lambda v: torch.as_tensor(v).long(),
    "truth values": lambda v: torch.as_tensor(v) > 0,
    "complex numbers": lambda v: torch.as_tensor(v) + 0j,
    "requires grad": lambda v: torch.as_tensor(v).double().requires_grad_(),
    "sparse": lambda v: torch.as_tensor(v).to_sparse() if np.ndim(v) else v,
    "list": lambda v: torch.as_tensor(v).tolist() if np.ndim(v) else [v],
    "tuple": lambda v: (v,),
    "fraction": lambda v: Fraction(1, 3),
    "text": lambda v: "0.5",
    "node": Leaf,
    "nothing": lambda v: None,
}
# Of these a sentence quotes the type, or the value as Python prints it, which is lost on the way.
QUOTED = {
    "truth value",
    "NumPy float32",
    "NumPy int",
    "array of complex numbers",
    "array of objects",
}
TENSOR, MATRIX = torch.tensor([1.0, -2.0, 0.5]), torch.tensor([[1.0, 2.0]])


def sine(of: str, kind: Callable) -> type:
    """A class of nodes whose result, gradient or list of gradients is of a kind."""

    class Sine(ComputationNode):
        def forward(self):
            x = self.input(0)
            made = x.sin() if hasattr(x, "sin") else float(np.sin(x))
            self.result = kind(made) if of == "result" else made

        def backward(self):
            x = self.input(0)
            share = self.gradient * (x.cos() if hasattr(x, "cos") else float(np.cos(x)))
            share = kind(share) if of == "gradient" else share
            return kind([share]) if of == "list" and np.ndim(share) == 0 else [share]

    return Sine


def of_functions(kind: Callable) -> dict:
    """For each check of functions, the check and the functions, which make a value of a kind."""

    def forward(graph):
        forward_algorithm(graph)
        graph.result = kind(graph.result)

    def backward(graph, one=1.0):
        backward_algorithm(graph, one)
        leaf = graph.sorted_nodes()[0]
        leaf.gradient = kind(leaf.gradient)

    def batches(order, size):
        return [kind(torch.tensor(order[i : i + size])) for i in range(0, len(order), size)]

    def step(parameters, gradients, rate):
        return {n: kind(v - rate * gradients[n]) for n, v in parameters.items()}

    def adam(*given):
        return [kind(each) for each in pytorch_adam(*given)]

    def train(parameters, X, Y, epochs):
        return {n: kind(v * 0.0) for n, v in parameters.items()}

    def loss(parameters):
        return sum((v**2).sum() for v in parameters.values())

    found = {}
    for value, name in ((TENSOR, "tensors"), (0.5, "numbers")):
        x = Leaf(value, "x")
        graph = Mul(Exp(x), Leaf(value, "y"))
        found |= {
            f"results of {name}": (check_results, [graph], [forward]),
            f"gradients of {name}": (check_gradients, [graph], [forward_algorithm, backward]),
            f"derivatives of {name}": (
                check_derivatives,
                [Mul(x, x), x],
                [forward_algorithm, backward],
            ),
        }
    return found | {
        "minibatches": (check_minibatches, [], [batches]),
        "a step": (check_sgd_step, [], [step]),
        "Adam": (check_adam_step, [], [adam]),
        "training": (
            lambda f: check_training(f, {"W": MATRIX}, [MATRIX, MATRIX, 1], loss, 0.1),
            [],
            [train],
        ),
    }


def agree(is_quoted: bool, here: tuple, there: tuple) -> None:
    """What is told is the same; if it quotes the value, whether it is right."""
    if is_quoted:
        here, there = bool(here[1]), bool(there[1])
    assert here == there


@pytest.mark.by_day(25)
@pytest.mark.parametrize("value", [TENSOR, 0.5], ids=["tensor", "number"])
@pytest.mark.parametrize("of", ["result", "gradient", "list"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_is_said_of_a_value_made_by_a_node(kind, of, value):
    cls = sine(of, KINDS[kind])
    checks = [lambda: check_node(cls, value), lambda: check_node_forward(cls, value)]
    if value is TENSOR:
        checks.append(lambda: check_kept(cls, value, at_most=24))
    for check in checks:
        here = shown(check)
        with asking(elsewhere()):
            agree(of == "list" or kind in QUOTED, here, shown(check))


@pytest.mark.parametrize("of", ["result", "gradient"])
@pytest.mark.parametrize("shape", [(2000,), (4 * 10**6,), (1,) * 9, (0,) * 9, (7,) * 16])
def test_the_same_is_said_of_a_tensor_that_is_too_large_to_send(shape, of):
    cls = sine(of, lambda v: v.expand(*shape, 3))
    here = fails(check_node, cls, TENSOR)
    assert "is a Tensor" not in here and REAL_NUMBERS not in here
    with asking(elsewhere()):
        assert fails(check_node, cls, TENSOR) == here


@pytest.mark.by_day(40)
@pytest.mark.parametrize("what", of_functions(number))
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_is_said_of_a_value_made_by_a_function(kind, what):
    check, given, functions = of_functions(KINDS[kind])[what]
    here = shown(check, *given, *functions)
    named = dict(zip("fg", functions, strict=False))
    with asking(elsewhere(**named)):
        there = shown(check, *given, *map(RemoteFunction, named))
    agree(what == "minibatches" or kind in QUOTED | {"fraction"}, here, there)


class Batches:
    """An iterable that is nothing else."""

    def __init__(self, batches):
        self.batches = batches

    def __iter__(self):
        return iter(self.batches)


CONTAINERS = {
    "tuple of iterators": lambda batches: tuple(map(iter, batches)),
    "deque": deque,
    "deques": lambda batches: list(map(deque, batches)),
    "array of deques": lambda batches: np.array([*map(deque, batches), None], dtype=object)[:-1],
    "view of a dictionary": lambda batches: dict(enumerate(batches)).values(),
    "dictionaries": lambda batches: [dict.fromkeys(batch) for batch in batches],
    "dictionary": lambda batches: dict.fromkeys(map(tuple, batches)),
    "ranges": lambda batches: [range(3)],
    "own class": Batches,
    "frozen sets": lambda batches: list(map(frozenset, batches)),
    "bytes": lambda batches: list(map(bytes, batches)),
    "long list": lambda batches: batches * 5000,
    "long batch": lambda batches: [batches[0] * 5000],
    "long set": lambda batches: [set(range(5000))],
    "long tensor": lambda batches: [torch.zeros(5000)],
    "endless": lambda batches: count(),
    "endless in a tuple": lambda batches: (count(),),
    "endless many times": lambda batches: [count()] * 5000,
    "without memory": lambda batches: torch.zeros(1, 1).expand(2, 10**9),
}
RIGHT = {"tuple of iterators", "deque", "deques", "view of a dictionary", "own class"}
KEYS = {"dictionaries", "dictionary"}  # whose keys become text on the way, which shows


@pytest.mark.parametrize("kind", CONTAINERS)
def test_the_same_is_said_of_batches_in_a_container(kind):
    def minibatches(order, size):
        return CONTAINERS[kind]([order[i : i + size] for i in range(0, len(order), size)])

    here = shown(check_minibatches, minibatches)
    with asking(elsewhere(f=minibatches)):
        there = shown(check_minibatches, RemoteFunction("f"))
    if kind in KEYS:
        assert (here[0], bool(here[1])) == (there[0], bool(there[1]))
    else:
        assert here == there
    assert bool(here[1]) is (kind not in RIGHT)


PRODUCT = Sketch("Mul", Leaf(1.0, "x"), Leaf(2.0, "y"), name="a")
GRAPH = Sketch("Add", PRODUCT, Leaf(1.0, "z"), name="b")
COLLECTIONS = {"list": list, "tuple": tuple, "set": set, "array": np.array, "text": "".join}


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_is_said_of_a_value_in_a_blank(kind):
    value = KINDS[kind](1.0)
    collection = COLLECTIONS.get(kind, lambda names: value)
    for check, answers in (
        (lambda a: check_blanks(a, {"v": 1.0, "w": 3}), {"v": value, "w": 3}),
        (lambda a: check_results_by_hand(Mul(1.0, 1.0, name="v"), a), {"v": value}),
        (lambda a: check_choices(a, {"v": "1", "w": "2"}, options="12"), {"v": value, "w": "2"}),
        (lambda a: check_edges(GRAPH, a), {"a": collection(["x", "y"]), "b": ["a", "z"]}),
        (lambda a: check_backward_order(GRAPH, a), collection(["b", "a"])),
        (lambda a: check_results_by_expression(GRAPH, a), {"a": value, "b": "a + z"}),
    ):
        same_of_a_value(check, answers)


@pytest.mark.parametrize(
    "edges", [{"a": {"x", "y"}}, MappingProxyType({"a": ("x", "y")}), {"a": np.array(["x", "y"])}]
)
def test_the_same_is_said_of_a_collection_of_names(edges):
    same_of_a_value(lambda a: check_edges(GRAPH, a), edges)


def same_of_a_value(check: Callable, value: object) -> None:
    act = {"do": "value", "name": "v"}
    (told,) = map(json.loads, Agent({"v": value}).answer([act]))
    here, there = shown(check, value), shown(check, unpack(told["value"]))
    assert bool(here[1]) == bool(there[1])
    assert here[0].count("right") == there[0].count("right")


@pytest.mark.parametrize(
    "value", [np.array([1.0, 2.0]), np.array([[1, 2], [3]], dtype=object), (1, [2.0]), {"a"}, True]
)
def test_a_value_keeps_its_type_when_sent_to_the_judge(value):
    there = unpack(json.loads(json.dumps(pack(value))))
    assert type(there) is type(value)
    assert str(there) == str(value)


def test_a_set_of_unhashable_values_is_refused_as_evidence():
    with pytest.raises(BadEvidence):
        unpack({"set": [{"list": []}]})


def test_an_array_does_not_hide_a_contradiction():
    node = Matsum(Leaf(TENSOR))
    node.input_nodes[0].result, told = TENSOR, [torch.ones(3)]
    call = Call(node, "backward", np.array(2.0), told, finished=True)
    assert "does not follow" in contradiction(
        [(RunEngine(node, RemoteFunction("f"), 1.0), Happened(calls=[call]))]
    )


class Pick(ComputationNode):
    def __init__(self, x, places, name=None):
        super().__init__(x, name=name)
        self.places = places


@pytest.mark.parametrize(
    "places", [[0, 1], (0, 1), [], (), None, 3, ((0, 1), 2), [(0,), [1]], ([0], ((1,),))]
)
def test_a_node_is_made_in_a_kernel_from_settings_of_the_types_that_they_have(places):
    sent = json.loads(json.dumps(pack_graph(Pick(Leaf(1.0), places))))
    made = rebuilt(sent, {"Pick": Pick}).places
    assert (type(made), made) == (type(places), places)
