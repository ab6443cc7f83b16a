"""Makes experiments on code that computes something wrong: tries it on several sets of values, and
compares what comes out with what should."""

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

MAX_FAST_ENTRIES = 500  # entries of all given values; with more, experiments take too long
# What messages call the values that a node is given, and what comes out of it.
RESULT, DOWNSTREAM, UPSTREAM = "the result", "downstream gradient", "the upstream gradient"

RightOf = Callable[[NamedTensors], NamedTensors]  # returns what should come out for given values
AskWith = Callable[[NamedTensors], Question[Any]]  # returns the question with given values
# Returns the outcomes in an answer, by the names that the experiments use.
WhatCameOut = Callable[[Any], Mapping[str, object]]


@dataclass
class Experiment:
    """Code that is tried on certain values: the right outcomes and the student's, by name."""

    given: NamedTensors
    right_of: RightOf
    # What did come out, by the same names; nothing until the code has been tried.
    yours: NamedTensors = field(default_factory=dict)
    not_numbers: set[str] = field(default_factory=set)  # names of outcomes that are not numbers

    def __post_init__(self):
        self.right = self.right_of(self.given)  # what should have come out

    def note(self, outcomes: Mapping[str, object]) -> None:
        """Notes what came out of the student's code."""
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
        """Whether there are exactly the outcomes that there should be, and all are numbers."""
        return self.yours.keys() == self.right.keys() and not self.not_numbers

    @property
    def is_all_right(self) -> bool:
        """Whether all outcomes are right, and there are no others."""
        return self.is_complete and all(map(self.is_right, self.right))

    @property
    def inputs(self) -> list[torch.Tensor]:
        """The values of a node's inputs."""
        return [value for name, value in self.given.items() if name != UPSTREAM]

    @property
    def downstream(self) -> list[str]:
        """What messages call the downstream gradients of a node; none for other code."""
        return [name for name in self.right if name.startswith(DOWNSTREAM)]


Groups = dict[str, list[Experiment]]  # groups of experiments, by words for their values
VaryValues = Callable[[NamedTensors], Iterator[ChangedValues]]


class FirstRound(NamedTuple):
    """The first experiments, in the order in which they are made. The first and the last kind are
    for all code, the others for nodes alone."""

    random: list[Experiment]  # on random values
    given: Sequence[Experiment] = ()  # on the values given
    square: Sequence[Experiment] = ()  # on square matrices, if inputs have different shapes
    small: Sequence[Experiment] = ()  # on smaller values, if some are large
    zero: Sequence[Experiment] = ()  # with an upstream gradient of 0
    again: Sequence[Experiment] = ()  # on the first of the random values once more


def on_random_values(values_given: list[NamedTensors], right_of: RightOf) -> FirstRound:
    """A first round on random values alone."""
    random = [Experiment(given, right_of) for given in values_given]
    return FirstRound(random, again=[Experiment(values_given[0], right_of)])


class Experiments:
    """Experiments on wrong code, of four kinds: the first round, and three others. Those of a kind
    are made when they are first asked for. If time or room runs out, the last of them are missing.

    Attributes:
        first_round: makes those of the first round.
        parts: makes those on parts of the values, by shape.
        changed: makes those in which something in the first random values is changed, each in a
            group of its own.
        special: makes those in which one of the first and of the second random values is special.
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
            first_round, parts: return these kinds, untried.
            fixed: the names of values that are neither changed nor made special.
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
        """Those on random values."""
        return self.first_round().random

    @property
    def is_repeatable(self) -> bool:
        """Whether the first random values give the same when they are tried once more."""
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
    """Experiments with the values of others, but for something that is made different."""
    varied: Groups = {}
    for experiment in experiments if experiments[0].is_fast else []:
        free = {name: value for name, value in experiment.given.items() if name not in fixed}
        for words, values in vary(free):
            another = Experiment(experiment.given | values, experiment.right_of)
            varied.setdefault(words, []).append(another)
    return varied
