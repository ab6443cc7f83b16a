"""What is recorded about calls on nodes."""

import pytest
import torch

from course import Leaf
from course.recording.calls import recording
from tests.helpers.changed_engine import mul
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.graphs import cosh


def test_recording_leaves_nodes_unchanged_even_after_an_error():
    graph = cosh()
    with pytest.raises(KeyError), recording(graph):
        raise KeyError
    assert all("forward" not in vars(n) and "backward" not in vars(n) for n in graph.sorted_nodes())


def test_recording_keeps_what_each_backward_received_and_returned():
    x = Leaf(3.0, "x")
    y = x * x
    forward_algorithm(y)
    with recording(y) as calls:
        backward_algorithm(y, one=2.0)
    assert [(c.node, c.method, c.upstream, c.returned) for c in calls] == [
        (y, "backward", 2.0, [6.0, 6.0]),
        (x, "backward", 12.0, []),
    ]


@pytest.mark.parametrize("kind", [list, tuple])
def test_recording_keeps_a_returned_gradient_that_is_changed_in_place_later(kind):
    share = torch.ones(2)
    Mul = mul(lambda self: kind([share, share]))
    y = Mul(Leaf(torch.ones(2)), Leaf(torch.ones(2)))
    with recording(y) as calls:
        y.backward()[0].mul_(5)
    assert calls[0].returned == kind(calls[0].returned)
    assert [each.tolist() for each in calls[0].returned] == [[1, 1], [1, 1]]
