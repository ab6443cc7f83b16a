"""Checks that an engine's gradients follow from the calls it made, and these from the nodes."""

import numpy as np
import torch

from autograder.in_kernel.portable import Foreign
from course.closeness import FLOAT64
from course.compare import all_right
from course.graph import ComputationNode
from course.recording.calls import Answer, Call
from course.subject import Question, Run
from course.tensors import as_tensor

IN_FLOAT32 = 2.0**-23  # of the largest share: one rounding; each addition makes one
NEAR = 1e-4  # above it, an engine used the returned values differently, which may be right


def contradiction(happened: list[tuple[Question, Answer]]) -> str:
    """A sentence about a backward of a scaffold's node that cannot have returned what was reported.

    What such a node returns follows from its upstream gradient and the results of its inputs. An
    engine has no part in that, so numbers that do not fit were not computed by one.
    """
    calls = (call for _, answer in happened for call in answer.calls if call.method == "backward")
    for call in calls:
        node = call.node
        if type(node).__module__ != "course.graph" or not node.input_nodes:
            continue
        if not call.finished or call.upstream is None or isinstance(call.upstream, Foreign):
            return (
                f"backward of {node.label} was called and did not end, or had no upstream "
                "gradient, so the right numbers came from elsewhere."
            )
        for each in (node, *node.input_nodes):
            each.result = _tensor_for(each.result)
        kept, node.gradient = node.gradient, _tensor_for(call.upstream)
        try:
            right = node.backward()
        except Exception:
            continue
        finally:
            node.gradient = kept
        is_list = isinstance(call.returned, list)
        if not (is_list and all_right(call.returned, list(map(as_tensor, right)))):
            return (
                f"What backward of {node.label} reportedly returned does not follow from what it "
                "received."
            )
    return ""


def _tensor_for(value: object) -> object:
    """The same for a NumPy array, with which some of the scaffold's nodes do not work."""
    return as_tensor(value) if isinstance(value, np.ndarray) else value


def not_delivered(happened: list[tuple[Question, Answer]]) -> str:
    """A sentence about what shows that gradients in a backward pass did not come from `backward`;
    empty if everything fits. It is a hint: finite differences are close to derivatives, but not
    that close."""
    for question, answer in happened:
        is_backward = isinstance(question, Run) and question.one is not None
        if is_backward and len(answer.calls) == answer.count:
            gradients = dict(zip(question.graph.sorted_nodes(), answer.gradients, strict=False))
            if found := _not_delivered(gradients, answer.calls):
                return found
    return ""


def _not_delivered(gradients: dict[ComputationNode, object], calls: list[Call]) -> str:
    forward = [call.node for call in calls if call.method == "forward"]
    if again := [node for node in forward if forward.count(node) > 1]:
        return f"The backward pass ran forward of {again[0].label} {forward.count(again[0])} times."
    shares: dict[ComputationNode, list] = {}
    for call in calls:
        if call.method == "backward" and isinstance(call.returned, list | tuple):
            for node, share in zip(call.node.input_nodes, call.returned, strict=False):
                shares.setdefault(node, []).append(share)
    for node, arrived in shares.items():
        if not _fits(gradients.get(node), arrived):
            return (
                f"The gradient of {node.label} is close to what the calls of backward returned for "
                "it, but not the same."
            )
    return ""


def _fits(gradient: object, shares: list) -> bool:
    """Whether a gradient is the sum of its shares, or far from it; True if that cannot be told."""
    if isinstance(gradient, Foreign):
        return True
    left, arrived = as_tensor(gradient), [as_tensor(share) for share in shares]
    if left is None or any(share is None for share in arrived):
        return True
    try:
        total = sum(share.sum_to_size(left.shape) for share in arrived)
    except RuntimeError:
        return True
    largest = max((float(share.abs().max()) for share in arrived if share.numel()), default=0.0)
    difference = float((left - total).abs().max()) if left.numel() else 0.0
    return not largest * FLOAT64 < difference < largest * NEAR or _rounded(left, total, arrived)


def _rounded(gradient: torch.Tensor, total: torch.Tensor, shares: list[torch.Tensor]) -> bool:
    """Whether a gradient is the sum as an engine has it that adds up in float32."""
    if not torch.equal(gradient.float().double(), gradient):
        return False
    added = sum(share.numel() for share in shares) / gradient.numel()
    if added <= 1:
        return torch.equal(gradient, total.float().double())
    largest = max(float(share.abs().max()) for share in shares)
    return float((gradient - total).abs().max()) <= added**2 * largest * IN_FLOAT32
