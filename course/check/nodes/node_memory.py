"""Checks that a node keeps no more from its forward pass than its backward pass needs."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import torch

from course.check.base.downstream import downstream_problem, downstream_rows
from course.check.base.failures import show_values, wrong_answer
from course.check.base.student_code import answer_to, node_on
from course.check.nodes.node_on_case import backward_after_another
from course.graph import ComputationNode
from course.measuring.layer_runs import layers_of
from course.measuring.saved_activations import Measured, kept_table, total_bytes
from course.messages.failure import CheckFailed
from course.messages.misconceptions import Symptom
from course.questions import MeasureSaved, NodeForward
from course.reference.cases import GraphCase, cases
from course.reference.twin import twin
from course.sentences.words import listed
from course.values.compare import Row

_AFTER_ANOTHER = " if another node of its class runs between its forward and its backward"


def check_kept(
    node_class: Callable[..., ComputationNode], *inputs, at_most: int, without: Sequence[str] = ()
) -> None:
    """Checks how many bytes a node keeps between forward and backward, once its numbers are right.

    A node keeps the values that it stores itself, and those of its inputs' results and of its own
    result that `backward` needs. If it has `layers`, forward of each layer has to run once in the
    node's `forward`, and once more in its `backward`.

    Args:
        node_class: the student's class, or a function that builds a node from its inputs.
        inputs: an example value for each input; their shapes decide the bytes.
        at_most: the number of bytes that is enough, for inputs in float64.
        without: "input" or "output" or both, if backward has to do without them.
    """
    inputs = tuple(map(torch.as_tensor, inputs))  # plain numbers, too
    node = node_on(node_class, inputs)
    for case in cases(node, random_cases=1):
        # Without a key, errors are not looked up as known mistakes. They say little here, and the
        # check of the node alone says more.
        keyless = replace(case, key=None)
        measured = answer_to(node.label, keyless, MeasureSaved(case.graph, case.upstream[0]))
        _check_gradient(case, measured.result, measured.returned)
        if case.key:
            print(f"What {node.label} keeps, for an input of {inputs[0].numel()} entries:")
            print(kept_table(measured.kept))
        _check_size(case, measured, at_most, without)
        _check_runs(case, measured)
        answer_to(f"forward of {node.label}", keyless, NodeForward(case.graph))
        result = case.graph.result
        _check_gradient(case, result, backward_after_another(keyless), _AFTER_ANOTHER)
    print(
        f"Right: {at_most} bytes are enough, and {node.label} keeps {total_bytes(measured.kept)}."
    )


def _check_gradient(case: GraphCase, result: object, returned: object, when: str = "") -> None:
    node = case.graph
    right = twin(node, case.upstream[0])
    for leaf in node.input_nodes:
        leaf.forward()
    node.result = result
    rows = [Row("result", result, right.results[-1])]
    if problem := downstream_problem(node, returned, case.upstream[0]):
        raise CheckFailed(f"{problem} What it keeps is counted once it is right.")
    rows += downstream_rows(returned, right.gradients[:-1])
    if not all(row.is_right for row in rows):
        show_values(rows)
        raise CheckFailed(
            f"{node.label} does not compute the right numbers yet{when}. What it keeps is counted "
            "once they are right."
        )


def _check_size(case: GraphCase, measured: Measured, at_most: int, without: Sequence[str]) -> None:
    label, kept = case.graph.label, total_bytes(measured.kept)
    problems = [f"{label} keeps {kept} bytes, but {at_most} are enough."] if kept > at_most else []
    if forbidden := [value.role for value in measured.kept if value.role in without]:
        names = listed(f"its {role}" for role in dict.fromkeys(forbidden))
        problems.append(f"{label} holds on to {names}, which backward can do without.")
    if problems:
        raise wrong_answer(" ".join(problems), _symptom(case, measured))


def _check_runs(case: GraphCase, measured: Measured) -> None:
    layers = layers_of(case.graph)
    if layers is None or measured.runs == (len(layers), len(layers)):
        return
    forward, backward = measured.runs
    raise wrong_answer(
        f"{case.graph.label} has {len(layers)} layers. Its forward made them run forward "
        f"{forward} times, and its backward {backward} times more. Each layer should run once in "
        "forward and once more in backward.",
        _symptom(case, measured),
    )


def _symptom(case: GraphCase, measured: Measured) -> Symptom | None:
    kinds = tuple(sorted((value.role or value.type, value.bytes) for value in measured.kept))
    return (case.key, "kept", kinds, measured.runs) if case.key else None
