"""Finds out whether the code that answers in a kernel is still the code that was imported: that of
the course, of this package, and of the libraries that they use.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from inspect import iscode
from operator import attrgetter, call, is_
from types import CodeType
from typing import NamedTuple

import torch

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
_SET_BY_US = {"builtins.input", "torch._C._enter_dual_level"}
_DESCRIPTORS = classmethod, staticmethod, property, cached_property
_PLAIN = int, float, str
_reported: set[str] = set()
# Bound here, since a notebook could replace Python's own.
_all, _map, _is, _call, _code = all, map, is_, call, attrgetter("__code__")


class ReplacedNoted:
    """A context that notes what has been replaced before it or meanwhile. It is no generator: a
    notebook can replace what enters those."""

    def __init__(self, signs: set[str]):
        self._signs = signs

    def __enter__(self) -> None:
        self._signs.update(replaced())

    def __exit__(self, *_: object) -> None:
        self._signs.update(replaced())


def replaced() -> list[str]:
    """The functions, methods, classes and constants that have changed since the first call of this
    function, by module and name. Each is reported once."""
    if _originals().all_the_same():
        return []
    changed = [f"{one.place}.{one.name}" for one in _originals().each if not _is_in_place(one)]
    unreported = [name for name in changed if name not in _reported]
    _reported.update(unreported)
    return unreported


class _Original(NamedTuple):
    """What a name in a module or class stood for when it was first looked at."""

    place: str  # the module and, if it is in a class, that class
    names: Mapping  # all names in that place
    name: str
    value: object
    code: object = None  # if it is a function


def _is_in_place(original: _Original) -> bool:
    """Whether a name stands for the same object, with the same code; a constant may be equal. That
    of a student's object is not asked, since it may say that it equals anything."""
    now, before = original.names.get(original.name), original.value
    if type(now) in _PLAIN and type(now) is type(before):
        return now == before
    return now is before and getattr(now, "__code__", None) is original.code


def _is_constant(value: object) -> bool:
    """Whether a value cannot change: numbers, texts, classes, and tuples of these."""
    if type(value) is tuple:
        return all(isinstance(each, type) or _is_constant(each) for each in value)
    return type(value) in _PLAIN


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
            original._replace(code=getattr(original.value, "__code__", None))
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
