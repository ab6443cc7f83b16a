"""Finds out what a wrong node does by trying it on a few random inputs: whether it returns the
negative, a multiple or a transpose, or leaves out the upstream gradient. It reports only what is
true of all these inputs.
"""

from collections.abc import Callable, Iterable

import torch

from course.check.experiments.experiment import (
    DOWNSTREAM,
    RESULT,
    UPSTREAM,
    Experiment,
    Experiments,
)
from course.check.experiments.findings import finding_by_change, in_terms_of_right
from course.check.nodes.node_experiments import DIVISOR, shapes_of
from course.values.as_text import MAX_SHOWN, in_text
from course.values.closeness import entries_agree
from course.values.words import listed, plural, verb

MAX_SENTENCES = 2  # sentences on what was seen in experiments
_TOO_LARGE = (
    f"With all inputs divided by {DIVISOR}, a new node is right: here they are too large for it."
)
OVERFLOWS = f"{_TOO_LARGE} Does it take the exponential of a large number, or the logarithm of 0?"
_CUTS_OFF = (
    f"{_TOO_LARGE} Does it cut large numbers off, or add a small one so that nothing becomes 0?"
)


def node_finding(experiments: Experiments, has_wrong_values: bool, was_right_before: bool) -> str:
    """Sentences on what is true of a wrong node on every random input; empty if nothing is.

    Args:
        has_wrong_values: whether the check found wrong numbers, and not something else.
        was_right_before: whether it found them only after the values of the inputs had changed.
    """
    if not experiments.is_repeatable:
        return (
            "On the same inputs, a new node does not return what the first one did. Is something "
            "kept from one node to the next, on the class or outside of it, or chosen at random?"
        )
    are_complete = all(experiment.is_complete for experiment in experiments.random)
    if not are_complete and not _has_wrong_result(experiments):
        return _on_parts(experiments)
    if _all_right(experiments.random):
        return _right_elsewhere(experiments, was_right_before, has_wrong_values)
    sentences = [_what_holds(experiments)]
    if has_wrong_values and _is_right_on_small(experiments):
        sentences.append(_too_large(experiments))
    return " ".join(filter(None, sentences))


def _what_holds(experiments: Experiments) -> str:
    """What is true of the results or, if these are right, of the downstream gradients."""
    random = experiments.random
    wrong = [name for name in random[0].right if not all(each.is_right(name) for each in random)]
    facts, puzzling = [], []  # the names of values about which no more is known
    if RESULT in wrong:
        wrong = [RESULT]
    elif right := [i for i, name in enumerate(random[0].downstream) if name not in wrong]:
        facts.append(f"{_are(DOWNSTREAM, right)} right")
    for name in wrong:
        if what := in_terms_of_right(experiments, name):
            facts.append(f"{name} is {what}")
        else:
            facts.append(_right_lines(random, name))
            puzzling.append(name)
    known = "; ".join(filter(None, facts))
    sentences = [f"On each of {len(random)} random inputs, {known}." if known else ""]
    if puzzling:
        sentences.append(_what_is_seen(experiments, puzzling))
    return " ".join(filter(None, sentences))


def _what_is_seen(experiments: Experiments, puzzling: list[str]) -> str:
    """What is seen of results or gradients about which nothing simpler is known, with other values
    and other shapes."""
    if sentence := _not_in_proportion(experiments):
        return sentence
    by_change = (finding_by_change(experiments, name) for name in puzzling)
    sentences = [*filter(None, [*by_change, _on_parts(experiments)])]
    return " ".join(sentences[:MAX_SENTENCES]) or _on_single_entries(experiments)


def _all_right(experiments: Iterable[Experiment]) -> bool:
    return all(experiment.is_all_right for experiment in experiments)


def _is_right_on_small(experiments: Experiments) -> bool:
    small = experiments.usual().get("small", [])
    return bool(small) and _all_right(small)


def _too_large(experiments: Experiments) -> str:
    """The message about a node that is right on small inputs only."""
    tried = [*experiments.random, *experiments.usual()["given"]]
    is_finite = all(value.isfinite().all() for each in tried for value in each.yours.values())
    return _CUTS_OFF if is_finite else OVERFLOWS


def _has_wrong_result(experiments: Experiments) -> bool:
    """Whether the node has a result on all random inputs, and on one of them a wrong one."""
    random = experiments.random
    return all(RESULT in each.yours for each in random) and not all(
        each.is_right(RESULT) for each in random
    )


def _not_in_proportion(experiments: Experiments) -> str:
    """The message about a node that returns something for an upstream gradient of 0."""
    (zero,) = experiments.usual()["zero"]
    for name in zero.downstream if zero.is_right(RESULT) else []:
        if zero.is_finite(name) and (yours := zero.yours[name]).any():
            return (
                f"With an upstream gradient of 0, {name} has to be 0, and yours is "
                f"{in_text(yours, MAX_SHOWN)}: what in it is not multiplied by the upstream one?"
            )
    return ""


def _on_parts(experiments: Experiments) -> str:
    """Says on which smaller shapes the node or, if that is wrong, its result is right, although it
    is wrong on larger ones."""
    is_right = _judge(experiments)
    parts = experiments.parts().values()
    right = [of_a_shape for of_a_shape in parts if all(map(is_right, of_a_shape))]
    if not right or any(map(is_right, experiments.random)):
        return ""
    largest = max(right, key=lambda of_a_shape: _size(of_a_shape[0]))
    smallest = _smallest_wrong(experiments)
    what = "it" if _all_right(largest) else RESULT
    wrong = f" The smallest tried on which it is wrong: {shapes_of(smallest)}." if smallest else ""
    return f"On inputs of shape {shapes_of(largest[0])} {what} is right.{wrong}"


def _judge(experiments: Experiments) -> Callable[[Experiment], bool]:
    """What tells whether an experiment shows the node to be right: a wrong result is judged by
    itself, even if backward fails, too."""
    if _has_wrong_result(experiments):
        return lambda experiment: experiment.is_right(RESULT)
    return lambda experiment: experiment.is_all_right


def _smallest_wrong(experiments: Experiments) -> Experiment | None:
    """An experiment on the smallest parts on which the node is wrong, whatever their values."""
    is_right = _judge(experiments)
    wrong = (
        of_a_shape[0]
        for of_a_shape in experiments.parts().values()
        if not any(map(is_right, of_a_shape))
    )
    return min(wrong, key=_size, default=None)


def _size(experiment: Experiment) -> int:
    return sum(value.numel() for value in experiment.inputs)


def _on_single_entries(experiments: Experiments) -> str:
    """A sentence with numbers if a node is wrong on single entries, too; else empty."""
    smallest = _smallest_wrong(experiments)
    if not smallest or any(value.numel() != 1 for value in smallest.inputs):
        return ""
    values = enumerate(smallest.inputs)
    given = listed(f"input {i} = {float(value):.4g}" for i, value in values)
    names = [RESULT]
    if smallest.is_right(RESULT):
        given += f" and an upstream gradient of {float(smallest.given[UPSTREAM]):.4g}"
        names = smallest.downstream
    for name in names:
        right = smallest.right[name]
        if smallest.fits(name) and not smallest.is_right(name) and right.numel() == 1:
            return (
                f"It is wrong on single entries, too: with {given}, {name} is "
                f"{float(smallest.yours[name]):.4g} and should be {float(right):.4g}. So look at "
                "the formula for one entry first."
            )
    return ""


def _are(noun: str, numbers: list[int], of: str = "") -> str:
    count = len(numbers)
    return f"{plural(count, noun)} {listed(map(str, numbers))}{of} {verb(count, 'are')}"


def _right_lines(random: list[Experiment], name: str) -> str:
    """Says which rows or columns of a wrong value are right, if they are so on all random values
    and the others on none; else empty."""
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


def _right_elsewhere(
    experiments: Experiments, was_right_before: bool, has_wrong_values: bool
) -> str:
    """The message about a node that failed the check but is right on random inputs."""
    lead = f"On each of {len(experiments.random)} random inputs, a new node is right"
    if not _all_right(experiments.usual()["given"]):
        if has_wrong_values and _is_right_on_small(experiments):
            return _too_large(experiments)
        return (
            f"{lead}, but on the values given it is wrong. What is special about them: a 0, a "
            "negative number, two equal ones?"
        )
    if not has_wrong_values:
        return ""
    if was_right_before:
        return (
            f"{lead}. The same node, with other values in its inputs, is wrong: what does "
            "it keep from the time before?"
        )
    return (
        f"{lead}, as long as no other node of its class runs between its forward and its backward. "
        "Do the nodes share something?"
    )
