"""Checks equations of a network that a student wrote as matrix expressions.

Expressions are evaluated on the right values of the graph, without running any student code. A
mistake in one blank therefore does not make other blanks wrong.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial

import torch

from course.check.base.blank_by_blank import Blanks, RightVerdict, check_each
from course.check.base.exercise import exercise_title
from course.check.paper.answers import RightAt
from course.check.paper.edits import Formula, brackets_missing, one_part_off
from course.expressions.equations import compute
from course.expressions.expression_error import ExpressionError
from course.graph import ComputationNode
from course.messages.misconceptions import Symptom, looks_like, mistakes_in_words
from course.reference.cases import cases, right_values
from course.reference.twin import Twin
from course.sentences.lines import with_lines_indented
from course.values.as_text import as_typed
from course.values.closeness import is_right
from course.values.compare import Row
from course.values.tensors import NamedTensors, as_float64


def check_results_by_expression(graph: ComputationNode, answers: Blanks) -> None:
    """Checks a forward pass written as equations: each named node in terms of the leaves and of
    earlier named nodes.

    Args:
        graph: the output node; all leaves and all nodes asked for have names.
        answers: for each named node that is not a leaf, an expression such as "W1 @ x".
    """
    blanks = [node.name for node in graph.sorted_nodes() if node.name and node.input_nodes]
    _check(graph, answers, blanks, lambda results, _: results)


def check_gradients_by_expression(
    graph: ComputationNode,
    answers: Blanks,
    of: Iterable[str],
    *,
    numbers: Mapping[str, float] = {},
) -> None:
    """Checks a backward pass written as equations: d(output)/d(node) for some of the named nodes.

    An expression may use the values of all named nodes, and the gradients that precede its own in
    `of`.

    Args:
        graph: the output node.
        answers: an expression for each gradient. The blank is called `dJ_dz` for the output J and
            the node z.
        of: the names of the nodes whose gradients are asked for, starting at the output.
        numbers: other numbers that an expression may use, by name.
    """
    blanks = {name: f"d{graph.name}_d{name}" for name in of}
    given = {name: as_float64(number) for name, number in numbers.items()}

    def values(results: NamedTensors, gradients: NamedTensors) -> NamedTensors:
        asked = {blanks[name]: value for name, value in gradients.items() if name in blanks}
        return results | asked | given

    _check(graph, answers, [*blanks.values()], values)


def _check(
    graph: ComputationNode,
    answers: Blanks,
    blanks: Sequence[str],
    values: Callable[[NamedTensors, NamedTensors], NamedTensors],
) -> None:
    """Checks blanks one by one. An answer may use only blanks before its own.

    Args:
        values: takes the results and the gradients of the named nodes, and returns the value of
            each name and blank.
    """

    def expected(blank: str, twin: Twin) -> RightAt[torch.Tensor]:
        names = values(*twin.by_name())
        later = blanks[blanks.index(blank) :]
        return RightAt(names[blank], {name: names[name] for name in names if name not in later})

    twins = [right_values(case) for case in cases(graph)]
    right = {blank: [expected(blank, twin) for twin in twins] for blank in blanks}
    check_each(answers, right, _verdict)


def _verdict(answer: object, expected: list[RightAt[torch.Tensor]], blank: str) -> str:
    for place, (right, names) in enumerate(expected):
        try:
            row = Row(blank, compute(answer, names), right)
        except ExpressionError as error:
            mismatch = error.mismatch
            return _not_yet(str(error), _symptom(blank, mismatch) if mismatch else None)
        if not row.is_right:
            written = as_typed(answer)
            how = None if row.misfit else partial(_how_off, str(answer), expected)
            if place == 0:
                wrong = f"`{written}` {row.what_is_wrong()}."
                return _not_yet(wrong, _symptom(blank, row.symptom), how)
            problem = f"`{written}` fits the values above, but no others: it {row.what_is_wrong()}."
            return _not_yet(problem, None, how)
    shape = tuple(expected[0].right.shape)
    return RightVerdict(f", of shape {shape}" if shape else "")


def _symptom(blank: str, seen: object) -> Symptom:
    return ("expression", exercise_title(), blank, seen)


def _how_off(answer: str, expected: list[RightAt[torch.Tensor]]) -> str:
    """Says which brackets are missing, or which single part of an expression is wrong; empty if
    neither explains it."""

    def fits(other: str) -> bool:
        with suppress(ExpressionError):
            return all(is_right(compute(other, case.names), case.right) for case in expected)
        return False

    formula = Formula(answer, expected[0].names)
    return brackets_missing(formula, fits) or one_part_off(formula, fits)


def _not_yet(
    problem: str, symptom: Symptom | None, how_off: Callable[[], str] | None = None
) -> str:
    """The message about a wrong answer: the problem, then the known mistakes that match or, if
    there are none, how the answer is off."""
    why = mistakes_in_words(looks_like(symptom)) if symptom else ""
    if not why and how_off:
        why = how_off()
    return with_lines_indented(f"{problem}\n{why}")
