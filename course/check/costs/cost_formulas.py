"""Checks a student's formulas for the cost of a computation against counts in PyTorch."""

from collections.abc import Mapping
from itertools import permutations
from typing import NamedTuple

from course.check.base.blank_by_blank import Blanks, RightVerdict, check_each, verdict_by_mistakes
from course.check.base.exercise import exercise_title
from course.check.costs.big_o import Count, NotACount, Ray, differences
from course.check.costs.count_reader import read_count
from course.check.costs.counted_costs import Counted, polynomials_of
from course.expressions.expression_error import ExpressionError
from course.messages.across_blanks import likeliest
from course.messages.misconceptions import OF_COST, Symptom
from course.sentences.words import listed, verb
from course.values.as_text import as_typed

_MAX_QUOTED = 40  # characters of a formula on each side of a place


def check_costs(answers: Blanks, counted: Counted, *, of: str, exact: bool = False) -> None:
    """Checks formulas for costs, one blank each, such as "O(n b d)".

    Args:
        counted: a function that takes sizes and returns the count for each blank.
        of: the names of the sizes, as in "n b d".
        exact: whether the exact count is asked for; otherwise only its growth in big-O notation,
            whichever sizes are large.
    """
    sizes = tuple(of.split())
    right = polynomials_of(counted, sizes)
    written = answers if isinstance(answers, Mapping) else {}
    compared = {
        blank: _compared(written.get(blank), count, sizes, exact) for blank, count in right.items()
    }

    def symptom_in(blank: str) -> Symptom:
        problem, yours, *_ = compared[blank]
        seen = problem or (yours if exact else yours.growth()).text(sizes)
        return (OF_COST, exercise_title(), blank, seen)

    wrong = [symptom_in(blank) for blank in right if not compared[blank].is_right]
    is_done = not wrong  # before that, one count could give away another answer

    def verdict(answer: object, count: Count, blank: str) -> str:
        problem, yours, gaps, is_right = compared[blank]
        if problem:
            return problem
        if is_right:
            remarks = []
            if not exact and yours != yours.growth():
                remarks.append(f"In big-O, {yours.growth().text(sizes)} is enough.")
            if is_done:
                remarks.append(f"Counted in PyTorch: {count.text(sizes)}")
            return RightVerdict(f". {' '.join(remarks)}" if remarks else "")
        if known := verdict_by_mistakes(as_typed(answer), likeliest(symptom_in(blank), wrong)):
            return known
        if exact:
            return _example(answer, yours, count, sizes)
        ray, sign = next(iter(gaps.items()))
        speed = "fast" if sign > 0 else "slowly"
        return f"{as_typed(answer)} grows too {speed} {_when(ray, sizes)}."

    check_each(answers, right, verdict)


class _Comparison(NamedTuple):
    """An answer compared with the right count."""

    problem: str  # why the answer cannot be compared; empty if it can
    yours: Count = Count({})
    gaps: Mapping[Ray, int] = {}  # the `differences`; empty if exact
    is_right: bool = False


def _compared(answer: object, right: Count, sizes: tuple[str, ...], exact: bool) -> _Comparison:
    try:
        yours = read_count(answer, sizes, exact=exact)
        gaps = {} if exact else differences(yours, right)
        return _Comparison("", yours, gaps, is_right=yours == right if exact else not gaps)
    except ExpressionError as error:
        return _Comparison(f"{error}{_pointed(answer, error.place)}")
    except NotACount as problem:
        return _Comparison(f"I cannot use `{as_typed(answer)}`: {problem}.")


def _pointed(formula: object, place: int | None) -> str:
    """Two lines that point at a character of a formula: the text around it, short enough to fit on
    one line, and a caret below."""
    if place is None or not isinstance(formula, str):
        return ""
    before = formula[:place].rpartition("\n")[2][-_MAX_QUOTED:]
    after = formula[place:].partition("\n")[0][:_MAX_QUOTED]
    return f"\n    {before}{after}\n    {' ' * len(before)}^"


def _when(ray: Ray, sizes: tuple[str, ...]) -> str:
    """Says which sizes grow along a ray: `when only d grows`, `when b grows and d grows even
    faster`."""
    weights = {name: weight for name, weight in zip(sizes, ray, strict=True) if weight}
    growing = sorted(weights, key=lambda name: (weights[name], name))
    if len(growing) == 1:
        return f"when only {growing[0]} grows"
    slowest = [name for name in growing if weights[name] == weights[growing[0]]]
    faster = growing[len(slowest) :]
    text = f"when {listed(slowest)} {verb(len(slowest), 'grow')}"
    if not faster:
        return f"{text} together"
    return f"{text} and {listed(faster)} {verb(len(faster), 'grow')} even faster"


def _example(answer: object, yours: Count, right: Count, sizes: tuple[str, ...]) -> str:
    """Says how a formula is off: its value and the count at small sizes, and which terms are
    wrong."""
    costs = f"{as_typed(answer)} is not right."
    for place in permutations(range(2, 2 + len(sizes))):
        if yours.at(place) != right.at(place):
            values = ", ".join(
                f"{name} = {value}" for name, value in zip(sizes, place, strict=True)
            )
            costs = f"at {values} you say {yours.at(place)}, but PyTorch takes {right.at(place)}."
            break
    return f"{costs} {_term_by_term(yours, right, sizes)}".rstrip()


def _term_by_term(yours: Count, right: Count, sizes: tuple[str, ...]) -> str:
    """Says which terms of a formula are right, and which are not."""
    right_up_to, wrong = "right except for the number in front", "not right"
    texts: dict[str, list[str]] = {"right": [], right_up_to: [], wrong: []}
    for powers, factor in yours.terms.items():
        right_factor = right.terms.get(powers, 0)
        verdict = "right" if right_factor == factor else right_up_to if right_factor else wrong
        texts[verdict].append(Count({powers: factor}).text(sizes))
    parts = [
        f"{listed(terms)} {verb(len(terms), 'are')} {verdict}"
        for verdict, terms in texts.items()
        if terms
    ]
    is_part = parts and not texts[wrong] and not texts[right_up_to]
    missing = ", but something is missing" if is_part else ""
    return f"Of your terms, {'; '.join(parts)}{missing}." if parts else ""
