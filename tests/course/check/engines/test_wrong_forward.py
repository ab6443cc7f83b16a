"""Wrong forward algorithms fail with a reason to act on."""

import pytest
import torch

from course import CheckFailed, ComputationNode, Exp, Leaf, Mean, check_gradients, check_results
from course.check.base.value_clues import CHANGED_SINCE
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.failing import fails, failure
from tests.helpers.graphs import cosh, ladder


def test_a_check_that_fails_prints_yours_and_pytorchs_values(capsys):
    def stops_early(graph):
        for node in graph.sorted_nodes()[:-1]:
            node.forward()

    with pytest.raises(CheckFailed):
        check_results(cosh(), stops_early)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["yours", "PyTorch", "difference"]
    assert ["Leaf", "x", "0.7", "0.7", "0"] in lines
    assert lines[-1][:4] == ["Mean", "z", "None", "1.25517"]


def test_a_forward_pass_in_the_wrong_order_is_told_what_is_missing():
    def backwards(graph):
        for node in reversed(graph.sorted_nodes()):
            node.forward()

    message = fails(check_results, cosh(), backwards)
    assert message == (
        "forward_algorithm raised RuntimeError in forward of Mean z: Mean z reads the result of "
        "Exp(x), which is None: forward of Exp(x) fills it in. It had not run yet."
    )


def test_a_result_that_was_lost_is_not_said_to_wait_for_its_forward():
    def stores_nothing(graph):
        for node in graph.sorted_nodes():
            node.result = node.forward()

    message = fails(check_results, cosh(), stores_nothing)
    assert "fills it in" in message and "had not run" not in message


def test_a_forward_pass_that_stops_early_is_told_which_node_it_left_out():
    def all_but_the_last(graph):
        for node in graph.sorted_nodes()[:-1]:
            node.forward()

    message = fails(check_results, cosh(), all_but_the_last)
    assert "is that of Mean z: it is still None. In this call, its forward never ran" in message


def test_a_wrong_forward_is_reported_with_the_class_of_its_node(capsys):
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0) - self.input(1)

    x = Leaf(2.0, "x")
    message = fails(check_results, Exp(Exp(x) + x), forward_algorithm)
    assert "is that of Add(Exp, x): it is 5.38906, but PyTorch says 9.38906." in message
    assert "Its inputs are right, so look at forward of Add." in message
    (marked,) = [line for line in capsys.readouterr().out.splitlines() if "first wrong" in line]
    assert marked.startswith("Add(Exp, x) ")


def test_a_result_that_was_right_at_first_is_not_blamed_on_its_forward():
    def forgetful(graph):
        forward_algorithm(graph)
        graph.input_nodes[0].result = None

    message = fails(check_results, cosh(), forgetful)
    assert "is that of Exp(x): it is None. It was right when its own forward ran" in message


@pytest.mark.parametrize("made", [lambda w: w, Exp])
def test_a_node_that_writes_into_its_input_is_not_blamed_on_the_input(made):
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0)
            self.result += self.input(1)

    written = made(Leaf(torch.tensor([1.0, -2.0]), "w"))
    graph = Mean(Add(written, Leaf(torch.ones(2), "b")), written)
    message = fails(check_results, graph, forward_algorithm)
    assert f"is that of {written.label}: it is" in message
    assert CHANGED_SINCE.format("forward") in message


def test_values_left_in_the_graph_by_an_earlier_pass_do_not_count():
    graph = cosh()
    forward_algorithm(graph)
    backward_algorithm(graph, one=2.0)
    message = fails(check_results, graph, lambda graph: None)
    assert "is that of Leaf x: it is still None" in message
    message = fails(check_gradients, graph, forward_algorithm, lambda graph, one: None)
    assert "is that of Mean z: it is still None" in message


def test_a_mistake_hidden_by_the_given_values_fails_on_random_ones():
    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) + self.input(1)  # right at 2 * 2

    message = fails(check_results, Leaf(2.0) * Leaf(2.0), forward_algorithm)
    assert "after the values of the leaves have changed" in message


@pytest.mark.parametrize("value", ["text", float("nan"), torch.ones(2), None])
def test_a_result_that_is_not_a_number_fails(value):
    class Exp(ComputationNode):
        def forward(self):
            self.result = value

    assert "is that of Exp(x)" in fails(check_results, Exp(Leaf(1.0, "x")), forward_algorithm)


def test_calling_forward_once_per_path_is_distinguished_from_once_per_node():
    def once_per_path(graph):
        for node in graph.input_nodes:
            once_per_path(node)
        graph.forward()

    message = fails(check_results, ladder(), once_per_path)
    assert "right here, but forward_algorithm ran forward of Leaf a 4 times." in message


def accumulated(x, graph):
    """Gives a node a graph as a share."""
    x.forward()
    x.accumulate_gradient(graph)


@pytest.mark.parametrize("give", [lambda x, graph: setattr(x, "gradient", graph), accumulated])
def test_a_forward_pass_that_the_scaffold_makes_for_a_gradient_is_not_the_engines(give):
    def by_the_scaffold(graph):
        for node in graph.sorted_nodes():
            node.result = None
        give(Leaf(0.0), graph)

    message = fails(check_results, cosh(), by_the_scaffold)
    assert "forward_algorithm did not call `node.forward()` on Exp(x)" in message


def test_a_wrong_forward_is_reported_once_and_a_right_backward_still_passes(capsys):
    def all_but_the_last(graph):
        for node in graph.sorted_nodes()[:-1]:
            node.forward()

    check_gradients(cosh(), all_but_the_last, backward_algorithm)
    out = capsys.readouterr().out
    assert out.count("A wrong forward pass:") == 1
    assert out.count("<- first wrong") == 1
    assert "Going on with the right results." in out
    assert "Right: the gradients" in out


def test_an_unwritten_forward_does_not_stop_the_check_of_backward(capsys):
    def blank(graph):
        raise NotImplementedError

    check_gradients(cosh(), blank, backward_algorithm)
    assert "forward_algorithm is not written yet." in capsys.readouterr().out


def test_a_result_that_is_a_function_is_called_one_in_the_table_of_a_small_graph(capsys):
    def forgets_brackets(graph):
        for node in graph.sorted_nodes():
            node.forward()
            node.result = getattr(node.result, "conjugate", node.result)

    said = str(failure(check_results, cosh(), forgets_brackets).diagnosis.findings)
    assert "a builtin_function_or_method" in said and "a str" not in said
