"""Makes experiments on code that computes something wrong: changes one of its inputs, makes it
special, or mistakes it for something else, and compares the outcome with the right one.

Every sentence made here reports what was seen in these experiments; none is a guess.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any, Protocol, TypeVar

import torch

from course.check.nodes.factors import SAME_FACTOR, fitted, same_factor
from course.check.nodes.other_values import TIMES, changes, mistaken_values, specials
from course.subject import Answer, Question, reserve
from course.values.as_text import in_text
from course.values.closeness import entries_agree, tensors_agree, values_agree
from course.values.compare import is_right
from course.values.tensors import NamedTensors, as_tensor

MAX_FAST_ENTRIES = 500  # entries of all given values; with more, experiments take too long
MIN_TELLING = 1e-4  # if the largest number is smaller than this, it may be right by chance
_FAR = (-50, 50)  # multiples of a change that are tried as well, to see what depends on the value

RightOf = Callable[[NamedTensors], NamedTensors]  # returns what should come out for given values
Candidates = Iterator[tuple[str, torch.Tensor]]  # what an outcome may be, in words


@dataclass
class Experiment:
    """Code that is tried on certain values: the right outcomes and the student's, by name."""

    given: NamedTensors
    right: NamedTensors  # what should have come out
    # What did come out, by the same names; nothing until the code has been tried.
    yours: NamedTensors = field(default_factory=dict)
    not_numbers: set[str] = field(default_factory=set)  # names of outcomes that are not numbers

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
    def is_complete(self) -> bool:
        """Whether there are exactly the outcomes that there should be, and all are numbers."""
        return self.yours.keys() == self.right.keys() and not self.not_numbers

    @property
    def is_all_right(self) -> bool:
        """Whether all outcomes are right, and there are no others."""
        return self.is_complete and all(map(self.is_right, self.right))

    def differs_from(self, other: "Experiment") -> bool:
        """Whether another experiment had different outcomes."""
        return any(
            self.fits(name)
            and other.fits(name)
            and not values_agree(self.yours[name], other.yours[name])
            for name in self.right
        )


@dataclass
class Experiments:
    """Experiments in which wrong code is tried on random, changed and special values."""

    random: list[Experiment]  # empty if there are too many entries for experiments
    # Experiments in which one value of the first random set is changed, by words for what is.
    changed: dict[str, Experiment]
    # For each way of making a value special, in words, experiments in which that is done in the
    # first and in the second random set.
    special: dict[str, list[Experiment]]
    right_of: RightOf
    # Other assumptions in words, each with what would be right under it.
    otherwise: Sequence[tuple[str, RightOf]] = ()
    again: Experiment | None = None  # the first random set once more

    @property
    def in_order(self) -> list[Experiment]:
        """All of them, in the order in which they are made."""
        special = chain.from_iterable(self.special.values())
        again = [self.again] if self.again else []
        return [*self.random, *self.changed.values(), *special, *again]

    def relation(self, name: str) -> str:
        """What a wrong outcome is on all random values, in words; empty if that is unknown."""
        if not self.random or not all(experiment.is_finite(name) for experiment in self.random):
            return ""
        return (
            first_fitting(self._if_otherwise, self.random, name)
            or first_fitting(_with_a_factor, self.random, name)
            or self._with_a_term(name)
        )

    def sentence(self, name: str) -> str:
        """A sentence on what was found out about a wrong outcome; empty if nothing was."""
        if self.again and self.again.differs_from(self.random[0]):
            return (
                "Called twice with the same values, it does not return the same. Does it keep "
                "something from one call to the next, or draw at random?"
            )
        if relation := self.relation(name):
            return f"On each of {len(self.random)} random inputs, {name} is {relation}."
        return self.observation(name)

    def observation(self, name: str) -> str:
        """A sentence on what was seen with changed or special values; empty if nothing was."""
        if not self.random:
            return ""
        of_one_sign = [words for words in self.special if _is_of_one_sign(words)]
        others = [words for words in self.special if not _is_of_one_sign(words)]
        return (
            self._right_with(name, of_one_sign)
            or self._depends(name)
            or self._right_with(name, others)
        )

    def _if_otherwise(self, experiment: Experiment, name: str) -> Candidates:
        """What would be right under other assumptions, such as other values."""
        assumed = [
            *((words, self.right_of, given) for words, given in mistaken_values(experiment.given)),
            *((words, right_of, experiment.given) for words, right_of in self.otherwise),
        ]
        for words, right_of, given in assumed:
            with suppress(RuntimeError, IndexError, ValueError):  # the shapes do not fit
                right = right_of(given)
                if name in right:
                    yield f"what would be right if {words}", right[name]

    def _with_a_term(self, name: str) -> str:
        """Says which extra term turns the right outcome into the wrong one, or that each of its
        lines is off by a factor."""
        pairs = [(each.yours[name], each.right[name]) for each in self.random]
        parts = [_possible_parts(experiment, name) for experiment in self.random]
        for part in parts[0]:
            too_much = (
                (yours - right, values[part].expand_as(right))
                for (yours, right), values in zip(pairs, parts, strict=True)
            )
            if count := same_factor(too_much):
                return f"the right one {_times(count, part)}"
        for dim, line in ((1, "row"), (0, "column")):
            if all(_in_lines(*pair, dim) for pair in pairs):
                return f"in each {line} a multiple of the right one, by different factors"
        return ""

    def _depends(self, name: str) -> str:
        """Says on what an outcome should depend but does not, or should not but does."""
        first = self.random[0]
        if not first.is_finite(name):
            return ""
        in_part = ""  # the first sentence that is true only of a part of the outcome
        for what, changed in self.changed.items():
            if not (changed.is_finite(name) and changed.right[name].isfinite().all()):
                continue
            did = ~entries_agree(changed.yours[name], first.yours[name])
            should = ~entries_agree(changed.right[name], first.right[name])
            stayed = torch.isclose(changed.yours[name], first.yours[name], rtol=SAME_FACTOR, atol=0)
            lead = f"With {what} multiplied by {TIMES} and nothing else changed, "
            if should.any() and stayed.all():
                return f"{lead}{name} stayed the same: it should have changed, too."
            undue = did & (changed.right[name] == first.right[name])
            if undue.any() and (undue := undue & self._never_due(what, name)).any():
                should_be = "it should not have"
                if not changed.right[name][undue].any():  # in proportion to what is changed, too
                    should_be = "it should be 0 both times"
                in_part = in_part or f"{lead}{_place_of(undue)}{name} changed, too: {should_be}."
            if (missed := should & stayed).any():
                sentence = (
                    f"{_place_of(missed)}{name} stayed the same: it should have changed, too."
                )
                in_part = in_part or f"{lead}{sentence}"
        return in_part

    def _never_due(self, what: str, name: str) -> torch.Tensor:
        """Marks the entries that no change of this value, however large, should change. Other
        entries may stay the same by chance, for example if one happens not to be the largest."""
        stayed = torch.ones_like(self.random[0].right[name], dtype=torch.bool)
        for experiment in self.random:
            given = experiment.given
            changed = dict(changes(given)).get(what, given)
            for times in (1, *_FAR):
                moved = {key: old + times * (changed[key] - old) for key, old in given.items()}
                stayed &= self.right_of(moved)[name] == experiment.right[name]
        return stayed

    def _right_with(self, name: str, special: list[str]) -> str:
        """Says with which special value a wrong outcome is right."""
        if all(experiment.is_right(name) for experiment in self.random):
            return ""
        for words in special:
            experiments = self.special[words]
            tells = all(
                float(experiment.right[name].abs().max()) > MIN_TELLING
                for experiment in experiments
            )
            if tells and all(experiment.is_right(name) for experiment in experiments):
                return f"With {words}, {name} was right."
        return ""


def first_fitting(
    candidates: Callable[[Any, str], Candidates], experiments: Sequence[Experiment], name: str
) -> str:
    """The words of the first candidate that agrees with an outcome in every experiment; empty if
    there is none.

    Args:
        candidates: returns the candidates for an outcome of an experiment, by the outcome's name.
    """

    def fitting(experiment: Experiment) -> Iterator[str]:
        for words, value in candidates(experiment, name):
            if is_right(experiment.yours[name], value):
                yield words

    first, *others = experiments
    return next((w for w in fitting(first) if all(w in fitting(other) for other in others)), "")


def _with_a_factor(experiment: Experiment, name: str) -> Candidates:
    for what, value in _possible_parts(experiment, name).items():
        yield f"the right one, times {what}", experiment.right[name] * value


def _is_of_one_sign(words: str) -> bool:
    """Whether a value was made special by giving all its entries the same sign."""
    return "positive" in words or "negative" in words


def _possible_parts(experiment: Experiment, name: str) -> NamedTensors:
    """Values that may be an extra factor or an extra term in an outcome: what was given and the
    other right outcomes, if their shapes fit."""
    right = experiment.right[name]
    values = experiment.given | {
        other: value for other, value in experiment.right.items() if other != name
    }
    fitting = {
        what: value
        for what, value in values.items()
        if value.shape == right.shape or not value.dim()
    }
    complements = {f"(1 - {what})": 1 - value for what, value in fitting.items()}
    return fitting | complements | {"1": torch.ones_like(right).flatten()[0]}


def _times(count: float, thing: str) -> str:
    sign = "plus" if count > 0 else "minus"
    many = "" if abs(abs(count) - 1) < SAME_FACTOR else f"{in_text(abs(count))} times "
    return f"{sign} {in_text(abs(count))}" if thing == "1" else f"{sign} {many}{thing}"


def _in_lines(yours: torch.Tensor, right: torch.Tensor, dim: int) -> bool:
    """Whether each line of a matrix, along this axis, is a multiple of the right one."""
    if right.dim() != 2 or right.shape[dim] < 2 or right.shape[1 - dim] < 2:
        return False
    factors = fitted(yours, right, dim)  # nan where the right line is 0
    return tensors_agree(yours, factors * right) and not tensors_agree(
        factors, factors.mean().expand_as(factors)
    )


def _place_of(mask: torch.Tensor) -> str:
    """The first place in a mask, as in `row 1 of `; empty if the mask covers everything."""
    if mask.all():
        return ""
    for dim, line in ((1, "row"), (0, "column")) if mask.dim() == 2 else ():
        whole = mask.all(dim=dim)
        if whole.any():
            return f"{line} {int(whole.nonzero()[0])} of "
    return f"entry {mask.nonzero()[0].tolist()} of "


class _Round(Protocol):
    """Experiments that are made one after the other."""

    @property
    def in_order(self) -> Sequence[Experiment]:
        """All of them, in the order in which they are made."""


Round = TypeVar("Round", bound=_Round)


def reserve_round(
    untried_round: Callable[[], Round],
    ask_with: Callable[[NamedTensors], Question[Answer]],
    what_came_out: Callable[[Answer], Mapping[str, object]],
) -> Callable[[], Round]:
    """Reserves the questions of a round of experiments, and returns a function that asks them. It
    returns the round, in which only the first experiments are made if time or room runs out.

    Args:
        untried_round: returns the round; it is called only when the answers are wanted.
        ask_with: returns the question with given values.
        what_came_out: returns the outcomes in an answer, by the names that the experiments use.
    """
    prepared = cache(untried_round)

    def questions() -> Iterator[Question[Answer]]:
        yield from (ask_with(experiment.given) for experiment in prepared().in_order)

    answers = reserve(questions())

    @cache
    def tried_round() -> Round:
        experiments = prepared().in_order
        for experiment, answer in zip(experiments, answers() if experiments else [], strict=False):
            experiment.note(what_came_out(answer))
        return prepared()

    return tried_round


def untried_experiments(
    random: list[NamedTensors],
    right_of: RightOf,
    *,
    fixed: tuple[str, ...] = (),
    made_special: tuple[Callable, ...] = (specials,),
    otherwise: Sequence[tuple[str, RightOf]] = (),
) -> Experiments:
    """The experiments to be made on wrong code.

    Args:
        random: a few sets of random values.
        right_of: returns what should come out for given values.
        fixed: the names of values that are neither changed nor made special.
        made_special: functions that make values special.
        otherwise: as in `Experiments`.
    """

    def variants(make: Callable, values: NamedTensors) -> Iterator[tuple[str, Experiment]]:
        free = {name: value for name, value in values.items() if name not in fixed}
        for words, changed in make(free):
            yield words, on(values | changed)

    def on(values: NamedTensors) -> Experiment:
        return Experiment(values, right_of(values))

    if sum(value.numel() for value in random[0].values()) > MAX_FAST_ENTRIES:
        return Experiments([], {}, {}, right_of)
    special: dict[str, list[Experiment]] = {}
    for values in random[:2]:
        for make in made_special:
            for words, experiment in variants(make, values):
                special.setdefault(words, []).append(experiment)
    changed = dict(variants(changes, random[0]))
    return Experiments([*map(on, random)], changed, special, right_of, otherwise, on(random[0]))
