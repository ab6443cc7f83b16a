"""Makes plain values of what nodes hold: JSON that can leave a kernel.

A plain value is a float, None, {"shape", "data"} for a tensor, a list of plain values, or the name
of a type for anything without numbers. Infinity, nan and very large numbers are texts.
"""

import numpy as np
import torch

from course.values.tensors import as_tensor, dense

_MAX_ENTRIES = 64  # entries of a tensor; of a larger one only the name of its type is kept
_MAX_NUMBER = 1e300  # absolute value; JSON has no infinity


def plain(value: object) -> object:
    """A value as a plain one; for a list, only its first four entries."""
    if value is None:
        return None
    if isinstance(value, bool | int | float):
        is_usual = abs(value) < _MAX_NUMBER
        if isinstance(value, int) and not is_usual:  # it may have too many digits to print
            return "int"
        return float(value) if is_usual else str(value)
    if isinstance(value, np.ndarray | np.generic) and (tensor := as_tensor(value)) is not None:
        value = tensor
    if isinstance(value, torch.Tensor):
        return _plain_tensor(value)
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in list(value)[:4]]
    return type(value).__name__[:40]


def _plain_tensor(tensor: torch.Tensor) -> object:
    readable = dense(tensor)
    if readable is None or readable.numel() > _MAX_ENTRIES:
        return "Tensor"
    if not readable.shape:
        return plain(readable.item())
    entries = readable.flatten().tolist()
    return {"shape": list(readable.shape), "data": [plain(entry) for entry in entries]}


def is_plain(value: object) -> bool:
    """Whether a value is a plain one. A student's kernel may send anything in its place."""
    match value:
        case None | float() | str():
            return True
        case list():
            return all(map(is_plain, value))
        case {"shape": list(shape), "data": list(data)}:
            sizes = [size for size in shape if type(size) is int and 0 <= size < 100]
            fits = len(sizes) == len(shape) and torch.Size(sizes).numel() == len(data)
            return fits and all(map(_is_entry, data))
    return False


def _is_entry(entry: object) -> bool:
    """Whether an entry is a float, or the text of one."""
    if isinstance(entry, str):
        try:
            float(entry)
        except ValueError:
            return False
    return isinstance(entry, float | str)


def from_plain(value: object) -> object:
    """A plain value with tensors, in float64 on the CPU, in place of plain ones."""
    if isinstance(value, list):
        return list(map(from_plain, value))
    if not isinstance(value, dict):
        return value
    entries = [float(entry) for entry in value["data"]]
    return torch.tensor(entries, dtype=torch.float64, device="cpu").reshape(value["shape"])
