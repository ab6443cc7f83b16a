"""What counts as a derivative if an engine leaves no gradient in the leaf."""

import torch

from course import Exp, Leaf
from course.recording.derivatives import derivatives
from tests.helpers.engine import forward_algorithm


def test_only_of_a_graph_without_the_leaf_is_a_missing_gradient_a_derivative_of_zero():
    x, other = Leaf(torch.ones(2), "x"), Leaf(torch.ones(2), "other")
    found = []
    for graph in (Exp(x), Exp(other)):
        (step,) = derivatives(graph, x, 1, forward_algorithm, lambda graph, one: None).steps
        found.append((step.depends, step.value))
    assert found[0] == (True, None)
    assert found[1][0] is False and found[1][1].tolist() == [0.0, 0.0]
