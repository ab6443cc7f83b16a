"""Finds out whether the code that answers in a kernel is still the code that was imported: that of
the course, of this package, and of the libraries that they use.

This is a hint, not proof: it runs in the student's own kernel, whose code could put things back in
time.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from inspect import iscode
from operator import attrgetter, call, is_
from types import CodeType
from typing import NamedTuple

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


def replaced() -> list[str]:
    """The functions, methods and classes that have changed since the first call of this function,
    by module and name. Each is reported once. Code that was reloaded without a change counts as the
    same. If a notebook has a mode of its own in force, which changes what PyTorch's functions do,
    that is reported, too."""
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
    lasting, lasting_now = original.lasting, _lasting_part(original.names.get(original.name))
    # Nothing else is compared by `==`, since that of a student's object is the student's code.
    return lasting_now is lasting or (
        (isinstance(lasting, tuple) or iscode(lasting)) and lasting_now == lasting
    )


def _lasting_part(value: object) -> object:
    """The part of a function or class that stays the same when it is reloaded; any other value as
    it is."""
    if isinstance(value, type):
        return value.__module__, value.__qualname__
    return getattr(value, "__code__", value)


class _Originals:
    """What all names stood for when they were first looked at."""

    def __init__(self, each: list[_Original]):
        self.each = each
        self._getters: list[Callable] = [original.names.get for original in each]
        self._names = [original.name for original in each]
        self._values = [original.value for original in each]
        with_code = [original for original in each if iscode(original.lasting)]
        self._functions = [original.value for original in with_code]
        self._codes = [original.lasting for original in with_code]

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
