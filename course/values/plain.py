"""Converts what a node holds into a plain value, which does not change later and can leave the
kernel.

A plain value is a float, None, a float64 tensor, a list of plain values, or the name of a type for
anything else.
"""

import torch

from course.values.tensors import MAX_LIST_DEPTH, as_tensor, name_of_class

# For a tensor with more entries or axes, only the name of its type is kept.
_MAX_ENTRIES = 64
MAX_AXES = 8  # the most that can leave a kernel


def plain(value: object, nested: int = MAX_LIST_DEPTH) -> object:
    """A value as a plain value. A list or tuple becomes a list of its first four entries."""
    if value is None or isinstance(value, float):
        return value
    if isinstance(value, list | tuple) and nested:
        return [plain(entry, nested - 1) for entry in list(value)[:4]]
    tensor = as_tensor(value)
    if tensor is None or tensor.numel() > _MAX_ENTRIES or tensor.dim() > MAX_AXES:
        return name_of_class(value)
    return tensor.clone() if tensor.shape else tensor.item()


def is_plain(value: object) -> bool:
    """Whether a value is a plain value. A student's kernel may send anything in its place."""
    if isinstance(value, list):
        return all(map(is_plain, value))
    return value is None or isinstance(value, float | str | torch.Tensor)
