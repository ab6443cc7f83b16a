"""Checks a single node: compares its result and its vector-Jacobian product with PyTorch's."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import torch

from course.check.base.asking import answer_to, new_node, node_on, plain_numbers
from course.check.base.cases import (
    CHANGED,
    RANDOM_CASES,
    GraphCase,
    cases,
    copy_graph,
    right_values,
    with_changed_values,
)
from course.check.base.exercise import passed_although
from course.check.base.explanations import clue_to_own_result, what_is_wrong
from course.check.base.failing import fail
from course.check.base.returned import FORGOT_RETURN, downstream_problem, downstream_rows
from course.check.base.twin import share
from course.check.nodes.experiments import Experiments
from course.check.nodes.node_experiments import reserve_experiments, what_was_seen
from course.check.nodes.node_findings import TOO_LARGE, finding
from course.graph import ComputationNode, Copy, Leaf
from course.messages.failure import CheckFailed, Unwritten, WritesIntoGiven
from course.messages.hints import has_hints
from course.subject import NodeBackward, NodeForward, PrepareBackward, ask
from course.values.as_text import MAX_SHOWN, in_text
from course.values.compare import Row, table
from course.values.tensors import as_float64, as_tensor, copy_of
from course.values.words import LINE_WIDTH, capitalised, listed

FLOAT64_DIGITS = 10  # everything that is computed in float64 agrees to at least this many digits
FLOAT32_DIGITS = 5  # everything that is computed in float32 agrees to at least this many digits

_TRY_FORWARD = (
    "Try it with the inputs in the cell of this check: make a Leaf of each, build the "
    "node, call forward on all of them, "
)
_TRY_AGAIN = (
    "With the values given it is right. Does the code hold a number of that example, or something "
    "left over from the call before?"
)
_TRY_RESULT = _TRY_FORWARD + "and print the node's result."
_TRY_BACKWARD = _TRY_FORWARD + "set the node's gradient, and print what backward returns."
_TRY_TWICE = (
    "Does backward write into what forward has kept, as `-=` and `A[i] = ...` do, or does it keep "
    "something itself?"
)


def check_node(node_class: Callable[..., ComputationNode], *inputs) -> None:
    """Checks a single node without an engine: its result and its vector-Jacobian product.

    The check sets the inputs' results and the node's upstream gradient and calls `forward` and
    `backward`, then once more on the same node with other values. Between the calls, another node
    of the same class runs its own `forward`, as it would in a graph.

    Args:
        node_class: the student's class, or a function that builds a node from its inputs.
        inputs: an example value for each input, numbers or tensors.
    """
    node = node_on(node_class, inputs)
    with _explained(node) as experiments:
        note = _check_cases(node, lambda: what_was_seen(experiments))
    _check_fed_by_nodes(node_class, inputs)
    print(f"Right: {node.label} forward and backward, on {RANDOM_CASES + 1} sets of values.")
    if note:
        passed_although(f"{node.label} is right. {note}")  # an exercise may have several nodes


@contextmanager
def _explained(node: ComputationNode) -> Iterator[Experiments]:
    """Inside this context, a failure also says what the node was found to do on several inputs."""
    experiments = reserve_experiments(node, next(cases(node, 0)).upstream[0])
    try:
        yield experiments
    except (Unwritten, WritesIntoGiven):
        raise
    except CheckFailed as error:
        known = error.diagnosis
        seen = known.has_wrong_values, known.was_right_before
        findings = finding(node, experiments, *seen)
        # Infinities look the same, whatever the mistake.
        is_ambiguous = findings.endswith(TOO_LARGE) and len(known.mistakes) > 1
        mistakes = () if is_ambiguous else known.mistakes
        diagnosis = replace(known, findings=findings, mistakes=mistakes)
        raise CheckFailed(str(error), diagnosis) from None


def _check_cases(node: ComputationNode, also_seen: Callable[[], tuple]) -> str:
    """Checks a node on all cases. Returns a note on values that are right but not in float64; empty
    if there are none."""
    all_rows = []
    for case in cases(node):
        case.also_seen = also_seen
        if case.key:
            given = ", ".join(in_text(leaf.value, MAX_SHOWN) for leaf in node.input_nodes)
            upstream = f"upstream gradient {in_text(case.upstream[0], MAX_SHOWN)}:"
            fits = len(node.label + given + upstream) < LINE_WIDTH
            print(f"{node.label} of {given};", upstream, sep=" " if fits else "\n")
        rows = _check_case(case)
        all_rows += [*rows, *_check_case(with_changed_values(case))]
        if case.key:
            print(table(rows))
    return _note_on_precision(all_rows)


def _note_on_precision(rows: list[Row]) -> str:
    """A note on right values that are in float32, or were on the way; empty if there are none."""
    for row in rows:
        if getattr(row.yours, "dtype", None) == torch.float32:
            return (
                f"But its {row.label} is in float32, though its inputs are not: `.float()` and "
                "`torch.zeros(...)` make such tensors, `torch.zeros_like(...)` does not."
            )
    row = min(rows, key=lambda row: row.digits)
    if row.digits >= FLOAT64_DIGITS:
        return ""
    if row.digits < FLOAT32_DIGITS:  # right only because it is nearly 0
        largest = float(row.pytorch.abs().max())
        return (
            f"But where no entry of its {row.label} is larger than {largest:.1g}, it is not exact: "
            "is a number in it the difference of two that are nearly equal?"
        )
    return (
        f"But its {row.label} is right to only {row.digits} digits, and float64 has sixteen: is "
        "something in it computed in float32, or the difference of two nearly equal numbers?"
    )


def _check_fed_by_nodes(node_class: Callable, inputs: tuple) -> None:
    """Checks the node in a graph, where its inputs are not leaves, or are the same node twice."""
    nodes = [Copy(Leaf(value), name=f"input {i}") for i, value in enumerate(inputs)]
    _check_in_graph(new_node(node_class, *nodes), "when its inputs are nodes that are not leaves")
    shapes = {tuple(getattr(value, "shape", ())) for value in inputs}
    if len(nodes) == 2 and len(shapes) == 1:
        both_the_same = new_node(node_class, nodes[0], nodes[0])
        _check_in_graph(both_the_same, "when both inputs are the same node")


def _check_in_graph(node: ComputationNode, when: str) -> None:
    """Checks that a node that was right on leaves is right here, even if backward runs twice."""
    case = replace(next(cases(node, 0)), title=when)
    answer_to(f"forward of {node.label}", case, PrepareBackward(case.graph))
    _check_backward(case, case.upstream[0])
    case.title = "when backward runs twice after one forward"
    _check_backward(case, case.upstream[1], _TRY_TWICE)


def _check_backward(case: GraphCase, upstream, next_step: str = "") -> None:
    node, when = case.graph, case.title
    name = f"backward of {node.label}, {when},"
    returned = answer_to(name, case, NodeBackward(node, upstream)).returned
    if problem := downstream_problem(node, returned, upstream):
        raise CheckFailed(f"{capitalised(when)}: {problem}")
    right = [share(node, i, as_float64(upstream)) for i, _ in enumerate(node.input_nodes)]
    rows = [Row("result", node.result, right_values(case).results[-1])]
    rows += downstream_rows(returned, right)
    if wrong := next((row for row in rows if not row.right), None):
        message = (
            f"{node.label} is right when its inputs are leaves and backward runs once. "
            f"{capitalised(when)}, the {wrong.label} {what_is_wrong(wrong)}."
        )
        fail(message, case, when, rows, next_step=next_step)


def check_node_forward(node_class: Callable[..., ComputationNode], *inputs) -> None:
    """Checks the result of a single node as `check_node` does, but not its backward."""
    node = node_on(node_class, inputs)
    with _explained(node):
        for case in cases(node):
            row = _check_result(case, right_values(case).results[-1])
            changed = with_changed_values(case)
            _check_result(changed, right_values(changed).results[-1])
            if case.key:
                print(table([row]))
    print(f"Right: {node.label} forward, on {RANDOM_CASES + 1} sets of values.")


def _check_case(case: GraphCase) -> list[Row]:
    node, upstream = case.graph, case.upstream[0]
    right = right_values(case, upstream)
    result = _check_result(case, right.results[-1])
    # Another node of the class replaces what this one may have kept on the class.
    another = GraphCase(graph=copy_graph(node), upstream=case.upstream)
    ask(NodeForward(with_changed_values(another).graph))
    returned = answer_to(f"{node.label}.backward", case, NodeBackward(node, upstream)).returned
    problem = downstream_problem(node, returned, upstream)
    if problem and _has_delivered(node):
        problem = f"{problem.removesuffix(FORGOT_RETURN)} {_delivered_text(node)}"
    rows = [result, *([] if problem else downstream_rows(returned, right.gradients[:-1]))]
    # This comes first, because writing into a tensor makes shapes and numbers wrong in many ways.
    own = {"result": (result.yours, node.result), "gradient": (upstream, node.gradient)}
    _check_unchanged(case, own, rows)
    if problem:
        stage = "form of downstream gradients: " + problem
        fail(problem, case, stage, [], also_seen=(plain_numbers(returned),))
    _check_downstream(case, rows)
    return rows


def _check_result(case: GraphCase, pytorch: torch.Tensor) -> Row:
    node, inputs = case.graph, [*case.graph.input_nodes]
    returned = answer_to(f"{node.label}.forward", case, NodeForward(node)).returned
    if node.input_nodes != inputs:
        node.input_nodes = inputs
        raise CheckFailed(f"forward of {node.label} has changed its `input_nodes`: only read them.")
    if isinstance(node.result, np.ndarray) and node.shape:
        raise CheckFailed(
            f"The result of {node.label} is a NumPy array. Stay with tensors, which all other "
            "nodes work with."
        )
    row = Row("result", copy_of(node.result), pytorch)
    _check_unchanged(case, {}, [row])
    if not row.right:
        message = f"The result of {node.label} {case.title} {what_is_wrong(row)}."
        clue = clue_to_own_result(row, returned)
        next_step = "" if clue else _try_numbers(node, _TRY_RESULT, case)
        fail(f"{message} {clue}".strip(), case, "result", [row], next_step=next_step)
    return row


def _check_downstream(case: GraphCase, rows: list[Row]) -> None:
    node = case.graph
    for i, row in enumerate(rows[1:]):
        if not row.right:
            message = (
                f"The downstream gradient of {node.label} for input {i}, {case.title}, "
                f"{what_is_wrong(row)}."
            )
            next_step = _try_numbers(node, _TRY_BACKWARD, case)
            fail(message, case, "downstream gradients", rows, next_step=next_step)
    if _has_delivered(node):
        message = f"{_delivered_text(node)} Every share would arrive twice."
        fail(message, case, "delivered by itself", rows)


def _has_delivered(node: ComputationNode) -> bool:
    """Whether backward has given gradients to the inputs."""
    return any(leaf.gradient is not None for leaf in node.input_nodes)


def _delivered_text(node: ComputationNode) -> str:
    return (
        f"backward of {node.label} has put gradients into its inputs itself. It only returns them; "
        "backward_algorithm delivers them."
    )


def _check_unchanged(case: GraphCase, own: dict[str, tuple], rows: list[Row]) -> None:
    """Checks that a node has not changed its inputs, or anything in `own`, where each name has the
    value before and the value now."""
    leaves = enumerate(case.graph.input_nodes)
    before_and_now = {f"input {i}": (leaf.value, leaf.result) for i, leaf in leaves} | own
    changed = [name for name, values in before_and_now.items() if _has_changed(*values)]
    if changed:
        message = _changed_text(case.graph, changed)
        fail(message, case, f"changed {', '.join(changed)}", rows, kind=WritesIntoGiven)


def _has_changed(before: object, now: object) -> bool:
    """Whether a value differs from the numbers that were there before."""
    old, new = as_tensor(before), as_tensor(now)
    return old is None or new is None or not torch.equal(new, old)


def _changed_text(node: ComputationNode, changed: list[str]) -> str:
    """The message about a node that changed the values it was given."""
    if changed == ["gradient"]:
        message = (
            f"{node.label} changed self.gradient, its upstream gradient: a node only reads it."
        )
    else:
        whose = listed(changed).replace("gradient", "its upstream gradient")
        whose = whose.replace("result", "its own result")
        message = f"{node.label} changed {whose}: a node only reads what it gets."
    if not any(value.shape for value in (node, *node.input_nodes)):
        return f"{message} Give what you compute a name of its own."
    return (
        f"{message} Make new tensors under names of their own: `b = a + 1`, not `a += 1`, and "
        "`a.t()`, not `a.t_()`. A row such as `self.gradient[0]` is a part of the tensor, not a "
        "copy."
    )


def _try_numbers(node: ComputationNode, attempt: str, case: GraphCase) -> str:
    """What to try on a node whose numbers are wrong: `attempt`, unless they were right before."""
    if case.title == CHANGED:
        return _TRY_AGAIN
    name = type(node).__name__
    return f"{attempt} `hint({name!r})` gives a hint." if has_hints(name) else attempt
