"""Says what experiments show about a wrong outcome: how it relates to the right one, what it
depends on, and with which values it is right.

A finding states only what was observed, in all experiments or in those that it describes.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain

import torch

from course.check.experiments.experiment import RESULT, UPSTREAM, Experiment, Experiments
from course.check.experiments.other_values import TIMES, changes, mistaken_values
from course.values.as_text import told_apart
from course.values.closeness import best_factor, common_factor, entries_agree, is_right
from course.values.compare import Row

SAME_FACTOR = 1e-9  # factors whose relative difference is smaller count as the same
MIN_DIGITS_SAID = 3  # if at least this many digits are always right, a finding says so
MIN_TELLING = 1e-4  # if all numbers are smaller than this, they may be right by chance
_ON_RANDOM = "On random values, with"
_FAR = (-50, 50)  # multiples of a change that also have to leave an entry the same

Candidates = Iterator[tuple[str, torch.Tensor]]  # what an outcome may be: words and the value


def finding(experiments: Experiments, name: str) -> str:
    """A sentence about a wrong outcome; empty if nothing was found."""
    if not experiments.is_repeatable:
        return (
            "Called twice with the same values, it returns different results. Does it keep "
            "something from one call to the next, or choose at random?"
        )
    lead = f"On each of {len(experiments.random)} random inputs, {name} is"
    if all(experiment.is_right(name) for experiment in experiments.random):
        return f"{lead} right. What is different about the values given?"
    if what := in_terms_of_right(experiments, name):
        return f"{lead} {what}."
    return finding_by_change(experiments, name)


def finding_by_change(experiments: Experiments, name: str) -> str:
    """A sentence about changed or special values; empty if nothing was found."""
    return _depends(experiments, name) or right_with(experiments, name)


def right_with(experiments: Experiments, name: str) -> str:
    """Says with which special values a wrong outcome is right, if that is unlikely to be chance."""
    if all(experiment.is_right(name) for experiment in experiments.random):
        return ""
    for words, group in experiments.special().items():
        if all(each.is_right(name) and _is_telling(each, name) for each in group):
            return f"{_ON_RANDOM} {words}, {name} was right."
    return ""


def _is_telling(experiment: Experiment, name: str) -> bool:
    """Whether a right outcome is evidence. It is not if it is nearly 0, or if it equals a given
    value, as parameters do after a step with rate 0."""
    right = experiment.right[name]
    is_given = any(torch.equal(right, value) for value in experiment.given.values())
    return float(right.abs().max()) > MIN_TELLING and not is_given


def _depends(experiments: Experiments, name: str) -> str:
    """Names a value on which an outcome should depend but does not, or should not depend but
    does."""
    first = experiments.random[0]
    if not first.is_finite(name):
        return ""
    for what, (changed,) in experiments.changed().items():
        if not (changed.is_finite(name) and changed.right[name].isfinite().all()):
            continue
        did = ~entries_agree(changed.yours[name], first.yours[name])
        should = ~entries_agree(changed.right[name], first.right[name])
        stayed = torch.isclose(changed.yours[name], first.yours[name], rtol=SAME_FACTOR, atol=0)
        lead = f"{_ON_RANDOM} {what} multiplied by {TIMES} and nothing else changed, "
        undue = did & (changed.right[name] == first.right[name])
        if undue.any() and (undue := undue & _never_due(experiments.random, what, name)).any():
            if UPSTREAM in what and not first.right[name][undue].any():  # may be rounded to 0
                zero = f"{_place_of(undue)}{name} has to be 0"
                return f"On random values, {zero}, whatever the upstream gradient is."
            return f"{lead}{_place_of(undue)}{name} changed, too: it should not have."
        if (missed := should & stayed).any():
            place = _place_of(missed)
            return f"{lead}{place}{name} stayed the same: it should have changed, too."
    return ""


def _never_due(random: list[Experiment], what: str, name: str) -> torch.Tensor:
    """Marks the entries that should not change in any random experiment, even if this value changes
    fifty times as much. Others may stay the same by chance, for example if they are not the
    largest."""
    stayed = torch.ones_like(random[0].right[name], dtype=torch.bool)
    for experiment in random:
        given = experiment.given
        changed = dict(changes(given)).get(what, given)
        for times in (1, *_FAR):
            moved = {key: old + times * (changed[key] - old) for key, old in given.items()}
            stayed &= experiment.right_of(moved)[name] == experiment.right[name]
    return stayed


def _place_of(mask: torch.Tensor) -> str:
    """The first place marked in a mask, such as `row 1 of `; empty if everything is marked."""
    if mask.all():
        return ""
    for dim, line in ((1, "row"), (0, "column")) if mask.dim() == 2 else ():
        whole = mask.all(dim=dim)
        if whole.any():
            return f"{line} {int(whole.nonzero()[0])} of "
    return f"entry {mask.nonzero()[0].tolist()} of "


def in_terms_of_right(experiments: Experiments, name: str) -> str:
    """How a wrong outcome relates to the right one, in words; empty if unknown. The words hold on
    all random values, and also after some of these values have changed in size and sign."""
    tried = [*experiments.random, *_telling_changes(experiments, name)]
    first_fitting = partial(_first_fitting, experiments=tried, name=name)
    return (
        first_fitting(_other_gradients)
        or _multiple(tried, name)
        or _right_digits(tried, name)  # first, because fitted candidates could match it
        or first_fitting(_sums)
        or first_fitting(_given_values)
        or first_fitting(_with_mistaken_values)
    )


def _telling_changes(experiments: Experiments, name: str) -> Iterator[Experiment]:
    """The experiments with changed values that have this outcome, unless it is rightly 0."""
    for each in chain.from_iterable(experiments.changed().values()):
        right = each.right[name]
        is_right_zero = not right.any() and each.is_right(name)
        if name in each.yours and right.isfinite().all() and not is_right_zero:
            yield each


def _first_fitting(
    candidates: Callable[[Experiment, str], Candidates], experiments: list[Experiment], name: str
) -> str:
    """The words of the first candidate that agrees with an outcome in every experiment; empty if
    there is none."""

    def fitting(experiment: Experiment) -> Iterator[str]:
        for words, value in candidates(experiment, name):
            if not value.isfinite().all():  # agreement of infinities means nothing
                continue
            if name in experiment.yours and is_right(experiment.yours[name], value):
                yield words

    first, *others = experiments
    return next((w for w in fitting(first) if all(w in fitting(other) for other in others)), "")


def _other_gradients(experiment: Experiment, name: str) -> Candidates:
    """Candidates for what a node returned instead of the right downstream gradient."""
    gradients = {other: experiment.right[other] for other in experiment.downstream}
    if name not in gradients:
        return
    right, upstream, result = gradients[name], experiment.given[UPSTREAM], experiment.right[RESULT]

    def right_if(what: str, value: torch.Tensor) -> torch.Tensor:
        return experiment.right_of(experiment.given | {what: value})[name]

    for i, other in enumerate(gradients):
        if other != name:
            yield f"the right one for input {i}", gradients[other]
    yield "0", torch.zeros_like(right)
    alone = right_if(UPSTREAM, torch.ones_like(upstream))
    yield "the right one without the upstream gradient", alone
    yield "the upstream gradient itself, without a local gradient", upstream
    if right.dim() == 2:
        yield "the transpose of the right one", right.mT
    if [gradient.shape for gradient in gradients.values()] == [right.shape] * 2:
        yield "the sum of the right ones for both inputs", sum(gradients.values())
    if upstream.shape == right.shape:
        yield "the upstream gradient minus the right one", upstream - right
    if len(gradients) == 1 and experiment.inputs[0].shape == result.shape:
        at_the_result = right_if("input 0", result)
        yield "the right one with the node's result in place of its input", at_the_result
    yield "the node's result times the upstream gradient", result * upstream


def _multiple(experiments: list[Experiment], name: str) -> str:
    """Says by which number the right value is multiplied, if it is the same everywhere; else
    empty."""
    if not all(experiment.fits(name) for experiment in experiments):
        return ""
    factors = [common_factor(each.yours[name], each.right[name]) or 0.0 for each in experiments]
    factor, slack = factors[0], SAME_FACTOR * abs(factors[0])
    if abs(factor) < 1e-12 or max(factors) - min(factors) > slack:
        return ""
    if abs(factor + 1) < SAME_FACTOR:
        return "the negative of the right one"
    return f"{told_apart(factor, math.copysign(1, factor))} times the right one"


def _sums(experiment: Experiment, name: str) -> Candidates:
    """The right gradient of a node with something added to each row: a number, a multiple of the
    node's result, or both. What is added is fitted to the student's gradient."""
    right = experiment.right[name]
    if name not in experiment.downstream or right.dim() != 2 or not experiment.fits(name):
        return
    number = "a number that is the same throughout a row"
    multiple = "a multiple of the node's result"
    terms = [(f"the right one plus {number}", [torch.ones_like(right)])]
    result = experiment.right[RESULT]
    if result.shape == right.shape:
        centred = result - result.mean(dim=-1, keepdim=True)  # orthogonal to ones
        terms += [
            (f"the right one plus, in each row, {multiple}", [result]),
            (f"the right one plus {number}, plus {multiple}", [torch.ones_like(right), centred]),
        ]
    rest = experiment.yours[name] - right
    for words, rows in terms:
        if right.shape[1] > len(rows) + 1:  # else nearly anything fits
            yield words, right + sum(best_factor(rest, row, 1) * row for row in rows)


def _given_values(experiment: Experiment, name: str) -> Candidates:
    """The given values, one of which may have been returned unchanged."""
    for what, value in experiment.given.items():
        if value.shape == experiment.right[name].shape:
            yield f"{what}, unchanged", value


def _with_mistaken_values(experiment: Experiment, name: str) -> Candidates:
    """The right outcomes for mistaken values."""
    for words, values in mistaken_values(experiment.given) if experiment.is_fast else ():
        with suppress(RuntimeError, IndexError, ValueError):  # the shapes do not fit
            yield f"what would be right if {words}", experiment.right_of(values)[name]


def _right_digits(experiments: list[Experiment], name: str) -> str:
    """Says to how many digits a wrong value is right everywhere; empty if too few."""
    rows = (Row("", each.yours.get(name), each.right[name]) for each in experiments)
    digits = min(row.digits or 0 for row in rows)
    return f"right to at least {digits} digits, but not to all" if digits >= MIN_DIGITS_SAID else ""
