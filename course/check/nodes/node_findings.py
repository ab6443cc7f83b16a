"""What a wrong node does, found by trying it on a few random inputs: the negative, a factor, a
transpose, the upstream gradient left out. Only what is true of all of them is reported.
"""

from collections.abc import Iterable

import torch

from course.check.nodes.experiments import Experiments
from course.check.nodes.node_experiments import (
    DOWNSTREAM,
    RESULT,
    UPSTREAM,
    NodeExperiment,
    number_lists,
)
from course.check.nodes.other_values import TIMES
from course.check.nodes.probes import DIVISOR, Probes
from course.check.nodes.relations import relation_of
from course.graph import ComputationNode
from course.values.as_text import MAX_SHOWN, in_text
from course.values.closeness import entries_agree, tensors_agree
from course.values.words import capitalised, listed, plural, verb

MAX_SENTENCES = 2  # sentences on what was seen in experiments
TOO_LARGE = (
    f"With all inputs divided by {DIVISOR}, a new node is right: here they are too large for it. "
    "Does it take the exponential of a large number, or the logarithm of 0?"
)


def finding(tried: Probes, of_numbers: bool, again: bool) -> str:
    """Sentences on what is true of a wrong node on every random input; empty if nothing is.

    Args:
        of_numbers: whether what was found wrong are numbers.
        again: whether that was when the values of its inputs had changed.
    """
    probes = tried.random
    if tried.again.differs_from(tried.random[0]):
        return (
            "On the same inputs, a new node does not return what the first one did. Is something "
            "kept from one node to the next, on the class or outside of it, or drawn at random?"
        )
    if not all(probe.is_complete for probe in probes):
        return _on_parts(tried)
    if _all_right(probes):
        return _right_elsewhere(tried, again, of_numbers)
    too_large = [TOO_LARGE] if of_numbers and _is_right_on_small(tried) else []
    return " ".join([*_what_holds(tried), *too_large])


def _what_holds(tried: Probes) -> list[str]:
    """Sentences on the results, or if they are right, on the downstream gradients."""
    probes, said, puzzling = tried.random, [], []
    wrong = [name for name in probes[0].right if not all(each.is_right(name) for each in probes)]
    if RESULT in wrong:
        wrong = [RESULT]
    elif right := [i for i, name in enumerate(probes[0].downstream) if name not in wrong]:
        said.append(f"{_are(DOWNSTREAM, right)} right")
    for name in wrong:
        relation = relation_of(probes, name) or tried.experiments().relation(name)
        said.append(f"{name} is {relation}" if relation else _right_lines(probes, name))
        puzzling += [name] * (not relation)
    held = "; ".join(filter(None, said))
    told = [f"On each of {len(probes)} random inputs, {held}."] if held else []
    return told + (_observations(tried, puzzling) if puzzling else [])


def _observations(tried: Probes, puzzling: list[str]) -> list[str]:
    """Sentences on results or gradients of which nothing simpler is known."""
    if said := _not_in_proportion(tried.zero):
        return [said]
    experiments = tried.experiments()
    seen = [*map(experiments.observation, puzzling)]
    if not any(seen):
        seen = [_not_multiplied(experiments, puzzling) or _same_shape_as(tried)]
    seen.append(_on_parts(tried) or ("" if any(seen) else _on_single_entries(tried)))
    return [*filter(None, seen)][:MAX_SENTENCES]


def _not_multiplied(experiments: Experiments, names: list[str]) -> str:
    """The message about a downstream gradient that is not in proportion to the upstream one."""
    after = dict(experiments.changed).get(UPSTREAM)
    for name in names if after else []:
        first = experiments.random[0]
        is_finite = after.is_finite(name) and first.is_finite(name)
        if (
            name != RESULT
            and is_finite
            and not tensors_agree(after.yours[name], TIMES * first.yours[name])
        ):
            return (
                f"With {TIMES} times the upstream gradient, {name} should be {TIMES} times what it "
                "was, and is not: is the upstream gradient a factor in it, just once?"
            )
    return ""


def _all_right(probes: Iterable[NodeExperiment]) -> bool:
    return all(each.is_all_right for each in probes)


def _is_right_on_small(tried: Probes) -> bool:
    return bool(tried.small) and _all_right(tried.small)


def _not_in_proportion(probe: NodeExperiment) -> str:
    """The message about a node that returns something for an upstream gradient of 0."""
    for name in probe.downstream if probe.is_right(RESULT) else []:
        if probe.is_finite(name) and (yours := probe.yours[name]).any():
            return (
                f"With an upstream gradient of 0, {name} has to be 0, and yours "
                f"is {in_text(yours, MAX_SHOWN)}: something in it is not multiplied by the "
                "upstream gradient. Is a bracket missing, or a + in place of a *?"
            )
    return ""


def _on_parts(tried: Probes) -> str:
    """On which smaller shapes a node is right that is wrong on larger ones."""
    right = [probes[0] for probes in tried.parts if _all_right(probes)]
    if not right or any(each.is_all_right for each in tried.random):
        return ""
    smallest = min(_wrong_parts(tried), key=_size, default=None)
    wrong = f" The smallest on which it is wrong: {_shapes(smallest)}." if smallest else ""
    return f"On inputs of shape {_shapes(max(right, key=_size))} it is right.{wrong}"


def _wrong_parts(tried: Probes) -> list[NodeExperiment]:
    return [probes[0] for probes in tried.parts if not any(each.is_all_right for each in probes)]


def _size(probe: NodeExperiment) -> int:
    return sum(value.numel() for value in probe.inputs)


def _on_single_entries(tried: Probes) -> str:
    """A sentence with numbers if a node is wrong on single entries, too; else empty."""
    probe = min(_wrong_parts(tried), key=_size, default=None)
    if not probe or any(value.numel() != 1 for value in probe.inputs):
        return ""
    given = listed(f"input {i} = {float(value):.4g}" for i, value in enumerate(probe.inputs))
    names = [RESULT]
    if probe.is_right(RESULT):
        given += f" and an upstream gradient of {float(probe.given[UPSTREAM]):.4g}"
        names = probe.downstream
    for name in names:
        if probe.fits(name) and not probe.is_right(name) and probe.right[name].numel() == 1:
            yours, right = probe.yours[name], probe.right[name]
            return (
                f"It is wrong on single entries, too: with {given}, {name} is {float(yours):.4g} "
                f"and should be {float(right):.4g}. So look at the formula for one entry first."
            )
    return ""


def _shapes(probe: NodeExperiment) -> str:
    return " with ".join(str(tuple(value.shape)) for value in probe.inputs)


def _are(noun: str, numbers: list[int], of: str = "") -> str:
    count = len(numbers)
    return f"{plural(count, noun)} {listed(map(str, numbers))}{of} {verb(count, 'are')}"


def _right_lines(probes: list[NodeExperiment], name: str) -> str:
    """Which rows or columns of something wrong are right on every probe, if the others are on
    none."""
    if not all(each.fits(name) and each.right[name].dim() == 2 for each in probes):
        return ""
    entries = torch.stack([entries_agree(each.yours[name], each.right[name]) for each in probes])
    for axis, line in ((2, "row"), (1, "column")):
        agree = entries.all(dim=axis)
        right, wrong = agree.all(dim=0), ~agree.any(dim=0)
        if right.any() and (right | wrong).all():
            those, others = (mask.nonzero().flatten().tolist() for mask in (right, wrong))
            which = _which(probes[0].node, others)
            return f"{_are(line, those, f' of {name}')} right, the others are wrong{which}"
    return ""


def _which(node: ComputationNode, lines: list[int]) -> str:
    """How these rows or columns are given by a list of the node's, if they are."""
    for name, numbers in number_lists(node).items():
        for words, those in (
            ("that are in", set(numbers)),
            ("that are not in", {*lines} - {*numbers}),
            ("that are more than once in", {i for i in numbers if numbers.count(i) > 1}),
        ):
            if set(lines) == those:
                return f": those with the numbers {words} {name}, which is {numbers}"
    return ""


def _same_shape_as(tried: Probes) -> str:
    """A sentence on what else has the wrong shape of a downstream gradient; else empty."""
    probe = tried.random[0]
    for i, name in enumerate(probe.downstream):
        yours, right = probe.yours[name], probe.right[name]
        if yours.shape == right.shape:
            continue
        shapes = {UPSTREAM: probe.given[UPSTREAM], RESULT: probe.right[RESULT]} | probe.given
        same = [
            name for name, value in shapes.items() if value.shape == yours.shape and yours.dim()
        ]
        if same:
            return f"{tuple(yours.shape)} is the shape of {listed(same)}."
        for name, numbers in number_lists(probe.node).items():
            counts = {
                f"the largest number in {name} plus 1": max(numbers) + 1,
                f"the number of different numbers in {name}": len(set(numbers)),
                f"the length of {name}": len(numbers),
            }
            if yours.dim() == right.dim() == 2 and len(yours) != len(right):
                same = [words for words, count in counts.items() if count == len(yours)]
                if same:
                    return (
                        f"{capitalised(DOWNSTREAM)} {i} has {len(yours)} rows in place of "
                        f"{len(right)}. {len(yours)} is {listed(same)}; {name} is {numbers}."
                    )
    return ""


def _right_elsewhere(tried: Probes, again: bool, of_numbers: bool) -> str:
    """The message about a node that failed the check and is right on random inputs."""
    lead = f"On each of {len(tried.random)} random inputs, a new node is right"
    if not tried.given.is_all_right:
        if of_numbers and _is_right_on_small(tried):
            return TOO_LARGE
        return (
            f"{lead}, but on the values given it is wrong. What is special about them: a 0, a "
            "negative number, two equal ones?"
        )
    if not of_numbers:
        return ""
    if again:
        return (
            f"{lead}. The same node, with other values in its inputs, is wrong: what does "
            "it keep from the time before?"
        )
    return (
        f"{lead}, as long as no other node of its class runs between its forward and its backward. "
        "Do the nodes share something?"
    )
