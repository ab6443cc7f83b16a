"""Checks the result and the downstream gradients of a node, on leaves and in graphs, and that the
node does not change the values it is given."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import torch

from course.check.base.downstream import (
    FORGOT_RETURN,
    STAY_WITH_TENSORS,
    downstream_problem,
    downstream_rows,
)
from course.check.base.failures import wrong_values
from course.check.base.student_code import answer_to, new_node
from course.check.base.value_clues import clue_to_own_result
from course.graph import ComputationNode, Copy, Leaf
from course.messages.failure import CheckFailed
from course.messages.hints import has_hints
from course.questions import NodeBackward, NodeForward, PrepareBackward
from course.recording.copies import copy_graph
from course.reference.cases import GraphCase, given_case, right_values, with_changed_values
from course.reference.twin import pytorch_shares
from course.sentences.words import capitalised, listed
from course.subject import ask
from course.values.compare import Row, first_wrong
from course.values.tensors import as_float64, as_tensor, copy_value, numbers_in

_TRY = (
    "Try it with the inputs in the cell of this check: make a Leaf of each, build the node, and "
    "call forward on all of them. Then "
)
_PRINT_RESULT = "print the node's result."
_PRINT_RETURNED = "set the node's gradient, and print what backward returns."
_TRY_AGAIN = (
    "With the values given it is right. Does the code contain one of them, round its numbers, or "
    "keep something from the call before?"
)
_TRY_TWICE = (
    "Does backward write into what forward has kept, as `-=` and `A[i] = ...` do, or does it keep "
    "something itself?"
)


def check_on_case(case: GraphCase) -> list[Row]:
    """Checks a node on leaves. Returns the compared rows: its result, then its downstream
    gradients."""
    node, upstream = case.graph, case.upstream[0]
    right = right_values(case, upstream)
    result = check_result(case)
    returned = backward_after_another(case)
    problem = downstream_problem(node, returned, upstream)
    if problem and _has_delivered(node):
        problem = f"{problem.removesuffix(FORGOT_RETURN)} {_delivered_text(node)}"
    rows = [result, *([] if problem else downstream_rows(returned, right.gradients[:-1]))]
    # This check comes first, because writing into a tensor makes shapes and numbers wrong in many
    # ways.
    own = {"result": (result.yours, node.result), "gradient": (upstream, node.gradient)}
    _check_unchanged(case, own, rows)
    if problem:
        stage = "form of downstream gradients: " + problem
        raise wrong_values(problem, case, stage, [], also_seen=(numbers_in(returned),))
    _check_downstream(case, rows)
    return rows


def backward_after_another(case: GraphCase) -> object:
    """What backward of a node returns after another node of its class has run forward on other
    values, which overwrites anything that nodes store on their class."""
    node, upstream = case.graph, case.upstream[0]
    another = GraphCase(graph=copy_graph(node), upstream=case.upstream)
    ask(NodeForward(with_changed_values(another).graph))
    return answer_to(f"backward of {node.label}", case, NodeBackward(node, upstream)).returned


def check_result(case: GraphCase) -> Row:
    """Checks the result of a node, and returns it as a row."""
    right = right_values(case).results[-1]  # before code can write into an input
    node = case.graph
    returned = answer_to(f"forward of {node.label}", case, NodeForward(node)).returned
    if isinstance(node.result, np.ndarray) and node.shape:
        raise CheckFailed(f"The result of {node.label} is a NumPy array. {STAY_WITH_TENSORS}")
    row = Row("result", copy_value(node.result), right)
    _check_unchanged(case, {}, [row])
    if not row.is_right:
        message = f"The result of {node.label} {case.title} {row.what_is_wrong()}."
        clue = clue_to_own_result(row, returned)
        next_step = "" if clue else _what_to_try(case, _PRINT_RESULT)
        raise wrong_values(f"{message} {clue}".strip(), case, "result", [row], next_step=next_step)
    return row


def _check_downstream(case: GraphCase, rows: list[Row]) -> None:
    node = case.graph
    for i, row in enumerate(rows[1:]):
        if not row.is_right:
            message = (
                f"The downstream gradient of {node.label} for input {i}, {case.title}, "
                f"{row.what_is_wrong()}."
            )
            next_step = _what_to_try(case, _PRINT_RETURNED)
            raise wrong_values(message, case, "downstream gradients", rows, next_step=next_step)
    if _has_delivered(node):
        message = f"{_delivered_text(node)} What it puts there would count, too."
        raise wrong_values(message, case, "delivered by itself", rows)


def _has_delivered(node: ComputationNode) -> bool:
    """Whether backward has given gradients to the inputs."""
    return any(leaf.gradient is not None for leaf in node.input_nodes)


def _delivered_text(node: ComputationNode) -> str:
    return (
        f"backward of {node.label} has put gradients into its inputs itself. It only returns them; "
        "backward_algorithm delivers them."
    )


def _check_unchanged(case: GraphCase, own: dict[str, tuple], rows: list[Row]) -> None:
    """Checks that a node has not changed its inputs or anything in `own`, which holds the value
    before and the value now by name."""
    leaves = enumerate(case.graph.input_nodes)
    before_and_now = {f"input {i}": (leaf.value, leaf.result) for i, leaf in leaves} | own
    changed = [name for name, values in before_and_now.items() if _has_changed(*values)]
    if changed:
        message = _changed_text(case.graph, changed)
        raise wrong_values(message, case, f"changed {', '.join(changed)}", rows, is_complete=True)


def _has_changed(before: object, now: object) -> bool:
    """Whether a value differs from the numbers before, or one of the two is not numeric."""
    old, new = as_tensor(before), as_tensor(now)
    return old is None or new is None or not torch.equal(new, old)


def _changed_text(node: ComputationNode, changed: list[str]) -> str:
    """The message about a node that changed the values it was given."""
    called = {"gradient": "self.gradient, its upstream gradient", "result": "its own result"}
    whose = listed(called.get(name, name) for name in changed)
    message = f"{node.label} changed {whose}: a node only reads what is already there."
    if not any(value.shape for value in (node, *node.input_nodes)):
        return f"{message} Give what you compute a name of its own."
    return (
        f"{message} Make new tensors under names of their own: `b = a + 1`, not `a += 1`, and "
        "`a.t()`, not `a.t_()`. A row such as `self.gradient[0]` is a part of the tensor, not a "
        "copy."
    )


def _what_to_try(case: GraphCase, then: str) -> str:
    """What a student can try on a node with wrong numbers. `then` ends the advice if the node is
    wrong on its first values."""
    name = type(case.graph).__name__
    if case.is_changed:
        return _TRY_AGAIN
    hint = f" `hint({name!r})` gives a hint." if has_hints(name) else ""
    return f"{_TRY}{then}{hint}"


def check_in_graphs(node_class: Callable, inputs: tuple) -> None:
    """Checks the node in graphs, where its inputs are not leaves or are the same node twice."""
    nodes = [Copy(Leaf(value), name=f"input {i}") for i, value in enumerate(inputs)]
    _check_in_graph(new_node(node_class, *nodes), "when its inputs are nodes that are not leaves")
    shapes = {tuple(getattr(value, "shape", ())) for value in inputs}
    if len(nodes) == 2 and len(shapes) == 1:
        both_the_same = new_node(node_class, nodes[0], nodes[0])
        _check_in_graph(both_the_same, "when both inputs are the same node")


def _check_in_graph(node: ComputationNode, when: str) -> None:
    """Checks that a node that was right on leaves is right here, also when backward runs twice."""
    case = replace(given_case(node), title=when)
    answer_to(f"forward of {node.label}, {when},", case, PrepareBackward(case.graph))
    _check_backward(case, case.upstream[0], "its inputs are different leaves")
    again = replace(case, title="when backward runs twice after one forward")
    _check_backward(again, case.upstream[1], "backward runs once after a forward", _TRY_TWICE)


def _check_backward(case: GraphCase, upstream, right_when: str, next_step: str = "") -> None:
    node, when = case.graph, case.title
    name = f"backward of {node.label}, {when},"
    returned = answer_to(name, case, NodeBackward(node, upstream)).returned
    if problem := downstream_problem(node, returned, upstream):
        raise CheckFailed(f"{capitalised(when)}: {problem}")
    rows = [Row("result", node.result, right_values(case).results[-1])]
    rows += downstream_rows(returned, pytorch_shares(node, as_float64(upstream)))
    if wrong := first_wrong(rows):
        message = (
            f"{type(node).__name__} is right when {right_when}. "
            f"{capitalised(when)}, its {wrong.label} {wrong.what_is_wrong()}."
        )
        raise wrong_values(message, case, when, rows, next_step=next_step)
