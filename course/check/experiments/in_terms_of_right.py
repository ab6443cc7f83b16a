"""Says what a wrong outcome is: the negative of the right one, its transpose, a multiple of it, or
what would be right if something were different."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial

import torch

from course.check.experiments.experiment import (
    RESULT,
    UPSTREAM,
    Experiment,
    Experiments,
    RightOf,
)
from course.check.experiments.other_values import mistaken_values
from course.values.as_text import in_text
from course.values.closeness import is_right, numbers_agree, tensors_agree, with_enough_digits
from course.values.compare import Row
from course.values.tensors import NamedTensors

SAME_FACTOR = 1e-9  # factors whose relative difference is smaller count as the same
MAX_DENOMINATOR = 100  # the largest denominator of a factor that is written as a fraction
MAX_DECIMAL = 5  # characters of a factor that is written as a decimal even if it is a fraction
FEW_DIGITS = 3  # if at least this many digits are always right, that is said

Candidates = Iterator[tuple[str, torch.Tensor]]  # what an outcome may be, in words


def in_terms_of_right(experiments: Experiments, name: str) -> str:
    """What a wrong outcome is in terms of the right one on all random values, in words; empty if
    that is unknown."""
    random = experiments.random
    first_fitting = partial(_first_fitting, experiments=random, name=name)
    return (
        first_fitting(_other_gradients)
        or _multiple(random, name)
        or first_fitting(_functions_of_it)
        or _right_digits(random, name)  # before what can be fitted: it may be nearly right, too
        or first_fitting(_sums)
        or first_fitting(partial(_if_otherwise, experiments.otherwise))
        or first_fitting(_with_a_factor)
        or _with_a_term(random, name)
        or first_fitting(_whole_numbers)
        or _by_lines(random, name)
    )


def _first_fitting(
    candidates: Callable[[Experiment, str], Candidates], experiments: list[Experiment], name: str
) -> str:
    """The words of the first candidate that agrees with an outcome in every experiment; empty if
    there is none."""

    def fitting(experiment: Experiment) -> Iterator[str]:
        for words, value in candidates(experiment, name):
            if not value.isfinite().all():  # two infinite numbers have nothing in common
                continue
            if name in experiment.yours and is_right(experiment.yours[name], value):
                yield words

    first, *others = experiments
    return next((w for w in fitting(first) if all(w in fitting(other) for other in others)), "")


def _other_gradients(experiment: Experiment, name: str) -> Candidates:
    """What a wrong downstream gradient of a node may be instead of the right one."""
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
        yield "the right one, times the upstream gradient once more", right * upstream
        as_if = "as if the local gradient were 1 minus itself"
        yield f"the upstream gradient minus the right one, {as_if}", upstream - right
    if len(gradients) == 1 and experiment.inputs[0].shape == result.shape:
        at_the_result = right_if("input 0", result)
        yield "the right one with the node's result in place of its input", at_the_result
    yield "the node's result", result
    yield "the node's result times the upstream gradient", result * upstream


def _functions_of_it(experiment: Experiment, name: str) -> Candidates:
    """The results of functions that may have been applied to the right result once too often."""
    if name == RESULT:
        right = experiment.right[name]
        yield "the square of the right one", right.square()
        yield "the root of the right one", right.sqrt()
        yield "the logarithm of the right one", right.log()
        yield "the exponential of the right one", right.exp()
        yield "1 divided by the right one", 1 / right
        yield "the absolute value of the right one", right.abs()


def _multiple(experiments: list[Experiment], name: str) -> str:
    """Words for the number by which the right value is multiplied everywhere; else empty."""
    if not all(experiment.fits(name) for experiment in experiments):
        return ""
    factor = _same_factor((each.yours[name], each.right[name]) for each in experiments)
    if abs(factor) < 1e-12:
        return ""
    if abs(factor + 1) < 1e-9:
        return "the negative of the right one"
    return f"{_as_number(factor)} times the right one"


def _as_number(factor: float) -> str:
    """A factor as a decimal number; as a fraction if it is one and the decimal would be long."""
    decimal = with_enough_digits(factor, math.copysign(1, factor))
    fraction = Fraction(factor).limit_denominator(MAX_DENOMINATOR)
    is_fraction = abs(factor - fraction) < SAME_FACTOR * abs(factor)
    return str(fraction) if len(decimal) > MAX_DECIMAL and is_fraction else decimal


def _sums(experiment: Experiment, name: str) -> Candidates:
    """The right gradient of a node plus, in each row, those multiples of other rows that come
    closest to yours."""
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
        if right.shape[1] > len(rows) + 1:  # else nearly anything is such a sum
            yield words, right + sum(_fitted(rest, row, 1) * row for row in rows)


def _if_otherwise(
    otherwise: Sequence[tuple[str, RightOf]], experiment: Experiment, name: str
) -> Candidates:
    """What would be right under other assumptions, such as other values."""
    if not experiment.is_fast:
        return
    given, right_of = experiment.given, experiment.right_of
    assumed = [
        *((words, right_of, values) for words, values in mistaken_values(given)),
        *((words, other, given) for words, other in otherwise),
    ]
    for words, right_of, given in assumed:
        with suppress(RuntimeError, IndexError, ValueError):  # the shapes do not fit
            right = right_of(given)
            if name in right:
                yield f"what would be right if {words}", right[name]


def _with_a_factor(experiment: Experiment, name: str) -> Candidates:
    for what, value in _possible_parts(experiment, name).items():
        yield f"the right one, times {what}", experiment.right[name] * value


def _with_a_term(experiments: list[Experiment], name: str) -> str:
    """Says which extra term turns the right outcome into the wrong one; empty if none does."""
    if not all(experiment.is_finite(name) for experiment in experiments):
        return ""
    surplus = [each.yours[name] - each.right[name] for each in experiments]
    parts = [_possible_parts(experiment, name) for experiment in experiments]
    for part in parts[0]:
        terms = (
            (rest, values[part].expand_as(rest))
            for rest, values in zip(surplus, parts, strict=True)
        )
        if count := _same_factor(terms):
            return f"the right one {_times(count, part)}"
    return ""


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
    many = "" if numbers_agree(abs(count), 1) else f"{with_enough_digits(abs(count), 1)} times "
    return f"{sign} {in_text(abs(count))}" if thing == "1" else f"{sign} {many}{thing}"


def _whole_numbers(experiment: Experiment, name: str) -> Candidates:
    right = experiment.right[name]
    yield "the right one, rounded to a whole number", right.round()
    yield "the right one without what follows the decimal point", right.trunc()


def _right_digits(experiments: list[Experiment], name: str) -> str:
    """Says to how many digits a wrong value is still right everywhere; empty if too few."""
    if all(each.is_finite(name) and each.right[name].any() for each in experiments):  # 0 has none
        digits = min(Row("", each.yours[name], each.right[name]).digits for each in experiments)
        if digits >= FEW_DIGITS:
            return f"right to at least {digits} digits, but not to all"
    return ""


def _by_lines(experiments: list[Experiment], name: str) -> str:
    """Says whether each line of a wrong matrix is a multiple of the right one; empty if not."""
    if not all(experiment.is_finite(name) for experiment in experiments):
        return ""
    for dim, line in ((1, "row"), (0, "column")):
        if all(_in_lines(each.yours[name], each.right[name], dim) for each in experiments):
            return f"in each {line} a multiple of the right one, by different factors"
    return ""


def _in_lines(yours: torch.Tensor, right: torch.Tensor, dim: int) -> bool:
    """Whether each line of a matrix, along this axis, is a multiple of the right one."""
    if right.dim() != 2 or right.shape[dim] < 2 or right.shape[1 - dim] < 2:
        return False
    factors = _fitted(yours, right, dim)  # nan where the right line is 0
    return tensors_agree(yours, factors * right) and not tensors_agree(
        factors, factors.mean().expand_as(factors)
    )


def _fitted(yours: torch.Tensor, right: torch.Tensor, dim: int | None = None) -> torch.Tensor:
    """The factor that brings the right value closest to yours. If an axis is given, there is one
    factor for each line along it."""
    return (yours * right).sum(dim, keepdim=True) / (right * right).sum(dim, keepdim=True)


def common_factor(yours: torch.Tensor, right: torch.Tensor) -> float | None:
    """The number by which the right value has to be multiplied to give yours, if it is the same
    everywhere; else None."""
    if not right.any() or not yours.isfinite().all():
        return None
    factor = float(_fitted(yours, right))
    return factor if tensors_agree(yours, factor * right) else None


def _same_factor(pairs: Iterable[tuple[torch.Tensor, torch.Tensor]]) -> float:
    """The factor of several pairs of your value and the right one, if all have the same; else 0."""
    factors = []
    for yours, right in pairs:
        factor = common_factor(yours, right)
        if factor is None:
            return 0.0
        factors.append(factor)
    is_same = max(factors) - min(factors) <= SAME_FACTOR * abs(factors[0])
    return factors[0] if is_same else 0.0
