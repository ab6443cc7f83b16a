"""What an engine must not change in a graph is put back, and no node computes with too much."""

import pytest
import torch

from course import Exp, Leaf, Mean
from course.recording.guards import (
    ChangesGraph,
    TooLarge,
    forward_of_leaf,
    refuse_too_large,
    with_graph_restored,
)
from course.values.tensors import MAX_READ

TOO_LARGE = torch.zeros(()).expand(MAX_READ + 1)  # an entry, seen many times


@pytest.fixture
def nodes():
    """Those of y = Exp(a), with results and gradients."""
    y = Exp(Leaf(0.5, "a"), name="y")
    for node in y.sorted_nodes():
        node.forward()
        node.gradient = 3.0
    return y.sorted_nodes()


def test_an_engine_runs_on_the_nodes_themselves_and_what_it_returns_is_handed_on(nodes):
    def engine(given, *, factor):
        given[1].gradient *= factor
        return factor

    assert with_graph_restored(nodes, engine, nodes, factor=2) == 2
    assert [node.gradient for node in nodes] == [3.0, 6.0]


@pytest.mark.parametrize("inputs", [[], [Leaf(1.0)], None, "deleted"])
def test_other_inputs_are_refused_and_the_old_ones_are_there_again(nodes, inputs):
    a, y = nodes

    def rewires():
        y.input_nodes = inputs
        if inputs == "deleted":
            del y.input_nodes

    with pytest.raises(ChangesGraph, match="`input_nodes` of Exp y"):
        with_graph_restored(nodes, rewires)
    assert y.input_nodes == [a]


def test_an_input_that_is_replaced_in_the_list_is_refused_but_a_tuple_of_the_inputs_is_not(nodes):
    a, y = nodes
    with_graph_restored(nodes, lambda: setattr(y, "input_nodes", (a,)))
    with pytest.raises(ChangesGraph, match="`input_nodes` of Exp y"):
        with_graph_restored(nodes, lambda: y.input_nodes.append(a))
    assert y.input_nodes == [a]


@pytest.mark.parametrize(("value", "is_refused"), [(0.6, True), (None, True), (0.5 + 1e-12, False)])
def test_another_value_of_a_leaf_is_refused_unless_it_is_equal(nodes, value, is_refused):
    a, _ = nodes
    refused = False
    try:
        with_graph_restored(nodes, lambda: setattr(a, "value", value))
    except ChangesGraph as error:
        refused = "`value` of Leaf a" in str(error)
    assert (refused, a.value) == (is_refused, 0.5)


def test_a_node_that_is_no_leaf_may_set_a_value_of_its_own(nodes):
    y = nodes[1]
    y.value = 1.0
    with_graph_restored(nodes, lambda: setattr(y, "value", 2.0))
    assert y.value == 2.0


def test_a_changed_graph_is_restored_even_if_the_engine_raises_an_error_which_is_kept(nodes):
    a, y = nodes

    def breaks():
        y.input_nodes, a.value, y.name = [], 9.0, "other"
        raise KeyError

    with pytest.raises(KeyError):
        with_graph_restored(nodes, breaks)
    assert (y.input_nodes, a.value, y.name) == ([a], 0.5, "y")


def test_of_what_is_deleted_only_what_the_scaffold_sets_comes_back(nodes):
    a, y = nodes
    y.kept = 4.0

    def deletes():
        del y.result, y._gradient, y.name, a.value, y.kept

    with pytest.raises(ChangesGraph, match="`value` of Leaf a"):
        with_graph_restored(nodes, deletes)
    assert (y.result, y.gradient, y.name, a.value) == (None, None, "y", 0.5)
    assert not hasattr(y, "kept")


def test_a_node_may_write_into_the_result_of_a_leaf_that_it_is_tried_on():
    leaf = Leaf(torch.ones(2))
    forward_of_leaf(leaf)
    leaf.result.mul_(5)
    assert leaf.value.tolist() == [1.0, 1.0]


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("kind", ["result", "gradient"])
def test_a_node_is_not_run_if_it_or_an_input_holds_too_large_a_tensor(kind, place):
    a, b = Leaf(1.0, "a"), Leaf(2.0, "b")
    node = Mean(a, b, name="y")
    holder = (a, b, node)[place]
    setattr(holder, kind, TOO_LARGE[1:])
    refuse_too_large(node)
    setattr(holder, kind, TOO_LARGE)
    with pytest.raises(TooLarge) as refused:
        refuse_too_large(node)
    assert f"the {kind} of {holder.label} has shape ({MAX_READ + 1},)" in str(refused.value)
