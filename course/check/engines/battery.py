"""What the battery of tiny graphs shows about an engine that failed a check: the smallest example,
the fact that explains it, and what known mistakes are recognised by. `battery_words` puts it into
words.

All of it was tried in this very run: `course.recording.outcomes` ran it, and PyTorch says what is
right.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from functools import cache, cached_property

import torch

from course.check.base.twin import twin
from course.check.engines.facts import (
    Fact,
    backward_fact,
    forward_fact,
    most_visits,
    repeated,
)
from course.check.engines.waiting_shares import is_nothing_plain
from course.graph import ComputationNode
from course.messages.misconceptions import Seen
from course.order import places_of_inputs
from course.recording.outcomes import How, Outcomes
from course.recording.trials import Trial, trials, tried_trials
from course.recording.watched_run import Outcome, TooMany, plain
from course.subject import TryBattery, ask, reserve
from course.values.closeness import plain_values_agree


class Calls(StrEnum):
    """Which calls of an engine on a graph a check asks for."""

    ALL = auto()
    FIRST = auto()
    LATER = auto()  # after a first call that was right


@dataclass(frozen=True)
class TrialResult:
    """The outcome of an engine on one trial."""

    trial: Trial  # the graph and the call
    outcome: Outcome  # what the engine left
    how: How  # how that came about
    right: list  # PyTorch's value for each node, as plain values
    inputs: list[list[int]]  # for each node, the places of its inputs
    method: str

    @cached_property
    def values(self) -> list:
        """What the nodes hold in the end, or when the first method runs too early."""
        if self.how.early is None:
            return self.outcome.values
        held: list = [None] * len(self.right)
        for event in self.how.events[: self.how.early]:
            if event.kind == ("set" if self.method == "backward" else "returned"):
                held[event.node] = event.value
        return held

    @cached_property
    def visited_wrong(self) -> list[int]:
        """Nodes whose method ran more often than once for each input, or never."""
        visits = self.outcome.visits
        return [
            i
            for i, (count, inputs) in enumerate(zip(visits, self.inputs, strict=True))
            if inputs and not 1 <= count <= most_visits(self.method, inputs)
        ]

    @cached_property
    def wrong(self) -> list[int]:
        """Nodes that end with a wrong value, in the order of the pass."""
        places = range(len(self.right))
        order = places if self.method == "forward" else reversed(places)
        return [i for i in order if not plain_values_agree(self.values[i], self.right[i])]

    @cached_property
    def is_right(self) -> bool:
        """Whether nothing is wrong with it."""
        return not (self.visited_wrong or self.has_wrong_numbers)

    @cached_property
    def has_wrong_numbers(self) -> bool:
        """Whether it did not finish, or left a wrong value."""
        return bool(self.outcome.error or self.how.early is not None or self.wrong)

    @property
    def is_only_repeated(self) -> bool:
        """Whether its only mistake is that methods ran more often than necessary."""
        visits = self.outcome.visits
        return not self.has_wrong_numbers and all(visits[i] > 1 for i in self.visited_wrong)

    @property
    def fact(self) -> Fact | None:
        """What the engine did wrong first, if that is known."""
        if not self.how.events and any(self.outcome.visits):
            return None
        events = self.how.events
        if self.method == "forward":
            fact = forward_fact(self.inputs, events)
            # A leaf that already has its value needs no forward.
            is_filled = fact and fact.kind == "never ran" and not self.inputs[fact.node]
            return None if is_filled and fact.node not in self.wrong else fact
        if self.is_only_repeated:
            return repeated(self.inputs, events)
        return backward_fact(self.inputs, events, plain(self.trial.upstream))

    @property
    def seen(self) -> tuple:
        """What distinguishes mistakes, independently of the style of the code."""
        numbers = tuple(
            _rounded(value, zero_is_nothing=self.method == "backward")
            for value in self.outcome.values
        )
        visits = tuple(
            (min(count, 3), i in self.early)
            for i, (count, inputs) in enumerate(zip(self.outcome.visits, self.inputs, strict=True))
            if inputs or self.method == "forward"
        )
        return (numbers, visits, self.outcome.error)

    @cached_property
    def early(self) -> set[int]:
        """Nodes whose method ran before that of a node that has to come first."""
        called: list[int] = [each.node for each in self.how.events if each.kind == "call"]
        edges = [(user, source) for user, sources in enumerate(self.inputs) for source in sources]
        first = {node: place for place, node in reversed([*enumerate(called)])}
        if self.method == "forward":
            edges = [(source, user) for user, source in edges]
        never = len(called)
        return {late for soon, late in edges if first.get(late, never) < first.get(soon, never)}


@dataclass(frozen=True)
class Battery:
    """All that was tried, smallest graph first."""

    method: str  # "forward" or "backward"
    tensors: bool  # whether the homework has tensors
    results: list[TrialResult]  # one after the other
    is_whole: bool  # whether there was time for all of it

    @property
    def of_numbers(self) -> list[TrialResult]:
        """What was tried on graphs of numbers."""
        return [each for each in self.results if not each.trial.shapes]

    def asked(self, calls: Calls = Calls.ALL) -> list[TrialResult]:
        """The trials that the homework asks for, as in `Trial.counts`."""
        asked = [each for each in self.results if each.trial.counts(self.tensors)]
        if calls == Calls.ALL:
            return asked
        first = {each.trial: each.is_right for each in asked if each.trial.call == "first"}
        if calls == Calls.FIRST:
            return [each for each in asked if each.trial in first]
        return [
            each
            for each in asked
            if each.trial not in first and first.get(replace(each.trial, call="first"))
        ]

    def smallest(self, calls: Calls = Calls.ALL) -> TrialResult | None:
        """The smallest graph on which it goes wrong, with numbers if that goes wrong, too."""
        wrong = [each for each in self.asked(calls) if not each.is_right]
        found = min(wrong, key=_simplicity, default=None)
        same_graph = (
            each
            for each in self.of_numbers
            if found and each.trial == replace(found.trial, shapes=()) and not each.is_right
        )
        return next((each for each in same_graph if not each.outcome.error), found)

    def is_smallest(self, found: TrialResult, calls: Calls = Calls.ALL) -> bool:
        """Whether it goes wrong on no graph with fewer nodes, even a single leaf."""
        wrong = [each for each in self.asked(calls) if not each.is_right]
        return all(len(found.inputs) <= len(each.inputs) for each in wrong)

    @property
    def seen(self) -> list[Seen]:
        """What a known mistake is recognised by; nothing if that would say too little."""
        if not self.is_whole:
            return []
        special = [each for each in self.results if each.trial.is_special]
        tensors = [each for each in self.results if each.trial.shapes and not each.trial.is_special]
        found = [
            _seen(self.method, "numbers", self.of_numbers),
            _seen(self.method, "special", special)
            if all(each.is_right for each in self.of_numbers)
            else None,
            _seen(self.method, "tensors", tensors),
        ]
        return [each for each in found if each]


def _simplicity(each: TrialResult) -> tuple:
    """First calls come first, and a single leaf, which shows little, comes last. Of two graphs of
    the same size, the special one comes last: the other also exists with numbers."""
    trial = each.trial
    return (not trial.ops, trial.call != "first", len(trial.ops), trial.is_special)


def _seen(method: str, world: str, results: list[TrialResult]) -> Seen | None:
    errors = [each.outcome.error for each in results if each.trial.ops]
    first = min((each for each in results if not each.is_right), key=_simplicity, default=None)
    if not first or all(error and error != TooMany.__name__ for error in errors):
        return None  # an error that ends each run early says little
    fact = first.fact
    how = (fact.kind, _resets(first)) if fact and fact.kind in _INDEPENDENT_OF_STYLE else ()
    if fact and fact.kind == "wiped":
        how += (_is_of_one_line(first, fact),)
    return ("battery", method, world, tuple(each.seen for each in results), how)


def run_battery(algorithm: Callable, method: str, tensors: bool) -> Battery:
    """Tries an engine's forward or backward algorithm on the battery and compares what it leaves
    with PyTorch, without recording how."""
    return _results_of(ask(TryBattery(algorithm, method, tensors, False)), method, tensors, False)


def reserve_battery(algorithm: Callable, method: str, tensors: bool) -> Callable[[], Battery]:
    """Reserves a run of an engine's forward or backward algorithm on the battery, with a record of
    how the engine does it; returns a function that runs it, which only a failed check calls."""
    answers = reserve([TryBattery(algorithm, method, tensors, True)])
    return cache(lambda: _results_of(next(iter(answers()), Outcomes()), method, tensors, True))


def _results_of(outcomes: Outcomes, method: str, tensors: bool, with_how: bool) -> Battery:
    tried = tried_trials(method, tensors, with_how)
    known = dict(zip(trials(method, tensors), _pytorch_values(method, tensors), strict=True))
    found = []
    for trial, outcome, how in zip(tried, outcomes.outcomes, outcomes.how, strict=False):
        right, inputs = known[trial]
        if not _is_sound(outcome, how, len(right)):
            break
        found.append(TrialResult(trial, outcome, how, right, inputs, method))
    return Battery(method, tensors, found, len(found) == len(tried))


def _is_sound(outcome: Outcome, how: How, count: int) -> bool:
    """Whether the data can come from a graph of `count` nodes: a student's kernel may fake it."""
    values = [*outcome.values]
    for event in how.events:
        values += [event.value, event.before, event.share]
        is_line = event.line is None or 0 <= event.line < len(how.lines)
        if event.kind not in ("call", "returned", "set") or event.node >= count or not is_line:
            return False
    return (
        len(outcome.values) == len(outcome.visits) == count
        and (how.early is None or how.early <= len(how.events))
        and all(map(_is_plain, values))
    )


def _is_plain(value: object) -> bool:
    match value:
        case None | float() | str():
            return True
        case list():
            return all(map(_is_plain, value))
        case {"shape": list(shape), "data": list(data)}:
            sizes = [size for size in shape if type(size) is int and 0 <= size < 100]
            fits = len(sizes) == len(shape) and torch.Size(sizes).numel() == len(data)
            return fits and all(isinstance(each, float | str) for each in data)
    return False


@cache
def _pytorch_values(method: str, tensors: bool) -> list[tuple[list, list[list[int]]]]:
    """PyTorch's values for the nodes of each trial, and the places of their inputs."""
    found = []
    for trial in trials(method, tensors):
        graph = trial_graph(trial)
        pytorch = twin(graph, trial.upstream)
        values = pytorch.results if method == "forward" else pytorch.gradients
        right = [plain(value if trial.shapes else float(value)) for value in values]
        found.append((right, places_of_inputs(graph.sorted_nodes())))
    return found


def trial_graph(trial: Trial) -> ComputationNode:
    """The graph as it is in the call that counts, with nothing computed yet."""
    return trial.build(trial.other_values if trial.call == "other values" else None)


_INDEPENDENT_OF_STYLE = {"wiped", "not delivered", "not started", "lost"}


def _resets(found: TrialResult) -> tuple:
    """If nothing ever arrives: how many nodes were reset between the start and the first call, and
    whether one was reset later."""
    if not all(is_nothing_plain(value) for value in found.outcome.values):
        return ()
    started, called, between, later = False, False, 0, False
    for event in found.how.events:
        called |= event.kind == "call"
        if event.kind == "set" and not is_nothing_plain(event.value):
            started = True
        elif event.kind == "set" and event.share is None:
            between += started and not called
            later |= called
    return (min(between, 2), later)


def _is_of_one_line(found: TrialResult, fact: Fact) -> bool:
    """Whether the line that erased a share is the one that had delivered it."""
    return any(
        event.node == fact.node and event.share is not None and event.line == fact.line
        for event in found.how.events
    )


def _rounded(value: object, zero_is_nothing: bool) -> object:
    """A value for recognising mistakes: four digits; if asked, None is the same as 0."""
    if isinstance(value, dict):
        if zero_is_nothing and is_nothing_plain(value):
            return "0"
        entries = tuple(f"{e:.4g}" if isinstance(e, float) else e for e in value["data"])
        return (tuple(value["shape"]), entries)
    if isinstance(value, float):
        return f"{value + 0.0:.4g}"
    if value is None and zero_is_nothing:
        return "0"
    return "list" if isinstance(value, list) else value
