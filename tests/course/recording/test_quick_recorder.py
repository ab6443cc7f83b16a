"""What one run of an algorithm left, and in which steps."""

import pytest
import torch

from course.graph import ComputationNode, Exp, Leaf, Negate
from course.recording.quick_recorder import MAX_EVENTS, MAX_VISITS, QuickRecorder


def record(algorithm, with_steps, value=0.5):
    """The outcome of a backward algorithm on y = Negate(Exp(a)), whose nodes are 2, 1 and 0."""
    y = Negate(Exp(Leaf(value, "a")))
    nodes = y.sorted_nodes()
    for node in nodes:
        node.forward()
    return QuickRecorder(nodes, "backward", with_steps).run(lambda: algorithm(y, nodes))


def too_early(y, nodes):
    y.gradient = 3.0
    for node in nodes[1:]:
        for source, share in zip(node.input_nodes, node.backward(), strict=True):
            source.accumulate_gradient(share)


def test_without_steps_code_is_left_to_itself():
    outcome = record(too_early, with_steps=False)
    assert outcome.ran_early and outcome.error == "TypeError"
    assert (outcome.values, outcome.visits) == ([None, None, 3.0], [0, 1, 0])
    assert not outcome.events and not outcome.lines


def test_with_steps_a_node_that_runs_too_early_passes_on_nothing():
    outcome = record(too_early, with_steps=True)
    assert outcome.ran_early and not outcome.error
    assert (outcome.values, outcome.visits) == ([0.0, -3.0, 3.0], [0, 1, 1])
    assert [(event.kind, event.node, event.share) for event in outcome.events] == [
        ("set", 2, None), ("call", 1, None), ("returned", 1, None), ("set", 0, 0.0),
        ("call", 2, None), ("returned", 2, None), ("set", 1, -3.0),
    ]  # fmt: skip
    assert "accumulate_gradient" in outcome.lines[outcome.events[-1].line]


def test_a_gradient_is_noted_as_it_was_although_it_changes_in_place():
    def adds_in_place(y, nodes):
        y.gradient = torch.ones(2, dtype=torch.float64)
        y.gradient += 1

    first, second = record(adds_in_place, True, torch.ones(2, dtype=torch.float64)).events
    assert (first.value.tolist(), second.before.tolist()) == ([1.0, 1.0], [1.0, 1.0])
    assert second.value.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("with_steps", [False, True])
def test_an_algorithm_that_goes_on_and_on_is_stopped_and_leaves_nodes_as_they_are(with_steps):
    def again_and_again(y, nodes):
        y.gradient = 1.0
        while True:
            y.backward()

    own = vars(ComputationNode)["gradient"]
    outcome = record(again_and_again, with_steps)
    assert outcome.called_too_often and outcome.visits[2] == MAX_VISITS + 1
    assert vars(ComputationNode)["gradient"] is own


def test_no_more_than_so_many_events_are_noted():
    def sets_again_and_again(y, nodes):
        for number in range(MAX_EVENTS + 5):
            y.gradient = float(number)

    assert len(record(sets_again_and_again, with_steps=True).events) == MAX_EVENTS
