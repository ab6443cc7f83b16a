"""Checks a node that was right on leaves in a graph, where its inputs are nodes."""

from collections.abc import Callable
from dataclasses import replace

from course.check.base.cases import GraphCase, given_case, right_values
from course.check.base.downstream import downstream_problem, downstream_rows
from course.check.base.failures import wrong_values
from course.check.base.student_code import answer_to, new_node
from course.check.base.twin import shares
from course.check.base.value_clues import what_is_wrong
from course.graph import ComputationNode, Copy, Leaf
from course.messages.failure import CheckFailed
from course.subject import NodeBackward, PrepareBackward
from course.values.compare import Row
from course.values.tensors import as_float64
from course.values.words import capitalised

_TRY_TWICE = (
    "Does backward write into what forward has kept, as `-=` and `A[i] = ...` do, or does it keep "
    "something itself?"
)


def check_in_graphs(node_class: Callable, inputs: tuple) -> None:
    """Checks the node in a graph, where its inputs are not leaves, or are the same node twice."""
    nodes = [Copy(Leaf(value), name=f"input {i}") for i, value in enumerate(inputs)]
    _check_in_graph(new_node(node_class, *nodes), "when its inputs are nodes that are not leaves")
    shapes = {tuple(getattr(value, "shape", ())) for value in inputs}
    if len(nodes) == 2 and len(shapes) == 1:
        both_the_same = new_node(node_class, nodes[0], nodes[0])
        _check_in_graph(both_the_same, "when both inputs are the same node")


def _check_in_graph(node: ComputationNode, when: str) -> None:
    """Checks that a node that was right on leaves is right here, even if backward runs twice."""
    case = replace(given_case(node), title=when)
    answer_to(f"forward of {node.label}", case, PrepareBackward(case.graph))
    _check_backward(case, case.upstream[0])
    again = replace(case, title="when backward runs twice after one forward")
    _check_backward(again, case.upstream[1], _TRY_TWICE)


def _check_backward(case: GraphCase, upstream, next_step: str = "") -> None:
    node, when = case.graph, case.title
    name = f"backward of {node.label}, {when},"
    returned = answer_to(name, case, NodeBackward(node, upstream)).returned
    if problem := downstream_problem(node, returned, upstream):
        raise CheckFailed(f"{capitalised(when)}: {problem}")
    rows = [Row("result", node.result, right_values(case).results[-1])]
    rows += downstream_rows(returned, shares(node, as_float64(upstream)))
    if wrong := next((row for row in rows if not row.right), None):
        message = (
            f"{type(node).__name__} is right when its inputs are different leaves and backward "
            "runs once. "
            f"{capitalised(when)}, the {wrong.label} {what_is_wrong(wrong)}."
        )
        raise wrong_values(message, case, when, rows, next_step=next_step)
