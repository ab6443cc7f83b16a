"""Finds the tensors, arrays, bytes and plain numbers in a node's attributes, and in the lists,
dictionaries, objects and functions that these hold.

The docstring of `saved_activations` says why, and what is deliberately not found.
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
_MAX_FREE_NUMBERS = 6  # plain numbers, such as shapes, that an attribute may hold for free
_MAX_LOOKED_AT = 10_000  # objects that are looked at for one attribute


class Found(NamedTuple):
    """A tensor, an array or a group of plain numbers that was found."""

    name: str  # where it was found, such as `self.mask`
    type: str  # the type of the entries, such as "bool"; "number" for Python's own numbers
    entries: int
    bytes: int
    address: object  # identifies the memory that holds the entries


def found_in_attributes(node: ComputationNode) -> Iterator[Found]:
    """What a node's attributes hold, except its inputs, its remembered arguments and its result."""
    seen = {id(each) for each in (node, *node.input_nodes)}
    for name, value in vars(node).items():
        if name not in _NOT_OWN:
            yield from _found_in(f"self.{name}", value, seen)


def _found_in(name: str, value: object, seen: set[int]) -> Iterator[Found]:
    """What a value contains, found breadth first. Objects whose ids are in `seen` are skipped, and
    the ids of the others are added to it."""
    truth_values = numbers = 0
    waiting = deque([value])
    most = len(seen) + _MAX_LOOKED_AT
    while waiting and len(seen) < most:
        thing = waiting.popleft()
        thing = thing.item() if isinstance(thing, np.generic) else thing
        if isinstance(thing, bool):
            truth_values += 1
        elif isinstance(thing, int | float | complex):
            numbers += 1  # counted each time, even if it is the same object
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
    """The objects that a thing refers to. For a function, these are its closure and its default
    arguments, not the globals that it uses; for a tensor, a class or a module, there are none."""
    if isinstance(thing, FunctionType):
        return [thing.__closure__, thing.__defaults__, thing.__kwdefaults__]
    if isinstance(thing, np.ndarray):
        return [thing.base]
    if isinstance(thing, dict):
        return list(dict.values(thing))  # the keys are labels, such as a row and a column
    return [] if isinstance(thing, torch.Tensor | type | ModuleType) else gc.get_referents(thing)


def _is_view(array: np.ndarray) -> bool:
    """Whether an array's memory belongs to another array or to a tensor."""
    return isinstance(array.base, np.ndarray | torch.Tensor)


def found_tensor(name: str, tensor: torch.Tensor) -> Found:
    """The record of a tensor. A sparse tensor counts with all its entries, as if it were dense."""
    of_type = str(tensor.dtype).removeprefix("torch.")
    size = tensor.numel() * tensor.element_size()
    return Found(name, of_type, tensor.numel(), size, address_of(tensor))


def address_of(tensor: torch.Tensor) -> object:
    """The address of the memory that holds a tensor's numbers; for a sparse tensor, its id. A NumPy
    array that begins at the same place has the same address."""
    is_strided = tensor.layout is torch.strided
    return tensor.untyped_storage().data_ptr() if is_strided else id(tensor)
