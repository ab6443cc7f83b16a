"""Engines that disturb the nodes of a graph: a check explains what is wrong in a sentence instead
of a traceback of ours, and notebook and grader say the same."""

import itertools
import math
import warnings

import pytest
import torch

from autograder.judge.remote_subject import RemoteFunction
from course import ComputationNode, Exp, Leaf, Mean, check_gradients
from course.subject import asking
from tests.helpers.engine import Mul, backward_algorithm, forward_algorithm
from tests.helpers.failing import fails
from tests.helpers.subjects import elsewhere, shown

SPARSE = torch.tensor([1.0, 0.0]).to_sparse()
with warnings.catch_warnings(action="ignore"):  # PyTorch will drop them
    QUANTIZED = torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8)
# What is done to one node: the name of an attribute, and what it becomes; without, it is deleted.
DEEDS = {
    "the result deleted": ("result",),
    "the gradient deleted": ("_gradient",),
    "the name deleted": ("name",),
    "the inputs deleted": ("input_nodes",),
    "another name": ("name", "renamed"),
    "a number as name": ("name", 3),
    "half a character as name": ("name", "\ud800"),
    "nan as value": ("value", math.nan),
    "a value of another shape": ("value", torch.ones(3)),
    "no inputs": ("input_nodes", None),
    "a number as inputs": ("input_nodes", 5),
    "no result": ("result", None),
    "text as result": ("result", "0.5"),
    "a sparse gradient": ("gradient", SPARSE),
    "a gradient without entries": ("gradient", torch.empty(2, device="meta")),
    "a quantized gradient": ("gradient", QUANTIZED),
    "half a character as gradient": ("gradient", "\ud800"),
    "too long a number as gradient": ("gradient", 10**5000),
    "an object as gradient": ("gradient", object()),
}
DOES_NOT_MATTER = {"the name deleted", "another name", "a number as name"}
DOES_NOT_MATTER |= {"half a character as name"}


def engine(place: int, first: bool, attribute: str, *value) -> dict:
    """The right engine, which does something to a node before its work or after."""

    def disturb(graph):
        node = graph.sorted_nodes()[place]
        if value:
            setattr(node, attribute, *value)
        else:
            delattr(node, attribute)

    def backward(graph, one=1.0):
        if first:
            disturb(graph)
        backward_algorithm(graph, one)
        if not first:
            disturb(graph)
        return graph

    return {"forward_algorithm": forward_algorithm, "backward_algorithm": backward}


def graph(value) -> ComputationNode:
    x = Leaf(value, "x")
    return Mul(Exp(x), Mean(-x, x), name="y")


def finding(told: tuple) -> tuple[str, str]:
    """The table, and what is said of the first slip; on how many small graphs it was tried
    depends on the time they take."""
    printed, raised = told
    return printed.partition("What should arrive")[0], "\n".join(raised).partition("Tried on")[0]


@pytest.mark.by_day(10)
@pytest.mark.parametrize("value", [0.7, torch.tensor([0.7, 1.1])], ids=["numbers", "tensors"])
@pytest.mark.parametrize("deed", DEEDS)
def test_a_disturbed_node_is_reported_alike_in_the_notebook_and_the_grader(deed, value):
    for place, first in itertools.product((0, 1), (True, False)):
        functions = engine(place, first, *DEEDS[deed])
        here = shown(check_gradients, graph(value), *functions.values())
        with asking(elsewhere(**functions)):
            named = [RemoteFunction(name) for name in functions]
            there = shown(check_gradients, graph(value), *named)
        assert finding(here) == finding(there)
        assert not here[1] or deed not in DOES_NOT_MATTER, here


@pytest.mark.parametrize("value", [0.7, torch.tensor([0.7, 1.1])], ids=["numbers", "tensors"])
@pytest.mark.parametrize("to", [lambda leaf: leaf.value - 0.1 * leaf.gradient, lambda leaf: 5])
def test_an_engine_that_replaces_the_values_of_leaves_is_wrong_and_does_no_harm(value, to):
    def backward(graph, one=1.0):
        backward_algorithm(graph, one)
        for node in graph.sorted_nodes():
            if isinstance(node, Leaf):
                node.value = to(node)
        return graph

    x = Leaf(value, "x")
    fails(check_gradients, Mul(x, Exp(x)), forward_algorithm, backward)
    assert x.value is value


@pytest.mark.parametrize("attribute", ["result", "gradient"])
def test_a_list_that_contains_itself_is_a_wrong_value(attribute):
    loop: list = []
    loop.append(loop)
    functions = engine(1, False, attribute, loop)
    fails(check_gradients, graph(0.7), *functions.values())


def test_an_engine_may_replace_a_value_by_the_same_number():
    def forward(graph):
        for node in graph.sorted_nodes():
            if isinstance(node, Leaf):
                node.value = torch.as_tensor(node.value)
        return forward_algorithm(graph)

    check_gradients(graph(0.7), forward, backward_algorithm)
