"""Finds out what a wrong node does on a few random inputs: whether it returns the negative, a
multiple or a transpose of the right value, or leaves out the upstream gradient. It reports what
holds on all these inputs or, with numbers, what one of them shows.
"""

from collections.abc import Iterable

import torch

from course.check.experiments.experiment import (
    DOWNSTREAM,
    RESULT,
    UPSTREAM,
    Experiment,
    Experiments,
)
from course.check.experiments.findings import finding_by_change, in_terms_of_right, right_with
from course.check.nodes.node_experiments import DIVISOR
from course.messages.failure import Diagnosis
from course.sentences.words import listed, plural, verb
from course.values.as_text import MAX_SHOWN, in_text, shapes_in_words
from course.values.closeness import entries_agree

MAX_SENTENCES = 2  # sentences about what was seen in experiments
_TOO_LARGE = (
    f"With all inputs divided by {DIVISOR}, a new node is right: here they are too large for it."
)
OVERFLOWS = f"{_TOO_LARGE} Does it take the exponential of a large number, or the logarithm of 0?"
_CUTS_OFF = (
    f"{_TOO_LARGE} Does it cut large numbers off, or add a small one so that nothing becomes 0?"
)


def node_finding(experiments: Experiments, failed: Diagnosis) -> str:
    """Sentences about what experiments show of a wrong node; empty if nothing was found. `failed`
    is what is known so far."""
    if not experiments.is_repeatable:
        return (
            "On the same inputs, a new node does not return what the first one did. Is something "
            "kept from one node to the next, on the class or outside of it, or chosen at random?"
        )
    are_complete = all(experiment.is_complete for experiment in experiments.random)
    if not are_complete and not _has_wrong_result(experiments):
        return _on_parts(experiments)
    if _all_right(experiments.random):
        return _right_elsewhere(experiments, failed)
    too_large = _too_large(experiments) if failed.has_wrong_values else ""
    return too_large or _what_holds(experiments)


def finding_on_shapes(experiments: Experiments, right_on: str) -> str:
    """What to look for in a node that is wrong on all random inputs but was right on inputs of
    other shapes. Empty if there are no such shapes, or if its inputs are too large for it."""
    random = experiments.random
    if not right_on or right_on == shapes_in_words(random[0].inputs):
        return ""
    if any(each.is_all_right for each in random) or _too_large(experiments):
        return ""
    return right_only_on(right_on)


def right_only_on(shapes: str) -> str:
    """What to look for in a node that is right on inputs of these shapes but not on others."""
    return (
        f"On inputs of shape {shapes} it is right. Is there a number in it, or something else, "
        "that fits only those shapes?"
    )


def _what_holds(experiments: Experiments) -> str:
    """What holds for the results or, if these are right, for the downstream gradients."""
    random = experiments.random
    wrong = [name for name in random[0].right if not all(each.is_right(name) for each in random)]
    facts, puzzling = [], []  # `puzzling`: names of values that match nothing
    if RESULT in wrong:
        wrong = [RESULT]
    elif right := [i for i, name in enumerate(random[0].downstream) if name not in wrong]:
        facts.append(f"{_are(DOWNSTREAM, right)} right")
    for name in wrong:
        if what := in_terms_of_right(experiments, name):
            facts.append(f"{name} is {what}")
        else:
            lines = _right_lines(random, name)
            # Perhaps the right rows are only those with the right signs.
            facts.append("" if lines and right_with(experiments, name) else lines)
            puzzling.append(name)
    known = "; ".join(filter(None, facts))
    sentences = [f"On each of {len(random)} random inputs, {known}." if known else ""]
    if puzzling:
        sentences.append(_what_is_seen(experiments, puzzling))
    return " ".join(filter(None, sentences))


def _what_is_seen(experiments: Experiments, puzzling: list[str]) -> str:
    """What other values and shapes show about results or gradients for which there is no simpler
    finding."""
    if sentence := _not_in_proportion(experiments):
        return sentence
    by_change = (finding_by_change(experiments, name) for name in puzzling)
    return " ".join([*filter(None, [*by_change, _on_parts(experiments)])][:MAX_SENTENCES])


def _all_right(experiments: Iterable[Experiment]) -> bool:
    return all(experiment.is_all_right for experiment in experiments)


def _too_large(experiments: Experiments) -> str:
    """The message about a node that is wrong on the given inputs but right on small ones; empty for
    other nodes."""
    first_round = experiments.first_round()
    if not first_round.small or not _all_right(first_round.small) or _all_right(first_round.given):
        return ""
    tried = [*first_round.random, *first_round.given]
    is_finite = all(value.isfinite().all() for each in tried for value in each.yours.values())
    return _CUTS_OFF if is_finite else OVERFLOWS


def _has_wrong_result(experiments: Experiments) -> bool:
    """Whether the node has a result on all random inputs, at least one of which is wrong."""
    random = experiments.random
    return all(RESULT in each.yours for each in random) and not all(
        each.is_right(RESULT) for each in random
    )


def _not_in_proportion(experiments: Experiments) -> str:
    """The message about a node whose downstream gradient is not 0 for an upstream gradient of 0."""
    (zero,) = experiments.first_round().zero
    for name in zero.downstream if zero.is_right(RESULT) else []:
        if zero.is_finite(name) and (yours := zero.yours[name]).any():
            return (
                f"With an upstream gradient of 0, {name} has to be 0, but on a random input yours "
                f"is {in_text(yours, MAX_SHOWN)}: which part is not multiplied by the upstream one?"
            )
    return ""


def _on_parts(experiments: Experiments) -> str:
    """Says on which smaller shapes the node is always right or, if it has wrong results, on which
    shapes its result is. If there are none, says what it does to single entries."""

    def is_right(each: Experiment) -> bool:
        return each.is_right(RESULT) if by_result else each.is_all_right

    by_result = _has_wrong_result(experiments)  # even if backward fails, too
    parts = sorted(experiments.parts().values(), key=lambda of_a_shape: _size(of_a_shape[0]))
    right = [of_a_shape for of_a_shape in parts if all(map(is_right, of_a_shape))]
    wrong = [of_a_shape[0] for of_a_shape in parts if not any(map(is_right, of_a_shape))]
    if not right:
        return _on_single_entries(wrong[0]) if wrong else ""
    if any(map(is_right, experiments.random)):
        return ""
    what = "it" if _all_right(right[-1]) else RESULT
    smallest = (
        f" The smallest tried on which it is wrong: {shapes_in_words(wrong[0].inputs)}."
        if wrong
        else ""
    )
    return f"On inputs of shape {shapes_in_words(right[-1][0].inputs)} {what} is right.{smallest}"


def _size(experiment: Experiment) -> int:
    return sum(value.numel() for value in experiment.inputs)


def _on_single_entries(wrong: Experiment) -> str:
    """A sentence with numbers about a node that is wrong on single entries; empty for larger
    inputs."""
    if any(value.numel() != 1 for value in wrong.inputs):
        return ""
    given = listed(f"input {i} = {float(value):.4g}" for i, value in enumerate(wrong.inputs))
    names = [RESULT]
    if wrong.is_right(RESULT):
        given += f" and an upstream gradient of {float(wrong.given[UPSTREAM]):.4g}"
        names = wrong.downstream
    for name in names:
        right = wrong.right[name]
        if wrong.fits(name) and not wrong.is_right(name) and right.numel() == 1:
            return (
                f"It is wrong on single entries, too: with {given}, {name} is "
                f"{float(wrong.yours[name]):.4g} but should be {float(right):.4g}."
            )
    return ""


def _are(noun: str, numbers: list[int], of: str = "") -> str:
    count = len(numbers)
    return f"{plural(count, noun)} {listed(map(str, numbers))}{of} {verb(count, 'are')}"


def _right_lines(random: list[Experiment], name: str) -> str:
    """Says which rows or columns of a wrong value are right, if these are right on all random
    values and all others are wrong on each; else empty."""
    if not all(each.fits(name) and each.right[name].dim() == 2 for each in random):
        return ""
    entries = torch.stack([entries_agree(each.yours[name], each.right[name]) for each in random])
    for axis, line in ((2, "row"), (1, "column")):
        lines_agree = entries.all(dim=axis)
        right, wrong = lines_agree.all(dim=0), ~lines_agree.any(dim=0)
        if right.any() and (right | wrong).all():
            which = _are(line, right.nonzero().flatten().tolist(), f" of {name}")
            return f"{which} right, the others are wrong"
    return ""


def _right_elsewhere(experiments: Experiments, failed: Diagnosis) -> str:
    """The message about a node that failed the check but is right on random inputs."""
    lead = f"On each of {len(experiments.random)} random inputs, a new node is right"
    if not (_all_right(experiments.first_round().given) or failed.after_change):
        if failed.has_wrong_values and (sentence := _too_large(experiments)):
            return sentence
        return (
            f"{lead}, but on the values given it is wrong. What is special about them: a 0, a "
            "negative number, a large one, two equal ones?"
        )
    if not failed.has_wrong_values:
        return ""
    if failed.after_change:
        return (
            f"{lead}. The same node, with other values in its inputs, is wrong: what does "
            "it keep from the run before?"
        )
    return (
        f"{lead}, as long as no other node of its class runs between its forward and its backward. "
        "Do the nodes share something?"
    )
