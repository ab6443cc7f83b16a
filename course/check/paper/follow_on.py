"""Finds wrong blanks that merely follow from other wrong blanks, which have to be corrected
first."""

import math
from collections.abc import Callable, Mapping

import torch

from course.check.paper.answers import answered_value, is_rounded
from course.expressions.formula import NamedNumbers
from course.graph import ComputationNode
from course.operations import result_of
from course.reference.twin import pytorch_shares, twin
from course.sentences.words import listed
from course.values.closeness import numbers_agree
from course.values.tensors import as_float64

Why = dict[str, str]  # for each wrong blank, a sentence on why it is wrong
# Takes the values of blanks, and computes those blanks that depend on others.
Implied = Callable[[NamedNumbers], NamedNumbers]


def blanks_that_follow(
    answers: object, right: NamedNumbers, names: NamedNumbers, implied: Implied
) -> Why:
    """Finds the wrong blanks whose value follows, exactly or rounded, from wrong values in other
    blanks.

    Args:
        right: the right value of each blank, in topological order.
        names: the values of the names in formulas.
    """
    if not isinstance(answers, Mapping):
        return {}
    values = {blank: answered_value(answers.get(blank), names) for blank in right}
    written = {blank: value for blank, value in values.items() if not math.isnan(value)}

    def implied_by(values: NamedNumbers) -> NamedNumbers:
        """What follows from these values. Other blanks with a readable answer count as right; the
        rest are first filled with what follows for them."""
        known = {**right, **values}
        for blank in right:
            if blank not in written:
                known[blank] = implied(known).get(blank, right[blank])
        return implied(known)

    wrong = [name for name, value in written.items() if not numbers_agree(value, right[name])]
    changed = {cause: {**right, **implied_by({cause: written[cause]})} for cause in wrong}
    implied_values = implied_by(written)
    follow = {}
    for blank in filter(implied_values.__contains__, wrong):
        others = [cause for cause in wrong if cause != blank]
        causes = [each for each in others if not numbers_agree(changed[each][blank], right[blank])]
        # For a student who rounds, two digits are enough. Otherwise two digits may agree by chance.
        rounds = any(is_rounded(answers[cause], written[cause]) for cause in causes)
        value, answer, least = implied_values[blank], answers[blank], 2 if rounds else 3
        if causes and (numbers_agree(written[blank], value) or is_rounded(answer, value, least)):
            which = "that one" if len(causes) == 1 else "those"
            source = listed(sorted(causes))
            follow[blank] = f"It follows from your {source}: correct {which} first."
    return follow


def implied_results(graph: ComputationNode) -> Implied:
    """Returns a function that computes the result of each named node from the results given."""

    def implied(results: NamedNumbers) -> NamedNumbers:
        used: dict[ComputationNode, torch.Tensor] = {}
        found = {}
        for node in graph.sorted_nodes():
            inputs = [used[source] for source in node.input_nodes]
            result = result_of(node, *inputs) if inputs else as_float64(node.value)
            used[node] = as_float64(results.get(node.name, result))
            if node.name:
                found[node.name] = float(result)
        return found

    return implied


def implied_gradients(graph: ComputationNode, one: float, called: str) -> Implied:
    """Returns a function that computes the gradient of each named node from those of the nodes it
    feeds.

    Args:
        one: the upstream gradient at the output.
        called: the name of a node's blank, with {} for the node's name.
    """
    results, nodes = twin(graph, one).result_by_node, graph.sorted_nodes()

    def implied(gradients: NamedNumbers) -> NamedNumbers:
        arrived, found = {graph: as_float64(one)}, {}
        for node in reversed(nodes):
            blank = called.format(node.name)
            if node.name:
                found[blank] = float(arrived[node])
            gradient = as_float64(gradients.get(blank, arrived[node]))
            sent = pytorch_shares(node, gradient, results) if node.input_nodes else ()
            for source, share in zip(node.input_nodes, sent, strict=True):
                arrived[source] = arrived.get(source, 0) + share
        return found

    return implied
