"""A graph prints as a tree, however deep, reused or cyclic it is."""

import math

import pytest
import torch

from course import ComputationNode, Exp, IntPow, Leaf, Mean, Negate, Sketch, build_graph
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.scaffold_graphs import DEEP, chain, cyclic, f64


def test_a_cycle_can_still_be_printed():
    lines = repr(cyclic()).splitlines()
    assert lines[-1].strip() == "Negate b @[2]"


def test_a_graph_prints_as_a_tree_with_numbered_references():
    x = Leaf(2.0, "x")
    u = Negate(x, name="u")
    y = Mean(u * x, u)
    forward_algorithm(y)
    x.gradient = 0.5
    assert repr(y).splitlines() == [
        "Mean result=-3.0 gradient=None",
        "  Mul result=-4.0 gradient=None",
        "    Negate u result=-2.0 gradient=None",
        "      Leaf x result=2.0 gradient=0.5",
        "    Leaf x @[4]",
        "  Negate u @[3]",
    ]


@pytest.mark.parametrize("value", [1.0, torch.ones(2, 2)])
def test_a_reference_is_the_number_of_the_line_it_refers_to(value):
    u, v, w = (Leaf(value, name) for name in "uvw")
    y = Mean(Mean(u, u), Mean(v, Mean(w, w)))
    forward_algorithm(y)
    lines = repr(y).splitlines()
    references = [line.split() for line in lines if "@" in line]
    assert [name for _, name, _ in references] == ["u", "w"]
    for _, name, number in references:
        assert f"Leaf {name} result" in lines[int(number[2:-1]) - 1]


def test_the_lines_of_a_tensor_keep_the_indentation():
    x = Leaf(f64(1.0, 2.0, 3.0, 4.0).reshape(2, 2), "x")
    y = Negate(x)
    x.forward()
    assert repr(y).splitlines() == [
        "Negate result=None gradient=None",
        "  Leaf x result=tensor([[1., 2.],",
        "            [3., 4.]], dtype=torch.float64) gradient=None",
    ]


def test_a_gradient_that_is_a_node_prints_on_one_line():
    x = Leaf(3.0, "x")
    y = x * x
    forward_algorithm(y)
    with build_graph():
        backward_algorithm(y)
    assert len(repr(y).splitlines()) == 3
    assert "gradient=<Add(Mul, Mul) " in repr(y)


def test_a_graph_with_exponentially_many_paths_prints_each_node_once():
    a = Leaf(1.0, "a")
    for _ in range(60):
        a = a + a
    lines = repr(a).splitlines()
    assert len(lines) == 61 + 60  # every node, and a reference for every second edge


def test_the_label_of_a_tensor_is_short():
    assert Leaf(torch.ones(2, 2)).label == "Leaf((2, 2))"
    assert Leaf(torch.tensor([1.0, 2.5])).label == "Leaf([1, 2.5])"


def test_a_label_names_leaves_among_the_inputs_by_their_values():
    assert Mean(Leaf(2.0), Exp(Leaf(3.0, "x"))).label == "Mean(2, Exp)"


def test_the_label_of_a_leaf_whose_value_is_a_node_ends():
    a, b = Leaf(1.0), Leaf(2.0)
    a.value, b.value = Mean(b, b), Mean(a, a)
    assert (a.label, Mean(a, b).label) == ("Leaf(Mean)", "Mean(Mean, Mean)")


def test_a_sketch_is_printed_and_called_by_its_operation():
    sketch = Sketch("Matmul", Sketch("Relu", Leaf(1.0, "x")), Leaf(2.0, "W"))
    assert sketch.label == "Matmul(Relu, W)"
    assert [line.split()[0] for line in repr(sketch).splitlines()] == [
        "Matmul",
        "Relu",
        "Leaf",
        "Leaf",
    ]


def test_a_node_without_inputs_and_without_a_value_has_a_label():
    class Pi(ComputationNode):
        def forward(self):
            self.result = math.pi

    assert (Pi().label, Pi(name="p").label, Leaf(0).label) == ("Pi()", "Pi p", "Leaf(0)")
    assert Exp(Pi()).label == "Exp(Pi)"


def test_a_deep_chain_is_printed_in_short():
    end, _ = chain(DEEP)
    lines = repr(end).splitlines()
    assert len(lines) == 201
    assert lines[-1] == f"... and {DEEP + 1 - 200} more nodes"


def test_one_node_that_is_not_printed_is_counted_in_the_singular():
    assert repr(chain(200)[0]).splitlines()[-1] == "... and 1 more node"


def test_a_result_of_thousands_of_digits_is_printed_as_its_kind():
    y = IntPow(Leaf(10, "x"), 5000)
    forward_algorithm(y)
    assert "result=<int>" in repr(y)
    assert Leaf(10**5000).label == "Leaf(<int>)"
