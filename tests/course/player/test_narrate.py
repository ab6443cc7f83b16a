"""What is said of a pass, told by hand-made events."""

import math

import pytest

from course import ComputationNode, Exp, HalfDifference, Leaf, Mean
from course.player.narrate import tell_events
from course.player.narration import Narration
from course.player.step import Step
from course.recording.records import Event
from course.reference.twin import twin


def narrated(graph: ComputationNode, *events: Event, left: float | None = None) -> list[Step]:
    """The steps of a backward pass that begins with 3, after right results. `left` is what a pass
    before left in each node."""
    for node in graph.sorted_nodes():
        node.forward()
        node.gradient = left
    narration = Narration("backward", "backward pass", twin(graph, 3.0), 3.0)
    return tell_events(narration, [*events], [(0, 1)])


def call(node: int, *shares: float, read: tuple = ()) -> list[Event]:
    reads = [Event("read", i) for i in read]
    return [Event("call", node), *reads, Event("returned", node, [*shares])]


def change(node: int, before: object, after: object, share: object = None) -> Event:
    return Event("set", node, after, before, share, line=0)


def mean() -> ComputationNode:
    """Node 1; node 0 is its input, twice."""
    x = Leaf(0.5, "x")
    return Mean(x, x)


START = change(1, None, 3.0)


def test_a_right_pass_is_told_without_a_problem_and_with_the_edges_of_each_share():
    first, second = change(0, None, 1.5, 1.5), change(0, 1.5, 3.0, 1.5)
    steps = narrated(mean(), START, *call(1, 1.5, 1.5), first, second, *call(0))
    kinds = ["set", "upstream", "local", "downstream", "share", "share", "upstream"]
    assert [step.kind for step in steps] == kinds
    assert [step.problem for step in steps] == [""] * len(kinds)
    assert [step.came for step in steps[4:6]] == [((1, 0),), ((1, 1),)]
    assert ["1 of 2" in steps[4].caption, "2 of 2" in steps[5].caption] == [True, True]
    assert steps[-1].visits == {1: 1, 0: 1}


@pytest.mark.parametrize(
    ("events", "kind", "node"),
    [
        ([change(1, None, 1.0)], "set", 1),  # it starts with something else
        ([START, *call(1, 1.5, 0.5)], "downstream", 1),  # one share is not upstream times local
        ([START, *call(0)], "upstream", 0),  # a node has its turn before one that it feeds
        ([START, *call(1, 1.5, 1.5), change(0, None, 7.0)], "set", 0),  # nobody returned that
        ([START, *call(1, 1.5, 1.5), change(0, None, 7.0, 7.0)], "share", 0),
        ([START, *call(1, 1.5, 1.5), change(0, None, 1.5), change(0, 1.5, 1.5)], "share", 0),
        ([START, *call(1, 1.5, 1.5), change(0, None, 3.0), change(0, 3.0, None)], "set", 0),
    ],
)
def test_only_the_step_that_goes_wrong_has_a_problem(events, kind, node):
    *before, wrong = narrated(mean(), *events)
    assert [step.problem for step in before] == [""] * len(before)
    assert wrong.problem
    assert (wrong.kind, wrong.node) == (kind, node)


def test_a_node_may_have_as_many_turns_as_inputs():
    two, one = [*call(1, 1.5, 1.5)] * 2, [*call(1, 3 * math.exp(0.5))] * 2
    turns = [step.problem for step in narrated(mean(), START, *two) if step.kind == "upstream"]
    assert turns == ["", ""]
    graph = Exp(Leaf(0.5, "x"))
    turns = [step.problem for step in narrated(graph, START, *one) if step.kind == "upstream"]
    assert [bool(problem) for problem in turns] == [False, True]


def test_a_share_that_a_node_brings_again_in_a_later_turn_is_a_problem():
    both = change(0, None, 1.5, 1.5), change(0, 1.5, 3.0, 1.5)
    again = change(0, 3.0, 4.5, 1.5)
    *before, step = narrated(mean(), START, *call(1, 1.5, 1.5), *both, *call(1, 1.5, 1.5), again)
    assert [each.problem for each in before] == [""] * len(before)
    assert "Mean" in step.problem and "3, along 2 arrows" in step.caption


def test_a_leaf_may_have_its_turn_at_any_time_as_long_as_it_ends_right():
    shares = change(0, None, 1.5, 1.5), change(0, 1.5, 3.0, 1.5)
    early = narrated(mean(), START, *call(0), *call(1, 1.5, 1.5), *shares, *call(0), *call(0))
    assert [step.problem for step in early] == [""] * len(early)


def test_a_turn_that_comes_too_early_names_the_node_that_has_to_come_first():
    *_, step = narrated(mean(), START, *call(0))
    assert "Mean" in step.problem


def test_the_inputs_whose_shares_are_wrong_are_marked():
    *_, step = narrated(mean(), START, *call(1, 1.5, 0.5))
    assert step.unequal == (1,)


def test_a_share_that_is_added_to_a_gradient_of_the_pass_before_is_a_problem():
    *_, step = narrated(mean(), change(1, 9.0, 12.0, 3.0), left=9.0)
    assert "9" in step.problem


def test_old_gradients_that_one_line_forgets_are_one_step():
    (step,) = narrated(mean(), change(0, 9.0, None), change(1, 9.0, None), left=9.0)
    assert (step.kind, step.node, step.problem) == ("forget", None, "")
    assert "2 nodes" in step.caption


def test_the_caption_of_local_gradients_names_what_this_call_of_backward_has_read():
    y = -Exp(Leaf(0.5, "x"))
    events = [change(2, None, 3.0), *call(2, -3.0, read=(0,)), *call(1, 0.0, read=(1,))]
    first, second = (s.caption for s in narrated(y, *events) if s.kind == "local")
    assert "kept x" in first
    assert "kept x" not in second and "kept" in second


@pytest.mark.parametrize(("before", "after"), [(None, 7.0), (0.5, 7.0), (8.0, 7.0)])
def test_a_result_that_is_set_is_compared_with_pytorchs_and_not_with_what_was_there(before, after):
    (step,) = narrated(mean(), Event("result", 1, after, before, line=0))
    assert "0.5" in step.problem
    assert "None" not in step.problem and "forward" not in step.problem


def test_a_forward_that_runs_again_is_told_as_a_problem_at_its_second_visit():
    narration = Narration("forward", "forward pass", twin(mean(), 3.0), 3.0)
    first, second = tell_events(narration, 2 * [Event("forward", 0, 0.5, line=0)], [(0, 1)])
    assert not first.problem and "visit 2" in second.problem


def test_a_result_is_forgotten_before_its_forward_and_set_after_it():
    narration = Narration("forward", "forward pass", twin(mean(), 3.0), 3.0)
    forgets = Event("result", 0, None, 0.5, line=0)
    events = [forgets, Event("forward", 0, 0.5, line=0), forgets]
    assert [s.kind for s in tell_events(narration, events, [(0, 1)])] == [
        "forget",
        "forward",
        "set",
    ]


def test_old_results_and_old_gradients_that_one_line_forgets_are_told_apart():
    narration = Narration("forward", "forward pass", twin(mean(), 3.0), 3.0)
    results = [Event("result", node, None, 0.5, line=0) for node in (0, 1)]
    gradients = [Event("set", node, None, 0.5, line=0) for node in (0, 1)]
    first, second = tell_events(narration, [*results, *gradients], [(0, 1)])
    assert "results" in first.caption and "2" in first.caption
    assert "gradients" in second.caption and "2" in second.caption


def test_a_share_that_was_not_returned_is_shown_in_the_place_of_the_one_that_was():
    *_, step = narrated(mean(), START, *call(1, 1.5, 1.5), change(0, None, 0.7, 0.7))
    assert step.problem and step.edges[1, 0] == (0.7, True)


def test_the_same_share_in_the_place_of_another_counts_as_that_one():
    x = Leaf(0.5, "x")
    first, second = change(0, None, 1.5, 1.5), change(0, 1.5, 3.0, 1.5)
    *_, step = narrated(HalfDifference(x, x), START, *call(1, 1.5, -1.5), first, second)
    assert "-1.5" in step.problem and step.edges[1, 1] == (1.5, True)


def test_the_share_of_a_second_turn_does_not_count_as_one_that_is_still_to_come():
    x = Leaf(0.5, "x")
    twice, once = Mean(x, x), -x
    *_, step = narrated(
        HalfDifference(twice, once),
        change(3, None, 3.0),
        *call(3, 1.5, -1.5),
        change(1, None, 1.5, 1.5),
        change(2, None, -1.5, -1.5),
        *call(1, 0.75, 0.75),
        change(0, None, 0.75, 0.75),
        change(0, 0.75, 1.5, 0.75),
        *call(2, 1.5),
        *call(1, 0.75, 0.75),
        change(0, 1.5, 2.25, 0.75),
    )
    assert "Mean" in step.problem and step.edges[2, 0] == (1.5, False)
