"""Checks a single node by comparing its result and its vector-Jacobian product with PyTorch's."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import torch

from course.check.base.exercise import note_passed_although, shapes_found_right
from course.check.base.student_code import node_on
from course.check.experiments.experiment import Experiments
from course.check.nodes.node_experiments import (
    reserve_experiments,
    symptoms_of_node,
)
from course.check.nodes.node_findings import (
    OVERFLOWS,
    finding_on_shapes,
    node_finding,
    right_only_on,
)
from course.check.nodes.node_on_case import check_in_graphs, check_on_case, check_result
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.reference.cases import (
    RANDOM_CASES,
    cases,
    cases_of_other_sizes,
    given_case,
    with_changed_values,
)
from course.sentences.lines import LINE_WIDTH
from course.sentences.words import listed, verb
from course.values.as_text import MAX_SHOWN, in_text, shapes_in_words
from course.values.closeness import MIN_FLOAT64_DIGITS
from course.values.compare import Row, table


def check_node(
    node_class: Callable[..., ComputationNode], *inputs, other_sizes: bool = True
) -> None:
    """Checks a single node without an engine: its result and its vector-Jacobian product.

    The check sets the inputs' results and the node's upstream gradient and calls `forward` and
    `backward`, then does so again on the same node with other values. Between `forward` and
    `backward`, another node of the same class runs its own `forward`, as it would in a graph. It
    then checks new nodes in graphs and on larger inputs.

    Args:
        node_class: the student's class, or a function that builds a node from its inputs.
        inputs: an example value for each input, numbers or tensors.
        other_sizes: whether to try larger inputs. Only one check of a homework does so for each
            class, so a mistake costs points only once.
    """
    node = node_on(node_class, inputs)
    with _explained(node) as experiments:
        note = _check_cases(node, partial(symptoms_of_node, experiments))
    check_in_graphs(node_class, inputs)
    if other_sizes:
        _check_other_sizes(node)
    print(f"Right: {node.label} forward and backward, on {RANDOM_CASES + 1} sets of values.")
    if note:
        note_passed_although(f"{node.label} {note}")  # an exercise may have several nodes


@contextmanager
def _explained(node: ComputationNode) -> Iterator[Experiments]:
    """Inside this context, a failure also says what experiments show about the node."""
    name, experiments = type(node).__name__, reserve_experiments(node, given_case(node).upstream[0])
    try:
        yield experiments
    except CheckFailed as error:
        known = error.diagnosis
        if known.is_complete:
            raise
        findings = node_finding(experiments, known)
        if not known.mistakes:
            clue = finding_on_shapes(experiments, shapes_found_right().get(name, ""))
            findings = f"{findings} {clue}".strip()
        # Different mistakes lead to the same infinities.
        is_ambiguous = findings.endswith(OVERFLOWS) and len(known.mistakes) > 1
        mistakes = () if is_ambiguous else known.mistakes
        diagnosis = replace(known, findings=findings, mistakes=mistakes)
        raise CheckFailed(str(error), diagnosis) from None
    shapes_found_right()[name] = shapes_in_words(leaf.value for leaf in node.input_nodes)


def _check_cases(node: ComputationNode, other_symptoms: Callable[[], tuple]) -> str:
    """Checks a node on all cases. Returns a note on right but imprecise values; empty if there are
    none."""
    all_rows = []
    for case in cases(node):
        case = replace(case, other_symptoms=other_symptoms)
        if case.key:
            given = ", ".join(in_text(leaf.value, MAX_SHOWN) for leaf in node.input_nodes)
            upstream = f"upstream gradient {in_text(case.upstream[0], MAX_SHOWN)}:"
            fits = len(node.label + given + upstream) < LINE_WIDTH
            print(f"{node.label} of {given};", upstream, sep=" " if fits else "\n")
        rows = check_on_case(case)
        all_rows += [*rows, *check_on_case(with_changed_values(case))]
        if case.key:
            print(table(rows))
    return _note_on_precision(all_rows)


def _check_other_sizes(node: ComputationNode) -> None:
    """Checks that a node that was right on the given inputs is right on larger ones."""
    for case in cases_of_other_sizes(node):
        try:
            check_on_case(case)
        except CheckFailed as error:
            given = shapes_in_words(leaf.value for leaf in node.input_nodes)
            diagnosis = replace(error.diagnosis, findings=right_only_on(given))
            raise CheckFailed(str(error), diagnosis) from None


def _note_on_precision(rows: list[Row]) -> str:
    """A note on right values that are in float32 or agree to few digits; empty if there are
    none."""
    of_float32 = [r.label for r in rows if getattr(r.yours, "dtype", None) == torch.float32]
    if of_float32:
        labels = list(dict.fromkeys(of_float32))
        return (
            f"is right. But its {listed(labels)} {verb(len(labels), 'are')} in float32, though its "
            "inputs are not: `.float()`, `torch.tensor([...])` and `torch.zeros(...)` make such "
            "tensors, `torch.zeros_like(...)` does not."
        )
    known = [(row.digits, row) for row in rows if row.digits is not None]
    digits, row = min(known, key=lambda each: each[0], default=(MIN_FLOAT64_DIGITS, None))
    if row is None or digits >= MIN_FLOAT64_DIGITS:
        return ""
    return (
        f"is near enough, but its {row.label} agrees with PyTorch's to only {max(digits, 0)} "
        "digits, and float64 has sixteen: is something in it computed in float32, is a large "
        "number cut off or a small one added, or is it the difference of two nearly equal numbers?"
    )


def check_node_forward(node_class: Callable[..., ComputationNode], *inputs) -> None:
    """Checks the result of a single node as `check_node` does, but not its backward."""
    node = node_on(node_class, inputs)
    with _explained(node):
        for case in cases(node):
            row = check_result(case)
            check_result(with_changed_values(case))
            if case.key:
                print(table([row]))
    print(f"Right: {node.label} forward, on {RANDOM_CASES + 1} sets of values.")
