"""Finds the tensors, arrays and plain numbers in a node's attributes, and in the lists,
dictionaries, objects and functions that they hold.

`saved_activations` says what that is for, and what is not looked for.
"""

import gc
from collections import deque
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import NamedTuple

import numpy as np
import torch

from course.graph import ComputationNode
from course.scaffold.arguments import GIVEN_ATTRIBUTE

_NOT_OWN = "input_nodes", "result", GIVEN_ATTRIBUTE
_MAX_FREE_NUMBERS = 6  # plain numbers that an attribute may hold uncounted, such as shapes
_MAX_LOOKED_AT = 10_000  # objects that are looked at, starting from one attribute


class Found(NamedTuple):
    """Numbers that were found."""

    name: str  # where they were found, such as `self.mask`
    type: str  # the type of the entries, such as "bool"; "number" for Python's own numbers
    entries: int
    bytes: int
    address: object  # identifies the memory that holds them


def found_in_attributes(node: ComputationNode) -> Iterator[Found]:
    """What a node's attributes hold, other than what it was given and its result."""
    seen = {id(each) for each in (node, *node.input_nodes)}
    for name, value in vars(node).items():
        if name not in _NOT_OWN:
            yield from _found_in(f"self.{name}", value, seen)


def _found_in(name: str, value: object, seen: set[int]) -> Iterator[Found]:
    """What a value contains, nearest first, except in the objects with the ids `seen`, to which
    those that are looked at are added."""
    truth_values = numbers = 0
    waiting = deque([value])
    most = len(seen) + _MAX_LOOKED_AT
    while waiting and len(seen) < most:
        thing = waiting.popleft()
        thing = thing.item() if isinstance(thing, np.generic) else thing
        if isinstance(thing, bool):
            truth_values += 1
        elif isinstance(thing, int | float | complex):
            numbers += 1  # though Python may share it
        elif id(thing) not in seen:
            seen.add(id(thing))
            if isinstance(thing, torch.Tensor):
                yield found_tensor(name, thing)
            elif isinstance(thing, bytes | bytearray):
                yield Found(name, "byte", len(thing), len(thing), id(thing))
            elif isinstance(thing, np.ndarray) and not _is_view(thing):
                yield Found(name, str(thing.dtype), thing.size, thing.nbytes, thing.ctypes.data)
            waiting += _references(thing)
    if truth_values + numbers > _MAX_FREE_NUMBERS:
        if truth_values:
            yield Found(
                where := f"truth values in {name}", "bool", truth_values, truth_values, where
            )
        if numbers:
            yield Found(where := f"numbers in {name}", "number", numbers, 8 * numbers, where)


def _references(thing: object) -> list:
    """What a thing holds, without the variables that a function names."""
    if isinstance(thing, FunctionType):
        return [thing.__closure__, thing.__defaults__, thing.__kwdefaults__]
    if isinstance(thing, np.ndarray):
        return [thing.base]
    if isinstance(thing, dict):
        return list(dict.values(thing))  # its keys are places, such as a row and a column
    return [] if isinstance(thing, torch.Tensor | type | ModuleType) else gc.get_referents(thing)


def _is_view(array: np.ndarray) -> bool:
    """Whether an array's memory belongs to another array or to a tensor."""
    return isinstance(array.base, np.ndarray | torch.Tensor)


def found_tensor(name: str, tensor: torch.Tensor) -> Found:
    """A tensor that was found; a sparse one counts as if it were not."""
    of_type = str(tensor.dtype).removeprefix("torch.")
    size = tensor.numel() * tensor.element_size()
    return Found(name, of_type, tensor.numel(), size, address_of(tensor))


def address_of(tensor: torch.Tensor) -> object:
    """Identifies the memory that holds a tensor's numbers. A NumPy array that begins there, too,
    has the same address."""
    is_strided = tensor.layout is torch.strided
    return tensor.untyped_storage().data_ptr() if is_strided else id(tensor)
