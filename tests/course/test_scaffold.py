"""The scaffold: nodes and leaves, sorting and names, and bad input."""

import math
import re

import numpy as np
import pytest
import torch

from course import ComputationNode, Copy, Exp, Leaf, Mean, Negate, build_graph, draw
from course.right_results import has_tensors
from course.scaffold.operators import latest_classes
from course.scaffold.order import topological_order
from tests.helpers.engine import forward_algorithm
from tests.helpers.scaffold_graphs import chain, cyclic


def test_a_leaf_of_another_class_is_refused_where_it_is_defined():
    with pytest.raises(TypeError, match="delete this one"):

        class Leaf(ComputationNode):
            def __init__(self, value, name=None):
                super().__init__(name=name)
                self.value = value

    assert latest_classes["Leaf"] is type(ComputationNode(1.0).input_nodes[0])


def test_plain_numbers_become_leaves():
    node = Mean(2.0, 3)
    assert [type(n) for n in node.input_nodes] == [Leaf, Leaf]
    assert [n.value for n in node.input_nodes] == [2.0, 3]


def test_building_a_graph_computes_nothing():
    x = Leaf(2.0, "x")
    y = Exp(x) * x
    assert [n.result for n in y.sorted_nodes()] == [None] * 3
    assert [n.gradient for n in y.sorted_nodes()] == [None] * 3
    assert y.shape == ()


def test_a_node_can_read_its_inputs_and_its_own_value():
    x = Leaf(2.0)
    y = Mean(x, 4.0)
    forward_algorithm(y)
    assert (y.input(0), y.input(1), y.output()) == (2.0, 4.0, 3.0)
    with build_graph():
        assert y.input(0) is x
        assert y.output() is y


def test_build_graph_ends_with_its_block_even_after_an_error():
    y = Exp(Leaf(0.0))
    forward_algorithm(y)
    with pytest.raises(KeyError), build_graph():
        raise KeyError
    assert y.input(0) == 0.0


def test_build_graph_can_be_nested_and_switched_off():
    y = Exp(Leaf(0.0))
    forward_algorithm(y)
    with build_graph():
        with build_graph(False):
            assert y.input(0) == 0.0
        assert y.input(0) is y.input_nodes[0]


def test_the_shape_of_a_node_is_that_of_its_result():
    x = Leaf(torch.ones(2, 3))
    forward_algorithm(x)
    assert x.shape == (2, 3)


def test_sorting_puts_inputs_first_and_lists_each_node_once():
    x = Leaf(1.0)
    a = Exp(x)
    b = a + x
    c = b * a
    order = c.sorted_nodes()
    assert sorted(map(id, order)) == sorted(map(id, [x, a, b, c]))
    assert order[-1] is c
    for node in order:
        assert all(order.index(i) < order.index(node) for i in node.input_nodes)


def test_get_finds_a_node_by_its_name():
    x = Leaf(1.0, "x")
    u = Exp(x, name="u")
    y = u + 2
    assert y.get("u") is u
    assert y.get("x") is x


def test_a_number_may_be_a_name():
    x = Leaf(0.5, 0)
    y = Exp(Negate(x), name=1)
    assert y.get(0) is x and y.input_nodes[0].label == "Negate(0)"
    assert "1 = exp" in draw(y).svg


@pytest.mark.parametrize(
    ("graph", "said"),
    [
        (lambda: Mean(Leaf(1.0, "x"), Leaf(2.0, "v")), "No node of this graph named 'w'"),
        (lambda: Mean(Leaf(1.0, "x"), Leaf(2.0, "v")), "Its names: v, x."),
        (lambda: Exp(1.0), "Its names: none"),
        (lambda: Mean(Leaf(1.0, "w"), Leaf(2.0, "w")), "2 nodes of this graph named 'w'"),
    ],
)
def test_get_refuses_a_missing_or_ambiguous_name(graph, said):
    with pytest.raises(LookupError, match=re.escape(said)):
        graph().get("w")


@pytest.mark.parametrize("method", ["forward", "backward"])
def test_a_node_with_a_missing_method_says_so(method):
    class Square(ComputationNode):
        pass

    with pytest.raises(NotImplementedError, match=f"Square needs a {method} method of its own"):
        getattr(Square(1.0), method)()


def test_a_method_that_stands_inside_another_is_found():
    class Square(ComputationNode):
        def forward(self):
            def backward(self):
                return [2 * self.input(0)]

    with pytest.raises(NotImplementedError, match="the one inside forward is indented too far"):
        Square(1.0).backward()
    with pytest.raises(NotImplementedError, match=r"a forward method of its own\.$"):
        type("Cube", (ComputationNode,), {"backward": Square.forward})(1.0).forward()


def test_a_method_whose_name_is_misspelt_is_named():
    class Square(ComputationNode):
        def backwards(self):
            return [self.gradient * 2 * self.input(0)]

    with pytest.raises(NotImplementedError, match="`backwards`"):
        Square(1.0).backward()


@pytest.mark.parametrize(("value", "is_a"), [("2.0", "a str"), ([1.0], "a list"), (..., "an el")])
def test_a_leaf_holds_a_number_or_a_tensor(value, is_a):
    with pytest.raises(TypeError) as caught:
        Leaf(value, "rate")
    assert f"Leaf 'rate' was given {value!r}, {is_a}" in str(caught.value)
    assert "a number or a tensor" in str(caught.value)


@pytest.mark.parametrize(
    "value", [Exp(1.0), np.array(["a"]), np.array([None]), np.array([1.0, 2.0]), np.array("a")]
)
def test_a_leaf_holds_no_node_and_no_array(value):
    with pytest.raises(TypeError, match=r"was given .* holds a number or a tensor"):
        Leaf(value)


@pytest.mark.parametrize("value", [np.array(2.0), np.float64(2.0), np.int64(2), np.float32(2.0)])
def test_a_leaf_holds_a_number_of_numpy_as_a_plain_one(value):
    y = Exp(Leaf(value))
    assert not has_tensors(y)
    forward_algorithm(y)
    assert y.result == pytest.approx(math.exp(2.0))


def test_a_leaf_holds_no_node_made_before_the_scaffold_was_loaded_again():
    class EarlierNode:
        label, input_nodes, shape = "Exp y", [], ()

    with pytest.raises(TypeError, match="Leaf was given Exp y, an EarlierNode"):
        Leaf(EarlierNode())


def test_what_a_leaf_refuses_is_shown_in_short():
    with pytest.raises(TypeError) as caught:
        Leaf([0.5] * 20000)
    assert len(str(caught.value)) < 300


def test_reading_a_result_before_forward_names_the_node_or_both():
    y = Exp(Leaf(2.0, "x"), name="y")
    with pytest.raises(RuntimeError) as caught:
        y.forward()
    assert str(caught.value) == (
        "Exp y reads the result of Leaf x, which is None: forward of Leaf x fills it in."
    )
    with pytest.raises(RuntimeError, match="reads its own result, which is None"):
        y.output()


def test_a_cycle_is_reported_with_its_nodes():
    with pytest.raises(ValueError) as caught:
        cyclic().sorted_nodes()
    assert str(caught.value) == (
        "This graph has a cycle, so no order puts inputs first: "
        "Negate b needs Exp a needs Negate b. A node may not depend on itself."
    )


def test_a_long_cycle_is_reported_in_short():
    end, _ = chain(1000)
    end.sorted_nodes()[0].input_nodes.append(end)
    with pytest.raises(ValueError) as caught:
        end.sorted_nodes()
    again = "Negate(Negate)"
    shown = [again] * 4 + ["...", "Negate(x)", "Leaf x", again]
    assert f"puts inputs first: {' needs '.join(shown)}. " in str(caught.value)


def test_a_node_that_feeds_itself_is_a_cycle():
    a = Exp(1.0, name="a")
    a.input_nodes[0] = a
    with pytest.raises(ValueError, match="Exp a needs Exp a"):
        a.sorted_nodes()


def test_none_among_the_inputs_is_not_taken_for_their_end():
    y = Mean(1.0, 2.0)
    y.input_nodes[0] = None
    with pytest.raises(AttributeError, match="NoneType"):
        y.sorted_nodes()


def test_an_attribute_that_a_property_misses_is_the_one_named():
    class Half(Copy):
        @property
        def nice(self):
            return self.nope

    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        _ = Half(1.0).nice


@pytest.mark.parametrize("size", [100, 1000])
def test_sorting_visits_each_node_and_each_edge_once(size):
    top = Leaf(1.0)
    for _ in range(size):
        top = top + top  # 2**size paths
    visits = []

    def inputs_of(node):
        visits.append(node)
        for each in node.input_nodes:
            visits.append(each)
            yield each

    topological_order(top, inputs_of)
    assert len(visits) == (size + 1) + 2 * size


@pytest.mark.parametrize("value", [torch.tensor([1 + 2j]), np.complex128(1j), 1j])
def test_a_leaf_holds_no_complex_number(value):
    with pytest.raises(TypeError, match="a complex"):
        Leaf(value)
