"""The networks of homework 5: their values and their costs."""

import pytest
import torch

from course.reference.network_costs import network_of_size, share_of_time
from course.reference.sketched_networks import (
    network_of_numbers,
    network_on_a_batch,
    network_on_one_example,
)
from course.reference.twin import twin
from course.values.compare import Row


def values_of(graph):
    pytorch = twin(graph)
    return {
        node.name: value
        for node, value in zip(graph.sorted_nodes(), pytorch.results, strict=True)
        if node.name
    }


@pytest.mark.parametrize("network", [network_on_one_example, network_of_numbers])
def test_the_objective_is_a_squared_loss_plus_a_penalty(network):
    v = values_of(network())
    h = torch.tanh(v["x"] @ v["W1"] if v["x"].ndim else v["x"] * v["W1"])
    o = h @ v["W2"] if h.ndim else h * v["W2"]
    norms = (v["W1"] ** 2).sum() + (v["W2"] ** 2).sum()
    assert Row("", v["J"], ((o - v["y"]) ** 2).sum() / 2 + 0.05 * norms).is_right


def test_the_batch_has_a_bias_and_the_logistic_loss():
    v = values_of(network_on_a_batch())
    output = torch.tanh(v["X"] @ v["W1"] + v["b"]) @ v["W2"]
    loss = torch.nn.functional.binary_cross_entropy_with_logits(output, v["Y"])
    norms = (v["W1"] ** 2).sum() + (v["W2"] ** 2).sum()
    assert Row("", v["J"], loss + 0.05 * norms).is_right


def test_a_deep_network_has_two_values_for_each_hidden_layer():
    made = network_of_size(5, 4, 3, 2, hidden_layers=3)
    assert [tuple(W.shape) for W in made.weights] == [(5, 4), (4, 4), (4, 4), (4, 3)]
    assert [tuple(v.shape) for v in made.values] == [(2, 4)] * 6 + [(2, 3)]


@pytest.mark.parametrize(("parts", "share"), [(1, 1 / 2), (2, 2 / 3), (4, 4 / 5)])
def test_more_parts_keep_two_devices_busier(parts, share):
    assert share_of_time(parts=parts, devices=2) == share
