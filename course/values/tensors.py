"""Reads the values that a student's code produces as tensors, which can be compared and written,
and copies values."""

import math
from contextlib import nullcontext
from typing import TypeGuard

import numpy as np
import torch
from torch.masked import MaskedTensor

MAX_READ = 10**7  # most entries of a tensor that is read; `expand` makes more without using memory
MAX_LIST_DEPTH = 4  # levels of nested lists that are read; a list may even contain itself
MAX_CLASS_NAME = 80  # characters of the name of a value's class
NamedTensors = dict[str, torch.Tensor]  # by the names that formulas or messages use


def as_tensor(value) -> torch.Tensor | None:
    """A real number, array or tensor in float64 on the CPU; None for anything else or too large."""
    if isinstance(value, torch.Tensor):
        value = dense(value)
        return None if value is None else value.detach().to("cpu", torch.float64)
    if isinstance(value, int | float):
        try:
            return torch.tensor(float(value), dtype=torch.float64, device="cpu")
        except OverflowError:
            return None
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "biuf":
        if has_too_many_entries(value):
            return None
        # astype copies: torch does not accept reversed arrays or another byte order.
        return torch.tensor(value.astype(np.float64), device="cpu")
    return None


def as_float64(value) -> torch.Tensor:
    """A number or tensor as a new float64 tensor on the CPU, outside any autograd graph."""
    return torch.as_tensor(value, dtype=torch.float64, device="cpu").detach().clone()


def has_too_many_entries(value: object) -> TypeGuard[torch.Tensor | np.ndarray]:
    """Whether a value is a tensor or array with too many entries to copy or compute with."""
    if not isinstance(value, torch.Tensor | np.ndarray) or getattr(value, "is_nested", False):
        return False  # a nested tensor has no numeric shape
    return math.prod(value.shape) > MAX_READ


def dense(value: torch.Tensor) -> torch.Tensor | None:
    """The tensor, or an equal one, in a form in which entries can be read one by one. None if the
    entries are complex, incomplete or too many."""
    is_partial = value.is_nested or value.is_meta or isinstance(value, MaskedTensor)
    if is_partial or value.is_complex() or has_too_many_entries(value):
        return None
    if value.is_quantized:
        return value.dequantize()
    return value if value.layout is torch.strided else value.to_dense()


def name_of_class(value: object) -> str:
    """The name of a value's class, cut off if it is too long."""
    return type(value).__name__[:MAX_CLASS_NAME]


def entries_of(tensor: torch.Tensor) -> tuple[float, ...]:
    """All entries of a tensor as a flat tuple, the form used in symptoms."""
    return tuple(tensor.flatten().tolist())


def numbers_in(value: object, nested: int = MAX_LIST_DEPTH) -> object:
    """The entries of a value. For a list or tuple, the same for each of its entries; for a value
    that is not numeric, the name of its class."""
    if isinstance(value, list | tuple) and nested:
        return tuple(numbers_in(entry, nested - 1) for entry in value)
    tensor = as_tensor(value)
    return type(value).__name__ if tensor is None else entries_of(tensor)


def copy_value(value, nested: int = MAX_LIST_DEPTH):
    """A copy of the value, unaffected by later in-place changes to its tensors. A tensor that is
    too large to copy is returned itself, and a list nested too deeply is replaced with the name of
    its type."""
    if isinstance(value, list | tuple):
        if not nested:
            return name_of_class(value)
        copies = (copy_value(entry, nested - 1) for entry in value)
        return tuple(copies) if isinstance(value, tuple) else list(copies)
    if not isinstance(value, torch.Tensor) or has_too_many_entries(value):
        return value
    with torch.inference_mode(False) if torch.is_inference_mode_enabled() else nullcontext():
        return value.clone()  # autograd can use the copy, whatever the engine's mode
