"""In what way a wrong formula is off, found by comparing it with the right one for several values.

The right one is not given away: neither the size of a factor nor the terms next to it are named.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, combinations

import torch

from course.expressions.reader import ExpressionError
from course.values.closeness import tensors_agree
from course.values.words import ORDINALS, listed

_FUNCTIONS = (
    *("exp", "log", "sqrt", "tanh", "sigmoid", "relu", "softmax"),
    *("SquaredNorm", "LayerNorm", "ColumnSums", "RowSums"),
)
_NUMBERS = ("0", "1", "2", "3", "4", "(1/2)")
MAX_SAME = 4  # places of one word, of which one is named
MAX_TRIED = 8  # of a formula, and things to try
_FACTOR = "Only a factor is wrong: it is the right one times a number that is the same everywhere."
_ONLY = "Only {} is wrong: the rest is right."
_SIGN = "Only the sign is wrong, everywhere."


def off_by(
    formula: str,
    value_of: Callable[[str], torch.Tensor],
    right: torch.Tensor,
    parts: Mapping[str, torch.Tensor],
) -> str:
    """In a sentence, how a formula is off; empty if it is in no simple way.

    Args:
        formula: what the student wrote, which can be read.
        value_of: of a formula, its values for all that is tried, in a row.
        right: those of the right one.
        parts: what else may be too much or missing, a multiple of it: its name and its values.
    """
    try:
        yours = value_of(formula)
    except ExpressionError:  # it has no value somewhere
        return ""
    if _are_multiples(yours, [right]):
        # Of a number that is the same everywhere, each other such number is a multiple.
        is_one_number = tensors_agree(right, right[:1].expand(right.shape))
        return _SIGN if tensors_agree(-yours, right) else "" if is_one_number else _FACTOR
    own = _own_terms(formula, value_of, yours)
    if those := _that_make_up(right - yours, own, min(2, len(own) - 1)):
        shown = listed([f"`{term}`" for term in those])
        if len(those) == 1:
            if tensors_agree(right - yours, -2 * own[those[0]]):
                return f"Only the sign of {shown} is wrong."
            if tensors_agree(right - yours, -own[those[0]]):
                return f"Only {shown} is wrong: the rest is right."
            return f"{shown} needs another factor: the rest is right."
        return f"With other numbers in front of {shown} it is right."
    those = _that_make_up(right - yours, parts, 2)
    if those and not _is_made_of(yours, [parts[name] for name in those]):
        return f"It differs from the right one by {listed(those)}."
    return ""


def brackets_missing(formula: str, fits: Callable[[str], bool]) -> str:
    """In a sentence, that a formula only needs brackets around what stands before or after one of
    its operators, if that is so; `fits` is as for `one_word_off`."""
    for found in [*re.finditer(r"(?<!\*)[*/@](?!\*)", formula)][:MAX_TRIED]:
        before, after = formula[: found.start()], formula[found.end() :]
        if any(map(fits, (f"({before}){found[0]}{after}", f"{before}{found[0]}({after})"))):
            return f"Only a pair of brackets is missing: to what should `{found[0]}` apply?"
    for found in [*re.finditer(r"(\^|\*\*)\s*(\d+\s*/\s*\d+)", formula)][:MAX_TRIED]:
        if fits(f"{formula[: found.start(2)]}({found[2]}){formula[found.end() :]}"):
            exponent = found[2].split("/")[0].rstrip()
            return f"Only a pair of brackets is missing: so far, the exponent is {exponent}."
    return ""


def one_word_off(formula: str, names: Iterable[str], fits: Callable[[str], bool]) -> str:
    """In a sentence, which name, function or number in a formula is wrong, if it is a single one.

    Args:
        names: what may stand in it.
        fits: whether another formula would be right.
    """
    words = [*re.finditer(r"[^\W\d]\w*|\d+(\.\d+)?", formula)]
    words = [each for each in words if formula[: each.start()][-1:] != "."]  # .T
    if len(words) == 1 or all(each[0][0].isdigit() for each in words):
        return ""  # it would be all of the answer, or one number that makes another one
    for piece, rest in chain(_without_a_term(formula), _without_a_bracket(formula)):
        # Before single words: with 0 in place of `h`, the factor `(1 - h^2)` is gone as well.
        if formula.count(piece) == 1 and fits(rest):
            return _ONLY.format(f"`{piece}`")
    for found in words:
        begin, word, end = formula[: found.start()], found[0], formula[found.end() :]
        same = [each.start() for each in words if each[0] == word]
        which = f"the {ORDINALS[same.index(found.start())]} " if len(same) > 1 else ""
        if len(same) > MAX_SAME:
            return ""
        if word in names:
            others = [*names, "1", "0"]
            around = [f"({word})^2", *(f"{name}({word})" for name in _FUNCTIONS)]
        else:
            if word in _FUNCTIONS and fits(begin + end):
                return _ONLY.format(f"{which}`{word}`")
            others, around = ([*_FUNCTIONS] if word in _FUNCTIONS else []), []
            others = _NUMBERS if word[0].isdigit() else others
        for piece, rest in _without(begin, word, end):
            if fits(rest):
                which_one = f"`{piece}`" if formula.count(piece) == 1 else f"{which}`{word}`"
                return _ONLY.format(which_one)
        if any(fits(begin + other + end) for other in others):
            return f"With something else in place of {which}`{word}` it is right."
        if any(fits(begin + other + end) for other in around):
            return f"With a function of `{word}` in place of {which}`{word}` it is right."
    return ""


def _without(begin: str, word: str, end: str) -> Iterator[tuple[str, str]]:
    """What may be too much where a word stands, with its operator, and the formula without it."""
    ends = r"\s*($|[-+),])" if re.search(r"[-+]\s*$", begin) else r"\s*($|[^\s(.^*]|\*(?!\*))"
    before = re.search(r"(\*\*|[-+*/^@])\s*$", begin)
    if before and re.match(ends, end):
        yield begin[before.start() :] + word, begin[: before.start()].rstrip() + end
    after = re.match(r"\s*(\*(?!\*)|[+@])\s*", end)
    if after and re.search(r"(^|[(,]" + r"|[-+]" * (after[1] == "*") + r")\s*$", begin):
        yield word + end[: after.end()].rstrip(), begin + end[after.end() :]
    is_product = re.search(r"[\w)]\s*$", begin) and not before and not after  # without a sign
    if is_product and re.match(r"\s*($|[^\s.^*])", end):
        yield word, f"{begin.rstrip()} {end.lstrip()}"


def _without_a_term(formula: str) -> Iterator[tuple[str, str]]:
    """Each term of a sum, with its sign, and the formula without it."""
    terms = _terms(formula)
    for place, term in enumerate(terms[:MAX_TRIED] if len(terms) > 1 else []):
        yield term, " ".join(terms[:place] + terms[place + 1 :]).removeprefix("+")


def _without_a_bracket(formula: str) -> Iterator[tuple[str, str]]:
    """What may be too much around each bracket, with its operator, and the formula without it."""
    for found in [*re.finditer(r"\w*\(", formula)][:MAX_TRIED]:
        depth, end = 1, found.end()
        while depth and end < len(formula):
            depth += (formula[end] == "(") - (formula[end] == ")")
            end += 1
        if power := re.match(r"\s*(\*\*|\^)\s*\w+", formula[end:]):
            end += power.end()
        before, after = formula[: found.start()], formula[end:]
        factor = re.search(r"(?<!\*)[*/]\s*$", before)
        if factor and re.match(r"\s*($|[-+*/@),])", after):
            yield formula[factor.start() : end], before[: factor.start()].rstrip() + after
        factor = re.match(r"\s*\*(?!\*)\s*", after)
        if factor and re.search(r"(^|[-+(,])\s*$", before):
            piece = formula[found.start() : end] + factor[0].rstrip()
            yield piece, before + after[factor.end() :]


def _own_terms(
    formula: str, value_of: Callable[[str], torch.Tensor], whole: torch.Tensor
) -> dict[str, torch.Tensor]:
    """The terms of a sum with their values; none if it is no sum that can be taken apart."""
    try:
        own = {term: value_of(term.removeprefix("+")) for term in _terms(formula)[:MAX_TRIED]}
    except (ExpressionError, RuntimeError):  # a term alone may have another shape
        return {}
    return own if len(own) > 1 and tensors_agree(sum(own.values()), whole) else {}


def _that_make_up(
    difference: torch.Tensor, values: Mapping[str, torch.Tensor], most: int
) -> tuple[str, ...]:
    """The names of one of these values, or of several, that give the difference when they are
    multiplied by numbers."""
    for count in range(1, most + 1):
        for names in combinations(values, count):
            if _are_multiples(difference, [values[name] for name in names]):
                return names
    return ()


def _is_made_of(yours: torch.Tensor, values: list[torch.Tensor]) -> bool:
    """Whether an answer is made of these values alone, so that its difference says nothing."""
    any_of = (each for count in (1, 2) for each in combinations(values, count))
    return not yours.any() or any(_are_multiples(yours, [*each]) for each in any_of)


def _are_multiples(wanted: torch.Tensor, values: list[torch.Tensor]) -> bool:
    """Whether something is a sum of multiples of these, with enough numbers to tell."""
    if len(wanted) <= len(values) or not wanted.any() or not all(each.any() for each in values):
        return False
    matrix = torch.stack(values, 1)
    factors = torch.linalg.lstsq(matrix, wanted[:, None], driver="gelsd").solution
    return tensors_agree((matrix @ factors)[:, 0], wanted) and bool((factors.abs() > 1e-9).all())


def _terms(formula: str) -> list[str]:
    """The terms of a sum, each with its sign, as they stand in a formula."""
    found, depth, start = [], 0, 0
    for place, character in enumerate(formula):
        depth += (character in "([") - (character in ")]")
        before = formula[:place].rstrip()
        is_sign = character in "+-" and not re.search(r"(^|[-+*/^@(,]|\d[eE])$", before)
        if is_sign and depth == 0:
            found.append(formula[start:place].strip())
            start = place
    return [*found, formula[start:].strip()]
