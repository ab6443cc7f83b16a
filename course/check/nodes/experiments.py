"""Experiments on code that computes something wrong: one of its inputs is changed, made special, or
taken for something else, and the outcome is compared with the right one.

Every sentence produced here reports what was seen in these trials; none is a guess.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import torch

from course.check.nodes.factors import SAME_FACTOR, fitted, same_factor
from course.check.nodes.other_values import TIMES, ChangedValues, changes, mistaken_values, specials
from course.subject import Answer, Question, reserve
from course.values.as_text import in_text
from course.values.closeness import entries_agree, tensors_agree, values_agree
from course.values.compare import is_right
from course.values.tensors import NamedTensors, as_tensor

MAX_FAST_ENTRIES = 500  # of what is given: with more, experiments take too long
NEGLIGIBLE = 1e-4  # numbers that are all smaller than this may be right by chance
_FAR = (-50, 50)  # as many times what is changed changes as well, to see what depends on it

RightOf = Callable[[NamedTensors], NamedTensors]  # what should come out, of what is given


@dataclass
class Experiment:
    """Code that was tried on certain values: the right outcomes and the student's, by name."""

    given: NamedTensors
    right: NamedTensors  # what should have come out
    # What did, by the same names; None for what is not numbers.
    yours: dict[str, torch.Tensor | None] = field(default_factory=dict)

    def fits(self, name: str) -> bool:
        """Whether an outcome has the right shape."""
        yours = self.yours.get(name)
        return yours is not None and yours.shape == self.right[name].shape

    def is_finite(self, name: str) -> bool:
        """Whether an outcome has the right shape and only finite entries."""
        return self.fits(name) and bool(self.yours[name].isfinite().all())

    def is_right(self, name: str) -> bool:
        """Whether an outcome is right."""
        return self.fits(name) and tensors_agree(self.yours[name], self.right[name])

    @property
    def is_all_right(self) -> bool:
        """Whether all outcomes are right, and there are no others."""
        return self.yours.keys() == self.right.keys() and all(map(self.is_right, self.right))

    def would_be_right(self, name: str, right_of: RightOf, values: NamedTensors) -> bool:
        """Whether an outcome would be right by this rule for these values."""
        try:
            right = right_of(values)
        except (RuntimeError, IndexError, ValueError):  # the shapes do not fit
            return False
        return name in right and is_right(self.yours[name], right[name])

    def differs_from(self, other: "Experiment") -> bool:
        """Whether another experiment had other outcomes."""
        return any(
            self.fits(name)
            and other.fits(name)
            and not values_agree(self.yours[name], other.yours[name])
            for name in self.right
        )


def as_tensors(values: Mapping[str, object]) -> dict[str, torch.Tensor | None]:
    """Values that came out of a student's code, as an `Experiment` has them."""
    return {name: as_tensor(value) for name, value in values.items()}


@dataclass
class Experiments:
    """Wrong code tried on random values, and on changed and special ones."""

    random: list[Experiment]
    # Trials with one of the first random values changed, and which one.
    changed: list[tuple[str, Experiment]]
    # Trials with one of the first and of the second random values made special, and how.
    special: list[tuple[str, list[Experiment]]]
    right_of: RightOf
    # What would be right under other assumptions, each with its assumption in words.
    otherwise: Sequence[tuple[str, RightOf]] = ()
    again: Experiment | None = None  # the first of the random values once more, last of all

    def relation(self, name: str) -> str:
        """What a wrong outcome is on all random values, in words; else empty."""
        if not self.random or not all(each.is_finite(name) for each in self.random):
            return ""
        return self._mistaken(name) or self._made_of(name)

    def sentence(self, name: str) -> str:
        """A sentence on what was found about a wrong outcome; else empty."""
        if self.again and self.again.differs_from(self.random[0]):
            return (
                "Called twice with the same values, it does not return the same. Does it keep "
                "something from one call to the next, or draw at random?"
            )
        if relation := self.relation(name):
            return f"On each of {len(self.random)} random inputs, {name} is {relation}."
        return self.observation(name)

    def observation(self, name: str) -> str:
        """A sentence on what was seen with changed and special values; else empty."""
        if not self.random:
            return ""
        signs = sum("positive" in what or "negative" in what for what, _ in self.special)
        return (
            self._special(name, self.special[:signs])
            or self._depends(name)
            or self._special(name, self.special[signs:])
        )

    def _mistaken(self, name: str) -> str:
        """Finds what a given value would have to be for a wrong outcome to be right."""
        first, *others = self.random
        for words, values in mistaken_values(first.given):
            if first.would_be_right(name, self.right_of, values) and all(
                each.would_be_right(name, self.right_of, dict(mistaken_values(each.given))[words])
                for each in others
            ):
                return f"what would be right if {words}"
        for words, right_of in self.otherwise:
            if all(each.would_be_right(name, right_of, each.given) for each in self.random):
                return f"what would be right if {words}"
        return ""

    def _made_of(self, name: str) -> str:
        """Finds what the right outcome is multiplied by, or has too much, to make the wrong one."""
        things = [_candidates(each, name) for each in self.random]
        for thing in things[0]:
            told = [
                (each.yours[name], each.right[name], those[thing])
                for each, those in zip(self.random, things, strict=True)
            ]
            if all(tensors_agree(yours, right * value) for yours, right, value in told):
                return f"the right one, times {thing}"
            missing = ((yours - right, value.expand_as(right)) for yours, right, value in told)
            if count := same_factor(missing):
                return f"the right one {_times(count, thing)}"
        for dim, line in ((1, "row"), (0, "column")):
            if all(_in_lines(each.yours[name], each.right[name], dim) for each in self.random):
                return f"in each {line} a multiple of the right one, by different factors"
        return ""

    def _depends(self, name: str) -> str:
        """Finds what an outcome should depend on and does not, or the other way round."""
        first, found = self.random[0], []
        if not first.is_finite(name):
            return ""
        for what, varied in self.changed:
            if not (varied.is_finite(name) and varied.right[name].isfinite().all()):
                continue
            did = ~entries_agree(varied.yours[name], first.yours[name])
            should = ~entries_agree(varied.right[name], first.right[name])
            lead = f"With {what} multiplied by {TIMES} and nothing else changed, "
            stayed = torch.isclose(varied.yours[name], first.yours[name], rtol=SAME_FACTOR, atol=0)
            if should.any() and stayed.all():
                return f"{lead}{name} stayed the same: it should have changed, too."
            undue = did & (varied.right[name] == first.right[name])
            if undue.any() and (undue := undue & self._never_due(what, name)).any():
                should_be = "it should not have"
                if not varied.right[name][undue].any():  # in proportion to what is changed, too
                    should_be = "it should be 0 both times"
                found.append(f"{lead}{_place_of(undue)}{name} changed, too: {should_be}.")
            if (missed := should & stayed).any():
                place = _place_of(missed)
                found.append(f"{lead}{place}{name} stayed the same: it should have changed, too.")
        return found[0] if found else ""

    def _never_due(self, what: str, name: str) -> torch.Tensor:
        """Marks the entries that no change of this value, however large, should change. Others may
        keep their values by chance, as when an entry happens not to be the largest."""
        stayed = torch.ones_like(self.random[0].right[name], dtype=torch.bool)
        for each in self.random:
            other = dict(changes(each.given)).get(what, each.given)
            for times in (1, *_FAR):
                moved = {key: old + times * (other[key] - old) for key, old in each.given.items()}
                stayed &= self.right_of(moved)[name] == each.right[name]
        return stayed

    def _special(self, name: str, special: list) -> str:
        """Finds a special value with which an outcome is right."""
        if all(each.is_right(name) for each in self.random):
            return ""
        for what, trials in special:
            tell = (float(each.right[name].abs().max()) > NEGLIGIBLE for each in trials)
            if all(tell) and all(each.is_right(name) for each in trials):
                return f"With {what}, {name} was right."
        return ""


def _candidates(tried: Experiment, name: str) -> NamedTensors:
    """Values that an outcome may have as a factor or a term too many: what was given, and the
    other right outcomes, where the shapes fit."""
    shape = tried.right[name].shape
    all_ = tried.given | {other: value for other, value in tried.right.items() if other != name}
    found = {what: value for what, value in all_.items() if value.shape == shape or not value.dim()}
    found |= {f"(1 - {what})": 1 - value for what, value in found.items()}
    return found | {"1": torch.ones_like(tried.right[name]).flatten()[0]}


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
    """The first place in a mask, as `row 1 of `; nothing if that is all of it."""
    if mask.all():
        return ""
    for dim, line in ((1, "row"), (0, "column")) if mask.dim() == 2 else ():
        whole = mask.all(dim=dim)
        if whole.any():
            return f"{line} {int(whole.nonzero()[0])} of "
    return f"entry {mask.nonzero()[0].tolist()} of "


def reserve_experiments(
    ask_with: Callable[[NamedTensors], Question[Answer]],
    what_came_out: Callable[[Answer], dict],
    given: Callable[[], list[NamedTensors]],
    right_of: RightOf,
    fixed: tuple[str, ...] = (),
    made_special: tuple[Callable, ...] = (specials,),
    otherwise: Sequence[tuple[str, RightOf]] = (),
) -> Callable[[], Experiments]:
    """Puts questions on a function aside; what it returns asks them. They are made only then.

    Args:
        ask_with: the question with these values.
        what_came_out: of an answer, values by the names of `right_of`.
        given: returns a few sets of random values.
        fixed: which values are not changed, nor made special.
        made_special: how they are made special.
        otherwise: as in `Experiments`.
    """

    @cache
    def tried() -> tuple[list, list, list, list]:
        """The values given, the changed and the special ones, and all of them in order; nothing if
        there are too many."""
        random = given()
        if sum(value.numel() for value in random[0].values()) > MAX_FAST_ENTRIES:
            return [], [], [], []
        changed = _with_fixed(changes, random[0], fixed)
        special = [
            [variant for make in made_special for variant in _with_fixed(make, each, fixed)]
            for each in random[:2]
        ]
        others = [values for _, values in [*changed, *special[0], *special[1]]]
        return random, changed, special, [*random, *others, random[0]]

    def questions() -> Iterator[Question]:
        yield from map(ask_with, tried()[-1])

    answers = reserve(questions())

    @cache
    def experiments() -> Experiments:
        random, changed, special, all_ = tried()
        answered = answers() if all_ else []
        if not answered or len(answered) < len(all_):  # one took too long, or there was no room
            return Experiments([], [], [], right_of)
        made = (
            Experiment(values, right_of(values), as_tensors(what_came_out(answer)))
            for values, answer in zip(all_, answered, strict=True)
        )
        random = [next(made) for _ in random]
        on_changed = [(what, next(made)) for what, _ in changed]
        first, second = ([next(made) for _ in variants] for variants in special)
        on_special = [
            (what, pair) for (what, _), *pair in zip(special[0], first, second, strict=True)
        ]
        return Experiments(random, on_changed, on_special, right_of, otherwise, next(made))

    return experiments


def _with_fixed(
    variants: Callable, of: NamedTensors, fixed: tuple[str, ...]
) -> list[ChangedValues]:
    """Variants of values, some of which stay as they are."""
    free = {name: value for name, value in of.items() if name not in fixed}
    return [(what, of | values) for what, values in variants(free)]
