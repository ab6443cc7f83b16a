"""Computes what the player shows of shares beside those that an engine sends: local gradients, and
right shares.

They come from PyTorch's results, because an engine may change or remove those in the nodes.
"""

import torch

from course.graph import ComputationNode
from course.operations import operation_of
from course.reference.twin import Twin, pytorch_shares
from course.values.tensors import as_tensor


def local_gradients(node: ComputationNode, right: Twin) -> tuple[torch.Tensor | None, ...]:
    """The local gradient of a node for each input, or None if it does not have one entry for each
    entry of that input."""
    shape = right.result_by_node[node].shape
    ones = torch.ones(shape, dtype=torch.float64, device="cpu")
    is_entrywise = operation_of(node).entrywise
    return tuple(
        local if not shape or (is_entrywise and local.shape == shape) else None
        for local in pytorch_shares(node, ones, right.result_by_node)
    )


def right_shares(node: ComputationNode, upstream: object, right: Twin) -> tuple[torch.Tensor, ...]:
    """The right shares of a node; none if it got no usable upstream gradient."""
    tensor = as_tensor(upstream)
    if tensor is None or tensor.shape != right.result_by_node[node].shape:
        return ()
    return pytorch_shares(node, tensor, right.result_by_node)


def jacobian_size(result: object, source: object) -> str:
    """The size of the Jacobian of a result with respect to an input, such as 4×6. It has a row for
    each entry of the result and a column for each entry of the input."""
    tensors = map(as_tensor, (result, source))
    return "×".join("1" if tensor is None else str(tensor.numel()) for tensor in tensors)
