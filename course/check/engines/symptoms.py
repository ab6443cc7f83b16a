"""Makes symptoms of what an engine does on the battery, by which known mistakes are recognised.

They are the same whatever the style of the code.
"""

import torch

from course.check.engines.battery import Battery, TrialResult, simplicity
from course.check.engines.facts import Fact, fact_of
from course.messages.misconceptions import Symptom
from course.recording.calls import TooManyCalls
from course.values.tensors import is_nothing

_INDEPENDENT_OF_STYLE = {"wiped", "not delivered", "not started", "lost"}


def symptoms_of(battery: Battery) -> list[Symptom]:
    """The symptoms that tell which known mistake it is; none if they would say too little."""
    if not battery.is_whole:
        return []
    on_tensors = [result for result in battery.results if result.trial.shapes]
    worlds = {"numbers": battery.on_numbers}
    if all(result.is_right for result in battery.on_numbers):
        worlds["special"] = [result for result in on_tensors if result.trial.is_special]
    worlds["tensors"] = [result for result in on_tensors if not result.trial.is_special]
    symptoms = [_symptom(battery.method, world, results) for world, results in worlds.items()]
    return [symptom for symptom in symptoms if symptom]


def _symptom(method: str, world: str, results: list[TrialResult]) -> Symptom | None:
    errors = [result.outcome.error for result in results if result.trial.ops]
    wrong = [result for result in results if not result.is_right]
    if not wrong or all(error and error != TooManyCalls.__name__ for error in errors):
        return None  # an error that ends each run early says little
    simplest = min(wrong, key=simplicity)
    fact = fact_of(simplest)
    about_fact: tuple = ()
    if fact and fact.kind in _INDEPENDENT_OF_STYLE:
        about_fact = (fact.kind, _resets(simplest))
        if fact.kind == "wiped":
            about_fact += (_is_of_one_line(simplest, fact),)
    return ("battery", method, world, tuple(map(_what_was_left, results)), about_fact)


def _what_was_left(result: TrialResult) -> tuple:
    """The numbers, visits and error of a trial."""
    is_backward, outcome = result.method == "backward", result.outcome
    numbers = tuple(_rounded(value, zero_is_nothing=is_backward) for value in outcome.values)
    early = _nodes_run_early(result)
    visits = tuple(
        (min(count, 3), node in early)
        for node, count in enumerate(outcome.visits)
        if result.inputs[node] or not is_backward
    )
    return (numbers, visits, outcome.error)


def _nodes_run_early(result: TrialResult) -> set[int]:
    """Nodes whose method ran before the method of a node that has to come first."""
    first_call: dict[int, int] = {}
    for place, event in enumerate(result.steps.events):
        if event.kind == "call":
            first_call.setdefault(event.node, place)
    never = len(result.steps.events)
    pairs = [(source, user) for user, inputs in enumerate(result.inputs) for source in inputs]
    if result.method == "backward":
        pairs = [(user, source) for source, user in pairs]
    return {
        after
        for before, after in pairs
        if first_call.get(after, never) < first_call.get(before, never)
    }


def _resets(result: TrialResult) -> tuple:
    """For a pass in which nothing ever arrives: how many nodes were reset between the start and the
    first call, and whether one was reset later. Empty for any other pass."""
    if not all(is_nothing(value) for value in result.outcome.values):
        return ()
    started, called, between, later = False, False, 0, False
    for event in result.steps.events:
        called |= event.kind == "call"
        if event.kind == "set" and not is_nothing(event.value):
            started = True
        elif event.kind == "set" and event.share is None:
            between += started and not called
            later |= called
    return (min(between, 2), later)


def _is_of_one_line(result: TrialResult, fact: Fact) -> bool:
    """Whether the line that erased a share had also delivered it."""
    return any(
        event.node == fact.node and event.share is not None and event.line == fact.line
        for event in result.steps.events
    )


def _rounded(value: object, zero_is_nothing: bool) -> object:
    """A value as it is used to recognise mistakes: rounded to four digits and, if
    `zero_is_nothing`, with None the same as 0."""
    if zero_is_nothing and is_nothing(value):
        return "0"
    if isinstance(value, torch.Tensor):
        return (tuple(value.shape), tuple(f"{entry:.4g}" for entry in value.flatten().tolist()))
    if isinstance(value, float):
        return f"{value + 0.0:.4g}"
    return "list" if isinstance(value, list) else value
