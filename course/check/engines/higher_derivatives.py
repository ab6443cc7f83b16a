"""Checks higher derivatives, which an engine computes by running on the graph of its own
gradients."""

from collections.abc import Callable
from dataclasses import replace

from course.check.base.failures import failure_by_error, wrong_values
from course.check.base.student_code import BUILD_AGAIN
from course.check.engines.checked_algorithm import CheckedAlgorithm
from course.graph import ComputationNode, Leaf
from course.messages.failure import CheckFailed
from course.questions import DifferentiateByEngine
from course.recording.copies import copy_graph
from course.recording.derivatives import Derived
from course.reference.cases import GraphCase, given_case
from course.reference.twin import twin_derivatives
from course.subject import ask
from course.values.as_text import on_one_line
from course.values.compare import Row, table
from course.values.tensors import as_float64

_RETURN_NODES = (
    "Inside build_graph(), backward has to return nodes: use self.input(i), self.output() and "
    "self.gradient, not self.result."
)


def check_derivatives(
    graph: ComputationNode,
    leaf: Leaf,
    forward_algorithm: Callable,
    backward_algorithm: Callable,
    *,
    order: int = 3,
) -> None:
    """Checks the first to `order`-th derivative of an elementwise graph at each entry of a leaf.

    Every backward pass runs inside `build_graph()`. It therefore leaves a graph as the gradient of
    the leaf, and the next pass differentiates this graph.
    """
    backward = CheckedAlgorithm(graph, backward_algorithm, "backward", forward_algorithm)
    forward = CheckedAlgorithm(graph, forward_algorithm, "forward")
    nodes = graph.sorted_nodes()
    if leaf not in nodes:
        raise CheckFailed(f"{on_one_line(leaf, 40)} is not a leaf of this graph. {BUILD_AGAIN}.")
    place = nodes.index(leaf)
    case = given_case(graph)
    graph = copy_graph(graph, as_float64)
    leaf = graph.sorted_nodes()[place]
    right = twin_derivatives(graph, leaf, order)
    derived = ask(DifferentiateByEngine(graph, place, order, forward_algorithm, backward_algorithm))

    def case_of_engine() -> GraphCase:
        """The case, with a symptom of whether the engine itself is right, because a wrong node can
        leave the same numbers as a wrong engine."""
        key = case.key if backward.battery().is_whole else None
        return replace(
            case, key=key, other_symptoms=lambda: (backward.battery().smallest() is None,)
        )

    try:
        rows = _check_steps(derived, right, leaf, case_of_engine)
    except CheckFailed as error:
        if error.diagnosis.is_complete:
            raise
        for checked in (backward, forward):
            if checked.battery().smallest():
                raise checked.diagnosed(error) from None
        raise
    print(table(rows))
    print(f"Right: the first {order} derivatives with respect to {leaf.label}.")


def _check_steps(
    derived: Derived, right: list, leaf: Leaf, case_of_engine: Callable[[], GraphCase]
) -> list[Row]:
    rows = []
    for k, pytorch in enumerate(right, start=1):
        if derived.error and k > len(derived.steps):
            case = case_of_engine()
            case = replace(case, graph=derived.graph or case.graph)
            raise failure_by_error(derived.at, case, derived)
        step = derived.steps[k - 1]
        rows.append(Row(f"derivative {k}", step.value, pytorch))
        message = ""
        stage = f"derivative {k}"
        if not rows[-1].is_right:
            message = f"Derivative {k} with respect to {leaf.label} {rows[-1].what_is_wrong()}."
            if not step.depends:
                message += f" Derivative {k - 1} is a constant here. {_RETURN_NODES}"
        elif k < len(right) and not step.is_node:
            stage = f"derivative {k} is a value"
            message = (
                f"The gradient that backward_algorithm left in {leaf.label} is a value, so it "
                f"cannot be differentiated again. {_RETURN_NODES}"
            )
        if message:
            raise wrong_values(message, case_of_engine(), stage, rows, also_seen=step.gradients)
    return rows
