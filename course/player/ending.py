"""Gives the verdict at the end of a pass, by comparing what it left in the nodes with PyTorch."""

from collections.abc import Sequence
from dataclasses import replace

from course.check.base.value_clues import undefined_results
from course.check.base.visits import least_visits
from course.graph import ComputationNode
from course.picture.labels import caption_name, own_or_caption_name
from course.player.step import Step
from course.recording.records import Method
from course.reference.twin import Twin
from course.values.closeness import values_agree
from course.values.compare import Row

_MAX_NAMED = 3  # how many wrong nodes are named; the picture marks them all


def with_verdict(step: Step, method: Method, right: Twin) -> Step:
    """Adds to the last step of a finished pass what is wrong, or that PyTorch agrees.

    Args:
        step: holds what the pass left, and how often each method ran.
        method: the method that the pass runs, "forward" or "backward".
        right: PyTorch's values.
    """
    nodes = right.nodes
    is_forward = method == "forward"
    values = "results" if is_forward else "gradients"
    left, expected = getattr(step, values), getattr(right, values)
    rows = [Row("", yours, value) for yours, value in zip(left, expected, strict=True)]
    wrong = {
        i: row.pytorch for i, row in enumerate(rows) if not values_agree(row.yours, row.pytorch)
    }
    never = [i for i, node in enumerate(nodes) if step.visits[i] < least_visits(node.input_nodes)]
    in_order_of_pass = list(wrong if is_forward else reversed(wrong))
    problems = _wrong_values(nodes, rows, in_order_of_pass)
    if never:
        names = ", ".join(caption_name(nodes[i]) for i in never)
        problems.insert(0, f"{method} never ran at {names}.")
    where = f"all {len(nodes)} nodes" if len(nodes) > 1 else "the only node"
    undefined = undefined_results(right) if is_forward and not wrong else ""
    return replace(
        step,
        problem=" ".join(filter(None, [*problems, undefined])),
        wrong=wrong,
        never=tuple(never),
        verdict="" if wrong else f"PyTorch has the same {values} at {where}.",
        blames_values=bool(undefined) and not problems,
    )


def _wrong_values(nodes: Sequence[ComputationNode], rows: list[Row], wrong: list[int]) -> list[str]:
    """Says which values are wrong at the end of a pass."""
    sentences = []
    for i in wrong[:_MAX_NAMED]:
        _, yours, pytorch, *_ = rows[i].cells()
        sentences.append(
            f"{own_or_caption_name(nodes[i])} ends with {yours}, but PyTorch says {pytorch}."
        )
    if len(wrong) > _MAX_NAMED:
        sentences.append(f"{len(wrong) - _MAX_NAMED} more are wrong.")
    return sentences
