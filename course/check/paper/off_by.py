"""Says in what way a wrong formula is off, by comparing it with the right one at several values.

The right formula is not given away: no sentence says how large a factor is, or what else is in it.
"""

from collections.abc import Callable, Mapping
from itertools import combinations

import torch

from course.check.paper.edits import ONLY, Formula
from course.expressions.expression_error import ExpressionError
from course.values.closeness import tensors_agree
from course.values.words import listed

MAX_TERMS_TRIED = 8  # how many terms of a sum are tried
_FACTOR = "Only a factor is wrong: it is the right one times a number that is the same everywhere."
_SIGN = "Only the sign is wrong, everywhere."


def off_by(
    formula: Formula,
    value_of: Callable[[str], torch.Tensor],
    right: torch.Tensor,
    parts: Mapping[str, torch.Tensor],
) -> str:
    """A sentence that says how a formula is off; empty if it is off in no simple way.

    Args:
        formula: what the student wrote.
        value_of: returns the values of a formula at all places where formulas are compared.
        right: the values of the right formula at these places.
        parts: other things of which a multiple may be missing or too much, by name, with their
            values at these places.
    """
    try:
        yours = value_of(formula.text)
    except ExpressionError:  # it has no value somewhere
        return ""
    if _is_sum_of_multiples(yours, [right]):
        if tensors_agree(-yours, right):
            return _SIGN
        # If the right one is the same number everywhere, every other constant is a multiple of it.
        return "" if is_one_number(right) else _FACTOR
    missing = right - yours
    terms = _values_of_terms(formula, value_of, yours)
    if wrong_terms := _names_of_sum(missing, terms, min(2, len(terms) - 1)):
        return _how_terms_are_off(missing, {term: terms[term] for term in wrong_terms})
    missing_parts = _names_of_sum(missing, parts, 2)
    if missing_parts and not _is_made_of(yours, [parts[name] for name in missing_parts]):
        return f"It differs from the right one by {listed(missing_parts)}."
    return ""


def is_one_number(values: torch.Tensor) -> bool:
    """Whether the values of something are all the same number."""
    return tensors_agree(values, values[:1].expand(values.shape))


def _how_terms_are_off(missing: torch.Tensor, wrong_terms: Mapping[str, torch.Tensor]) -> str:
    """The sentence about one or several terms of which multiples make up what is missing."""
    shown = listed([f"`{term}`" for term in wrong_terms])
    if len(wrong_terms) > 1:
        return f"With other numbers in front of {shown} it is right."
    (values,) = wrong_terms.values()
    if tensors_agree(missing, -2 * values):
        return f"Only the sign of {shown} is wrong."
    if tensors_agree(missing, -values):
        return ONLY.format(shown)
    return f"{shown} needs another factor: the rest is right."


def _values_of_terms(
    formula: Formula, value_of: Callable[[str], torch.Tensor], whole: torch.Tensor
) -> dict[str, torch.Tensor]:
    """The terms of a sum with their values; none if the formula is not a sum, or a term has no
    value of its own."""
    try:
        values = {term: value_of(term) for term in formula.terms()[:MAX_TERMS_TRIED]}
    except (ExpressionError, RuntimeError):  # a term alone may have another shape
        return {}
    is_sum = len(values) > 1 and tensors_agree(torch.stack([*values.values()]).sum(0), whole)
    return values if is_sum else {}


def _names_of_sum(
    total: torch.Tensor, values: Mapping[str, torch.Tensor], most: int
) -> tuple[str, ...]:
    """The names of values of which multiples add up to the total: as few as possible, at most
    `most`. Empty if there are none."""
    for count in range(1, most + 1):
        for names in combinations(values, count):
            if _is_sum_of_multiples(total, [values[name] for name in names]):
                return names
    return ()


def _is_made_of(yours: torch.Tensor, values: list[torch.Tensor]) -> bool:
    """Whether an answer consists only of multiples of these values, so that its difference from the
    right one says nothing."""
    selections = [selection for count in (1, 2) for selection in combinations(values, count)]
    return not yours.any() or any(_is_sum_of_multiples(yours, [*some]) for some in selections)


def _is_sum_of_multiples(total: torch.Tensor, values: list[torch.Tensor]) -> bool:
    """Whether the total is a sum of multiples of these values, with enough numbers to be sure."""
    if len(total) <= len(values) or not total.any() or not all(value.any() for value in values):
        return False
    matrix = torch.stack(values, 1)
    factors = torch.linalg.lstsq(matrix, total[:, None], driver="gelsd").solution
    return tensors_agree((matrix @ factors)[:, 0], total) and bool((factors.abs() > 1e-9).all())
