"""Right engines pass, in whatever style they are written."""

from functools import partial

import pytest
import torch

import course
from course import (
    CheckFailed,
    ComputationNode,
    Exp,
    IntPow,
    Leaf,
    Matsum,
    Mean,
    check_gradients,
    check_results,
)
from course.homework.layer_chain import Sine
from tests.helpers.changed_engine import not_reset, overwriting
from tests.helpers.engine import Mul, backward_algorithm, forward_algorithm
from tests.helpers.failing import fails
from tests.helpers.graphs import GRAPHS, cosh, tanh


@pytest.mark.parametrize("graph", GRAPHS)
def test_a_right_engine_passes_on_every_graph(graph, capsys):
    check_results(graph(), forward_algorithm)
    check_gradients(graph(), forward_algorithm, backward_algorithm)
    out = capsys.readouterr().out
    size = len(graph().sorted_nodes())
    assert f"Right: the results of all {size} nodes, on 3 sets of values." in out
    assert f"Right: the gradients of all {size} nodes, on 3 sets of values, two backward" in out


def test_a_right_engine_is_praised_without_a_table(capsys):
    check_gradients(cosh(), forward_algorithm, backward_algorithm)
    out = capsys.readouterr().out
    assert out.startswith("Right: ") and "PyTorch" not in out


def test_backward_finds_what_forward_saved_even_without_a_forward_algorithm():
    class Mul(ComputationNode):
        def forward(self):
            self.swapped = [self.input(1), self.input(0)]
            self.result = self.input(0) * self.input(1)

        def backward(self):
            return [self.gradient * value for value in self.swapped]

    def blank(graph):
        raise NotImplementedError

    check_gradients(Leaf(2.0, "x") * Leaf(3.0, "y"), blank, backward_algorithm)


def test_a_right_engine_in_another_style_passes():
    def forward_algorithm(graph):
        done = set()

        def visit(node):
            if node not in done:
                done.add(node)
                for each in node.input_nodes:
                    visit(each)
                node.forward()

        visit(graph)

    def backward_algorithm(graph, one):
        nodes = graph.sorted_nodes()[::-1]
        for node in nodes:
            node.gradient = 0
        graph.gradient = one
        while nodes:
            node = nodes.pop(0)
            for i, share in enumerate(node.backward()):
                node.input_nodes[i].accumulate_gradient(share)

    for graph in GRAPHS:
        check_results(graph(), forward_algorithm)
        check_gradients(graph(), forward_algorithm, backward_algorithm)


def test_a_leaf_with_a_plain_number_keeps_it_among_tensors():
    def zeros_like(graph, one):
        for node in graph.sorted_nodes():
            torch.zeros_like(node.result)

    w = Leaf(torch.ones(2, 3), "w")
    graph = Mean(Matsum(w), 2.0)
    check_gradients(graph, forward_algorithm, backward_algorithm)
    assert "must be Tensor, not float" in fails(
        check_gradients, graph, forward_algorithm, zeros_like
    )


def test_backward_need_not_be_called_on_leaves():
    def backward_algorithm(graph, one):
        nodes = graph.sorted_nodes()
        for node in nodes:
            node.gradient = None
        graph.gradient = one
        for node in reversed([n for n in nodes if n.input_nodes]):
            for each, share in zip(node.input_nodes, node.backward(), strict=True):
                each.accumulate_gradient(share)

    check_gradients(tanh(), forward_algorithm, backward_algorithm)


def test_backward_of_a_leaf_may_run_as_often_as_its_gradient_arrives():
    def runs_leaves_too(graph, one):
        backward_algorithm(graph, one)
        for node in 2 * graph.sorted_nodes():
            if isinstance(node, Leaf):
                node.backward()

    check_gradients(cosh(), forward_algorithm, runs_leaves_too)


@pytest.mark.parametrize(
    "graph", [lambda: IntPow(Leaf(0, "x"), -1, name="y"), lambda: Exp(Leaf(1000.0, "x"), name="y")]
)
def test_a_right_engine_on_values_without_a_result_is_not_blamed(graph, capsys):
    backward = partial(check_gradients, backward_algorithm=backward_algorithm)
    for check in (check_results, backward):
        message = fails(check, graph(), forward_algorithm)
        assert f"no finite value at {type(graph()).__name__} y: choose other values." in message
        assert "divide?" not in message
        assert "wrong forward" not in capsys.readouterr().out


def forward_by_class(graph):
    for node in graph.sorted_nodes():
        type(node).forward(node)


def backward_by_class(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    for node in reversed(graph.sorted_nodes()):
        for source, share in zip(node.input_nodes, type(node).backward(node), strict=True):
            type(source).accumulate_gradient(source, share)


def test_a_call_of_a_method_through_its_class_is_a_call():
    check_results(cosh(), forward_by_class)
    check_gradients(cosh(), forward_by_class, backward_by_class)


def test_a_method_that_calls_that_of_its_base_class_is_called_once():
    class Exp(course.Exp):
        def forward(self):
            super().forward()

        def backward(self):
            return course.Exp.backward(self)

    check_gradients(Mean(Exp(Leaf(0.7)), 1.0), forward_by_class, backward_algorithm)
    check_gradients(Mean(Exp(Leaf(0.7)), 1.0), forward_algorithm, backward_by_class)


def test_a_forward_through_the_class_that_is_too_many_is_told():
    def twice(graph):
        forward_algorithm(graph)
        forward_by_class(graph)

    assert "ran forward of Leaf x 2 times" in fails(check_results, cosh(), twice)


def test_a_graph_of_one_node_is_praised_in_the_singular(capsys):
    check_gradients(Leaf(2.0), forward_algorithm, backward_algorithm)
    check_results(Leaf(2.0), forward_algorithm)
    out = capsys.readouterr().out
    assert "the gradient of the only node" in out
    assert "the result of the only node" in out


def test_the_second_call_can_be_left_out():
    check_gradients(cosh(), forward_algorithm, not_reset, on_small_graphs="first")


def test_only_a_graph_with_classes_of_the_notebook_keeps_an_engine_from_small_graphs(capsys):
    x = Leaf(torch.tensor([0.5, 1.0]), "x")
    with pytest.raises(CheckFailed, match="wrong on a small one"):
        check_gradients(Sine(x), forward_algorithm, overwriting)
    check_gradients(Mul(x, x), forward_algorithm, backward_algorithm)
    assert "Not tried on small graphs" in capsys.readouterr().out.splitlines()[-1]
