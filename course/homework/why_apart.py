"""Says why a model trained by a student's engine differs from its twin in PyTorch, as far as the
first training step shows."""

from collections.abc import Sequence

from course.graph import ComputationNode
from course.reference.twin import Twin, twin
from course.sentences.words import listed
from course.values.as_text import told_apart
from course.values.closeness import MIN_FLOAT64_DIGITS
from course.values.compare import Row


def why_apart(L: ComputationNode, losses: Sequence[float], twin_losses: Sequence[float]) -> str:
    """What differs, in sentences.

    Args:
        L: the graph of the first step's loss, after both passes of the student's engine.
        losses: the loss before each step.
        twin_losses: the twin's loss before each step.
    """
    nodes, right = L.sorted_nodes(), twin(L)
    differences = [
        _other_model(float(right.results[-1]), twin_losses[0]),
        _wrong_value(nodes, right),
    ]
    return "\n".join(filter(None, differences)) or _later(losses, twin_losses)


def _other_model(loss_of_graph: float, loss_of_twin: float) -> str:
    if not _differ(loss_of_graph, loss_of_twin):
        return ""
    return (
        f"PyTorch finds the loss {told_apart(loss_of_graph, loss_of_twin)} for the graph of your "
        f"model, and {told_apart(loss_of_twin, loss_of_graph)} for that of section 5: `block` "
        "or `gpt` describes another model. See 5a."
    )


def _wrong_value(nodes: list[ComputationNode], right: Twin) -> str:
    """A message about the first wrong result, from the inputs on, or else about the first wrong
    gradient, from the output back; empty if all are right."""
    for node, result in zip(nodes, right.results, strict=True):
        if problem := _problem(Row("", node.result, result)):
            return (
                f"In the first step, the result of {node.label} {problem}. Its inputs are right: "
                f"look at forward of {type(node).__name__}."
            )
    for node, gradient in zip(nodes[::-1], right.gradients[::-1], strict=True):
        if problem := _problem(Row("", node.gradient, gradient)):
            return (
                "In the first step, all results are right, and the gradient of "
                f"{node.label} {problem}. {_look_at(node, right)}"
            )
    return ""


def _problem(row: Row) -> str:
    """What is wrong with a row, as the end of a sentence; empty if nothing is."""
    if not row.is_right:
        return row.what_is_wrong()
    if row.digits is not None and row.digits < MIN_FLOAT64_DIGITS:
        return f"is right to only {row.digits} digits"
    return ""


def _look_at(node: ComputationNode, right: Twin) -> str:
    """Where to look for the mistake in a node's gradient if the gradients of the nodes that use it
    are right."""
    users = [user.label for user in reversed(right.users_of(node))]
    if not users:
        return "It is the output: its gradient has to be `one`."
    return (
        f"Look at backward of {listed(users)}, which it feeds, and at how the engine passes "
        "gradients on."
    )


def _later(losses: Sequence[float], twin_losses: Sequence[float]) -> str:
    """The message if all results and gradients of the first step are right."""
    pairs = enumerate(zip(losses, twin_losses, strict=True), start=1)
    first = next((step for step, pair in pairs if _differ(*pair)), len(losses))
    return (
        "In the first step, all results and gradients are right. The loss of step "
        f"{first} is the first that differs: look at adam_step."
    )


def _differ(yours: float, right: float) -> bool:
    return not abs(yours - right) <= 10**-MIN_FLOAT64_DIGITS * abs(right)
