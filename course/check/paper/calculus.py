"""Checks a derivative that a student found with ordinary calculus."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import torch

from course.check.base.blank_by_blank import UNFILLED
from course.check.base.exercise import exercise_title
from course.check.base.failures import wrong_answer
from course.check.paper.answers import answered_value, formula_asked_for
from course.check.paper.edits import Formula, one_part_off
from course.check.paper.number_blank import BY_CHANCE, NumberBlank
from course.check.variants.variant import Variant, as_variant
from course.graph import ComputationNode, Leaf
from course.messages.failure import CheckFailed
from course.messages.misconceptions import Symptom
from course.reference.random_values import seeded
from course.reference.twin import twin
from course.values.as_text import as_typed
from course.values.closeness import common_factor, numbers_agree
from course.values.tensors import as_float64

_Function = Callable[..., ComputationNode | torch.Tensor]  # of x, as the check takes it
PLACES_BETWEEN = 20  # random places where a formula is also compared
MAX_TERMS_TRIED = 8  # how many terms of a formula are tried
# Terms that may be missing or superfluous, up to a factor.
_USUAL_TERMS = ("1", "x", "x^2", "x^3", "x^4", "x^5", "exp(x)", "exp(-x)")


def check_derivative_by_hand(
    function: _Function | Variant[_Function], derivative: object, *, at: list[float], hint: str = ""
) -> None:
    """Checks a formula in x, a derivative found with ordinary calculus, against PyTorch.

    Args:
        function: a function of a tensor x, or one that builds a graph from a leaf x.
        derivative: the formula, for example "2 x"; `...` if nothing is written yet.
        at: values of x at which to compare, in addition to random ones between them.
        hint: the name to give to `hint`; empty if there are no hints.
    """
    if derivative is ...:
        raise CheckFailed(f"The derivative is {UNFILLED}.")
    exercise = as_variant(function)
    values = {x: answered_value(derivative, {"x": x}) for x in at}

    exercise.introduce(lambda f: all(numbers_agree(values[x], _slope(f, x)) for x in at))
    if not isinstance(derivative, str) and not math.isnan(answered_value(derivative, {})):
        raise wrong_answer(formula_asked_for("x"), _formula_symptom(values, exercise))
    rng = seeded(0)
    between = [rng.uniform(min(at), max(at)) for _ in range(PLACES_BETWEEN)]
    slopes = _Slopes({x: _slope(exercise.right, x) for x in [*at, *between]})
    is_negated = all(numbers_agree(values[x], -slopes.right[x]) for x in at)
    see_hint = f"`hint({hint!r})` gives a hint." if hint else ""

    def how_off() -> str:
        how = "" if is_negated else slopes.how_off(derivative)
        if not math.isnan(answered_value(derivative, {})) and slopes.differ:
            how = "It is the same number for every x, and the slope is not."
        return f"{how} {see_hint}".rstrip() if how else ""

    for x in at:
        if not numbers_agree(values[x], slopes.right[x]):
            blank = NumberBlank(slopes.right[x], {"x": x}, try_sign=is_negated, fits=slopes.fit)
            verdict = blank.verdict(derivative)
            is_unread = all(map(math.isnan, values.values()))
            message = verdict if is_unread else f"at x = {x:g}: {verdict}"
            raise wrong_answer(
                message, _formula_symptom(values, exercise), see_hint, find_out=how_off
            )
    if not slopes.fit(derivative):
        raise CheckFailed(f"{as_typed(derivative)} {BY_CHANCE.format('the values given')}")
    print(f"Right at x = {', '.join(f'{x:g}' for x in at)} and between them.")


@dataclass(frozen=True)
class _Slopes:
    """The right values of a derivative at several places."""

    right: Mapping[float, float]  # by x

    @property
    def differ(self) -> bool:
        """Whether the derivative has different values."""
        first, *others = self.right.values()
        return not all(numbers_agree(other, first) for other in others)

    def fit(self, formula: object) -> bool:
        """Whether a formula has these values."""
        return all(map(numbers_agree, self._values_of(formula), self.right.values()))

    def how_off(self, derivative: object) -> str:
        """Says in what simple way a formula is off; empty if there is none, or if it is not
        text."""
        if not isinstance(derivative, str):
            return ""
        written = Formula(derivative, ["x"])
        missing = as_float64([*self.right.values()]) - self._as_tensor(written.text)
        terms = written.terms()[:MAX_TERMS_TRIED]
        factors = [(term, common_factor(missing, self._as_tensor(term))) for term in terms]
        off = [(term, factor) for term, factor in factors if factor]
        # If several terms are multiples of the same power, it is unclear which one is wrong.
        if len(terms) > 1 and len(off) == 1:
            ((term, factor),) = off
            if not numbers_agree(factor, -1):  # else the term does not belong there
                what = "has the wrong sign" if numbers_agree(factor, -2) else "needs another factor"
                return f"`{term}` {what}: the rest is right."
        for term in _USUAL_TERMS:
            if common_factor(missing, self._as_tensor(term)):
                what = "a number" if term == "1" else f"a multiple of {term}"
                return f"It differs from the right one by {what}."
        return one_part_off(written, self.fit)

    def _as_tensor(self, formula: str) -> torch.Tensor:
        return as_float64([*self._values_of(formula)])

    def _values_of(self, formula: object) -> Iterator[float]:
        return (answered_value(formula, {"x": x}) for x in self.right)


def _slope(function: Callable, value: float) -> float:
    """PyTorch's derivative of a function at a value. If the function builds a graph, no method of
    its nodes is run."""
    x = torch.tensor(value, dtype=torch.float64, requires_grad=True)
    y = function(x)
    if isinstance(y, ComputationNode):
        leaf = Leaf(value, "x")
        return float(twin(function(leaf)).gradient_by_node[leaf])
    return float(torch.autograd.grad(y, x)[0])


def _formula_symptom(values: Mapping[float, float], exercise: Variant) -> Symptom | None:
    """The symptom of a wrong formula, made from its values by x; None if some value cannot be
    computed."""
    if any(map(math.isnan, values.values())):
        return None
    if symptom_of := exercise.symptom_function():
        return symptom_of({f"{x:g}": value for x, value in values.items()})
    return ("formula", exercise_title(), tuple(values.values()))
