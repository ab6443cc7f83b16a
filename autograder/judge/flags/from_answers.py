"""Tests whether right gradients are an engine's own work.

What a node of the scaffold returned must follow from what it received. And an engine that passes a
check runs once more, with nodes whose `backward` returns something else
(`in_kernel/bent_gradients.py`). However it adds up the shares, it must arrive at the gradients of
the author's engine. If it was tried on small graphs, it also runs on a longer one.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np

from autograder.in_kernel.bent_gradients import BentAnswer, RunWithBentGradients
from autograder.in_kernel.questions_as_json import decode_answer
from autograder.in_kernel.values_as_json import Foreign, Untold
from course.check.engines.battery import compared_battery
from course.graph import ComputationNode, HalfDifference
from course.questions import RunEngine, TryBattery
from course.recording.battery_run import Tried
from course.recording.copies import copy_graph
from course.recording.records import Answer, Call
from course.reference.random_values import RandomValues
from course.subject import Question
from course.values.closeness import are_all_right, is_right
from course.values.tensors import as_tensor

BENT = "With other gradients returned by `backward` of each node"
BENT_ON_LONGER = "On a longer graph, with other gradients returned by `backward` of each node"
FORWARD_ON_LONGER = "On a longer graph, forward_algorithm did not leave every node its result."
LONGER = 20  # nodes that are added: more, and a larger fork, than any graph of the battery has


def contradiction(happened: list[tuple[Question, Answer]]) -> str:
    """A sentence about a `backward` of one of the scaffold's nodes that cannot have returned what
    was reported; empty if there is none.

    What such a node returns follows from its upstream gradient and the results of its inputs. The
    engine does not affect that, so numbers that do not fit were not computed by an engine.
    """
    calls = [call for _, answer in happened for call in answer.calls if call.method == "backward"]
    for call in calls:
        node = call.node
        if type(node).__module__ != "course.graph" or not node.input_nodes:
            continue
        if not call.finished or call.upstream is None or isinstance(call.upstream, Foreign):
            return (
                f"backward of {node.label} was called and did not end, or had no upstream "
                "gradient, so the right numbers came from elsewhere."
            )
        if not _follows(call):
            return (
                f"What backward of {node.label} reportedly returned does not follow from what it "
                "received."
            )
    return ""


def _follows(call: Call) -> bool:
    """Whether what `backward` returned follows from what it received, as far as one can tell."""
    node = call.node
    results = [recorded.result for recorded in (node, *node.input_nodes)]
    returned = call.returned if isinstance(call.returned, list) else []
    if any(isinstance(value, Untold) for value in [*results, call.upstream, *returned]):
        return True
    for recorded in (node, *node.input_nodes):
        recorded.result = _tensor_for(recorded.result)
    gradient, node.gradient = node.gradient, _tensor_for(call.upstream)
    try:
        right = [tensor for tensor in map(as_tensor, node.backward()) if tensor is not None]
    except Exception:
        return True
    finally:
        node.gradient = gradient
    return isinstance(call.returned, list) and are_all_right(call.returned, right)


def _tensor_for(value: object) -> object:
    """A NumPy array as a tensor, because some of the scaffold's nodes do not work with arrays."""
    return as_tensor(value) if isinstance(value, np.ndarray) else value


def bent_questions(happened: list[tuple[Question, Answer]]) -> list[RunWithBentGradients]:
    """Questions that show whether the engine uses what `backward` returns: on the graph of the
    check and, if the check asked about small graphs, on a longer one. There are none if the check
    is not about an engine."""
    runs = [question for question, _ in happened if isinstance(question, RunEngine)]
    forward_runs = [run for run in runs if run.one is None]
    backward_runs = [run for run in runs if run.one is not None]
    if not (forward_runs and backward_runs):
        return []
    forward, backward = forward_runs[-1], backward_runs[-1]
    random_values = RandomValues(2)
    graphs = [copy_graph(backward.graph)]
    if any(isinstance(question, TryBattery) for question, _ in happened):
        graphs.append(longer(copy_graph(backward.graph)))
    return [
        RunWithBentGradients(
            graph,
            forward.function,
            backward.function,
            backward.one,
            [random_values.upstream(None) for _ in graph.sorted_nodes()],
        )
        for graph in graphs
    ]


def longer(graph: ComputationNode) -> ComputationNode:
    """A graph that goes on with a chain of nodes, each of which also has the old output as an
    input. An engine may be right only on graphs and forks up to some size."""
    output = graph
    for _ in range(LONGER):
        output = HalfDifference(graph, output)
    return output


def asks_bent(act: dict) -> bool:
    """Whether an act asks one of the `bent_questions`."""
    return act["do"] == RunWithBentGradients.__name__


def doubt_of_engine(
    happened: list[tuple[Question, Answer]], bent: Sequence[tuple[dict, dict]]
) -> str:
    """What shows that right gradients were not an engine's work; empty if nothing does. An engine
    that is wrong on a small graph, which may cost points elsewhere, need not be right on a longer
    one.

    Args:
        bent: the answers to its `bent_questions`, each with the author's.
    """
    doubts = (
        ignores_backward(*answers, sentence)
        for answers, sentence in zip(bent, (BENT, BENT_ON_LONGER), strict=False)
    )
    here, on_longer, *_ = *doubts, ""
    if here:
        return here
    if not on_longer:
        return FORWARD_ON_LONGER if is_forward_right_only_here(bent) else ""
    asked = ((q, cast(Tried, answer)) for q, answer in happened if isinstance(q, TryBattery))
    is_wrong = any(compared_battery(*each, broadcasts=False).smallest() for each in asked)
    return "" if is_wrong else on_longer


def is_forward_right_only_here(bent: Sequence[tuple[dict, dict]]) -> bool:
    """Whether an engine's forward pass gave every node its result on the graph of the check, but
    not on the longer one, if it was asked about that.

    Raises:
        BadEvidence: no agent would answer like this.
    """
    decoded = (map(_decoded, answers) for answers in bent)
    are_right = [_agree(ran.results, right.results) for ran, right in decoded]
    return are_right[:1] == [True] and not all(are_right)


def ignores_backward(answer: dict, authors: dict, bent: str = BENT) -> str:
    """A sentence on what shows that an engine's right gradients did not come from `backward`; empty
    if it arrives at the author's gradients here, too.

    Raises:
        BadEvidence: no agent would answer like this.
    """
    if answer.get("skipped"):
        return f"{bent}, there was no time or space to run the engine."
    followed, right = _decoded(answer), _decoded(authors)
    if followed.error:
        return f"{bent}, the engine raised {followed.error.name}."
    if _agree(followed.gradients, right.gradients):
        return ""
    return f"{bent}, the engine's gradients did not follow from these."


def _decoded(answer: dict) -> BentAnswer:
    return decode_answer(BentAnswer, answer, [])


def _agree(values: Sequence[object], authors: Sequence[object]) -> bool:
    """Whether nodes hold the author's values, where these were not too large to be reported."""
    rights = map(as_tensor, authors)
    return len(values) == len(authors) and all(
        right is None or is_right(value, right) for value, right in zip(values, rights, strict=True)
    )
