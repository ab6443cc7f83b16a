"""Computes local gradients and right shares, which the player shows beside an engine's own shares.

They come from PyTorch's results, because an engine may change or remove the results in the nodes.
"""

import torch

from course.graph import ComputationNode
from course.operations import operation_of
from course.reference.twin import Twin, pytorch_shares
from course.values.tensors import as_tensor


def local_gradients(node: ComputationNode, right: Twin) -> tuple[torch.Tensor | None, ...]:
    """The local gradient of a node for each input. None for a Jacobian that cannot be reduced to
    one number for each entry of the input."""
    shape = right.result_by_node[node].shape
    ones = torch.ones(shape, dtype=torch.float64, device="cpu")
    is_entrywise = operation_of(node).entrywise
    return tuple(
        local if not shape or (is_entrywise and local.shape == shape) else None
        for local in pytorch_shares(node, ones, right.result_by_node)
    )


def right_shares(node: ComputationNode, upstream: object, right: Twin) -> tuple[torch.Tensor, ...]:
    """The right shares of a node; empty if the upstream gradient does not fit its result."""
    tensor = as_tensor(upstream)
    if tensor is None or tensor.shape != right.result_by_node[node].shape:
        return ()
    return pytorch_shares(node, tensor, right.result_by_node)


def jacobian_size(result: object, source: object) -> str:
    """The size of the Jacobian of a result with respect to an input, such as 4×6. It has a row for
    each entry of the result and a column for each entry of the input."""
    tensors = map(as_tensor, (result, source))
    return "×".join("1" if tensor is None else str(tensor.numel()) for tensor in tensors)
