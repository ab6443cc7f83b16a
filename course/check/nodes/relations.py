"""Says what a wrong result or downstream gradient is: the negative of the right one, its transpose,
a multiple of it."""

from fractions import Fraction

import torch

from course.check.nodes.experiments import Candidates, first_fitting
from course.check.nodes.factors import SAME_FACTOR, fitted, same_factor
from course.check.nodes.node_experiments import RESULT, UPSTREAM, NodeExperiment, right_of
from course.values.compare import Row

MAX_DENOMINATOR = 100  # the largest denominator of a factor that is written as a fraction
MAX_DECIMAL = 5  # characters of a factor that is written as a decimal even if it is a fraction
FEW_DIGITS = 3  # if at least this many digits are always right, that is said


def relation_of(probes: list[NodeExperiment], name: str) -> str:
    """How a wrong result or downstream gradient is related to the right ones, on every probe."""
    return (
        first_fitting(_explanations, probes, name)
        or _multiple(probes, name)
        or first_fitting(_sums, probes, name)
        or _right_digits(probes, name)
    )


def _multiple(probes: list[NodeExperiment], name: str) -> str:
    """Words for the number by which the right value is multiplied on every probe; else empty."""
    pairs = [(probe.yours[name], probe.right[name]) for probe in probes]
    factor = same_factor(pairs) if all(probe.fits(name) for probe in probes) else 0.0
    if abs(factor) < 1e-12:
        return ""
    if abs(factor + 1) < 1e-9:
        return "the negative of the right one"
    return f"{_as_number(factor)} times the right one"


def _as_number(factor: float) -> str:
    """A factor as a decimal number; as a fraction if it is one and the decimal would be long."""
    decimal, fraction = f"{factor:.6g}", Fraction(factor).limit_denominator(MAX_DENOMINATOR)
    is_fraction = abs(factor - fraction) < SAME_FACTOR * abs(factor)
    return str(fraction) if len(decimal) > MAX_DECIMAL and is_fraction else decimal


def _right_digits(probes: list[NodeExperiment], name: str) -> str:
    """Says to how many digits a wrong value is still right on every probe; empty if to few."""
    if all(probe.is_finite(name) and probe.right[name].any() for probe in probes):  # 0 has none
        digits = min(Row("", probe.yours[name], probe.right[name]).digits for probe in probes)
        if digits >= FEW_DIGITS:
            return f"right to at least {digits} digits, but not to all"
    return ""


def _explanations(probe: NodeExperiment, name: str) -> Candidates:
    """What a wrong downstream gradient may be instead of the right one."""
    if name == RESULT:
        return
    right, upstream, result = probe.right[name], probe.given[UPSTREAM], probe.right[RESULT]
    gradients = [probe.right[other] for other in probe.downstream]

    def right_if(what: str, value: torch.Tensor) -> torch.Tensor:
        return right_of(probe.node, probe.given | {what: value})[name]

    for i, other in enumerate(probe.downstream):
        if other != name:
            yield f"the right one for input {i}", probe.right[other]
    yield "0", torch.zeros_like(right)
    alone = right_if(UPSTREAM, torch.ones_like(upstream))
    yield "the right one without the upstream gradient", alone
    yield "the upstream gradient itself, without a local gradient", upstream
    if right.dim() == 2:
        yield "the transpose of the right one", right.mT
    if [gradient.shape for gradient in gradients] == [right.shape] * 2:
        yield "the sum of both downstream gradients", gradients[0] + gradients[1]
    if upstream.shape == right.shape:
        yield "the right one, times the upstream gradient once more", right * upstream
        as_if = "as if the local gradient were 1 minus itself"
        yield f"the upstream gradient minus the right one, {as_if}", upstream - right
    if len(gradients) == 1 and probe.inputs[0].shape == result.shape:
        at_the_result = right_if("input 0", result)
        yield "the right one with the node's result in place of its input", at_the_result
    yield "the node's result", result
    yield "the node's result times the upstream gradient", result * upstream


def _sums(probe: NodeExperiment, name: str) -> Candidates:
    """The right gradient plus, in each row, those multiples of other rows that come closest to
    yours."""
    right, result = probe.right[name], probe.right[RESULT]
    if name == RESULT or right.dim() != 2 or not probe.fits(name):
        return
    number = "a number that is the same throughout a row"
    multiple = "a multiple of the node's result"
    terms = [(f"the right one plus {number}", [torch.ones_like(right)])]
    if result.shape == right.shape:
        centred = result - result.mean(dim=-1, keepdim=True)  # orthogonal to ones
        terms += [
            (f"the right one plus, in each row, {multiple}", [result]),
            (f"the right one plus {number}, plus {multiple}", [torch.ones_like(right), centred]),
        ]
    rest = probe.yours[name] - right
    for words, rows in terms:
        if right.shape[1] > len(rows) + 1:  # else nearly anything is such a sum
            yield words, right + sum(fitted(rest, row, 1) * row for row in rows)
