"""Checks what a student reads off a graph: which nodes are the direct inputs of each node, and an
order for the backward pass."""

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TypeVar

from course.check.base.blank_by_blank import RIGHT, Blanks, check_each, verdict_by_mistakes
from course.check.base.exercise import exercise_title
from course.check.base.failures import wrong_answer
from course.check.base.student_code import BUILD_AGAIN, as_graph
from course.expressions.spelling import tokens_of
from course.expressions.vocabulary import Vocabulary
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.messages.misconceptions import look_up
from course.sentences.words import plural, verb
from course.values.as_text import as_typed

T = TypeVar("T")
_BETWEEN_NAMES = re.compile(r"[\s,;>→-]+")


def check_edges(graph: ComputationNode, answers: Blanks) -> None:
    """Checks from which named nodes each named node is directly computed.

    Args:
        graph: the output node; a node without a name counts as part of the named nodes that use it.
        answers: for each node's name, the list of names that the student wrote.
    """
    nodes = as_graph(graph).sorted_nodes()
    sources: dict[ComputationNode, set[str]] = {}  # the nearest named nodes that lead to each node
    for node in nodes:
        of_inputs = ({n.name} if n.name else sources[n] for n in node.input_nodes)
        sources[node] = set().union(*of_inputs)
    right = {node.name: sources[node] for node in nodes if node.name and node.input_nodes}
    names = [node.name for node in nodes if node.name]
    check_each(answers, right, partial(_verdict, names=names, right=right))


def _verdict(
    answer: object,
    inputs: set[str],
    blank: str,
    *,
    names: Iterable[str],
    right: Mapping[str, set[str]],
) -> str:
    answer = _listed(answer, names)
    if not isinstance(answer, list | tuple | set) or not all(isinstance(n, str) for n in answer):
        return 'write a list of names in quotes, such as ["Z"].'
    answer = sorted(answer) if isinstance(answer, set) else answer  # always quotes the same name
    answer = [_as_named(word, names) for word in answer]
    if unknown := [as_typed(name) for name in answer if name not in names]:
        return f"there is no {unknown[0]} in this network; its names are {', '.join(names)}."
    if set(answer) == inputs:
        return RIGHT
    symptom = ("edges", exercise_title(), blank, tuple(sorted(set(answer))))
    if known := verdict_by_mistakes(list(answer), look_up(symptom)):
        return known
    if turned := [name for name in answer if blank in right.get(name, ())]:
        return f"{turned[0]} is computed from {blank}, not {blank} from {turned[0]}."
    if extra := [name for name in answer if name not in inputs]:
        return f"{extra[0]} is not used directly. Look at the equation of this value."
    missing = len(inputs - set(answer))
    belong = f"{plural(missing, 'name')} {verb(missing, 'belong')}"
    return f"{missing} more {belong} there."


def _listed(answer: T, names: Iterable[str]) -> T | list[str]:
    """An answer. If it is one text with several names, the list of these names."""
    if not isinstance(answer, str):
        return answer
    listed = [name for name in _BETWEEN_NAMES.split(answer) if name]
    return listed if len(listed) > 1 or answer in names else answer


def _as_named(word: str, names: Iterable[str]) -> str:
    """The name that a word stands for, if it is spelled in another way that formulas allow: `W_1`,
    `λ`."""
    tokens = [token.text for token in tokens_of(word)]
    meant = Vocabulary(names).words(tokens[0]) if len(tokens) == 1 else tokens
    return meant[0] if len(meant) == 1 else word


def check_backward_order(graph: ComputationNode, order: list[str]) -> None:
    """Checks an order for the backward pass: each node has to come after every node it feeds.

    Args:
        graph: the output node; every node has a name.
        order: the names of all nodes, in the order of processing.
    """
    nodes = {node.name: node for node in as_graph(graph, is_named=True).sorted_nodes()}
    if None in nodes:
        raise CheckFailed(f"{nodes[None].label} has no name in this graph. {BUILD_AGAIN}.")
    order = _listed(order, nodes)
    if problem := _problem_with_list(order, nodes):
        raise CheckFailed(problem)
    for node in nodes.values():
        for source in node.input_nodes:
            if order.index(source.name) < order.index(node.name):
                raise wrong_answer(
                    f"{source.name} comes before {node.name}, which it feeds, so its gradient is "
                    f"not complete when it is processed: the share from {node.name} is missing.",
                    ("order", exercise_title(), tuple(order)),
                )
    print("Right: every node comes after all the nodes it feeds.")


def _problem_with_list(order: object, nodes: Iterable[str]) -> str:
    """Why an answer is not a list of all names, each once; empty if it is."""
    if not isinstance(order, list | tuple) or not all(isinstance(name, str) for name in order):
        return 'write the order as a list of names, each in quotes, such as ["z", "y", "x"].'
    if unknown := [name for name in dict.fromkeys(order) if name not in nodes]:
        names = " or ".join(map(repr, unknown[:3]))
        return f"There is no node called {names}. The names are {', '.join(nodes)}."
    if twice := [name for name in nodes if order.count(name) > 1]:
        stand = verb(len(twice), "stand")
        return f"{', '.join(twice)} {stand} in the list more than once. Each node has one turn."
    if missing := [name for name in nodes if name not in order]:
        are = verb(len(missing), "are")
        return f"{', '.join(missing)} {are} missing. The list needs each node once."
    return ""
