"""Checking equations of a network that a student wrote as matrix expressions.

An expression is computed here, without running code of the student's, on the values of the graph it
is about. Each blank is computed from the right values of its names, so a mistake costs only itself.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

import torch

from course.check.base.blank_by_blank import RIGHT, Answers, check_each
from course.check.base.cases import RandomValues, cases, copy_graph
from course.check.base.exercise import exercise_title
from course.check.base.explanations import what_is_wrong
from course.check.base.twin import twin
from course.check.paper.off_by import brackets_missing, off_by, one_word_off
from course.expressions.algebras import compute
from course.expressions.reader import ExpressionError
from course.graph import ComputationNode
from course.messages.misconceptions import looks_like, sentences
from course.values.as_text import in_text
from course.values.closeness import tensors_agree
from course.values.compare import Row
from course.values.tensors import NamedTensors

Expected = tuple[torch.Tensor, NamedTensors]  # what is right, and the values of the names
_A_NUMBER = "a number that is the same everywhere"  # such as n, of which any number is a multiple


def check_results_by_expression(graph: ComputationNode, answers: Answers) -> float:
    """Checks a forward pass as equations: each named node in terms of leaves and nodes before it.

    Args:
        graph: the output node; all leaves and the nodes asked for have names.
        answers: for each named node, an expression such as "W1 @ x".

    Returns and raises what `check_each` does.
    """
    named = [node for node in graph.sorted_nodes() if node.name]
    leaves = {node.name for node in named if not node.input_nodes}
    blanks = [node.name for node in named if node.input_nodes]
    before = {name: leaves | set(blanks[:i]) for i, name in enumerate(blanks)}
    return _check(graph, answers, blanks, before, lambda results, _: (results, results))


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
        answers: an expression for each gradient, called `dJ_dz` for the output J and the node z.
        of: the names of the nodes whose gradients are asked for, starting at the output.
        numbers: other numbers that an expression may use, by name.

    Returns and raises what `check_each` does.
    """
    nodes = [node.name for node in graph.sorted_nodes() if node.name]
    blanks = [f"d{graph.name}_d{name}" for name in of]
    before = {blank: {*nodes, *numbers, *blanks[:i]} for i, blank in enumerate(blanks)}

    def values(results: NamedTensors, gradients: NamedTensors) -> tuple[NamedTensors, NamedTensors]:
        right = {f"d{graph.name}_d{name}": value for name, value in gradients.items()}
        return right, results | right | dict(numbers)

    return _check(graph, answers, blanks, before, values)


def _check(
    graph: ComputationNode,
    answers: Answers,
    blanks: Sequence[str],
    before: Mapping[str, Iterable[str]],
    values: Callable[[NamedTensors, NamedTensors], tuple[NamedTensors, NamedTensors]],
) -> float:
    """Checks blanks one by one.

    Args:
        before: for each blank, the names that an answer may use.
        values: returns the right value of each blank and the value of each name, from the results
            and gradients of the named nodes.
    """
    found = [values(*twin(case.graph).by_name()) for case in cases(graph)]

    def cases_of(blank: str, found: Iterable[tuple[NamedTensors, NamedTensors]]) -> list[Expected]:
        return [
            (right[blank], {name: value for name, value in given.items() if name in before[blank]})
            for right, given in found
        ]

    def how_off(answer: object, blank: str) -> str:
        moved = {name: values(*twin(each).by_name()) for name, each in _with_one_leaf_moved(graph)}
        those = zip(moved, cases_of(blank, moved.values()), strict=True)
        return _how_expression_is_off(answer, cases_of(blank, found), dict(those))

    right = {blank: cases_of(blank, found) for blank in blanks}
    return check_each(answers, right, partial(_verdict, how_off=how_off))


def _with_one_leaf_moved(graph: ComputationNode) -> Iterator[tuple[str, ComputationNode]]:
    """The graph with another value in one of its named leaves, by the leaf's name."""
    random_values = RandomValues(1)
    for place, leaf in enumerate(graph.sorted_nodes()):
        if leaf.name and not leaf.input_nodes:
            moved = copy_graph(graph)
            other = moved.sorted_nodes()[place]
            other.value = random_values.near(other.value)
            yield leaf.name, moved


def _verdict(
    answer: object, of: list[Expected], blank: str, *, how_off: Callable[[object, str], str]
) -> str:
    for place, (wanted, names) in enumerate(of):
        try:
            row = Row(blank, compute(answer, names), wanted)
        except ExpressionError as error:
            return _not_yet(
                str(error), error.seen and ("expression", exercise_title(), blank, error.seen)
            )
        if not row.right:
            how = None if row.misfit else partial(how_off, answer, blank)
            if place == 0:
                seen = ("expression", exercise_title(), blank, row.seen)
                return _not_yet(_compared(answer, row), seen, how)
            said = f"`{answer}` fits the values above, but no others: it {what_is_wrong(row)}."
            return _not_yet(said, None, how)
    shape = tuple(wanted.shape)
    return RIGHT + (f", of shape {shape}" if shape else "")


def _compared(answer: object, row: Row) -> str:
    """The message about an expression and its value."""
    said, itself = what_is_wrong(row), f"is {in_text(row.yours)}, and"
    if not isinstance(answer, str) or answer.strip() == in_text(row.yours):
        said = said.replace(itself, "is not right:")  # in place of `3` is 3
    return f"`{answer}` {said}."


def _how_expression_is_off(answer: object, of: list[Expected], moved: dict[str, Expected]) -> str:
    """In what simple way an expression is off, if in any, as far as other values show.

    Args:
        moved: by the name of a leaf, the first case with another value in that leaf.
    """
    answer, (right, given) = str(answer), of[0]

    def value_of(expression: str) -> torch.Tensor:
        found = [compute(expression, names).expand_as(right) for _, names in of]
        return torch.cat([each.flatten() for each in found])

    def fits(other: str) -> bool:
        try:
            return tensors_agree(value_of(other), rights)
        except (ExpressionError, RuntimeError):
            return False

    rights = torch.cat([wanted.flatten() for wanted, _ in of])
    known = {}
    for name in given:
        with suppress(RuntimeError):  # it has another shape
            values = value_of(name)
            is_one_number = tensors_agree(values, values[:1].expand(values.shape))
            known[_A_NUMBER if is_one_number else f"a multiple of `{name}`"] = values
    try:
        how = brackets_missing(answer, fits) or one_word_off(answer, given, fits)
        if how := how or off_by(answer, value_of, rights, known):
            return how
        moves = [
            (
                name,
                not tensors_agree(wanted, right),
                not tensors_agree(compute(answer, names), value),
            )
            for value in [compute(answer, given)]
            for name, (wanted, names) in moved.items()
        ]
    except (ExpressionError, RuntimeError):
        return ""
    for name, is_right_one, is_yours in moves:
        if is_right_one != is_yours:
            one, other = ("the right one", "yours") if is_right_one else ("yours", "the right one")
            return f"When `{name}` changes, {one} changes, and {other} does not."
    return ""


def _not_yet(said: str, seen: tuple | None, how_off: Callable[[], str] | None = None) -> str:
    """The message about a wrong answer: the known mistake it looks like, or else how it is off."""
    why = sentences(looks_like(seen)) if seen else ""
    why = why or (how_off() if how_off else "")
    return "not yet: " + "\n    ".join([said, *why.splitlines()])
