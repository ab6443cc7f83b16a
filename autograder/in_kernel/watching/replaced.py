"""Finds out whether the code that answers in a kernel is still the code that was imported: that of
the course, of this package, and of the libraries that they use.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property
from inspect import iscode
from operator import attrgetter, call, is_
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import torch
from torch.overrides import _get_current_function_mode_stack as function_modes
from torch.utils._python_dispatch import _get_current_dispatch_mode_stack as dispatch_modes

from course.measuring.reachable import names_looked_up

OUR_PACKAGES = "course.", __package__.removesuffix("watching")
NOT_ASKED = "course.check", "course.picture", "course.player"  # these take no part in answering
# Modules in which a notebook can replace something that this code calls.
LIBRARIES = (
    "builtins",
    "contextlib",
    "gc",
    "inspect",
    "math",
    "numpy",
    "operator",
    "os",
    "resource",
    "signal",
    "sys",
    "time",
    "torch",
    "torch._C",
)
# Of these, all functions and methods count, since they work behind what our code calls: it enters
# contexts, and sends what it finds.
ALL_OF = "contextlib", "json.decoder", "json.encoder", "pipe_kernel", "torch.overrides"
MODE_IN_FORCE = "torch.overrides.TorchFunctionMode"  # the name by which a mode is reported
_SET_BY_US = {"builtins.input", "torch._C._enter_dual_level"}
_DESCRIPTORS = classmethod, staticmethod, property, cached_property
_PLAIN = int, float, str
_reported: set[str] = set()
# Bound here, since a notebook could replace Python's own.
_all, _map, _is, _call, _code = all, map, is_, call, attrgetter("__code__")
# What a class really has, whatever its own class says.
_names_in, _name_of, _bases_of = (
    vars(type)[name].__get__ for name in ("__dict__", "__qualname__", "__bases__")
)
MAX_WRAPPERS = 2  # functions around a function that are looked through; some contain themselves


def replaced() -> list[str]:
    """The functions, methods, classes and constants that have changed since the first call of this
    function, by module and name. Each is reported once. What was reloaded without a change counts
    as the same. If a notebook has a mode of its own in force, which changes what PyTorch's
    functions do, that is reported, too."""
    changed: list[str] = []
    if not _originals().all_the_same():
        each = _originals().each
        changed = [f"{one.place}.{one.name}" for one in each if not _is_in_place(one)]
    modes = [*function_modes(), *dispatch_modes()]
    if any(type(mode).__module__.partition(".")[0] != "torch" for mode in modes):
        changed.append(MODE_IN_FORCE)
    unreported = [name for name in changed if name not in _reported]
    _reported.update(unreported)
    return unreported


class _Original(NamedTuple):
    """What a name in a module or class stood for when it was first looked at."""

    place: str  # the module and, if it is in a class, that class
    names: Mapping  # all names in that place
    name: str
    value: object
    lasting: object = None  # the part of the value that stays the same if it is reloaded


def _is_in_place(original: _Original) -> bool:
    now = original.names.get(original.name)
    if now is original.value and isinstance(now, type):
        return True  # what is in it is looked at by itself
    return _are_same(_lasting_part(now), original.lasting)


def _lasting_part(value: Any, wrappers: int = MAX_WRAPPERS) -> object:
    """The part of a function or class that stays the same when it is reloaded; any other value as
    it is. Of a function, this is its code and that of the functions that it closes over, which a
    decorator may have put around it; of a class, its names, bases and methods."""
    kind = type(value)
    if kind is FunctionType:
        inner = [_lasting_part(each, wrappers - 1) for each in _closed_over(value) if wrappers]
        return value.__code__, value.__globals__, *inner
    if kind in (classmethod, staticmethod):
        return kind, _lasting_part(value.__func__)
    if kind is property:
        return kind, *map(_lasting_part, (value.fget, value.fset, value.fdel))
    if kind is cached_property:
        return kind, _lasting_part(value.func)
    if issubclass(kind, type):
        names = _names_in(value)
        methods = [(name, _lasting_part(names[name])) for name in names if _is_code(names[name])]
        bases = map(_lasting_part, _bases_of(value))
        return kind, names.get("__module__"), _name_of(value), *bases, *methods
    return value


def _closed_over(function: FunctionType) -> Iterator[FunctionType]:
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # it is empty
            if type(cell.cell_contents) is FunctionType:
                yield cell.cell_contents


def _is_code(value: object) -> bool:
    return type(value) in (FunctionType, *_DESCRIPTORS)


def _is_constant(value: object) -> bool:
    """Whether a value is the same after a reload: numbers, texts, classes, and tuples of these."""
    if type(value) is tuple:
        return all(isinstance(each, type) or _is_constant(each) for each in value)
    return type(value) in _PLAIN


def _are_same(now: object, before: object) -> bool:
    """Whether two lasting parts are the same. Only numbers, texts and code are compared by `==`,
    since that of a student's object is the student's code."""
    if type(now) is tuple and type(before) is tuple:
        return len(now) == len(before) and all(map(_are_same, now, before))
    is_plain = type(now) is type(before) and type(now) in (CodeType, *_PLAIN)
    return now is before or (is_plain and now == before)


class _Originals:
    """What all names stood for when they were first looked at."""

    def __init__(self, each: list[_Original]):
        self.each = each
        self._getters: list[Callable] = [original.names.get for original in each]
        self._names = [original.name for original in each]
        self._values = [original.value for original in each]
        functions = (o.value for o in each if iscode(getattr(o.value, "__code__", None)))
        self._functions = list(dict.fromkeys(functions))  # some have several names
        self._codes = list(_map(_code, self._functions))

    def all_the_same(self) -> bool:
        """Whether all names stand for the same objects, with the same code. This is so nearly
        always, and only C code has to run to find it out."""
        values = _map(_call, self._getters, self._names)
        codes = _map(_code, self._functions)
        return _all(_map(_is, values, self._values)) and _all(_map(_is, codes, self._codes))


@cache
def _originals() -> _Originals:
    """All functions, methods, classes and constants in our packages, all but the constants in
    `ALL_OF`, and those in `LIBRARIES` whose names our code looks up."""
    ours = [name for name in sys.modules if name.startswith(OUR_PACKAGES)]
    originals = [
        original
        for module in ours
        if not module.startswith(NOT_ASKED)
        for original in _originals_in(module)
    ]
    used: set[str] = set()
    for original in originals:
        for code in _code_of(original.value):
            used |= names_looked_up(code)
    for library in LIBRARIES:
        if library in sys.modules:
            names = vars(sys.modules[library])
            originals += [
                _Original(library, names, name, names[name])
                for name in sorted(used & names.keys())
                if f"{library}.{name}" not in _SET_BY_US
            ]
    for module in ALL_OF:
        if module in sys.modules:
            originals += _originals_in(module)
    # A tensor has many methods from its base class. Nothing of the same name should hide them.
    methods = vars(torch.Tensor)
    originals += [
        _Original("torch.Tensor", methods, name, methods.get(name))
        for name in sorted(used.intersection(dir(torch.Tensor)))
    ]
    return _Originals(
        [
            original._replace(lasting=_lasting_part(original.value))
            for original in originals
            if callable(original.value)
            or isinstance(original.value, _DESCRIPTORS)
            or original.place == "torch.Tensor"
            or original.place.startswith(OUR_PACKAGES[1])
            or (original.place.startswith(OUR_PACKAGES[0]) and _is_constant(original.value))
        ]
    )


def _originals_in(module: str) -> Iterator[_Original]:
    names = vars(sys.modules[module])
    classes = [each for each in names.values() if isinstance(each, type)]
    own = [each for each in classes if each.__module__ == module]
    scopes = [(module, names), *((f"{module}.{each.__name__}", vars(each)) for each in own)]
    for place, names_there in scopes:
        for name, value in names_there.items():
            yield _Original(place, names_there, name, value)


def _code_of(value: object) -> Iterator[CodeType]:
    """The code of a function or method, and that of the function that it wraps."""
    while value is not None:
        value = getattr(value, "fget", getattr(value, "__func__", value))
        if iscode(code := getattr(value, "__code__", None)):
            yield code
        value = getattr(value, "__wrapped__", None)
