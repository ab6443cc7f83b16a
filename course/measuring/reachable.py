"""Finds the tensors, arrays and numbers that can be reached from Python objects by ordinary
references: attributes, entries, and the variables that a function has enclosed or names.

That finds what a node keeps without much art. There are more ways to hide numbers than anybody can
list; `docs/security.md` says which are not looked for.
"""

import gc
import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import NamedTuple

import numpy as np
import torch

from course.graph import ComputationNode

_MAX_LOOKED_AT = 10_000  # objects that are looked at, starting from one place
_FREE_NUMBERS = 8  # plain numbers that a node may keep without being counted, such as sizes
_MAX_AXES = 4  # a longer list of numbers is no shape, and counts
_FREE_LETTERS = 48  # letters of texts that it may keep, such as names of layers

_NUMBERS = (bool, int, float, complex)
_LEAVES = (*_NUMBERS, str, bytes, bytearray, torch.Tensor, np.ndarray)  # these have no entries


class Found(NamedTuple):
    """Numbers that were found in an object."""

    name: str  # where the object was found
    holder: object  # the object
    tensor: torch.Tensor  # the numbers
    is_loose: bool = False  # whether they are plain numbers, or letters, among other things


def found_in(places: Iterable[tuple[str, object]], node: ComputationNode) -> Iterator[Found]:
    """The tensors, arrays, bytes, plain numbers and letters that values contain, directly or
    indirectly.

    Args:
        places: the values, each with the name of the place that holds it.
        node: the node that may keep them, which is not looked into.
    """
    seen = {id(node)}
    for name, value in places:
        waiting, looked_at = [(value, [value])], 0  # holders, each with what it holds
        while waiting:
            holder, held = waiting.pop()
            looked_at += len(held)
            if looked_at > _MAX_LOOKED_AT:  # nobody knows what else is there
                yield Found(f"objects in {name}", value, torch.zeros(looked_at, dtype=torch.uint8))
                break
            things = list(_not_seen(held, node, seen))
            for thing in things:
                for tensor in _as_numbers(thing):
                    yield Found(name, thing, tensor)
            if numbers := [thing for thing in things if isinstance(thing, _NUMBERS)]:
                yield Found(f"numbers in {name}", holder, _of_numbers(numbers), is_loose=True)
            if text := "".join(thing for thing in things if isinstance(thing, str)):
                letters = _of_bytes(text.encode("utf-8", "replace"))
                yield Found(f"letters in {name}", holder, letters, is_loose=True)
            waiting += [(thing, _references(thing)) for thing in things]


def _not_seen(things: list, node: ComputationNode, seen: set[int]) -> Iterator[object]:
    """Those things that have not been looked at. Python shares small numbers, but each counts. A
    text counts once, be its copies one object or, as in grading, several."""
    for thing in things:
        thing = thing.item() if isinstance(thing, np.generic) else thing
        thing = sys.intern(thing) if type(thing) is str else thing
        if type(thing) in _NUMBERS:
            yield thing
        elif id(thing) not in seen and _is_looked_into(thing, node):
            seen.add(id(thing))
            yield thing


def few_left_out(found: list[Found]) -> list[Found]:
    """What was found, with the plain numbers of each place together, and so the letters. Numbers
    and shapes are left out if there are only a few numbers in all, and so are a few letters."""
    kept = [each for each in found if not each.is_loose]
    for kind, most, at_once in (
        ("numbers", _FREE_NUMBERS, _MAX_AXES),
        ("letters", _FREE_LETTERS, _FREE_LETTERS),
    ):
        loose = [each for each in found if each.is_loose and each.name.startswith(kind)]
        long = [each for each in loose if each.tensor.numel() > at_once]
        few = sum(each.tensor.numel() for each in loose if each.tensor.numel() <= at_once) <= most
        counted = long if few else loose
        for name in dict.fromkeys(each.name for each in counted):
            tensors = [each.tensor for each in counted if each.name == name]
            kept.append(Found(name, tensors, torch.cat(tensors), is_loose=True))
    return kept


def places_around(node: ComputationNode) -> list[tuple[str, object]]:
    """Attributes of a node's class, and the variables that its methods name, as do the functions,
    classes and objects of the notebook to which these names lead."""
    places: dict[str, object] = {}
    waiting: list = [*type(node).__mro__]
    seen: set[int] = set()
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or not _is_notebooks(thing, node):
            continue
        seen.add(id(thing))
        named = {}
        if isinstance(thing, type):
            named = {f"{thing.__name__}.{name}": value for name, value in vars(thing).items()}
        elif isinstance(thing, FunctionType):
            names = names_looked_up(thing.__code__) & thing.__globals__.keys()
            named = {name: thing.__globals__[name] for name in names}
            waiting += gc.get_referents(*thing.__closure__ or ())
        else:
            waiting.append(type(thing))
        places |= {name: value for name, value in named.items() if not inspect.ismodule(value)}
        for value in named.values():
            waiting += _made_of(value)
    return list(places.items())


def _made_of(value: object) -> list:
    """The functions that a property, a method or a partial function runs; all else itself."""
    if isinstance(value, property):
        return [value.fget, value.fset]
    if isinstance(value, staticmethod | classmethod | MethodType):
        return [value.__func__]
    return [value.func if isinstance(value, partial) else value]


def _is_notebooks(thing: object, node: ComputationNode) -> bool:
    """Whether a class, a function, or the class of an object comes from the notebook."""
    module = str((thing if isinstance(thing, type | FunctionType) else type(thing)).__module__)
    return module in ("__main__", type(node).__module__) and not module.startswith("course.")


def names_looked_up(code: CodeType) -> set[str]:
    """The names of variables and attributes that code looks up, including functions inside it."""
    inner = [constant for constant in code.co_consts if inspect.iscode(constant)]
    return set(code.co_names).union(*map(names_looked_up, inner))


def _is_looked_into(thing: object, node: ComputationNode) -> bool:
    """Whether something may hold a node's numbers. Modules and classes of libraries do not, and
    classes of nodes are looked at elsewhere."""
    if isinstance(thing, type):
        return _is_notebooks(thing, node) and not issubclass(thing, ComputationNode)
    return not inspect.ismodule(thing) or all(thing is not m for m in sys.modules.values())


def _references(thing: object) -> list:
    """What a thing holds directly."""
    if isinstance(thing, _LEAVES):
        objects = isinstance(thing, np.ndarray) and thing.dtype.hasobject
        entries = np.asarray(thing).ravel().tolist() if objects else []
        return [*entries, *getattr(thing, "__dict__", {}).values()]
    if isinstance(thing, dict):
        keys = [key for key in thing if not isinstance(key, str | int)]  # others are only names
        return [*keys, *thing.values()]
    if isinstance(thing, type):
        return list(vars(thing).values())
    if isinstance(thing, FunctionType):  # without the variables that it names
        return [thing.__closure__, thing.__defaults__, thing.__kwdefaults__, vars(thing)]
    return [each for each in gc.get_referents(thing) if each is not type(thing)]


def _as_numbers(thing: object) -> list[torch.Tensor]:
    """The numbers of a tensor, of the parts of a sparse one, or of an array, or the bytes of a
    buffer; nothing for anything else."""
    if isinstance(thing, torch.Tensor):
        if thing.layout is torch.sparse_coo:
            return [thing._indices(), thing._values()]
        return [thing if thing.layout is torch.strided else thing.to_dense()]
    if isinstance(thing, np.ndarray):
        return [] if thing.dtype.hasobject else [_of_array(np.asarray(thing))]
    try:
        content = memoryview(thing).tobytes()  # type: ignore[arg-type]
    except (TypeError, ValueError, NotImplementedError):
        return []
    return [_of_bytes(content)] if content else []


def _of_array(array: np.ndarray) -> torch.Tensor:
    """A tensor that shares an array's memory; its bytes, if PyTorch has no tensor of that kind."""
    # Reversed axes, which PyTorch does not have, are turned around again.
    forward = tuple(slice(None, None, -1 if step < 0 else 1) for step in array.strides)
    try:
        return torch.as_tensor(array[forward])
    except (TypeError, ValueError):  # the array holds text, or has another byte order
        return _of_bytes(array.tobytes())


def _of_bytes(content: bytes) -> torch.Tensor:
    return torch.from_numpy(np.frombuffer(content, np.uint8).copy())


def _of_numbers(numbers: list) -> torch.Tensor:
    """A tensor that holds plain numbers. One of many digits counts as several, and a truth value is
    a byte, as it is in a tensor."""
    return torch.from_numpy(np.array([part for number in numbers for part in _parts(number)]))


def _parts(number: int | float | complex) -> list:
    if not isinstance(number, int) or number.bit_length() < 63:
        return [number]
    return [abs(number) >> place & 2**62 - 1 for place in range(0, number.bit_length(), 62)]
