"""Finds out whether the code that answers in a kernel is still the code that was imported: that of
the course, of this package, and of the libraries that they use.

This is a hint, not proof: it runs in the student's own kernel, whose code could put things back in
time.
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

OUR_PACKAGES = "course.", f"{__package__}."
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
_reported: set[str] = set()
# Bound here, since a notebook could replace Python's own.
_all, _map, _is, _call, _code = all, map, is_, call, attrgetter("__code__")
# What a class really has, whatever its own class says.
_names_in, _name_of, _bases_of = (
    vars(type)[name].__get__ for name in ("__dict__", "__qualname__", "__bases__")
)
MAX_WRAPPERS = 2  # functions around a function that are looked through; some contain themselves


def replaced() -> list[str]:
    """The functions, methods and classes that have changed since the first call of this function,
    by module and name. Each is reported once. Code that was reloaded without a change counts as the
    same. If a notebook has a mode of its own in force, which changes what PyTorch's functions do,
    that is reported, too."""
    changed: list[str] = []
    if not _originals().all_the_same():
        changed = [
            f"{original.binding.place}.{original.binding.name}"
            for original in _originals().each
            if not _is_in_place(original)
        ]
    modes = [*function_modes(), *dispatch_modes()]
    if any(type(mode).__module__.partition(".")[0] != "torch" for mode in modes):
        changed.append(MODE_IN_FORCE)
    unreported = [name for name in changed if name not in _reported]
    _reported.update(unreported)
    return unreported


class _Binding(NamedTuple):
    """What a name stands for in a module or class."""

    place: str  # the module and, if it is in a class, that class
    names: Mapping  # all names in that place
    name: str
    value: object


class _Original(NamedTuple):
    """What a name stood for when it was first looked at."""

    binding: _Binding
    lasting: object  # the part of it that stays the same if it is reloaded


def _is_in_place(original: _Original) -> bool:
    binding, lasting = original
    now = binding.names.get(binding.name)
    if now is binding.value and isinstance(now, type):
        return True  # what is in it is looked at by itself
    return _are_same(_lasting_part(now), lasting)


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


def _are_same(now: object, before: object) -> bool:
    """Whether two lasting parts are the same. Only texts and code are compared by `==`, since that
    of a student's object is the student's code."""
    if type(now) is tuple and type(before) is tuple:
        return len(now) == len(before) and all(map(_are_same, now, before))
    is_plain = type(now) is type(before) and type(now) in (str, CodeType)
    return now is before or (is_plain and now == before)


class _Originals:
    """What all names stood for when they were first looked at."""

    def __init__(self, each: list[_Original]):
        self.each = each
        bindings = [original.binding for original in each]
        self._getters: list[Callable] = [binding.names.get for binding in bindings]
        self._names = [binding.name for binding in bindings]
        self._values = [binding.value for binding in bindings]
        self._functions = [b.value for b in bindings if iscode(getattr(b.value, "__code__", None))]
        self._codes = list(_map(_code, self._functions))

    def all_the_same(self) -> bool:
        """Whether all names stand for the same objects, with the same code. This is so nearly
        always, and only C code has to run to find it out."""
        values = _map(_call, self._getters, self._names)
        codes = _map(_code, self._functions)
        return _all(_map(_is, values, self._values)) and _all(_map(_is, codes, self._codes))


@cache
def _originals() -> _Originals:
    """All functions, methods and classes in our packages and in `ALL_OF`, and those in `LIBRARIES`
    whose names our code looks up."""
    bindings = list(_our_bindings())
    used: set[str] = set()
    for binding in bindings:
        for code in _code_of(binding.value):
            used |= names_looked_up(code)
    for library in LIBRARIES:
        if library in sys.modules:
            names = vars(sys.modules[library])
            bindings += [
                _Binding(library, names, name, names[name])
                for name in sorted(used & names.keys())
                if f"{library}.{name}" not in _SET_BY_US
            ]
    for module in ALL_OF:
        if module in sys.modules:
            bindings += _bindings_of(module)
    # A tensor has many methods from its base class. Nothing of the same name should hide them.
    methods = vars(torch.Tensor)
    bindings += [
        _Binding("torch.Tensor", methods, name, methods.get(name))
        for name in sorted(used.intersection(dir(torch.Tensor)))
    ]
    return _Originals(
        [
            _Original(binding, _lasting_part(binding.value))
            for binding in bindings
            if callable(binding.value)
            or isinstance(binding.value, _DESCRIPTORS)
            or binding.place == "torch.Tensor"
            or binding.place.startswith(OUR_PACKAGES[1])
        ]
    )


def _our_bindings() -> Iterator[_Binding]:
    for module in [name for name in sys.modules if name.startswith(OUR_PACKAGES)]:
        if not module.startswith(NOT_ASKED):
            yield from _bindings_of(module)


def _bindings_of(module: str) -> Iterator[_Binding]:
    for place, names in _scopes(module, vars(sys.modules[module])):
        for name, value in names.items():
            yield _Binding(place, names, name, value)


def _code_of(value: object) -> Iterator[CodeType]:
    """The code of a function or method, and that of the function that it wraps."""
    while value is not None:
        value = getattr(value, "fget", getattr(value, "__func__", value))
        if iscode(code := getattr(value, "__code__", None)):
            yield code
        value = getattr(value, "__wrapped__", None)


def _scopes(module: str, names: Mapping) -> Iterator[tuple[str, Mapping]]:
    yield module, names
    for value in names.values():
        if isinstance(value, type) and value.__module__ == module:
            yield f"{module}.{value.__name__}", vars(value)
