"""Turns values into JSON and back, to pass between a student's kernel and the judge.

number          1.5, or "nan", "inf", "-inf"; true, false; whole numbers up to 2**53 stay whole
tensor          {"shape": [2, 3], "data": [...]}, float64, or with "float32": true
NumPy array     the same with "numpy": true; if it does not hold numbers, as a list
text            {"text": "log(2)"}
list            {"list": [...]}
tuple           the same with "tuple": true
set             {"set": [...]}
dict            {"dict": [[key, value], ...]}, where the keys are text
None, ...       null, {"blank": true}
anything else   {"other": "Exp", "shown": "..."}: its type's name and how it prints; a tensor
                that is too large also has "shape": [100, 200]
"""

import math
from collections.abc import Mapping

import numpy as np
import torch

from course.subject import NoAnswer
from course.values.kinds import stand_in
from course.values.plain import MAX_AXES
from course.values.tensors import as_tensor, has_too_many_entries, name_of_class

from .storable_text import storable

MAX_ENTRIES = 4096  # entries of one tensor or list
MAX_TEXT = 500  # characters
MAX_DEPTH = 4
MAX_SHAPE = 32  # axes; the shape of a tensor with more is left out
MAX_WHOLE = 2**53  # beyond this, floats are not exact
_NUMBERS = {bool, int, float, str}  # the types that a number can have in JSON
_Several = list | tuple | set | Mapping


class BadEvidence(NoAnswer, ValueError):
    """JSON that `pack` cannot have made."""


class Foreign:
    """A value of any other kind. Only its type's name and its repr are known."""

    shown = ""

    def __repr__(self) -> str:
        return self.shown


class Untold(torch.Tensor):
    """A tensor of which only the shape and the repr are known. All its entries are one NaN, stored
    once. Whatever is computed from it is an ordinary tensor."""

    shown = ""
    __torch_function__ = torch._C._disabled_torch_function_impl  # type: ignore[assignment]

    def __repr__(self) -> str:  # type: ignore[override]
        return self.shown


Untold.__name__ = "Tensor"  # in sentences


def pack(value: object, depth: int = 0) -> object:
    """A value as JSON."""
    if value is None:
        return None
    if value is ...:
        return {"blank": True}
    if isinstance(value, str):
        return {"text": str(value)[:MAX_TEXT]}
    if isinstance(value, bool | int | float):
        return _pack_number(value)
    if isinstance(value, torch.Tensor | np.ndarray | np.generic):
        return _pack_tensor(value, depth)
    if depth < MAX_DEPTH and isinstance(value, _Several) and len(value) <= MAX_ENTRIES:
        return _pack_entries(value, depth + 1)
    return _pack_other(value)


def _pack_entries(value: _Several, depth: int) -> dict:
    if isinstance(value, list | tuple | set):
        kind = "set" if isinstance(value, set) else "list"
        packed = {kind: [pack(entry, depth) for entry in value]}
        return packed | {"tuple": True} if isinstance(value, tuple) else packed
    entries = list(value.items())
    return {"dict": [[str(key)[:MAX_TEXT], pack(entry, depth)] for key, entry in entries]}


def unpack(packed: object, depth: int = 0) -> object:
    """The value that was packed.

    Raises:
        BadEvidence: `pack` cannot have made it.
    """
    if packed is None or isinstance(packed, bool):
        return packed
    if isinstance(packed, int | float | str):
        return _unpack_number(packed)
    if not isinstance(packed, dict) or depth > MAX_DEPTH + 1:
        raise BadEvidence("unknown value")
    match packed:
        case {"blank": True}:
            return ...
        case {"text": str(text)}:
            return short_text(text)
        case {"shape": list(shape), "data": list(data)}:
            tensor = _unpack_tensor(shape, data)
            tensor = tensor.float() if packed.get("float32") is True else tensor
            return tensor.numpy() if packed.get("numpy") is True else tensor
        case {"list": list(items)} if len(items) <= MAX_ENTRIES:
            unpacked = [unpack(item, depth + 1) for item in items]
            if packed.get("numpy") is True:
                return _array_of(unpacked)
            return tuple(unpacked) if packed.get("tuple") is True else unpacked
        case {"set": list(items)} if len(items) <= MAX_ENTRIES:
            return _set([unpack(item, depth + 1) for item in items])
        case {"dict": list(items)} if len(items) <= MAX_ENTRIES:
            pairs = [bounded_list(item, 2, exactly=True) for item in items]
            return {short_text(key): unpack(value, depth + 1) for key, value in pairs}
        case {"other": str(), "shown": str(shown), "shape": list(shape)}:
            return _unpack_untold(shape, shown)
        case {"other": str(name), "shown": str(shown)}:
            return stand_in(name, Foreign, shown=short_text(shown))
    raise BadEvidence("unknown value")


def _pack_number(value: float) -> object:
    if type(value) is bool or (type(value) is int and abs(value) <= MAX_WHOLE):
        return value
    try:
        number = float(value)
    except OverflowError:
        return _pack_other(value)
    return number if math.isfinite(number) else str(number)


def _unpack_number(packed: float | str) -> float:
    if type(packed) is int and abs(packed) <= MAX_WHOLE:
        return packed
    if isinstance(packed, str) and packed not in ("nan", "inf", "-inf"):
        raise BadEvidence("unknown number")
    try:
        return float(packed)
    except OverflowError:
        raise BadEvidence("a number too large") from None


def _pack_tensor(value: torch.Tensor | np.ndarray | np.generic, depth: int) -> object:
    if isinstance(value, np.ndarray) and value.dtype.kind in "OU" and value.ndim:
        packed_list = pack(list(value), depth)
        assert isinstance(packed_list, dict)
        return packed_list | {"numpy": True}
    tensor = as_tensor(value)
    if tensor is None or tensor.numel() > MAX_ENTRIES or tensor.dim() > MAX_AXES:
        return _pack_untold(value, is_real=tensor is not None)
    data = tensor.flatten().tolist()
    if not all(map(math.isfinite, data)):
        data = [_pack_number(entry) for entry in data]
    if isinstance(value, np.generic):
        return data[0]
    packed: dict[str, object] = {"shape": list(tensor.shape), "data": data}
    packed |= {"numpy": True} if isinstance(value, np.ndarray) else {}
    return packed | {"float32": True} if str(value.dtype).endswith("float32") else packed


def _pack_untold(value: torch.Tensor | np.ndarray | np.generic, *, is_real: bool) -> dict:
    if "complex" in str(value.dtype):
        return _pack_other(value) | {"other": "complex"}
    is_too_large = is_real or has_too_many_entries(value)
    entries = math.prod(filter(None, value.shape))
    has_shape = is_too_large and value.ndim <= MAX_SHAPE and entries <= MAX_WHOLE
    return _pack_other(value) | ({"shape": list(value.shape)} if has_shape else {})


def _unpack_untold(shape: list, shown: str) -> Untold:
    are_sizes = all(type(size) is int and size >= 0 for size in shape)
    if not are_sizes or len(shape) > MAX_SHAPE or math.prod(filter(None, shape)) > MAX_WHOLE:
        raise BadEvidence("a shape that is none")
    tensor = torch.tensor(math.nan, dtype=torch.float64).expand(shape).as_subclass(Untold)
    tensor.shown = short_text(shown)
    return tensor


def _unpack_tensor(shape: list, data: list) -> torch.Tensor:
    sizes_fit = all(type(size) is int and 0 <= size <= MAX_ENTRIES for size in shape)
    all_fit = sizes_fit and len(shape) <= MAX_AXES and len(data) <= MAX_ENTRIES
    if not all_fit or math.prod(shape) != len(data):
        raise BadEvidence("a tensor whose shape and entries differ")
    kinds = {*map(type, data)}
    if not kinds <= _NUMBERS:
        raise BadEvidence("a tensor whose entries are not numbers")
    entries = data if kinds == {float} else [_unpack_number(entry) for entry in data]
    return torch.tensor(entries, dtype=torch.float64).reshape(shape)


def _pack_other(value: object) -> dict:
    if isinstance(value, torch.Tensor | np.ndarray) and value.ndim > MAX_AXES:
        return {"other": type(value).__name__, "shown": "..."}  # repr could take for ever
    try:
        shown = repr(value)[:MAX_TEXT]
    except Exception as error:
        shown = f"<its repr raised {type(error).__name__}>"
    return {"other": name_of_class(value), "shown": shown}


def _array_of(items: list) -> np.ndarray:
    array = np.empty(len(items), dtype=object)
    for i, item in enumerate(items):
        array[i] = item
    return array


def _set(items: list) -> set:
    try:
        return set(items)
    except TypeError:
        raise BadEvidence("a set of what cannot be in one") from None


def bounded_list(value: object, most: int, *, exactly: bool = False) -> list:
    """A value from JSON that must be a list with at most, or with exactly, so many entries.

    Raises:
        BadEvidence: it is not such a list.
    """
    if not isinstance(value, list) or len(value) > most or (exactly and len(value) != most):
        raise BadEvidence("something that is not a valid list")
    return value


def short_text(value: object, most: int = MAX_TEXT) -> str:
    """The beginning of a text.

    Raises:
        BadEvidence: it is not text.
    """
    if not isinstance(value, str):
        raise BadEvidence("something that is not text")
    # JSON can hold a lone surrogate, but no file or gradebook can.
    return storable(value[:most])
