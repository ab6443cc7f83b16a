"""What an engine changes in a graph is told, and a check leaves the graph as it was."""

import math
from contextlib import suppress

import pytest
import torch

from course import CheckFailed, Exp, Leaf, Mean, check_derivatives, check_gradients, check_results
from tests.helpers.changed_engine import backward_fails, not_reset, overwriting, walk
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.failing import fails, failure
from tests.helpers.graphs import GRAPHS, cosh


@pytest.mark.parametrize("graph", GRAPHS)
def test_an_engine_that_takes_a_graph_apart_is_reported(graph):
    def forward(graph):
        forward_algorithm(graph)
        graph.input_nodes.clear()

    def backward(graph, one):
        nodes = graph.sorted_nodes()
        walk(graph, one)
        for node in nodes:
            node.input_nodes = node.input_nodes[1:]

    assert "input_nodes" in fails(check_results, graph(), forward)
    assert "input_nodes" in fails(check_gradients, graph(), forward_algorithm, backward)


def state(graph):
    """Each node with all its attributes; printed, since tensors may change in place."""
    return [(node, {key: str(v) for key, v in vars(node).items()}) for node in graph.sorted_nodes()]


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("backward", [backward_algorithm, overwriting, not_reset])
def test_the_students_graph_is_left_as_it_was(graph, backward):
    graph = graph()
    forward_algorithm(graph)
    graph.gradient = 7.0
    before = state(graph)
    for check in (
        lambda: check_results(graph, forward_algorithm),
        lambda: check_gradients(graph, forward_algorithm, backward),
        lambda: check_derivatives(
            graph, graph.sorted_nodes()[0], forward_algorithm, backward, order=1
        ),
    ):
        with suppress(CheckFailed):
            check()
    assert state(graph) == before


def test_an_engine_that_removes_inputs_is_said_to_change_them_and_not_to_raise_an_error():
    def removes(graph, one=1.0):
        backward_algorithm(graph, one)
        graph.input_nodes = []

    message = backward_fails(cosh, removes)
    assert message.startswith("backward_algorithm changed `input_nodes` of Mean")
    assert "raised" not in message


@pytest.mark.parametrize("has_run", [False, True])
def test_an_engine_that_works_on_another_graph_is_told_so(has_run):
    another = cosh()
    if has_run:
        forward_algorithm(another)
    message = failure(
        check_gradients,
        cosh(),
        forward_algorithm,
        lambda graph, one=1.0: backward_algorithm(another, one),
    )
    assert "another graph" in f"{message}{message.diagnosis.why}"


def test_an_engine_that_erases_the_value_of_a_leaf_is_reported():
    def forward(graph):
        for node in graph.sorted_nodes():
            node.value = node.forward()

    x = Leaf(0.5, "x")
    assert "`value` of Leaf x" in fails(check_results, Exp(x), forward)
    assert x.value == 0.5


@pytest.mark.parametrize(
    ("result", "said"),
    [(None, "0.333333 and has become None"), (1.5, "0.333333 and has become 1.5")],
)
def test_an_engine_that_changes_results_which_backward_reads_is_told_so(result, said):
    def changes(graph, one):
        u = graph.input_nodes[1]
        u.result = result
        backward_algorithm(graph, one)

    x = Leaf(math.log(3), "x")
    message = fails(check_gradients, Mean(Exp(x), Exp(-x)), forward_algorithm, changes)
    assert said in message


def test_a_result_that_changed_only_after_it_was_read_is_not_blamed():
    def overwrites_and_clears(graph, one):
        graph.gradient = one
        for node in reversed(graph.sorted_nodes()):
            for input_node, downstream in zip(node.input_nodes, node.backward(), strict=True):
                input_node.gradient = downstream
            node.result = None

    x = Leaf(math.log(3), "x")
    graph = Mean(Exp(x), Exp(-x))
    message = fails(check_gradients, graph, forward_algorithm, overwrites_and_clears)
    assert "that of Leaf x" in message
    assert "has become" not in message


def test_the_entry_of_a_large_result_that_an_engine_has_changed_is_named():
    def changes(graph, one):
        graph.result = graph.result.index_fill(1, torch.tensor([2]), 7.0)
        backward_algorithm(graph, one)

    x = Leaf(torch.zeros(2, 3), "x")
    message = fails(check_gradients, Exp(x), forward_algorithm, changes)
    assert "result of Exp(x), entry [0, 2], was 1 and has become 7" in message
