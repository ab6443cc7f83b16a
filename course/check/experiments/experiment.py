"""Runs experiments on code that computes something wrong: tries it on several sets of values, and
compares its outcomes with the right ones."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

import torch

from course.check.experiments.other_values import ChangedValues, changes, specials
from course.subject import Question, reserve
from course.values.closeness import tensors_agree, values_agree
from course.values.tensors import NamedTensors, as_tensor

MAX_FAST_ENTRIES = 500  # entries of all given values; with more, experiments are too slow
# What messages call a node's outcomes and its upstream gradient.
RESULT, DOWNSTREAM, UPSTREAM = "the result", "downstream gradient", "the upstream gradient"

RightOf = Callable[[NamedTensors], NamedTensors]  # returns the right outcomes for given values
AskWith = Callable[[NamedTensors], Question[Any]]  # returns a question about these values
# Returns the outcomes in an answer, by the names that the experiments use.
WhatCameOut = Callable[[Any], Mapping[str, object]]


@dataclass
class Experiment:
    """One set of values on which code is tried, with the right outcomes and the student's by
    name."""

    given: NamedTensors
    right_of: RightOf
    # The student's outcomes, by the same names as the right ones; empty until the code has run.
    yours: NamedTensors = field(default_factory=dict)
    not_numbers: set[str] = field(default_factory=set)  # names of outcomes that are not numbers

    def __post_init__(self):
        self.right = self.right_of(self.given)  # the right outcomes, by name

    def note(self, outcomes: Mapping[str, object]) -> None:
        """Records the outcomes of the student's code."""
        for name, value in outcomes.items():
            tensor = as_tensor(value)
            if tensor is None:
                self.not_numbers.add(name)
            else:
                self.yours[name] = tensor

    def fits(self, name: str) -> bool:
        """Whether an outcome has the right shape."""
        return name in self.yours and self.yours[name].shape == self.right[name].shape

    def is_finite(self, name: str) -> bool:
        """Whether an outcome has the right shape and only finite entries."""
        return self.fits(name) and bool(self.yours[name].isfinite().all())

    def is_right(self, name: str) -> bool:
        """Whether an outcome is right."""
        return self.fits(name) and tensors_agree(self.yours[name], self.right[name])

    @property
    def is_fast(self) -> bool:
        """Whether the given values are few enough for more experiments like this one."""
        return sum(value.numel() for value in self.given.values()) <= MAX_FAST_ENTRIES

    @property
    def is_complete(self) -> bool:
        """Whether the student's outcomes have exactly the right names, and all are numbers."""
        return self.yours.keys() == self.right.keys() and not self.not_numbers

    @property
    def is_all_right(self) -> bool:
        """Whether all outcomes are right and there are no extra ones."""
        return self.is_complete and all(map(self.is_right, self.right))

    @property
    def inputs(self) -> list[torch.Tensor]:
        """The values of a node's inputs."""
        return [value for name, value in self.given.items() if name != UPSTREAM]

    @property
    def downstream(self) -> list[str]:
        """The names of a node's downstream gradients; none for other code."""
        return [name for name in self.right if name.startswith(DOWNSTREAM)]


Groups = dict[str, list[Experiment]]  # groups of experiments, by a description of their values
VaryValues = Callable[[NamedTensors], Iterator[ChangedValues]]


class FirstRound(NamedTuple):
    """The first experiments, in the order in which they run. The first and the last kind are for
    all code, the others only for nodes."""

    random: list[Experiment]  # on random values
    given: Sequence[Experiment] = ()  # on the values given
    square: Sequence[Experiment] = ()  # on square matrices, if inputs have different shapes
    small: Sequence[Experiment] = ()  # on smaller values, if some are large
    zero: Sequence[Experiment] = ()  # with an upstream gradient of 0
    again: Sequence[Experiment] = ()  # the first random values once more


def on_random_values(values_given: list[NamedTensors], right_of: RightOf) -> FirstRound:
    """A first round with only random values."""
    random = [Experiment(given, right_of) for given in values_given]
    return FirstRound(random, again=[Experiment(values_given[0], right_of)])


class Experiments:
    """Four kinds of experiments on wrong code: the first round, and three others. The experiments
    of a kind run when that kind is first used. If time or room runs out, the last ones have no
    outcomes.

    Attributes:
        first_round: returns the first round.
        parts: returns the experiments on parts of the values, by shape.
        changed: returns the experiments that change something in the first random values, each in a
            group of its own.
        special: returns the experiments that make one of the first or second random values special.
    """

    def __init__(
        self,
        ask_with: AskWith,
        what_came_out: WhatCameOut,
        first_round: Callable[[], FirstRound],
        parts: Callable[[], Groups] = dict,
        *,
        fixed: tuple[str, ...] = (),
    ):
        """Reserves all questions.

        Args:
            first_round, parts: return the experiments of these kinds, without outcomes.
            fixed: the names of values that are never changed or made special.
        """

        def reserved(make: Callable[[], Groups]) -> Callable[[], Groups]:
            return _reserved(cache(make), ask_with, what_came_out)

        untried = cache(first_round)
        by_kind = reserved(lambda: untried()._asdict())
        self.first_round = lambda: FirstRound(**by_kind())
        self.parts = reserved(parts)
        self.changed = reserved(lambda: _varied(untried().random[:1], changes, fixed))
        self.special = reserved(lambda: _varied(untried().random[:2], specials, fixed))

    @property
    def random(self) -> list[Experiment]:
        """The experiments on random values."""
        return self.first_round().random

    @property
    def is_repeatable(self) -> bool:
        """Whether the first random values lead to the same outcomes a second time."""
        first, (again,) = self.random[0], self.first_round().again
        return all(
            values_agree(first.yours[name], again.yours[name])
            for name in first.right
            if first.fits(name) and again.fits(name)
        )


def _reserved(
    untried: Callable[[], Groups], ask_with: AskWith, what_came_out: WhatCameOut
) -> Callable[[], Groups]:
    def questions() -> Iterator[Question]:
        for experiment in chain.from_iterable(untried().values()):
            yield ask_with(experiment.given)

    answers = reserve(questions())

    @cache
    def tried() -> Groups:
        experiments = chain.from_iterable(untried().values())
        for experiment, answer in zip(experiments, answers() if untried() else [], strict=False):
            experiment.note(what_came_out(answer))
        return untried()

    return tried


def _varied(experiments: list[Experiment], vary: VaryValues, fixed: tuple[str, ...]) -> Groups:
    """Copies of experiments in which something about the values is different."""
    varied: Groups = {}
    for experiment in experiments if experiments[0].is_fast else []:
        free = {name: value for name, value in experiment.given.items() if name not in fixed}
        for words, values in vary(free):
            another = Experiment(experiment.given | values, experiment.right_of)
            varied.setdefault(words, []).append(another)
    return varied
