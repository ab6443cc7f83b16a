"""Checking a derivative that a student found with ordinary calculus."""

import math
from collections.abc import Callable, Mapping

import torch

from course.check.base.blank_by_blank import RIGHT, UNFILLED
from course.check.base.cases import RandomValues
from course.check.base.exercise import exercise_title
from course.check.base.failing import recognised
from course.check.base.twin import twin
from course.check.paper.answers import answered_value, formula_asked_for
from course.check.paper.blanks import BY_CHANCE, RANDOM_PLACES, NumberBlank
from course.check.paper.off_by import off_by, one_word_off
from course.check.paper.variants import Variant, as_variant
from course.expressions.formula import evaluate
from course.graph import ComputationNode, Leaf
from course.messages.failure import CheckFailed
from course.messages.misconceptions import Symptom
from course.values.closeness import numbers_agree

MORE_PLACES = 20  # where a wrong formula is compared to find how it is off


def check_formula_by_hand(
    function: Callable[..., ComputationNode | torch.Tensor] | Variant,
    derivative: object,
    *,
    at: list[float],
    hint: str = "",
) -> None:
    """Checks a derivative found with ordinary calculus, a formula in x, against PyTorch.

    Args:
        function: a function of a tensor x, or one that builds a graph from a leaf x.
        derivative: the formula, for example "2 x"; `...` if nothing is written yet.
        at: values of x to compare at, in addition to random ones between them.
        hint: the name under which `hint` helps; empty if there are no hints.

    Raises:
        CheckFailed: the formula cannot be read, or is wrong somewhere.
    """
    if derivative is ...:
        raise CheckFailed(f"the derivative is {UNFILLED}.")
    yours = as_variant(function)
    found = {value: answered_value(derivative, {"x": value}) for value in at}
    yours.introduce(lambda: all(numbers_agree(found[v], _slope(yours.standard, v)) for v in at))
    function = yours.right
    if not isinstance(derivative, str) and not math.isnan(answered_value(derivative, {})):
        raise recognised(formula_asked_for("x"), _formula_seen(found, yours))
    right = {value: _slope(function, value) for value in at}
    negated = all(numbers_agree(found[value], -right[value]) for value in at)
    clue = "It is the same for every x." if len(set(found.values())) == 1 < len(at) else ""
    helps = f"`hint({hint!r})` gives a hint." if hint else ""

    def how_off() -> str:
        is_told = negated or not isinstance(derivative, str)
        how = "" if is_told else _how_derivative_is_off(derivative, function, at)
        return f"{how} {helps}".rstrip() if how else ""

    for value in at:
        blank = NumberBlank(right[value], {"x": value}, clue, try_sign=negated)
        verdict = blank.verdict(derivative)
        if verdict != RIGHT:
            said = f"at x = {value:g}: {verdict.removeprefix('not yet: ')}"
            raise recognised(said, _formula_seen(found, yours), helps, cause=how_off)
    rng = RandomValues(0).random
    for value in (rng.uniform(min(at), max(at)) for _ in range(RANDOM_PLACES)):
        if not numbers_agree(answered_value(derivative, {"x": value}), _slope(function, value)):
            raise CheckFailed(f"{derivative} {BY_CHANCE.format('the values given')}")
    print(f"Right at x = {', '.join(f'{value:g}' for value in at)} and between them.")


def _how_derivative_is_off(derivative: str, function: Callable, at: list[float]) -> str:
    """In what simple way a formula is off, if in any."""
    rng = RandomValues(1).random
    places = [*at, *(rng.uniform(min(at), max(at)) for _ in range(MORE_PLACES))]
    x = torch.tensor(places, dtype=torch.float64)
    powers = {f"a multiple of x^{k}" if k > 1 else "a multiple of x": x**k for k in range(1, 6)}
    exponentials = {f"a multiple of exp({k})": c for k, c in (("x", x.exp()), ("-x", (-x).exp()))}
    right = torch.tensor([_slope(function, place) for place in places], dtype=torch.float64)
    parts = {"a number": torch.ones_like(x), **powers, **exponentials}

    def values_of(formula: str) -> torch.Tensor:
        values = [evaluate(formula, {"x": place}) for place in places]
        return torch.tensor(values, dtype=torch.float64)

    def fits(other: str) -> bool:
        found = (answered_value(other, {"x": place}) for place in places)
        return all(map(numbers_agree, found, right.tolist()))

    how = off_by(derivative, values_of, right, parts)
    return how or one_word_off(derivative, ["x"], fits)


def _slope(function: Callable, value: float) -> float:
    """PyTorch's derivative of a function at a value, without running the student's nodes where
    possible."""
    x = torch.tensor(value, dtype=torch.float64, requires_grad=True)
    y = function(x)
    if isinstance(y, ComputationNode):
        leaf = Leaf(value, "x")
        found = twin(function(leaf))
        return float(found.gradients[found.nodes.index(leaf)])
    return float(torch.autograd.grad(y, x)[0])


def _formula_seen(found: Mapping[float, float], yours: Variant) -> Symptom | None:
    """The values of a wrong formula at all points, to be compared with known mistakes."""
    if any(map(math.isnan, found.values())):
        return None
    if seen := yours.seen():
        return seen({f"{x:g}": value for x, value in found.items()})
    return ("formula", exercise_title(), tuple(found.values()))
