"""Finds the tensors, arrays and numbers that can be reached from Python objects."""

import gc
import inspect
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from types import CodeType
from typing import NamedTuple

import numpy as np
import torch

from course.graph import ComputationNode

_MAX_LOOKED_AT = 10_000  # objects that are looked at, starting from one place
MAX_AXES = 4  # a longer tuple or list of whole numbers does not count as a shape
_MAX_NAME = 16  # characters of a name; a longer text may hold numbers
_MAX_NAMES = 64  # characters of all names reached from one place; more may hold numbers
_MAX_ALONE = 8  # single numbers that a node may keep without being counted, such as sizes
_IMMUTABLE = 1 << 8  # Python's flag of a class that cannot be changed


class Found(NamedTuple):
    """Numbers that were found in an object."""

    name: str  # where the object was found
    holder: object  # the object
    tensor: torch.Tensor  # the numbers

    def copied(self) -> "Found":
        """The same, with a copy of the numbers."""
        return self._replace(tensor=self.tensor.clone())


def tensors_in(
    places: Iterable[tuple[str, object]], skip: object, *, together: bool = False
) -> Iterator[Found]:
    """The tensors, arrays, lists of numbers and long texts that values contain, directly or
    indirectly, and the numbers that stand among other things, if there are more than a few.

    Args:
        places: the values, each with the name of the place that holds it.
        skip: an object that is not looked into.
        together: whether all places together may hold those few, or each of them.
    """
    seen = {id(skip)}
    alone: list = []  # numbers, including those in what may be shapes
    for name, value in places:
        if not together:
            alone = []
        yield from _found_at(name, value, skip, seen, alone)
        if len(alone) > _MAX_ALONE and not together:
            yield Found(f"numbers in {name}", value, _of_numbers(alone))
    if len(alone) > _MAX_ALONE and together:
        yield Found("numbers", alone, _of_numbers(alone))


def _found_at(
    name: str, value: object, skip: object, seen: set[int], alone: list
) -> Iterator[Found]:
    """What one place contains.

    Args:
        seen: the ids of what was looked at. This and `alone` are added to.
    """
    waiting, looked_at, letters = [value], 0, 0
    while waiting:
        thing = waiting.pop()
        if _is_number(thing):
            alone.append(thing)
            continue
        if id(thing) in seen or _is_imported(thing):
            continue
        if isinstance(thing, type) and not _is_looked_into(thing, skip):
            continue
        seen.add(id(thing))
        looked_at += 1
        if looked_at > _MAX_LOOKED_AT:  # nobody knows what else is there
            yield Found(f"objects in {name}", value, torch.zeros(looked_at, dtype=torch.uint8))
            break
        tensor = _as_numbers(thing)
        if tensor is not None:
            yield Found(name, thing, tensor)
        elif isinstance(thing, str):
            letters += len(thing)
        elif isinstance(thing, tuple | list) and _is_shape(thing):
            alone += thing
        else:
            content = _content(thing)
            numbers = [number for number in content if _is_number(number)]
            if numbers and (len(numbers) == len(content) or len(numbers) > MAX_AXES):
                yield Found(name, thing, _of_numbers(numbers))
            else:
                alone += numbers
            waiting += [inner for inner in content if not _is_number(inner)]
    if letters > _MAX_NAMES:
        yield Found(name, value, torch.zeros(letters, dtype=torch.uint8))


def _as_numbers(thing: object) -> torch.Tensor | None:
    """The numbers of a tensor or an array, or the bytes of a long text and the like; None for
    anything else."""
    if isinstance(thing, torch.Tensor):
        return _strided(thing)
    if _is_plain_array(thing):
        return _of_array(np.asarray(thing))
    if written := _bytes(thing):
        return torch.frombuffer(written, dtype=torch.uint8)
    return None


def tensors_around(node: ComputationNode) -> list[Found]:
    """The tensors in attributes of classes of nodes and of what a node's class is made of, and in
    variables that its methods name."""
    own = [cls for cls in type(node).__mro__ if _is_students(cls, node)]
    functions = [value for cls in own for value in vars(cls).values() if inspect.isfunction(value)]
    places = [
        (f"{cls.__name__}.{name}", value)
        for cls in dict.fromkeys((*own, *_subclasses(ComputationNode)))
        for name, value in vars(cls).items()
    ]
    named: set[str] = set()
    for function in functions:  # the list grows by the functions that these call
        for name in names_looked_up(function.__code__):
            value = function.__globals__.get(name)
            if name in named or inspect.ismodule(value):
                continue
            named.add(name)
            places.append((name, value))
            if inspect.isfunction(value) and value.__globals__ is function.__globals__:
                functions.append(value)
            elif type(value).__module__ == type(node).__module__:  # an object with methods
                functions += filter(inspect.isfunction, vars(type(value)).values())
    return list(tensors_in(places, skip=node))


def _is_students(cls: type, node: ComputationNode) -> bool:
    return cls.__module__ == type(node).__module__ != ComputationNode.__module__


def _subclasses(cls: type) -> Iterator[type]:
    subclasses: list[type] = cls.__subclasses__()
    for subclass in subclasses:
        yield subclass
        yield from _subclasses(subclass)


def names_looked_up(code: CodeType) -> set[str]:
    """The names of variables and attributes that code looks up, including functions inside it."""
    inner = [constant for constant in code.co_consts if inspect.iscode(constant)]
    return set(code.co_names).union(*map(names_looked_up, inner))


def _strided(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor itself; for a sparse one, whose memory cannot be looked at directly, its bytes."""
    if tensor.layout is torch.strided:
        return tensor
    parts = [tensor.to_dense()]
    if tensor.layout is torch.sparse_coo:
        parts = [tensor._indices(), tensor._values()]
    return torch.cat([part.contiguous().flatten().view(torch.uint8) for part in parts])


def _is_plain_array(value: object) -> bool:
    """Whether a value is an array whose entries are not Python objects."""
    return hasattr(value, "__array_interface__") and not np.asarray(value).dtype.hasobject


def _of_array(array: np.ndarray) -> torch.Tensor:
    """A tensor that shares an array's memory; its bytes, if PyTorch has no tensor of that kind."""
    # Reversed axes, which PyTorch does not have, are turned around again. The memory is the same.
    forward = tuple(slice(None, None, -1 if step < 0 else 1) for step in array.strides)
    try:
        return torch.as_tensor(array[forward])
    except (TypeError, ValueError):  # the array holds text, or has another byte order
        return torch.tensor(bytearray(array.tobytes()), dtype=torch.uint8)


def _of_numbers(numbers: list) -> torch.Tensor:
    """A tensor that holds plain numbers."""
    if all(isinstance(number, int) for number in numbers):
        return torch.tensor(numbers)
    kind = complex if any(isinstance(number, complex) for number in numbers) else float
    dtype = torch.complex128 if kind is complex else torch.float64
    return torch.tensor([kind(number) for number in numbers], dtype=dtype)


def _bytes(value) -> bytearray | None:
    """The bytes of a long text, a number of many digits or a buffer; None for anything else."""
    if hasattr(value, "__array_interface__"):
        return None
    if isinstance(value, str | Decimal):
        text = str(value)
        return bytearray(text, "utf-8", "replace") if len(text) > _MAX_NAME else None
    if isinstance(value, int):
        if _is_number(value):
            return None
        return bytearray(abs(value).to_bytes(value.bit_length() // 8 + 1, "big"))
    try:
        return bytearray(memoryview(value).tobytes()) or None
    except (TypeError, ValueError, NotImplementedError):
        return None


def _content(value: object) -> list:
    """What a value contains directly."""
    if hasattr(value, "__array_interface__"):
        return np.asarray(value).ravel().tolist()
    if isinstance(value, dict):
        keys = [key for key in value if not isinstance(key, str | int)]  # others are only names
        return [*keys, *value.values()]
    if isinstance(value, list | tuple | set | frozenset | deque):
        return list(value)
    if isinstance(value, type):
        return list(vars(value).values())
    if isinstance(value, np.flatiter):
        return [value.base]
    if isinstance(value, np.broadcast):
        return list(value.iters)
    if isinstance(value, np.nditer):
        return list(value.operands)
    if inspect.isfunction(value):  # its referents would include all variables of the notebook
        return [
            *inspect.getclosurevars(value).nonlocals.values(),
            *(value.__defaults__ or ()),
            *(value.__kwdefaults__ or {}).values(),
            *vars(value).values(),
        ]
    referents = gc.get_referents(value)  # the values of attributes, if it has some
    return [thing for thing in referents if thing is not type(value)]


def _is_imported(thing: object) -> bool:
    """Whether something is a module, and not one that a node has made to hold something."""
    return inspect.ismodule(thing) and any(thing is module for module in sys.modules.values())


def _is_looked_into(cls: type, node: object) -> bool:
    """Whether a class is neither a library's nor one of nodes, which are looked at elsewhere. That
    it comes from a library is believed only if it is found there."""
    if issubclass(cls, ComputationNode):
        return False
    library = sys.modules.get(cls.__module__)
    is_there = vars(library).get(cls.__name__) is cls if library else False
    return cls.__module__ == type(node).__module__ or not (is_there or _is_compiled(cls))


def _is_compiled(cls: type) -> bool:
    """Whether a class is made by compiled code, and so cannot be changed."""
    return bool(cls.__flags__ & _IMMUTABLE)


def _is_shape(value: object) -> bool:
    """Whether a value may be a shape. A shape is too small to count."""
    return (
        isinstance(value, tuple | list)
        and len(value) <= MAX_AXES
        and all(type(number) is int and _is_number(number) for number in value)
    )


def _is_number(value) -> bool:
    """Whether a value is a number that takes no more than 16 bytes."""
    if isinstance(value, Fraction):
        return _is_number(value.numerator) and _is_number(value.denominator)
    return isinstance(value, float | complex) or (isinstance(value, int) and abs(value) < 2**63)
