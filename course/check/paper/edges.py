"""Checking which values of a network are computed directly from which others."""

from collections.abc import Iterable
from functools import partial

from course.check.base.blank_by_blank import RIGHT, Answers, check_each, known_mistake
from course.check.base.exercise import exercise_title
from course.graph import ComputationNode


def check_edges(graph: ComputationNode, answers: Answers) -> float:
    """Checks which named nodes each named node of a graph is computed from directly.

    Args:
        graph: the graph; nodes without a name count as part of the next one that has a name.
        answers: for each name, the list of names that the student wrote.

    Returns and raises what `check_each` does.
    """
    right = {
        node.name: _named_inputs(node)
        for node in graph.sorted_nodes()
        if node.name and node.input_nodes
    }
    names = {name for inputs in right.values() for name in inputs} | set(right)
    return check_each(answers, right, partial(_verdict, names=names))


def _named_inputs(node: ComputationNode) -> set[str]:
    """The nearest named nodes on all paths that lead to a node."""
    found = set()
    for each in node.input_nodes:
        found |= {each.name} if each.name else _named_inputs(each)
    return found


def _verdict(given: object, inputs: set[str], blank: str, *, names: Iterable[str]) -> str:
    if not isinstance(given, list | tuple | set) or not all(isinstance(e, str) for e in given):
        return 'not yet: write a list of names in quotes, such as ["Z"].'
    if unknown := [each for each in given if each not in names]:
        return f"not yet: there is no {unknown[0]} in this network."
    if set(given) == inputs:
        return RIGHT
    if known := known_mistake(
        list(given), ("edges", exercise_title(), blank, tuple(sorted(set(given))))
    ):
        return known
    if extra := [each for each in given if each not in inputs]:
        return f"not yet: {extra[0]} is not used directly. Look at the equation of this value."
    return f"not yet: {len(inputs - set(given))} more."
