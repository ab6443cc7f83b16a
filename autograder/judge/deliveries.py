"""Whether the gradients that an engine left follow from the calls that it made."""

import torch

from autograder.in_kernel.portable import Foreign
from course.compare import as_tensor
from course.graph import ComputationNode
from course.record import Call

EXACT = 1e-12  # of the largest share: what is left of adding up in another order
IN_FLOAT32 = 1e-5
NEAR = 1e-4  # beyond it, an engine has made something else of what was returned: that may be right


def not_delivered(graph: ComputationNode, calls: list[Call]) -> str:
    """What in a backward pass shows that gradients came from elsewhere than `backward`; nothing if
    all of it fits. A hint: differences of results are near derivatives, but not that near.

    Args:
        graph: the output node, with the gradients that the pass left.
        calls: all calls of the pass.
    """
    forward = [call.node for call in calls if call.method == "forward"]
    if again := [node for node in forward if forward.count(node) > 1]:
        return f"The backward pass ran forward of {again[0].label} {forward.count(again[0])} times."
    shares: dict[ComputationNode, list] = {}
    for call in calls:
        if call.method == "backward" and isinstance(call.returned, list | tuple):
            for node, share in zip(call.node.input_nodes, call.returned, strict=False):
                shares.setdefault(node, []).append(share)
    for node, arrived in shares.items():
        if not _fits(node.gradient, arrived):
            return (
                f"The gradient of {node.label} is near what the calls of backward returned for it, "
                "and not the same."
            )
    return ""


def _fits(gradient: object, shares: list) -> bool:
    """Whether a gradient is the sum of its shares, or far from it; True where one cannot tell."""
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
    rounded = any(torch.equal(each.float().double(), each) for each in (left, *arrived))
    difference = float((left - total).abs().max()) if left.numel() else 0.0
    return not largest * (IN_FLOAT32 if rounded else EXACT) < difference < largest * NEAR
