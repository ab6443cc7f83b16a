"""What a wrong node does, found by trying it on a few random inputs: the negative, a factor, a
transpose, the upstream gradient left out. Only what is true of all of them is reported.
"""

from collections.abc import Iterable

import torch

from course.as_text import MAX_SHOWN, in_text, listed
from course.check.nodes.experiments import Experiments
from course.check.nodes.factors import comparable
from course.check.nodes.node_experiments import DOWNSTREAM, RESULT, UPSTREAM, number_lists
from course.check.nodes.other_values import OTHER
from course.check.nodes.probes import SCALE, NodeProbe, Probes
from course.check.nodes.relations import constant, relation_of, right_digits
from course.closeness import agreeing, close
from course.compare import is_right
from course.graph import ComputationNode

MAX_SENTENCES = 2  # sentences on what was seen in experiments
TOO_LARGE = (
    f"With all inputs divided by {SCALE}, a new node is right: here they are too large for it. "
    "Does it take the exponential of a large number, or the logarithm of 0?"
)


def finding(tried: Probes, of_numbers: bool, again: bool) -> str:
    """What is true of a wrong node on every random input, in sentences; empty if nothing is.

    Args:
        of_numbers: whether what was found wrong are numbers.
        again: whether that was when the values of its inputs had changed.
    """
    probes = tried.random
    if _is_different(tried.random[0], tried.again):
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
    """What holds of the results, or if they are right, of the downstream gradients."""
    probes, said, puzzling = tried.random, [], []
    pairs = {RESULT: [(probe.result, probe.right_result) for probe in probes]}
    relations = {RESULT: constant(pairs[RESULT])}
    if all(is_right(*each) for each in pairs[RESULT]):
        count = len(probes[0].right)
        of_each = [[(probe.returned[i], probe.right[i]) for probe in probes] for i in range(count)]
        wrong = [i for i in range(count) if not all(is_right(*each) for each in of_each[i])]
        if right := [i for i in range(count) if i not in wrong]:
            said.append(f"{_are(DOWNSTREAM, right)} right")
        pairs = {f"{DOWNSTREAM} {i}": of_each[i] for i in wrong}
        relations = {f"{DOWNSTREAM} {i}": relation_of(probes, i) for i in wrong}
    for name, those in pairs.items():
        relation = relations[name] or right_digits(those) or tried.experiments().relation(name)
        held = f"{name} is {relation}" if relation else _right_lines(tried, name, those)
        said.append(held)
        puzzling += [name] * (not relation)
    held = "; ".join(filter(None, said))
    told = [f"On each of {len(probes)} random inputs, {held}."] if held else []
    return told + (_observations(tried, puzzling) if puzzling else [])


def _observations(tried: Probes, puzzling: list[str]) -> list[str]:
    """What was seen of results or gradients of which nothing simpler is known."""
    if said := _not_in_proportion(tried.zero):
        return [said]
    experiments = tried.experiments()
    seen = [*filter(None, map(experiments.observation, puzzling))]
    if not seen:
        seen = [*filter(None, [_not_multiplied(experiments, puzzling), _same_shape_as(tried)])][:1]
    seen += [*filter(None, [_on_parts(tried) or ("" if seen else _on_single_entries(tried))])]
    return seen[:MAX_SENTENCES]


def _not_multiplied(experiments: Experiments, names: list[str]) -> str:
    """What is said of a downstream gradient that is not in proportion to the upstream one."""
    for what, trial in experiments.changed if experiments.random else []:
        for name in names if what == UPSTREAM else []:
            yours, first = trial.yours.get(name), experiments.random[0].yours.get(name)
            if yours is None or first is None or not (yours.isfinite() & first.isfinite()).all():
                continue
            if name != RESULT and not close(yours, OTHER * first):
                return (
                    f"With {OTHER} times the upstream gradient, {name} should be {OTHER} times "
                    "what it was, and is not: is the upstream gradient a factor in it, just once?"
                )
    return ""


def _all_right(probes: Iterable[NodeProbe]) -> bool:
    return all(each.is_right for each in probes)


def _is_right_on_small(tried: Probes) -> bool:
    return bool(tried.small) and _all_right(tried.small)


def _is_different(first: NodeProbe, again: NodeProbe) -> bool:
    """Whether a second node returned other numbers than the first."""
    pairs = [(first.result, again.result)]
    if first.returned and again.returned:
        pairs += zip(first.returned, again.returned, strict=True)
    return any(
        a is not None and b is not None and a.shape == b.shape and not close(a, b, equal_nan=True)
        for a, b in pairs
    )


def _not_in_proportion(probe: NodeProbe) -> str:
    """What is said of a node that returns something for an upstream gradient of 0."""
    if not is_right(probe.result, probe.right_result):
        return ""
    for i, yours in enumerate(probe.returned or []):
        if comparable(yours, probe.right[i]) and yours.any() and yours.isfinite().all():
            return (
                f"With an upstream gradient of 0, downstream gradient {i} has to be 0, and yours "
                f"is {in_text(yours, MAX_SHOWN)}: something in it is not multiplied by the "
                "upstream gradient. Is a bracket missing, or a + in place of a *?"
            )
    return ""


def _on_parts(tried: Probes) -> str:
    """On which smaller shapes a node is right that is wrong on larger ones."""
    right = [probes[0] for probes in tried.parts if _all_right(probes)]
    if not right or any(each.is_right for each in tried.random):
        return ""
    smallest = min(_wrong_parts(tried), key=_size, default=None)
    wrong = f" The smallest on which it is wrong: {_shapes(smallest)}." if smallest else ""
    return f"On inputs of shape {_shapes(max(right, key=_size))} it is right.{wrong}"


def _wrong_parts(tried: Probes) -> list[NodeProbe]:
    return [probes[0] for probes in tried.parts if not any(each.is_right for each in probes)]


def _size(probe: NodeProbe) -> int:
    return sum(value.numel() for value in probe.values)


def _on_single_entries(tried: Probes) -> str:
    """That a node is wrong on single entries, too, if it is."""
    smallest = min(_wrong_parts(tried), key=_size, default=None)
    is_single = smallest and all(value.numel() == 1 for value in smallest.values)
    return _of_one_entry(smallest) if is_single else ""


def _of_one_entry(probe: NodeProbe) -> str:
    """What is wrong of a node whose inputs have one entry each."""
    given = listed(f"input {i} = {float(value):.4g}" for i, value in enumerate(probe.values))
    told = {RESULT: (probe.result, probe.right_result)}
    if is_right(*told[RESULT]):
        given += f" and an upstream gradient of {float(probe.upstream):.4g}"
        pairs = zip(probe.returned or [], probe.right, strict=False)
        told = {f"{DOWNSTREAM} {i}": each for i, each in enumerate(pairs)}
    for name, (yours, right) in told.items():
        if comparable(yours, right) and right.numel() == 1 and not close(yours, right):
            return (
                f"It is wrong on single entries, too: with {given}, {name} is {float(yours):.4g} "
                f"and should be {float(right):.4g}. So look at the formula for one entry first."
            )
    return ""


def _shapes(probe: NodeProbe) -> str:
    return " with ".join(str(tuple(value.shape)) for value in probe.values)


def _are(noun: str, numbers: list[int], of: str = "") -> str:
    many = len(numbers) > 1
    return f"{noun}{'s' * many} {listed(map(str, numbers))}{of} {'are' if many else 'is'}"


def _right_lines(tried: Probes, name: str, pairs: list[tuple]) -> str:
    """Which rows or columns of something wrong are right on every probe, if the others are on
    none."""
    if not all(comparable(*each) and each[1].dim() == 2 for each in pairs):
        return ""
    for axis, line in ((1, "row"), (0, "column")):
        agree = torch.stack([agreeing(*each).all(dim=axis) for each in pairs])
        right, wrong = agree.all(dim=0), ~agree.any(dim=0)
        if right.any() and (right | wrong).all():
            those, others = (mask.nonzero().flatten().tolist() for mask in (right, wrong))
            which = _which(tried.random[0].node, others)
            return f"{_are(line, those, f' of {name}')} right, the others are wrong{which}"
    return ""


def _which(node: ComputationNode, lines: list[int]) -> str:
    """What these rows or columns have to do with a list of the node's, if anything."""
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
    """What else has the number of rows or columns that a downstream gradient has wrongly."""
    probe = tried.random[0]
    for i, (yours, right) in enumerate(zip(probe.returned, probe.right, strict=True)):
        if yours.shape == right.shape:
            continue
        shapes = {UPSTREAM: probe.upstream, RESULT: probe.right_result}
        shapes |= {f"input {j}": value for j, value in enumerate(probe.values)}
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
                        f"{DOWNSTREAM.capitalize()} {i} has {len(yours)} rows in place of "
                        f"{len(right)}. {len(yours)} is {listed(same)}; {name} is {numbers}."
                    )
    return ""


def _right_elsewhere(tried: Probes, again: bool, of_numbers: bool) -> str:
    """What is said of a node that is right on random inputs."""
    lead = f"On each of {len(tried.random)} random inputs, a new node is right"
    if not tried.given.is_right:
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
