"""Finds the tensors, arrays and numbers that can be reached from Python objects."""

import contextlib
import gc
import inspect
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from types import CodeType, FunctionType, MemberDescriptorType
from typing import NamedTuple

import numpy as np
import torch

from course.graph import ComputationNode

_MAX_LOOKED_AT = 10_000  # objects that are looked at, starting from one place
MAX_AXES = 4  # a longer tuple or list of whole numbers does not count as a shape
_MAX_NAME = 16  # bytes of a name; a longer text may hold numbers
_MAX_NAMES = 64  # bytes of all names that a node may keep; more may hold numbers
_MAX_ALONE = 8  # single numbers that a node may keep without being counted, such as sizes
_HAVE_CONTENT = (
    *(int, float, complex, Fraction, Decimal, str, bytes, bytearray, torch.Tensor, np.ndarray),
    *(np.generic, dict, list, tuple, set, frozenset, deque),
)
_PLAIN = frozenset((int, bool, float, complex, str, bytes, dict, list, tuple, set, torch.Size))
_IMMUTABLE = 1 << 8  # Python's flag of a class that cannot be changed


class Found(NamedTuple):
    """Numbers that were found in an object."""

    name: str  # where the object was found
    holder: object  # the object
    tensor: torch.Tensor  # the numbers
    is_scattered: bool = False  # whether they, or short names, stand among other things

    def copied(self) -> "Found":
        """The same, with a copy of the numbers."""
        return self._replace(tensor=self.tensor.clone())


def tensors_in(places: Iterable[tuple[str, object]], skip: object) -> Iterator[Found]:
    """The tensors, arrays, lists of numbers and long texts that values contain, directly or
    indirectly. The numbers and short names that stand among other things come last for each place.

    Args:
        places: the values, each with the name of the place that holds it.
        skip: an object that is not looked into.
    """
    seen = {id(skip)}
    for name, value in places:
        yield from _found_at(name, value, skip, seen)


def few_left_out(found: Iterable[Found]) -> list[Found]:
    """What was found, without numbers and names that stand among other things if there are only a
    few of them in all."""
    everything = list(found)
    kept = [each for each in everything if not each.is_scattered]
    for kind, most in (("names", _MAX_NAMES), ("numbers", _MAX_ALONE)):
        among = [each for each in everything if each.is_scattered and each.name.startswith(kind)]
        if sum(each.tensor.numel() for each in among) > most:
            kept.append(Found(kind, among, torch.cat([each.tensor for each in among])))
    return kept


def _found_at(name: str, value: object, skip: object, seen: set[int]) -> Iterator[Found]:
    """What one place contains.

    Args:
        seen: the ids of what was looked at, to which this adds.
    """
    waiting, looked_at = [value], 0
    alone: list = []  # numbers, including those in what may be shapes
    letters = bytearray()
    while waiting:
        thing = waiting.pop()
        if _is_number(thing):
            alone.append(thing)
            waiting += _attached(thing)
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
        waiting += _attached(thing)
        tensor = _as_numbers(thing)
        if tensor is not None:
            yield Found(name, thing, tensor)
        elif isinstance(thing, str):
            letters += _utf8(thing)
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
    if alone:
        yield Found(f"numbers in {name}", value, _of_numbers(alone), is_scattered=True)
    if letters:
        written = torch.frombuffer(letters, dtype=torch.uint8)
        yield Found(f"names in {name}", value, written, is_scattered=True)


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
    variables that its methods, and functions to which they lead, name."""
    classes = *type(node).__mro__, *type(type(node)).__mro__
    own = [cls for cls in classes if _is_notebooks(cls, node)]
    places = [
        (f"{cls.__name__}.{name}", value)
        for cls in dict.fromkeys((*own, *_subclasses(ComputationNode)))
        for name, value in vars(cls).items()
    ]
    seen: set[int] = set()
    functions = [function for cls in own for function in _functions_in(cls, node, seen)]
    named: set[str] = set()
    for function in functions:  # the list grows by the functions to which these lead
        for name in names_looked_up(function.__code__):
            value = function.__globals__.get(name)
            if name in named or inspect.ismodule(value):
                continue
            named.add(name)
            places.append((name, value))
            functions += _functions_in(value, node, seen)
    return list(tensors_in(places, skip=node))


def _functions_in(value: object, node: ComputationNode, seen: set[int]) -> Iterator[FunctionType]:
    """The notebook's functions that a value is or contains, and the methods of what it contains.
    The nearest come first, so a value that contains too much hides none of them.

    Args:
        node: a node of a class that is the notebook's.
        seen: the ids of what was looked at, to which this adds.
    """
    waiting, looked_at = deque([value]), 0
    while waiting:
        thing = waiting.popleft()
        if looked_at >= _MAX_LOOKED_AT and not isinstance(thing, FunctionType):
            continue
        if id(thing) in seen or thing is node or _is_number(thing) or _is_imported(thing):
            continue
        seen.add(id(thing))
        looked_at += 1
        if isinstance(thing, FunctionType):
            if _is_librarys(thing.__globals__, node):
                continue
            yield thing
        classes = (thing if isinstance(thing, type) else type(thing)).__mro__
        waiting += [cls for cls in classes if _is_notebooks(cls, node)]
        if not isinstance(thing, type) or _is_notebooks(thing, node):
            waiting += _attached(thing)
            waiting += [] if _as_numbers(thing) is not None else _content(thing)


def _is_librarys(names: dict, node: ComputationNode) -> bool:
    """Whether these are the names in a module of a library."""
    module = str(names.get("__name__"))
    is_notebooks = module in ("__main__", type(node).__module__)
    return not is_notebooks and getattr(sys.modules.get(module), "__dict__", None) is names


def _is_notebooks(cls: type, node: object) -> bool:
    """Whether a class is the notebook's. That it comes from a library is believed only if it is
    found there."""
    library = sys.modules.get(cls.__module__)
    is_there = vars(library).get(cls.__name__) is cls if library else False
    is_nodes = cls.__module__ == type(node).__module__ != ComputationNode.__module__
    return is_nodes or not (is_there or _is_compiled(cls))


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


def attributes_of(value: object) -> dict[str, object]:
    """What an object holds in attributes, and in slots of classes that are not compiled."""
    held = getattr(value, "__dict__", None)
    attributes = dict(held) if isinstance(held, dict) else {}
    for cls in type(value).__mro__:
        if cls is not torch.Tensor and not _is_compiled(cls):
            for name, slot in vars(cls).items():
                if isinstance(slot, MemberDescriptorType):
                    with contextlib.suppress(AttributeError):  # it is empty
                        attributes[name] = slot.__get__(value)
    return attributes


def _attached(value: object) -> list:
    """What numbers, texts, tensors, lists and the like hold in attributes, which is not part of
    their content."""
    is_plain = type(value) in _PLAIN or not isinstance(value, _HAVE_CONTENT)
    return [] if is_plain else list(attributes_of(value).values())


def _utf8(value: str | Decimal) -> bytes:
    return str(value).encode("utf-8", "replace")


def _bytes(value) -> bytearray | None:
    """The bytes of a long text, a number of many digits or a buffer; None for anything else."""
    if hasattr(value, "__array_interface__"):
        return None
    if isinstance(value, str | Decimal):
        text = _utf8(value)
        return bytearray(text) if len(text) > _MAX_NAME else None
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
    """Whether a class is neither a library's nor one of nodes, which are looked at elsewhere."""
    return not issubclass(cls, ComputationNode) and _is_notebooks(cls, node)


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
