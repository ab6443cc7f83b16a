"""Finds wrong blanks that only follow from other wrong blanks, which have to be corrected first."""

import math
from collections.abc import Callable, Mapping
from itertools import chain, combinations

import torch

from course.check.base.twin import shares, twin
from course.check.paper.answers import answered_value, answered_values, is_rounded, names_used
from course.expressions.formula import Values
from course.graph import ComputationNode
from course.operations import result_of
from course.values.closeness import numbers_agree
from course.values.words import listed

Why = dict[str, str]  # for each wrong blank, a sentence on why it is wrong
ByNode = dict[ComputationNode, torch.Tensor]
MAX_NAMES = 6  # how many names of a formula are tried as gradients, in all combinations
NAMES_ARE_VALUES = "Names in a formula stand for values, not for gradients."


def following_results(graph: ComputationNode, answers: Mapping[str, object], names: Values) -> Why:
    """For results by hand: finds the blanks where the student applied the right operation to wrong
    values of the node's inputs. `names` holds the values of the names in formulas."""
    nodes = graph.sorted_nodes()
    right = twin(graph).result_by_node

    def implied(node: ComputationNode, used: ByNode) -> torch.Tensor:
        if not node.input_nodes:
            return right[node]
        return result_of(node, *(used[source] for source in node.input_nodes))

    sources = {node: node.input_nodes for node in nodes}
    return _following(nodes, sources, right, implied, answers, names, "{}")


def following_gradients(
    graph: ComputationNode,
    answers: Mapping[str, object],
    names: Values,
    one: float,
    called: str,
) -> Why:
    """For gradients by hand: finds the blanks where the student added up the right shares, but with
    wrong gradients of the nodes that this node feeds.

    Args:
        graph, answers, names: as for `following_results`.
        one: the upstream gradient at the output.
        called: how the blank of a node is called, with {} for the node's name.
    """
    nodes, pytorch = graph.sorted_nodes(), twin(graph, one)
    right, results = pytorch.gradient_by_node, pytorch.result_by_node
    users = {node: [user for user in nodes if node in user.input_nodes] for node in nodes}

    def implied(node: ComputationNode, used: ByNode) -> torch.Tensor:
        if node is graph:
            return right[node]
        arriving = [
            share
            for user in users[node]
            for source, share in zip(
                user.input_nodes, shares(user, used[user], results), strict=True
            )
            if source is node
        ]
        return torch.stack(arriving).sum(0)

    return _following(nodes[::-1], users, right, implied, answers, names, called)


def _following(
    nodes: list[ComputationNode],
    sources: Mapping[ComputationNode, list],
    right: ByNode,
    implied: Callable[[ComputationNode, ByNode], torch.Tensor],
    answers: Mapping[str, object],
    names: Values,
    called: str,
) -> Why:
    """Computes each node's value from the student's own values of its sources, and notes the wrong
    blanks that hold it, exactly or rounded. `nodes` are in an order in which sources come first."""
    values = answered_values(answers, names)
    used: ByNode = {}
    blamed: dict[ComputationNode, list[str]] = {}  # the nearest wrong blanks behind each value
    following = {}
    for node in nodes:
        value = implied(node, used)
        causes = list(dict.fromkeys(blank for source in sources[node] for blank in blamed[source]))
        used[node], blamed[node] = value, causes
        blank = called.format(node.name)
        if blank not in values:
            continue
        written, follows = values[blank], float(value)
        used[node], blamed[node] = torch.full_like(right[node], written), []
        if not numbers_agree(written, float(right[node])):
            blamed[node] = [blank]
            if causes and (numbers_agree(written, follows) or is_rounded(answers[blank], follows)):
                which = "that one" if len(causes) == 1 else "those"
                following[blank] = f"It follows from your {listed(causes)}: correct {which} first."
    return following


def following_numbers(written: Values, right: Values, implied: Callable[[Values], Values]) -> Why:
    """For numbers by hand: finds the wrong blanks that would be right if the student's wrong value
    in another blank were.

    Args:
        written: the student's value of each blank; nan where there is none.
        implied: takes the values of all blanks and computes from them those blanks that depend on
            others.
    """
    wrong = [
        blank
        for blank, value in right.items()
        if not math.isnan(written[blank]) and not numbers_agree(written[blank], value)
    ]
    following = {}
    for cause in reversed(wrong):  # so that of several causes, the first one is named
        for blank, value in implied({**right, cause: written[cause]}).items():
            if blank in wrong and blank != cause and numbers_agree(written[blank], value):
                following[blank] = f"It follows from your {cause}: correct that one first."
    return following


def names_for_gradients(answers: Mapping[str, object], values: Values, gradients: Values) -> Why:
    """For gradients by hand: finds the formulas that would be right if names in them stood for
    gradients.

    Args:
        answers: what the student wrote for each node, by its name.
        values: the result of each node, which is what its name stands for.
        gradients: the right gradient of each node, which the student may have meant.
    """
    misread = {}
    for node, answer in answers.items():
        names = names_used(answer, values)[:MAX_NAMES] if node in gradients else []
        selections = (combinations(names, count) for count in range(1, len(names) + 1))
        for meant in chain.from_iterable(selections):
            meaning = {**values, **{name: gradients[name] for name in meant}}
            if numbers_agree(answered_value(answer, meaning), gradients[node]):
                misread[node] = (
                    f"In a formula, the names (here {listed(meant)}) stand for the values of "
                    "the nodes, not for their gradients. Write the gradients as numbers."
                )
                break
    return misread
