"""What a run of an engine on the battery notes, and when it ends."""

import itertools
import math

import pytest
import torch

from course.graph import Leaf
from course.recording import battery_run, quick_recorder
from course.recording.battery_run import Tried, try_battery
from course.recording.battery_trials import trials_to_run
from course.recording.quick_recorder import Outcome
from course.recording.trial import Trial
from tests.helpers.changed_engine import not_reset, walk
from tests.helpers.engine import backward_algorithm, forward_algorithm

EXP = (("Exp", "a"),)


def outcome_on(trial: Trial, tried: Tried, method="backward", tensors=False) -> Outcome:
    """What an algorithm left on one trial of those that count."""
    return tried.outcomes[trials_to_run(method, tensors, with_steps=False).index(trial)]


@pytest.mark.parametrize("tensors", [False, True])
@pytest.mark.parametrize("with_steps", [False, True])
@pytest.mark.parametrize(
    ("method", "algorithm"), [("forward", forward_algorithm), ("backward", backward_algorithm)]
)
def test_a_right_engine_finishes_on_all_trials(method, algorithm, tensors, with_steps):
    tried = try_battery(algorithm, method, tensors, with_steps)
    assert len(tried.outcomes) == len(trials_to_run(method, tensors, with_steps))
    assert not any(outcome.error or outcome.ran_early for outcome in tried.outcomes)
    assert tried.forgiven == [None] * len(tried.outcomes)


@pytest.mark.parametrize(
    ("call", "of_right", "if_added"),
    [
        ("first", 3 * math.exp(0.5), 3 * math.exp(0.5)),
        ("second", -2 * math.exp(0.5), -2 * math.exp(0.5) + 3 * math.exp(0.5)),
        ("other values", 3 * math.exp(-0.4), 3 * math.exp(-0.4) - 2 * math.exp(0.5)),
    ],
)
def test_what_is_noted_is_what_the_call_that_counts_leaves(call, of_right, if_added):
    def adding_to_leaves(graph, one):
        kept = [(node, node.gradient or 0.0) for node in graph.sorted_nodes() if is_leaf(node)]
        walk(graph, one)
        for leaf, before in kept:
            leaf.gradient += before

    for algorithm, left in ((walk, of_right), (adding_to_leaves, if_added)):
        tried = try_battery(algorithm, "backward", tensors=False)
        assert outcome_on(Trial(EXP, call), tried).values[0] == pytest.approx(left)


def is_leaf(node):
    return isinstance(node, Leaf)


def test_a_forward_algorithm_is_called_again_after_the_leaves_have_changed():
    def only_once(graph):
        for node in graph.sorted_nodes():
            if node.result is None:
                node.forward()

    for algorithm, left in ((forward_algorithm, -0.4), (only_once, 0.5)):
        tried = try_battery(algorithm, "forward", tensors=False)
        outcome = outcome_on(Trial(EXP, "other values"), tried, "forward")
        assert outcome.values == [left, math.exp(left)]


def test_what_runs_too_early_is_forgiven_beside_what_it_leaves_by_itself():
    def inputs_first(graph, one):
        walk(graph, one, order=lambda nodes: nodes)

    chain = Trial((*EXP, ("Negate", 0)))
    place = trials_to_run("backward", False, with_steps=True).index(chain)
    with_steps = try_battery(inputs_first, "backward", tensors=False, with_steps=True)
    by_itself, forgiven = with_steps.outcomes[place], with_steps.forgiven[place]
    assert (by_itself.error, by_itself.events) == ("TypeError", [])
    assert not forgiven.error and forgiven.events
    without = try_battery(inputs_first, "backward", tensors=False)
    assert without.outcomes[place] == by_itself and not any(without.forgiven)


def test_steps_are_noted_but_not_on_larger_graphs_of_tensors():
    tried = try_battery(walk, "backward", tensors=True, with_steps=True)
    has_steps = [bool(outcome.events and outcome.lines) for outcome in tried.outcomes]
    trials = trials_to_run("backward", True, with_steps=True)
    assert has_steps == [not trial.shapes or len(trial.ops) <= 2 for trial in trials]


@pytest.mark.parametrize("with_steps", [False, True])
def test_an_engine_that_is_stopped_once_is_tried_on_no_more_graphs(with_steps, monkeypatch):
    monkeypatch.setattr(quick_recorder, "CALL_LIMIT", 0.05)

    def endless_on_two_inputs(graph, one):
        while len(graph.input_nodes) > 1:
            pass
        walk(graph, one)

    tried = try_battery(endless_on_two_inputs, "backward", False, with_steps)
    trials = trials_to_run("backward", False, with_steps)
    before = [*itertools.takewhile(lambda trial: len(trial.build().input_nodes) < 2, trials)]
    assert [outcome.took_too_long for outcome in tried.outcomes] == [*[False for _ in before], True]


def test_one_that_is_stopped_only_when_it_is_forgiven_is_tried_on_no_more_graphs(monkeypatch):
    monkeypatch.setattr(quick_recorder, "CALL_LIMIT", 0.05)

    def endless_after_all_nodes(graph, one):
        walk(graph, one, order=lambda nodes: nodes)
        while any(node.input_nodes for node in graph.input_nodes):
            pass

    tried = try_battery(endless_after_all_nodes, "backward", False, with_steps=True)
    *_, last = tried.forgiven
    assert last.took_too_long and not any(outcome.took_too_long for outcome in tried.outcomes)


def test_a_battery_ends_when_its_time_is_up(monkeypatch):
    seconds = iter(range(100))  # the clock is read once at the start and once before each trial
    monkeypatch.setattr(battery_run, "process_time", lambda: next(seconds))
    tried = try_battery(walk, "backward", tensors=False)
    assert len(tried.outcomes) == len(tried.forgiven) == battery_run.BATTERY_LIMIT


def test_nothing_that_an_engine_prints_is_seen(capsys):
    try_battery(lambda graph, one: print("here"), "backward", tensors=False)
    assert not capsys.readouterr().out


def test_an_engine_that_writes_into_its_upstream_gradient_changes_no_later_trial():
    def zeroes(graph, one):
        walk(graph, one)
        if isinstance(one, torch.Tensor):
            one.mul_(0)

    engines = not_reset, zeroes, not_reset
    before, _, after = (try_battery(engine, "backward", tensors=True) for engine in engines)
    assert str(after.outcomes) == str(before.outcomes)


def spoil(graph):
    """A forward algorithm after which no value is right."""
    for node in graph.sorted_nodes():
        node.result = 7.0
        if is_leaf(node) and isinstance(node.value, torch.Tensor):
            node.value.mul_(100)
        elif is_leaf(node):
            node.value = 100.0


def test_whatever_the_forward_algorithm_leaves_backward_runs_on_right_results():
    right = try_battery(walk, "backward", tensors=True)
    spoilt = try_battery(walk, "backward", tensors=True, before=spoil)
    assert str(spoilt.outcomes) == str(right.outcomes)


def test_the_forward_algorithm_runs_on_each_graph_and_again_on_other_values():
    seen = []
    try_battery(walk, "backward", False, before=lambda graph: seen.append(leaf_values(graph)))
    trials = trials_to_run("backward", False, with_steps=False)
    others = [trial.other_values for trial in trials if trial.call == "other values"]
    assert len(seen) == len(trials) + len(others)
    assert [values for values in seen if values in others] == others


def leaf_values(graph):
    return {node.name: node.value for node in graph.sorted_nodes() if is_leaf(node)}


def test_a_slow_forward_algorithm_leaves_half_of_the_time(monkeypatch):
    now, ran = [0.0], []
    monkeypatch.setattr(battery_run, "process_time", lambda: now[0])

    def slow(graph):
        ran.append(graph)
        now[0] += battery_run.BATTERY_LIMIT / 4

    tried = try_battery(walk, "backward", tensors=False, before=slow)
    assert len(ran) == 3  # with the second, half is used up, but not more
    assert len(tried.outcomes) == len(trials_to_run("backward", False, with_steps=False))


def test_a_forward_algorithm_that_never_ends_runs_once(monkeypatch):
    monkeypatch.setattr(quick_recorder, "CALL_LIMIT", 0.05)
    ran = []

    def endless(graph):
        ran.append(graph)
        while True:
            pass

    tried = try_battery(walk, "backward", tensors=False, before=endless)
    assert len(ran) == 1 and not any(outcome.error for outcome in tried.outcomes)
