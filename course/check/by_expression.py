"""Checking equations of a network that a student wrote as expressions in matrices.

An expression is computed here, outside any code of the student's, on the values of the graph it is
about. Each blank is computed from right values of all the names in it, so a mistake costs itself.
"""

from collections.abc import Iterable, Iterator, Mapping

import torch

from course.check.blanks import RIGHT, check_each
from course.check.cases import cases
from course.check.explanations import mistake
from course.check.twin import twin
from course.compare import Row
from course.expressions import compute
from course.graph import ComputationNode
from course.misconceptions import looks_like, sentences
from course.reader import ExpressionError

Answers = Mapping[str, object]


def check_results_by_expression(graph: ComputationNode, answers: Answers) -> float:
    """Checks a forward pass as equations: each named node in terms of leaves and nodes before it.

    Args:
        graph: the output node; the nodes asked for have names, and all leaves.
        answers: for each named node an expression such as "W1 @ x".

    Returns:
        The share of the blanks that is right.

    Raises:
        CheckFailed: no blank is right yet.
    """
    named = [node for node in graph.sorted_nodes() if node.name]
    leaves = {node.name for node in named if not node.input_nodes}
    blanks = [node.name for node in named if node.input_nodes]
    before = {name: leaves | set(blanks[:i]) for i, name in enumerate(blanks)}
    given = [results for results, _ in _named(graph)]
    return _check(answers, blanks, given, given, before)


def check_gradients_by_expression(
    graph: ComputationNode,
    answers: Answers,
    of: Iterable[str],
    *,
    numbers: Mapping[str, float] = {},
) -> float:
    """Checks a backward pass as equations: d(output)/d(node), for some named nodes.

    An expression may use the values of all nodes, and the gradients before it in `of`.

    Args:
        graph: the output node.
        answers: for each gradient, called `dJ_dz` for the output J and the node z, an expression.
        of: the names of the nodes whose gradients are asked for, the output's side first.
        numbers: other numbers that an expression may name.

    Returns:
        The share of the blanks that is right.

    Raises:
        CheckFailed: no blank is right yet.
    """
    nodes = [node.name for node in graph.sorted_nodes() if node.name]
    blanks = [f"d{graph.name}_d{name}" for name in of]
    before = {blank: {*nodes, *numbers, *blanks[:i]} for i, blank in enumerate(blanks)}
    right, given = [], []
    for results, gradients in _named(graph):
        right.append({f"d{graph.name}_d{name}": value for name, value in gradients.items()})
        given.append(results | right[-1] | dict(numbers))
    return _check(answers, blanks, right, given, before)


def _named(graph: ComputationNode) -> Iterator[tuple[dict, dict]]:
    """For each case the right results and gradients of the named nodes; the first is readable."""
    for case in cases(graph):
        nodes, pytorch = case.graph.sorted_nodes(), twin(case.graph)
        named = [(i, node.name) for i, node in enumerate(nodes) if node.name]
        yield (
            {name: pytorch.results[i] for i, name in named},
            {name: pytorch.gradients[i] for i, name in named},
        )


def _check(answers, blanks, right, given, before) -> float:
    cases_of = {
        blank: [
            (wanted[blank], {n: v for n, v in values.items() if n in before[blank]})
            for wanted, values in zip(right, given, strict=True)
        ]
        for blank in blanks
    }
    return check_each(answers, cases_of, _verdict)


def _verdict(answer: object, cases_of: list[tuple[torch.Tensor, dict]], blank: tuple) -> str:
    for place, (wanted, names) in enumerate(cases_of):
        try:
            row = Row(blank[-1], compute(answer, names), wanted)
        except ExpressionError as error:
            return _not_yet(str(error), error.seen and ("expression", *blank, error.seen))
        if not row.right:
            if place == 0:
                return _not_yet(f"`{answer}` {mistake(row)}.", ("expression", *blank, row.seen))
            return _not_yet(
                f"`{answer}` fits the values above, and no others: it {mistake(row)}.", None
            )
    shape = tuple(wanted.shape)
    return RIGHT + (f", of shape {shape}" if shape else "")


def _not_yet(said: str, seen: tuple | None) -> str:
    why = sentences(looks_like(seen)) if seen else ""
    return "not yet: " + "\n    ".join([said, *why.splitlines()])
