"""What a wrong downstream gradient is: the negative, the transpose, a multiple."""

from collections.abc import Iterator
from fractions import Fraction

import torch

from course.check.base.cases import copy_graph
from course.check.base.twin import twin
from course.check.nodes.factors import SAME_FACTOR, comparable, fitted, same_factor
from course.check.nodes.probes import NodeProbe
from course.compare import Row, is_right

MAX_DENOMINATOR = 100  # of a factor that is written as a fraction
MAX_DECIMAL = 5  # characters of a factor that could be one, and is not
FEW_DIGITS = 3  # if as many are right each time, that is said


def right_digits(pairs: list[tuple]) -> str:
    """To how many digits something is right that is wrong, if that is as many each time."""
    if all(comparable(*each) and each[0].isfinite().all() for each in pairs):
        digits = min(Row("", *each).digits for each in pairs)
        if digits >= FEW_DIGITS:
            return f"right to at least {digits} digits, but not to all"
    return ""


def relation_of(probes: list[NodeProbe], i: int) -> str:
    """How downstream gradient i is related to the right ones, on every probe."""
    for other in range(len(probes[0].right)):
        if other != i and all(is_right(probe.returned[i], probe.right[other]) for probe in probes):
            return f"the right one for input {other}"
    pairs = [(probe.returned[i], probe.right[i]) for probe in probes]
    return _named(_EXPLANATIONS, probes, i) or constant(pairs) or _named(_REMAINDERS, probes, i)


def _named(table: tuple, probes: list[NodeProbe], i: int) -> str:
    """The first words in a table, of which one tensor is downstream gradient i on every probe."""
    for words, tensors in table:
        if all(any(is_right(p.returned[i], each) for each in tensors(p, i)) for p in probes):
            return words
    return ""


def constant(pairs: list[tuple]) -> str:
    """Whether one value is always the same multiple of the other, by which number."""
    factor = same_factor(pairs) if all(comparable(*each) for each in pairs) else 0.0
    if abs(factor) < 1e-12:
        return ""
    if abs(factor + 1) < 1e-9:
        return "the negative of the right one"
    return f"{_as_number(factor)} times the right one"


def _as_number(factor: float) -> str:
    """A factor as a short decimal number, or else as a fraction, if it is one."""
    decimal, fraction = f"{factor:.6g}", Fraction(factor).limit_denominator(MAX_DENOMINATOR)
    is_fraction = abs(factor - fraction) < SAME_FACTOR * abs(factor)
    return str(fraction) if len(decimal) > MAX_DECIMAL and is_fraction else decimal


def _at_the_result(probe: NodeProbe, i: int) -> Iterator[torch.Tensor]:
    if len(probe.right) == 1 and probe.values[i].shape == probe.right_result.shape:
        there = copy_graph(probe.node, lambda value: probe.right_result)
        yield twin(there, probe.upstream).gradients[i]


def _alike(probe: NodeProbe, i: int) -> bool:
    return probe.upstream.shape == probe.right[i].shape


# What a downstream gradient may be on every probe: in words, and of a probe, the tensors meant.
_EXPLANATIONS = (
    ("0", lambda p, i: [torch.zeros_like(p.right[i])]),
    ("the right one without the upstream gradient", lambda p, i: [p.alone[i]]),
    ("the upstream gradient itself, without a local gradient", lambda p, i: [p.upstream]),
    (
        "the transpose of the right one",
        lambda p, i: [p.right[i].mT] if p.right[i].dim() == 2 else [],
    ),
    (
        "the sum of both downstream gradients",
        lambda p, i: (
            [sum(p.right)] if [each.shape for each in p.right] == [p.right[i].shape] * 2 else []
        ),
    ),
    (
        "the right one, times the upstream gradient once more",
        lambda p, i: [p.right[i] * p.upstream] if _alike(p, i) else [],
    ),
    (
        "the upstream gradient minus the right one, as if the local gradient were 1 minus itself",
        lambda p, i: [p.upstream - p.right[i]] if _alike(p, i) else [],
    ),
    ("the right one with the node's result in place of its input", _at_the_result),
    ("the node's result", lambda p, i: [p.right_result]),
    ("the node's result times the upstream gradient", lambda p, i: [p.right_result * p.upstream]),
    ("the value of that input", lambda p, i: [p.values[i]]),
    ("ones", lambda p, i: [torch.ones_like(p.right[i])]),
)


def _plus(probe: NodeProbe, i: int, *terms: torch.Tensor) -> Iterator[torch.Tensor]:
    """The right one and, in each row, those multiples of the terms' rows, which are orthogonal,
    that come nearest to yours, if a row is so long that this says something."""
    right = probe.right[i]
    fit = right.dim() == 2 and all(term.shape == right.shape for term in terms)
    if fit and comparable(probe.returned[i], right) and right.shape[1] > len(terms) + 1:
        rest = probe.returned[i] - right
        for term in terms:
            right = right + fitted(rest, term, 1) * term
        yield right


def _centred(rows: torch.Tensor) -> torch.Tensor:
    return rows - rows.mean(dim=-1, keepdim=True)


_NUMBER, _MULTIPLE = "a number that is the same throughout a row", "a multiple of the node's result"
_REMAINDERS = (
    (f"the right one plus {_NUMBER}", lambda p, i: _plus(p, i, torch.ones_like(p.right[i]))),
    (f"the right one plus, in each row, {_MULTIPLE}", lambda p, i: _plus(p, i, p.right_result)),
    (
        f"the right one plus {_NUMBER}, plus {_MULTIPLE}",
        lambda p, i: _plus(p, i, torch.ones_like(p.right[i]), _centred(p.right_result)),
    ),
)
