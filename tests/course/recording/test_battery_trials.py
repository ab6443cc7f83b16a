"""Which graphs the battery has, and which of them count."""

import pytest
import torch

from course import graph as scaffold
from course.recording.battery_trials import trials, trials_to_run

BATTERIES = [(method, tensors) for method in ("forward", "backward") for tensors in (False, True)]


@pytest.mark.parametrize(("method", "tensors"), BATTERIES)
def test_no_trial_is_in_the_battery_twice(method, tensors):
    battery = trials(method, tensors)
    assert len({*battery}) == len(battery)


@pytest.mark.parametrize(("method", "tensors"), BATTERIES)
def test_every_graph_can_be_built_and_run_in_the_form_that_its_text_has(method, tensors):
    for trial in trials(method, tensors):
        names = {**vars(scaffold), "torch": torch}
        exec(trial.text, names)
        built = [node.label for node in trial.build().sorted_nodes()]
        assert [node.label for node in names["y"].sorted_nodes()] == built
        for node in trial.graph_that_counts().sorted_nodes():
            node.forward()


@pytest.mark.parametrize("tensors", [False, True])
def test_what_comes_first_is_a_smallest_graph_and_each_kind_is_there(tensors):
    first_calls = [t for t in trials("backward", tensors) if t.call == "first" and t.one]
    on_numbers = [len(trial.ops) for trial in first_calls if not trial.shapes]
    assert on_numbers == sorted(on_numbers) and on_numbers[0] == 0
    counting = (t for t in trials("backward", tensors) if t.counts(tensors, broadcasts=False))
    assert {trial.kind for trial in counting} == {
        "alone", "chain", "two inputs", "twice", "fork", "ways of different length", "zero",
        "second", "other values",
    }  # fmt: skip


def test_a_forward_algorithm_has_no_upstream_gradient_to_be_called_with_again():
    kinds = {trial.kind for trial in trials("forward", tensors=True)}
    assert "other values" in kinds and not kinds & {"second", "zero"}


def test_each_homework_has_the_graphs_of_numbers_and_one_with_tensors_has_those_too():
    numbers, both = (trials("backward", tensors) for tensors in (False, True))
    assert both[: len(numbers)] == numbers
    assert not any(trial.shapes for trial in numbers)
    assert all(trial.shapes for trial in both[len(numbers) :])


@pytest.mark.parametrize("tensors", [False, True])
def test_without_steps_only_the_trials_that_count_are_run(tensors):
    every = trials("backward", tensors)
    counted = trials_to_run("backward", tensors, with_steps=False)
    assert trials_to_run("backward", tensors, with_steps=True) == [*every]
    assert counted == [t for t in every if bool(t.shapes) == tensors]
    assert any(trial.is_broadcast for trial in counted) == tensors
