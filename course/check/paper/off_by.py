"""Says in what way a wrong formula is off, by comparing it with the right one at several values.

The right formula is not given away: no sentence says how large a factor is, or what else is in it.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain, combinations

import torch

from course.expressions.reader import ExpressionError
from course.expressions.spelling import on_keyboard
from course.values.closeness import tensors_agree
from course.values.words import ORDINALS, listed

_FUNCTIONS = (
    "exp",
    "log",
    "sqrt",
    "tanh",
    "sigmoid",
    "relu",
    "softmax",
    "SquaredNorm",
    "LayerNorm",
    "ColumnSums",
    "RowSums",
)
_NUMBERS = ("0", "1", "2", "3", "4", "(1/2)")
MAX_SAME = 4  # if a word occurs in more places, no single one of them is named
MAX_TRIED = 8  # how many terms, brackets or operators of a formula are tried
_FACTOR = "Only a factor is wrong: it is the right one times a number that is the same everywhere."
_ONLY = "Only {} is wrong: the rest is right."
_SIGN = "Only the sign is wrong, everywhere."


def off_by(
    formula: str,
    value_of: Callable[[str], torch.Tensor],
    right: torch.Tensor,
    parts: Mapping[str, torch.Tensor],
) -> str:
    """A sentence that says how a formula is off; empty if it is off in no simple way.

    Args:
        formula: what the student wrote, which can be read.
        value_of: returns the values of a formula at all places where formulas are compared.
        right: the values of the right formula at these places.
        parts: other things of which a multiple may be missing or too much, by name, with their
            values at these places.
    """
    formula = on_keyboard(formula)
    try:
        yours = value_of(formula)
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
        return _ONLY.format(shown)
    return f"{shown} needs another factor: the rest is right."


def brackets_missing(formula: str, fits: Callable[[str], bool]) -> str:
    """A sentence saying that a formula only needs a pair of brackets, before or after one of its
    operators; empty if that is not so. `fits` is as for `one_word_off`."""
    formula = on_keyboard(formula)
    for sign in [*re.finditer(r"(?<!\*)[*/@](?!\*)", formula)][:MAX_TRIED]:
        before, after = formula[: sign.start()], formula[sign.end() :]
        if fits(f"({before}){sign[0]}{after}") or fits(f"{before}{sign[0]}({after})"):
            return f"Only a pair of brackets is missing: to what should `{sign[0]}` apply?"
    for power in [*re.finditer(r"(?:\^|\*\*)\s*((\d+)\s*/\s*\d+)", formula)][:MAX_TRIED]:
        if fits(f"{formula[: power.start(1)]}({power[1]}){formula[power.end() :]}"):
            return f"Only a pair of brackets is missing: so far, the exponent is {power[2]}."
    return ""


def one_word_off(formula: str, names: Collection[str], fits: Callable[[str], bool]) -> str:
    """A sentence that says which name, function, number, term or bracket of a formula is wrong;
    empty if it is not just one.

    Args:
        names: the names that the formula may use.
        fits: tells whether another formula would be right.
    """
    formula = on_keyboard(formula)
    words = [*re.finditer(r"[^\W\d]\w*|\d+(\.\d+)?", formula)]
    words = [word for word in words if formula[: word.start()][-1:] != "."]  # .T
    # A single word would be the whole answer; among numbers alone, a change of any can fit.
    if len(words) == 1 or all(word[0][0].isdigit() for word in words):
        return ""
    for piece, rest in chain(_without_a_term(formula), _without_a_bracket(formula)):
        # Before single words: with 0 in place of `h`, the factor `(1 - h^2)` is gone as well.
        if formula.count(piece) == 1 and fits(rest):
            return _ONLY.format(f"`{piece}`")
    shown = []
    for word in words:
        places = [other.start() for other in words if other[0] == word[0]]
        if len(places) > MAX_SAME:
            return ""
        which = f"the {ORDINALS[places.index(word.start())]} " if len(places) > 1 else ""
        shown.append(f"{which}`{word[0]}`")
    # Last of all, because a function of one word may make up for a mistake in another.
    for how in (_how_word_is_off, _in_a_function):
        for word, called in zip(words, shown, strict=True):
            if sentence := how(word, called, names, fits):
                return sentence
    return ""


def _how_word_is_off(
    match: re.Match[str], shown: str, names: Collection[str], fits: Callable[[str], bool]
) -> str:
    """A sentence that says how one word of a formula is wrong; empty if it is not the only one.

    Args:
        match: the match of the word in the formula.
        shown: what the sentence calls the word.
        names, fits: as for `one_word_off`.
    """
    formula, word = match.string, match[0]
    begin, end = formula[: match.start()], formula[match.end() :]
    if word in names:
        others = [*names, "1", "0"]
    elif word in _FUNCTIONS:
        if fits(begin + end):
            return _ONLY.format(shown)
        others = [*_FUNCTIONS]
    else:
        others = [*_NUMBERS] if word[0].isdigit() else []
    for piece, rest in _without(begin, word, end):
        if fits(rest):
            return _ONLY.format(f"`{piece}`" if formula.count(piece) == 1 else shown)
    if any(fits(begin + other + end) for other in others):
        return f"With something else in place of {shown} it is right."
    return ""


def _in_a_function(
    match: re.Match[str], shown: str, names: Collection[str], fits: Callable[[str], bool]
) -> str:
    """A sentence that says that a function is missing around a name; empty if that is not so. The
    arguments are those of `_how_word_is_off`."""
    word, begin, end = match[0], match.string[: match.start()], match.string[match.end() :]
    around = [f"({word})^2", *(f"{function}({word})" for function in _FUNCTIONS)]
    if word in names and any(fits(begin + other + end) for other in around):
        return f"With a function of `{word}` in place of {shown} it is right."
    return ""


def _without(begin: str, word: str, end: str) -> Iterator[tuple[str, str]]:
    """Ways to leave out a word that may be too much: each as the word with its operator, and the
    formula without them."""
    before = re.search(r"(\*\*|[-+*/^@])\s*$", begin)
    is_term = before and before[1] in "+-"
    ends = r"\s*($|[-+),])" if is_term else r"\s*($|[^\s(.^*]|\*(?!\*))"
    if before and re.match(ends, end):
        yield begin[before.start() :] + word, begin[: before.start()].rstrip() + end
    after = re.match(r"\s*(\*(?!\*)|[+@])\s*", end)
    is_factor = after and after[1] == "*"
    starts = r"(^|[(,]|[-+])\s*$" if is_factor else r"(^|[(,])\s*$"
    if after and re.search(starts, begin):
        yield word + end[: after.end()].rstrip(), begin + end[after.end() :]
    is_product = re.search(r"[\w)]\s*$", begin) and not before and not after  # without a sign
    if is_product and re.match(r"\s*($|[^\s.^*])", end):
        yield word, f"{begin.rstrip()} {end.lstrip()}"


def _without_a_term(formula: str) -> Iterator[tuple[str, str]]:
    """Each term of a sum with its sign, and the formula without that term."""
    terms = _terms(formula)
    if len(terms) > 1:
        for place, term in enumerate(terms[:MAX_TRIED]):
            yield term, " ".join(terms[:place] + terms[place + 1 :]).removeprefix("+")


def _without_a_bracket(formula: str) -> Iterator[tuple[str, str]]:
    """Ways to leave out a bracket that may be too much: each as the bracket with its operator, and
    the formula without them."""
    for opening in [*re.finditer(r"\w*\(", formula)][:MAX_TRIED]:
        depth, end = 1, opening.end()
        while depth and end < len(formula):
            depth += (formula[end] == "(") - (formula[end] == ")")
            end += 1
        if power := re.match(r"\s*(\*\*|\^)\s*\w+", formula[end:]):
            end += power.end()
        before, after = formula[: opening.start()], formula[end:]
        sign = re.search(r"(?<!\*)[*/]\s*$", before)
        if sign and re.match(r"\s*($|[-+*/@),])", after):
            yield formula[sign.start() : end], before[: sign.start()].rstrip() + after
        sign = re.match(r"\s*\*(?!\*)\s*", after)
        if sign and re.search(r"(^|[-+(,])\s*$", before):
            piece = formula[opening.start() : end] + sign[0].rstrip()
            yield piece, before + after[sign.end() :]


def _values_of_terms(
    formula: str, value_of: Callable[[str], torch.Tensor], whole: torch.Tensor
) -> dict[str, torch.Tensor]:
    """The terms of a sum with their values; none if the formula is not a sum, or a term has no
    value of its own."""
    try:
        values = {term: value_of(term.removeprefix("+")) for term in _terms(formula)[:MAX_TRIED]}
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


def _terms(formula: str) -> list[str]:
    """The terms of a sum, each with its sign, in the order of the formula."""
    terms: list[str] = []
    depth = start = 0
    for place, character in enumerate(formula):
        depth += (character in "([") - (character in ")]")
        before = formula[:place].rstrip()
        is_sign = character in "+-" and not re.search(r"(^|[-+*/^@(,]|\d[eE])$", before)
        if is_sign and depth == 0:
            terms.append(formula[start:place].strip())
            start = place
    return [*terms, formula[start:].strip()]
