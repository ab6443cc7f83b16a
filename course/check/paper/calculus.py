"""Checks a derivative that a student found with ordinary calculus."""

import math
from collections.abc import Callable, Mapping

import torch

from course.check.base.blank_by_blank import UNFILLED
from course.check.base.exercise import exercise_title
from course.check.base.failures import wrong_answer
from course.check.experiments.findings import common_factor
from course.check.paper.answers import answered_value, formula_asked_for
from course.check.paper.edits import Fits, Formula, one_part_off
from course.check.paper.number_blank import BY_CHANCE, NumberBlank
from course.check.variants.variant import Variant, as_variant
from course.graph import ComputationNode, Leaf
from course.messages.failure import CheckFailed
from course.messages.misconceptions import Symptom
from course.reference.random_values import seeded
from course.reference.twin import twin
from course.values.closeness import numbers_agree
from course.values.tensors import as_float64

_Function = Callable[..., ComputationNode | torch.Tensor]  # a function of x, as the check takes it
PLACES_BETWEEN = 20  # where a formula is compared, in addition to those given
MAX_TERMS_TRIED = 8  # how many terms of a formula are tried
# What may be missing or too much, or a multiple of it.
_USUAL_TERMS = ("1", "x", "x^2", "x^3", "x^4", "x^5", "exp(x)", "exp(-x)")


def check_derivative_by_hand(
    function: _Function | Variant[_Function], derivative: object, *, at: list[float], hint: str = ""
) -> None:
    """Checks a derivative that was found with ordinary calculus, a formula in x, against PyTorch.

    Args:
        function: a function of a tensor x, or one that builds a graph from a leaf x.
        derivative: the formula, for example "2 x"; `...` if nothing is written yet.
        at: values of x at which to compare, in addition to random ones between them.
        hint: the name under which `hint` helps; empty if there are no hints.
    """
    if derivative is ...:
        raise CheckFailed(f"the derivative is {UNFILLED}.")
    exercise = as_variant(function)
    values = {x: answered_value(derivative, {"x": x}) for x in at}
    exercise.introduce(
        lambda: all(numbers_agree(values[x], _slope(exercise.standard, x)) for x in at)
    )
    if not isinstance(derivative, str) and not math.isnan(answered_value(derivative, {})):
        raise wrong_answer(formula_asked_for("x"), _formula_symptom(values, exercise))
    rng = seeded(0)
    between = [rng.uniform(min(at), max(at)) for _ in range(PLACES_BETWEEN)]
    right = {x: _slope(exercise.right, x) for x in [*at, *between]}
    is_negated = all(numbers_agree(values[x], -right[x]) for x in at)
    see_hint = f"`hint({hint!r})` gives a hint." if hint else ""

    def fits(formula: object) -> bool:
        return all(
            numbers_agree(answered_value(formula, {"x": x}), slope) for x, slope in right.items()
        )

    def how_off() -> str:
        if is_negated or not isinstance(derivative, str):
            return ""
        how = _how_off(derivative, right, fits)
        return f"{how} {see_hint}".rstrip() if how else ""

    for x in at:
        if not numbers_agree(values[x], right[x]):
            blank = NumberBlank(right[x], {"x": x}, try_sign=is_negated, fits=fits)
            verdict = blank.verdict(derivative)
            is_unread = all(map(math.isnan, values.values()))
            message = verdict if is_unread else f"at x = {x:g}: {verdict}"
            raise wrong_answer(
                message, _formula_symptom(values, exercise), see_hint, find_out=how_off
            )
    if not fits(derivative):
        raise CheckFailed(f"{derivative} {BY_CHANCE.format('the values given')}")
    print(f"Right at x = {', '.join(f'{x:g}' for x in at)} and between them.")


def _how_off(derivative: str, right: Mapping[float, float], fits: Fits) -> str:
    """In what simple way a formula is off; empty if in none.

    Args:
        right: the right values, by x.
        fits: tells whether a formula has these values.
    """

    def values_of(formula: str) -> torch.Tensor:
        values = [answered_value(formula, {"x": x}) for x in right]
        return torch.tensor(values, dtype=torch.float64)

    written = Formula(derivative, ["x"])
    missing = as_float64([*right.values()]) - values_of(written.text)
    terms = written.terms()[:MAX_TERMS_TRIED]
    for term in terms if len(terms) > 1 else []:
        factor = common_factor(missing, values_of(term))
        if factor and not numbers_agree(factor, -1):  # else the term does not belong there at all
            return f"`{term}` needs another factor: the rest is right."
    for term in _USUAL_TERMS:
        if common_factor(missing, values_of(term)):
            what = "a number" if term == "1" else f"a multiple of {term}"
            return f"It differs from the right one by {what}."
    return one_part_off(written, fits)


def _slope(function: Callable, value: float) -> float:
    """PyTorch's derivative of a function at a value. No method of the student's nodes is run where
    that can be avoided."""
    x = torch.tensor(value, dtype=torch.float64, requires_grad=True)
    y = function(x)
    if isinstance(y, ComputationNode):
        leaf = Leaf(value, "x")
        pytorch = twin(function(leaf))
        return float(pytorch.gradients[pytorch.nodes.index(leaf)])
    return float(torch.autograd.grad(y, x)[0])


def _formula_symptom(values: Mapping[float, float], exercise: Variant) -> Symptom | None:
    """The symptom of a wrong formula, made from its values by x; None if one of them cannot be
    computed."""
    if any(map(math.isnan, values.values())):
        return None
    if symptom_of := exercise.symptom_function():
        return symptom_of({f"{x:g}": value for x, value in values.items()})
    return ("formula", exercise_title(), tuple(values.values()))
