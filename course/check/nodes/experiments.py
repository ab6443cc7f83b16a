"""Experiments on code that computes something wrong: one of its inputs is changed, made special, or
taken for something else, and the outcome is compared with the right one.

Every sentence produced here reports what was seen in these trials; none is a guess.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice, permutations

import torch

from course.as_text import in_text
from course.check.nodes.factors import SAME_FACTOR, comparable, fitted, same_factor
from course.check.nodes.other_values import OTHER, ChangedValues, changes, mistaken_values, specials
from course.closeness import agreeing, close, same
from course.recording.calls import Answer
from course.subject import Question, reserve
from course.tensors import NamedTensors, as_tensor

MAX_ENTRIES = 500  # of what is given: with more, experiments take too long
NEGLIGIBLE = 1e-4  # numbers that are all smaller than this may be right by chance
_FAR = (-50, 50)  # as many times what is changed changes as well, to see what depends on it


@dataclass
class Experiment:
    """What came out for certain values."""

    given: NamedTensors
    right: NamedTensors  # what should have come out
    # What did, by the same names; None for what is not numbers.
    yours: dict[str, torch.Tensor | None] = field(default_factory=dict)

    def fits(self, name: str) -> bool:
        """Whether something came out that has the right shape."""
        return comparable(self.yours.get(name), self.right[name])

    def is_right(self, name: str) -> bool:
        """Whether something came out right."""
        return self.fits(name) and close(self.yours[name], self.right[name])

    @property
    def is_all_right(self) -> bool:
        """Whether all came out right, and nothing else."""
        return self.yours.keys() == self.right.keys() and all(map(self.is_right, self.right))

    def differs_from(self, other: "Experiment") -> bool:
        """Whether other numbers came out."""
        return any(
            self.fits(name) and other.fits(name) and not same(self.yours[name], other.yours[name])
            for name in self.right
        )


def read(values: Mapping[str, object]) -> dict[str, torch.Tensor | None]:
    """Values that came out of a student's code, as an `Experiment` has them."""
    return {name: as_tensor(value) for name, value in values.items()}


@dataclass
class Experiments:
    """What came out of wrong code for random values, and for changed and special ones."""

    random: list[Experiment]
    # Trials with one of the first random values changed, and which one.
    changed: list[tuple[str, Experiment]]
    # Trials with one of the first and of the second random values made special, and how.
    special: list[tuple[str, tuple[Experiment, ...]]]
    right_of: Callable[[NamedTensors], NamedTensors]  # what should come out
    # What would be right under other assumptions, each with its assumption in words.
    otherwise: Sequence[tuple[str, Callable[[NamedTensors], NamedTensors]]] = ()
    places: NamedTensors = field(default_factory=dict)  # masks of what comes out, and where that is
    again: Experiment | None = None  # the first of the random values once more, last of all

    def relation(self, name: str) -> str:
        """What a wrong value is in every trial; empty if that was not found."""
        if not self.random or not all(each.fits(name) for each in self.random):
            return ""
        if not all(_finite(each.yours[name]) for each in self.random):
            return ""
        return self._mistaken(name) or self._made_of(name) or self._places_where_right(name)

    def sentence(self, name: str) -> str:
        """What was found about a wrong value; empty if nothing was."""
        if self.again and self.again.differs_from(self.random[0]):
            return (
                "Called twice with the same values, it does not return the same. Does it keep "
                "something from one call to the next, or draw at random?"
            )
        if relation := self.relation(name):
            return f"On each of {len(self.random)} random inputs, {name} is {relation}."
        return self.observation(name)

    def observation(self, name: str) -> str:
        """A sentence on what was seen of a wrong value; empty if nothing was."""
        if not self.random:
            return ""
        signs = sum("positive" in what or "negative" in what for what, _ in self.special)
        return (
            self._special(name, self.special[:signs])
            or self._depends(name)
            or self._special(name, self.special[signs:])
        )

    def _mistaken(self, name: str) -> str:
        """What was given, if it were something else, for which what came out would be right."""
        for i, (words, right) in enumerate(self._first_mistaken):
            if _would_be(right, self.random[0], name):
                others = (_nth(mistaken_values(each.given), i)[1] for each in self.random[1:])
                rights = [_if_it_fits(self.right_of, values) for values in others]
                if all(map(_would_be, rights, self.random[1:], [name] * len(self.random))):
                    return f"what would be right if {words}"
        for words, right_of in self.otherwise:
            rights = [_if_it_fits(right_of, each.given) for each in self.random]
            if all(map(_would_be, rights, self.random, [name] * len(self.random))):
                return f"what would be right if {words}"
        return ""

    @cached_property
    def _first_mistaken(self) -> list[tuple[str, NamedTensors]]:
        """What would be right for the first of the random values, if they were something else."""
        of_first = mistaken_values(self.random[0].given)
        return [(words, _if_it_fits(self.right_of, values)) for words, values in of_first]

    def _made_of(self, name: str) -> str:
        """How what came out is made of what should have, and of what was given."""
        things = [_candidates(each, name) for each in self.random]
        for thing in things[0]:
            told = [
                (each.yours[name], each.right[name], those[thing])
                for each, those in zip(self.random, things, strict=True)
            ]
            if all(close(yours, right * value) for yours, right, value in told):
                return f"the right one, times {thing}"
            if all(value.all() and close(yours, right / value) for yours, right, value in told):
                return f"the right one, divided by {thing}"
            missing = ((yours - right, value.expand_as(right)) for yours, right, value in told)
            if count := same_factor(missing):
                return f"the right one {_times(count, thing)}"
        for dim, line in ((1, "row"), (0, "column")):
            if all(_in_lines(each.yours[name], each.right[name], dim) for each in self.random):
                return f"in each {line} a multiple of the right one, by different factors"
        return ""

    def _places_where_right(self, name: str) -> str:
        """Where exactly what came out is right, if that is plain."""
        agree = [agreeing(each.yours[name], each.right[name]) for each in self.random]
        if sum(bool(mask.any() and not mask.all()) for mask in agree) < 2:
            return ""
        conditions = [_conditions(each, name) | self.places for each in self.random]
        for words in conditions[0]:
            if all(map(torch.equal, agree, (each[words] for each in conditions))):
                return f"right {words}"
        return ""

    def _depends(self, name: str) -> str:
        """What should have changed together with something, and did not, or the other way round."""
        first, found = self.random[0], []
        if not first.fits(name) or not _finite(first.yours[name]):
            return ""
        for what, trial in self.changed:
            if not (trial.fits(name) and _finite(trial.yours[name]) and _finite(trial.right[name])):
                continue
            did = ~agreeing(trial.yours[name], first.yours[name])
            should = ~agreeing(trial.right[name], first.right[name])
            lead = f"With {what} multiplied by {OTHER} and nothing else changed, "
            kept = torch.isclose(trial.yours[name], first.yours[name], rtol=SAME_FACTOR, atol=0)
            if should.any() and kept.all():
                return f"{lead}{name} stayed the same: it should have changed, too."
            undue = did & (trial.right[name] == first.right[name])
            if undue.any() and (undue := undue & self._never_due(what, name)).any():
                should_be = "it should not have"
                if not trial.right[name][undue].any():  # in proportion to what is changed, too
                    should_be = "it should be 0 both times"
                found.append(f"{lead}{_place_of(undue)}{name} changed, too: {should_be}.")
            if (missed := should & kept).any():
                place = _place_of(missed)
                found.append(f"{lead}{place}{name} stayed the same: it should have changed, too.")
        return found[0] if found else ""

    def _never_due(self, what: str, name: str) -> torch.Tensor:
        """Where something should not change with what is changed, by however much: in other places
        that is so by chance, as with an entry that happens not to be the largest."""
        kept = torch.ones_like(self.random[0].right[name], dtype=torch.bool)
        for each in self.random:
            other = dict(changes(each.given)).get(what, each.given)
            for times in (1, *_FAR):
                moved = {key: old + times * (other[key] - old) for key, old in each.given.items()}
                right = _if_it_fits(self.right_of, moved).get(name, each.right[name])
                kept &= right == each.right[name]
        return kept

    def _special(self, name: str, special: list) -> str:
        """What made it right."""
        if all(each.is_right(name) for each in self.random):
            return ""
        for what, trials in special:
            tell = (float(each.right[name].abs().max()) > NEGLIGIBLE for each in trials)
            if all(tell) and all(each.is_right(name) for each in trials):
                return f"With {what}, {name} was right."
        return ""


def _if_it_fits(
    right_of: Callable[[NamedTensors], NamedTensors], values: NamedTensors
) -> NamedTensors:
    try:
        return right_of(values)
    except (RuntimeError, IndexError, ValueError):  # the shapes do not fit
        return {}


def _nth(variants: Iterator[ChangedValues], i: int) -> ChangedValues:
    return next(islice(variants, i, None))


def _would_be(right: NamedTensors, trial: Experiment, name: str) -> bool:
    """Whether what came out is what would be right."""
    yours = trial.yours[name]
    return name in right and right[name].shape == yours.shape and close(yours, right[name])


def _finite(value: torch.Tensor) -> bool:
    return bool(value.isfinite().all())


def _candidates(trial: Experiment, name: str) -> NamedTensors:
    """What may be too much, or missing, in something that came out: what was given, what else
    should have come out, and products of two of these, where the shapes fit."""
    shape = trial.right[name].shape
    all_ = trial.given | {other: value for other, value in trial.right.items() if other != name}
    found = {what: value for what, value in all_.items() if value.shape == shape or not value.dim()}
    found |= {f"(1 - {what})": 1 - value for what, value in found.items()}
    for one, other in permutations(all_, 2):
        fit = {all_[one].shape, all_[other].shape} <= {shape, torch.Size()}
        if fit and one < other:
            found[f"{one} times {other}"] = all_[one] * all_[other]
    return found | {"1": torch.ones_like(trial.right[name]).flatten()[0]}


def _times(count: float, thing: str) -> str:
    sign = "plus" if count > 0 else "minus"
    many = "" if abs(abs(count) - 1) < SAME_FACTOR else f"{in_text(abs(count))} times "
    return f"{sign} {in_text(abs(count))}" if thing == "1" else f"{sign} {many}{thing}"


def _in_lines(yours: torch.Tensor, right: torch.Tensor, dim: int) -> bool:
    """Whether each line of a matrix, along this axis, is a multiple of the right one."""
    if right.dim() != 2 or right.shape[dim] < 2 or right.shape[1 - dim] < 2:
        return False
    factors = fitted(yours, right, dim)  # nan where the right line is 0
    return close(yours, factors * right) and not close(factors, factors.mean().expand_as(factors))


def _conditions(trial: Experiment, name: str) -> dict[str, torch.Tensor]:
    """Places in something that came out, by what they have in common."""
    shape = trial.right[name].shape
    found = {}
    for what, value in trial.given.items():
        if value.shape == shape:
            found[f"where {what} is positive"] = value > 0
            found[f"where {what} is not positive"] = value <= 0
            found[f"where {what} is 1"] = value == 1
    found["where it should be positive"] = trial.right[name] > 0
    found["where it should be negative"] = trial.right[name] < 0
    if len(shape) == 2:
        on_diagonal = torch.eye(*shape, dtype=torch.bool, device="cpu")
        found["on the diagonal"], found["off the diagonal"] = on_diagonal, ~on_diagonal
    found = {f"{words}, and wrong everywhere else": mask for words, mask in found.items()}
    return found


def _place_of(mask: torch.Tensor) -> str:
    """The first place in a mask, as `row 1 of `; nothing if that is all of it."""
    if mask.all():
        return ""
    for dim, line in ((1, "row"), (0, "column")) if mask.dim() == 2 else ():
        whole = mask.all(dim=dim)
        if whole.any():
            return f"{line} {int(whole.nonzero()[0])} of "
    return f"entry {mask.nonzero()[0].tolist()} of "


def reserve_experiments(
    ask_with: Callable[[NamedTensors], Question],
    what_came_out: Callable[[Answer], dict],
    given: list[NamedTensors],
    right_of: Callable[[NamedTensors], NamedTensors],
    fixed: tuple[str, ...] = (),
    made_special: tuple[Callable, ...] = (specials,),
    otherwise: Sequence[tuple[str, Callable[[NamedTensors], NamedTensors]]] = (),
    places: NamedTensors | None = None,
) -> Callable[[], Experiments]:
    """Puts questions on a function aside; what it returns asks them.

    Args:
        ask_with: the question with these values.
        what_came_out: of an answer, values by the names of `right_of`.
        given: a few sets of random values.
        right_of: what should come out.
        fixed: which values are not changed, nor made special.
        made_special: how they are made special.
        otherwise, places: as of `Experiments`.
    """

    none = Experiments([], [], [], right_of)
    if sum(value.numel() for value in given[0].values()) > MAX_ENTRIES:
        return lambda: none
    changed = _with_fixed(changes, given[0], fixed)
    special = [
        [variant for make in made_special for variant in _with_fixed(make, each, fixed)]
        for each in given[:2]
    ]
    others = [values for _, values in [*changed, *special[0], *special[1]]]
    all_ = [*given, *others, given[0]]
    answers = reserve([ask_with(values) for values in all_])

    @cache
    def experiments() -> Experiments:
        told = [
            Experiment(values, right_of(values), read(what_came_out(answer)))
            for values, answer in zip(all_, answers(), strict=False)
        ]
        if len(told) < len(all_):  # one took too long, or there was no room for them
            return none
        rest = told[len(given) : -1]
        pairs = zip(rest[len(changed) :], rest[len(changed) + len(special[0]) :], strict=False)
        return Experiments(
            told[: len(given)],
            [(what, each) for (what, _), each in zip(changed, rest, strict=False)],
            [(what, pair) for (what, _), pair in zip(special[0], pairs, strict=True)],
            *(right_of, otherwise, places or {}, told[-1]),
        )

    return experiments


def _with_fixed(
    variants: Callable, of: NamedTensors, fixed: tuple[str, ...]
) -> list[ChangedValues]:
    """Variants of values, some of which stay as they are."""
    free = {name: value for name, value in of.items() if name not in fixed}
    return [
        (what, {name: values.get(name, of[name]) for name in of}) for what, values in variants(free)
    ]


def sentence_on(experiments: Callable[[], Experiments], name: str) -> str:
    """Asks the reserved questions and says what was found about something that came out wrong."""
    return experiments().sentence(name)
