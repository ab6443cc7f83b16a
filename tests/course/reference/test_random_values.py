"""The values and upstream gradients that a check draws."""

import pytest
import torch

from course import Exp, Leaf, check_gradients, check_results
from course.reference.cases import cases
from course.reference.random_values import RandomValues, in_series
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.graphs import cosh, tensors


def draws_seen(seed, graph=tensors):
    """The values and upstream gradients that a check hands to a student's code."""
    seen = []

    def spy(graph, one):
        seen.extend(n.value.clone() for n in graph.sorted_nodes() if isinstance(n, Leaf))
        seen.append(one.clone())
        backward_algorithm(graph, one=one)

    with in_series(str(seed)):
        check_gradients(graph(), forward_algorithm, spy)
    return seen


def test_a_seed_determines_the_draws():
    first, again, other = draws_seen(3), draws_seen(3), draws_seen(4)
    assert all(torch.equal(a, b) for a, b in zip(first, again, strict=True))
    assert sum(not torch.equal(a, b) for a, b in zip(first, other, strict=True)) >= 10


def test_draws_do_not_touch_the_global_random_state():
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    check_gradients(cosh(), forward_algorithm, backward_algorithm)
    assert torch.equal(torch.rand(3), expected)


@pytest.mark.parametrize("shape", [None, (), (1,), (5,), (2, 3), (1, 1)])
def test_an_upstream_gradient_is_never_one(shape):
    value = 2.0 if shape is None else torch.full(shape, 2.0)
    upstreams = []
    for seed in range(20):
        with in_series(str(seed)):
            upstreams += [one for case in cases(Exp(Leaf(value))) for one in case.upstream]
    assert len(upstreams) == 120
    for one in upstreams:
        one = torch.as_tensor(one, dtype=torch.float64)
        assert one.shape == (shape or ())
        assert not torch.allclose(one.abs(), torch.ones_like(one), atol=1e-6)
        assert one.numel() == 1 or len(one.unique()) > 1
        assert one.abs().min() > 0.4


@pytest.mark.parametrize("shape", [None, (), (5,), (2, 3)])
def test_the_second_backward_call_gets_a_different_upstream_gradient(shape):
    value = 2.0 if shape is None else torch.full(shape, 2.0)
    for case in cases(Exp(Leaf(value))):
        first, second = (torch.as_tensor(one) for one in case.upstream)
        assert not torch.allclose(first, second), case.title


def test_drawn_values_are_near_the_given_ones_and_away_from_zero():
    random_values = RandomValues(0)
    for _ in range(50):
        assert 0.69 < abs(random_values.near(-1.0)) < 1.31
        assert random_values.near(-1.0) < 0
        assert 0.19 < abs(random_values.near(0.0)) < 0.51
        entries = random_values.near(torch.tensor([[0.0, 2.0, -10.0]]))
        assert entries.shape == (1, 3)
        assert entries.dtype == torch.float64
        assert entries.abs().min() > 0.19


def test_checks_run_in_float64():
    def forward_in_float32(graph):
        forward_algorithm(graph)
        assert all(node.result.dtype == torch.float64 for node in graph.sorted_nodes())

    check_results(tensors(), forward_in_float32)
