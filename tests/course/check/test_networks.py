"""The networks of homework 5: their values, their gradients' edges, and their costs."""

import pytest
import torch

from course.check.paper.edges import check_edges
from course.graph import Copy, Leaf, Mean
from course.reference.network_costs import network_of_size, share_of_time
from course.reference.sketched_networks import batch, one_example, one_number
from course.reference.twin import twin
from course.values.compare import Row


def values_of(graph):
    pytorch = twin(graph)
    return {
        node.name: value
        for node, value in zip(graph.sorted_nodes(), pytorch.results, strict=True)
        if node.name
    }


@pytest.mark.parametrize("network", [one_example, one_number])
def test_the_objective_is_a_squared_loss_plus_a_penalty(network):
    v = values_of(network())
    h = torch.tanh(v["x"] @ v["W1"] if v["x"].ndim else v["x"] * v["W1"])
    o = h @ v["W2"] if h.ndim else h * v["W2"]
    norms = (v["W1"] ** 2).sum() + (v["W2"] ** 2).sum()
    assert Row("", v["J"], ((o - v["y"]) ** 2).sum() / 2 + 0.05 * norms).right


def test_the_batch_has_a_bias_and_the_logistic_loss():
    v = values_of(batch())
    output = torch.tanh(v["X"] @ v["W1"] + v["b"]) @ v["W2"]
    loss = torch.nn.functional.binary_cross_entropy_with_logits(output, v["Y"])
    norms = (v["W1"] ** 2).sum() + (v["W2"] ** 2).sum()
    assert Row("", v["J"], loss + 0.05 * norms).right


def test_a_deep_network_has_two_values_for_each_hidden_layer():
    made = network_of_size(5, 4, 3, 2, hidden_layers=3)
    assert [tuple(W.shape) for W in made.weights] == [(5, 4), (4, 4), (4, 4), (4, 3)]
    assert [tuple(v.shape) for v in made.values] == [(2, 4)] * 6 + [(2, 3)]


@pytest.mark.parametrize(("parts", "share"), [(1, 1 / 2), (2, 2 / 3), (4, 4 / 5)])
def test_more_parts_keep_two_devices_busier(parts, share):
    assert share_of_time(parts=parts, devices=2) == share


EDGES = {
    "Z": ["X", "W1", "b"],
    "H": ["Z"],
    "O": ["H", "W2"],
    "L": ["Y", "O"],
    "s": ["W1", "W2", "lam"],
    "J": ["L", "s"],
}


def test_edges_may_lead_through_any_number_of_nodes_without_names():
    x = Leaf(1.0, "x")
    y = x
    for _ in range(2000):
        y = Copy(y)
    for _ in range(40):
        y = Mean(y, y)
    assert check_edges(Mean(y, Leaf(1.0, "a"), name="y"), {"y": ["x", "a"]}) == 1


@pytest.mark.parametrize(
    ("name", "wrong"), [("Z", ["X", "W1"]), ("L", ["H", "Y"]), ("H", ["Q"]), ("O", "H, W2")]
)
def test_each_list_of_edges_counts_separately(name, wrong):
    assert check_edges(batch(), EDGES) == 1
    assert check_edges(batch(), EDGES | {name: wrong}) == pytest.approx(5 / 6)


def test_an_unknown_name_brings_the_names_of_the_network(capsys):
    check_edges(batch(), EDGES | {"s": ["λ", "W1", "W2"]})
    said = " ".join(capsys.readouterr().out.split())
    assert "there is no λ in this network; its names are" in said and ", lam," in said


def test_names_of_what_a_value_is_used_for_are_reported_as_turned_round(capsys):
    check_edges(batch(), EDGES | {"O": ["H", "L"], "J": ["L", "lam"]})
    printed = capsys.readouterr().out
    assert "L is computed from O, not O from L." in printed
    assert "lam is not used directly" in printed
