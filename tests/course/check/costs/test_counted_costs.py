"""Counts in PyTorch, as polynomials."""

import pytest
import torch

from course import last_layer_of, memory_of, operations_of
from course.check.costs.counted_costs import polynomials_of
from tests.helpers.cost_formulas import network
from tests.helpers.failing import fails

MND = ("m", "n", "d")


def test_the_counts_are_those_of_the_textbook():
    told = {
        name: count.text(MND) for name, count in polynomials_of(operations_of(network), MND).items()
    }
    assert told == {
        "T_run": "2 m n d^2 + m n d + 2 n d",
        "T_forward": "2 m n d^2 + m n d + 2 n d",
        "T_backward": "4 m n d^2 + m n d - 2 n d^2 + 4 n d",
        "T_backward_W1": "2 m n d^2 + m n d + 4 n d",
    }
    told = {
        name: count.text(MND) for name, count in polynomials_of(memory_of(network), MND).items()
    }
    assert told == {
        "M_run": "3 n d",
        "M_forward": "m n d + n d",
        "M_backward": "m n d + m d^2 + n d",
        "M_backward_W1": "m n d + n d + d^2",
    }


def test_a_count_that_is_not_a_polynomial_is_not_taken_for_one():
    with pytest.raises(ValueError, match="a is not a polynomial of degree 2 in"):
        polynomials_of(lambda m, n, d: {"a": 2**m}, MND)


@pytest.mark.parametrize("count", [operations_of, memory_of, last_layer_of])
def test_a_given_network_that_was_changed_is_refused(count):
    def only_the_last(x, weights):
        return torch.tanh(x @ weights[-1]).square().mean()

    def one_more(x, weights):
        return network(x, [*weights, weights[0]])

    for changed in (only_the_last, one_more, lambda x, weights: None):
        assert "no longer computes" in fails(count, changed)
