"""Condenses an engine's outcomes on the battery into symptoms, which identify known mistakes
whatever the style of the code."""

from dataclasses import replace
from itertools import dropwhile, pairwise

import torch

from course.check.engines.battery import Battery, ComparedTrial, smallest_trial
from course.check.engines.first_slip import first_slip
from course.messages.misconceptions import Symptom
from course.recording.records import Method
from course.scaffold.order import places_of_users
from course.values.gradients import is_nothing


def symptoms_of(battery: Battery) -> list[Symptom]:
    """The symptoms of an engine: one for graphs of numbers, one for the same graphs with tensors
    and, if the engine is right on numbers, one for the other graphs with tensors. Symptoms that say
    too little are left out. There are none if trials are missing."""
    worlds = {"numbers": battery.on_numbers, "tensors": [], "others": []}
    on_numbers = {each.trial for each in battery.on_numbers}
    for compared in battery.all_compared:
        if compared.trial.counts(tensors=True, broadcasts=False):
            is_twin = replace(compared.trial, shapes=()) in on_numbers
            worlds["tensors" if is_twin else "others"].append(compared)
    if not all(each.is_right for each in battery.on_numbers):
        del worlds["others"]
    symptoms = [_symptom(battery.method, *world) for world in worlds.items()]
    return [symptom for symptom in symptoms if symptom and battery.is_whole]


def _symptom(method: Method, world: str, all_compared: list[ComparedTrial]) -> Symptom | None:
    outcomes = [each.stepwise for each in all_compared if each.trial.ops]
    wrong = [each for each in all_compared if not each.is_right]
    if not wrong or all(each.error and not each.called_too_often for each in outcomes):
        return None  # errors that end each run early say little
    example = smallest_trial(wrong)
    slip = first_slip(example)
    kind = slip.kind if slip else ""
    # For other mistakes, which gradients are reset is a matter of style.
    differ_in_resets = kind == "wiped" or all(map(is_nothing, example.stepwise.values))
    how = (kind, _resets(example) if differ_in_resets else ())
    return ("battery", method, world, tuple(map(_what_was_left, all_compared)), how)


def _what_was_left(compared: ComparedTrial) -> tuple:
    """The values, visits and error of a trial."""
    is_backward, outcome = compared.method == "backward", compared.stepwise
    numbers = tuple(_rounded(value, zero_is_nothing=is_backward) for value in outcome.values)
    early = _nodes_run_early(compared)
    visits = tuple(
        (min(count, 3), node in early)
        for node, count in enumerate(outcome.visits)
        if compared.inputs[node] or not is_backward
    )
    return (numbers, visits, outcome.error_name)


def _nodes_run_early(compared: ComparedTrial) -> set[int]:
    """Nodes whose method ran before that of another node that has to come first."""
    is_backward = compared.method == "backward"
    before = places_of_users(compared.inputs) if is_backward else compared.inputs
    events = compared.stepwise.events
    order = [*dict.fromkeys(event.node for event in events if event.kind == "call")]
    return {node for place, node in enumerate(order) if not {*before[node]} <= {*order[:place]}}


def _resets(compared: ComparedTrial) -> tuple:
    """Which gradients were reset, except at the very start of the pass: one tuple for resets before
    the first call of `backward`, and one after each call. An entry is a node, and whether the line
    that reset it had just accumulated a share. This tells apart engines that wipe gradients or
    leave none."""
    resets: list[set] = [set()]
    noted = compared.stepwise.events
    events = dropwhile(lambda each: each.kind == "set" and is_nothing(each.value), noted)
    for before, event in pairwise(events):
        if event.kind == "call":
            resets.append(set())
        elif event.kind == "set" and event.share is None and is_nothing(event.value):
            is_same_line = before.share is not None and before.line == event.line
            resets[-1].add((event.node, is_same_line))
    return tuple(tuple(sorted(each)) for each in resets)


def _rounded(value: object, zero_is_nothing: bool) -> object:
    """A value in the form used to recognise mistakes: rounded to four digits and, if
    `zero_is_nothing`, with None the same as 0."""
    if zero_is_nothing and is_nothing(value):
        return "0"
    if isinstance(value, torch.Tensor):
        return (tuple(value.shape), tuple(f"{entry:.4g}" for entry in value.flatten().tolist()))
    if isinstance(value, float):
        return f"{value + 0.0:.4g}"
    return "list" if isinstance(value, list) else value
