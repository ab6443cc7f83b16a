"""Adds up gradients and shares, or whatever else a student's code put in their place."""

from collections.abc import Iterable
from functools import reduce
from operator import add

import torch

from course.values.tensors import as_tensor


def is_nothing(gradient: object) -> bool:
    """Whether a gradient is None or all zeros."""
    tensor = as_tensor(gradient)
    return gradient is None or (tensor is not None and not tensor.any())


def zero_if_list(gradient: object) -> object:
    """The gradient that a node holds, or 0 if it is a list."""
    return 0.0 if isinstance(gradient, list) else gradient


def total(values: Iterable) -> torch.Tensor | None:
    """The sum of the values that are not None; None if there are none or they cannot be added."""
    tensors = [as_tensor(value) for value in values if value is not None]
    try:
        return reduce(add, tensors) if tensors else None
    except (RuntimeError, TypeError):
        return None


def summed_to(shape: tuple, gradient: object) -> object:
    """A gradient summed to the shape of a value that was broadcast; unchanged if that is
    impossible."""
    tensor = as_tensor(gradient)
    try:
        return gradient if tensor is None else tensor.sum_to_size(shape)
    except RuntimeError:
        return gradient
