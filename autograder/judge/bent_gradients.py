"""Tests whether an engine made its right gradients from what `backward` of the nodes returned.

Each engine that passes a check runs once more, with nodes whose `backward` returns something else
(`in_kernel/bent_gradients.py`). In whatever order and in however many parts an engine adds that up,
it must arrive at the same gradients as the author's engine.
"""

from autograder.in_kernel.bent_gradients import BentAnswer, RunWithBentGradients
from autograder.in_kernel.wire import decode_answer
from course.check.base.cases import copy_graph
from course.check.base.random_values import RandomValues
from course.recording.calls import Record
from course.subject import Question, RunEngine
from course.values.closeness import tensors_agree
from course.values.tensors import as_tensor

BENT = "With other gradients returned by `backward` of each node"


def bent_question(happened: list[tuple[Question, Record]]) -> RunWithBentGradients | None:
    """The question whether the engine follows what `backward` returns; None if the check is not
    about an engine."""
    runs = [question for question, _ in happened if isinstance(question, RunEngine)]
    forward_runs = [run for run in runs if run.one is None]
    backward_runs = [run for run in runs if run.one is not None]
    if not (forward_runs and backward_runs):
        return None
    forward, backward = forward_runs[-1], backward_runs[-1]
    random_values = RandomValues(2)
    factors = [random_values.upstream(None) for _ in backward.graph.sorted_nodes()]
    graph = copy_graph(backward.graph)
    return RunWithBentGradients(graph, forward.function, backward.function, backward.one, factors)


def ignores_backward(answer: dict, authors: dict) -> str:
    """A sentence on what shows that an engine's right gradients did not come from `backward`; empty
    if it arrives at the author's gradients here, too.

    Raises:
        BadEvidence: no agent would answer like this.
    """
    if answer.get("skipped"):
        return f"{BENT}, there was no time or space to run the engine."
    followed, right = (decode_answer(BentAnswer, encoded, []) for encoded in (answer, authors))
    if followed.error:
        return f"{BENT}, the engine raised {followed.error.name}."
    if len(followed.gradients) == len(right.gradients) and all(
        map(_agree, followed.gradients, right.gradients)
    ):
        return ""
    return f"{BENT}, the engine's gradients were not made of these."


def _agree(gradient: object, authors: object) -> bool:
    tensor, right = as_tensor(gradient), as_tensor(authors)
    if right is None:  # it was too large to be reported
        return True
    return tensor is not None and tensor.shape == right.shape and tensors_agree(tensor, right)
