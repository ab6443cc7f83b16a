"""Finds out whether the code that answers in a kernel is still the code that was imported: that of
the course, of this package, and of the libraries that they use.
"""

import builtins
import copyreg
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from inspect import iscode
from itertools import chain
from operator import attrgetter, call, eq, is_
from types import CodeType, ModuleType
from typing import NamedTuple

import torch

OUR_PACKAGES = "course.", __package__.removesuffix("watching")
NOT_ASKED = "course.check", "course.picture", "course.player"  # these take no part in answering
# In these modules, all functions and methods are compared, even if our code does not look up their
# names: some run behind the scenes, for example when our code enters a context.
ALL_OF = "contextlib", "pipe_kernel", "torch.overrides"
_SET_BY_US = {
    "builtins.input",
    "torch._C._enter_dual_level",
    "torch.autograd.forward_ad.make_dual",
}
_DESCRIPTORS = classmethod, staticmethod, property, cached_property
_PLAIN = int, float, str
# Bound here, since a notebook could replace Python's builtins.
_all, _map, _len, _is, _eq, _call, _code = all, map, len, is_, eq, call, attrgetter("__code__")
_chained = chain.from_iterable


class ReplacedNoted:
    """A context that notes what was replaced before it or within it. It is a class and not a
    generator, because a notebook can replace the code of `contextlib` that enters a generator."""

    def __init__(self, signs: set[str]):
        self._signs = signs

    def __enter__(self) -> None:
        self._signs.update(replaced())

    def __exit__(self, *_: object) -> None:
        self._signs.update(replaced())


def replaced() -> list[str]:
    """What has changed since the first call of this function, by module and name: functions,
    methods, classes and constants, and new names that hide something. Each call returns the whole
    list, because the result of an earlier call may not have reached the grader."""
    originals = _originals()
    if originals.all_the_same():
        return []
    changed = [f"{one.place}.{one.name}" for one in originals.each if not _is_in_place(one)]
    return changed + [f"{one.place}.{name}" for one in originals.scopes for name in _hiding(one)]


class _Original(NamedTuple):
    """What a name in a module or class stood for when it was first looked at."""

    place: str  # the module and, if it is in a class, that class
    names: Mapping  # all names in that place
    name: str
    value: object
    code: object = None  # if it is a function


def _is_in_place(original: _Original) -> bool:
    """Whether a name still stands for the same object, with the same code. For a plain number or
    text, an equal one will do. Other objects are not compared in that way, because a student's
    object could claim to be equal."""
    now, before = original.names.get(original.name), original.value
    if type(now) in _PLAIN and type(now) is type(before):
        return now == before
    return now is before and getattr(now, "__code__", None) is original.code


class _Scope(NamedTuple):
    """A module of ours, or a class in it."""

    place: str
    names: Mapping  # all names in it
    known: frozenset[str]  # the names that were in it when it was first looked at
    # Names that our code finds elsewhere, but would find here if they were added. For a module,
    # these are the names of Python's builtins. For a class, they are the names in its bases and the
    # attributes of its objects, including objects of classes that inherit from it.
    elsewhere: frozenset[str]


def _hiding(scope: _Scope) -> list[str]:
    """The names that are new in a place and hide what our code would find elsewhere. Other new
    names are allowed; a student may, for example, add a method that prints a node."""
    return sorted((scope.names.keys() - scope.known) & scope.elsewhere)


class _Originals:
    """What all the names stood for when they were first looked at."""

    def __init__(self, each: list[_Original], scopes: list[_Scope]):
        self.each, self.scopes = each, scopes
        self._all_names = [scope.names for scope in scopes]
        self._counts = [len(names) for names in self._all_names]
        # The names and values in each of our places are compared as a whole, which is quicker than
        # looking up one name after the other. These views show what is there at the time.
        self._views = [view for names in self._all_names for view in (names.keys(), names.values())]
        self._held = list(_chained(self._views))
        elsewhere = [original for original in each if not original.place.startswith(OUR_PACKAGES)]
        self._getters: list[Callable] = [original.names.get for original in elsewhere]
        self._names = [original.name for original in elsewhere]
        self._values = [original.value for original in elsewhere]
        functions = (o.value for o in each if iscode(getattr(o.value, "__code__", None)))
        self._functions = list(dict.fromkeys(functions))  # some have several names
        self._codes = list(_map(_code, self._functions))

    def all_the_same(self) -> bool:
        """Whether all names stand for the same objects, with the same code. They nearly always
        do, and only C code has to run to find that out."""
        values = _map(_call, self._getters, self._names)
        codes = _map(_code, self._functions)
        return (
            _all(_map(_is, _chained(self._views), self._held))
            and _all(_map(_is, values, self._values))
            and _all(_map(_is, codes, self._codes))
            and _all(_map(_eq, _map(_len, self._all_names), self._counts))
        )


@cache
def _originals() -> _Originals:
    """All names in our packages, the functions, methods and classes in `ALL_OF`, and those in
    `libraries` whose names our code looks up."""
    ours = _our_modules()
    originals = [original for module in ours for original in _originals_in(module)]
    used: set[str] = set()
    for original in originals:
        for code in _code_of(original.value):
            used |= names_looked_up(code)
    for library, module in libraries().items():
        names = vars(module)
        originals += [
            _Original(library, names, name, names[name])
            for name in sorted(used & names.keys())
            if f"{library}.{name}" not in _SET_BY_US
        ]
    for name in ALL_OF:
        if name in sys.modules:
            originals += _originals_in(name)
    # A tensor inherits many methods from its base class. Nothing that is added to `torch.Tensor`
    # should hide them.
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
            or original.place.startswith(OUR_PACKAGES)
        ],
        [*_scopes_of(ours)],
    )


def _our_modules() -> list[str]:
    return [
        name
        for name in sys.modules
        if name.startswith(OUR_PACKAGES) and not name.startswith(NOT_ASKED)
    ]


def libraries() -> dict[str, ModuleType]:
    """The modules, by name, that our code refers to, and in which a notebook can replace something
    that it calls."""
    values = (value for name in _our_modules() for value in vars(sys.modules[name]).values())
    return {
        value.__name__: value
        for value in values
        if isinstance(value, ModuleType) and not value.__name__.startswith(OUR_PACKAGES)
    }


def _originals_in(module: str) -> Iterator[_Original]:
    names = vars(sys.modules[module])
    scopes = [(module, names), *((_place(each), vars(each)) for each in _classes_of(module))]
    for place, names_there in scopes:
        for name, value in names_there.items():
            yield _Original(place, names_there, name, value)


def _scopes_of(modules: list[str]) -> Iterator[_Scope]:
    """Modules and their classes."""
    classes = [each for module in modules for each in _classes_of(module)]
    found_in: dict[type, set[str]] = defaultdict(set)  # the names that are found in each class
    for each in classes:
        names = {*dir(each), *getattr(each, "__dataclass_fields__", ())}
        for base in each.__mro__:
            for value in vars(base).values():  # methods set the attributes of an object
                names.update(*map(names_looked_up, _code_of(value)))
        for base in each.__mro__:
            found_in[base] |= names
    for module in modules:
        in_module = vars(sys.modules[module])
        yield _Scope(module, in_module, frozenset(in_module), frozenset(vars(builtins)))
    for each in classes:
        # Copying an object of this class for the first time would add a name to the class. This
        # adds it now.
        copyreg._slotnames(each)  # type: ignore[attr-defined]
        yield _Scope(_place(each), vars(each), frozenset(vars(each)), frozenset(found_in[each]))


def _classes_of(module: str) -> list[type]:
    """The classes that a module defines."""
    values = vars(sys.modules[module]).values()
    return [each for each in values if isinstance(each, type) and each.__module__ == module]


def _place(of_class: type) -> str:
    return f"{of_class.__module__}.{of_class.__name__}"


def _code_of(value: object) -> Iterator[CodeType]:
    """The code of a function or method, and that of the function that it wraps."""
    while value is not None:
        value = getattr(value, "fget", getattr(value, "__func__", value))
        if iscode(code := getattr(value, "__code__", None)):
            yield code
        value = getattr(value, "__wrapped__", None)


def names_looked_up(code: CodeType) -> set[str]:
    """The names of variables and attributes that code looks up, including functions inside it."""
    inner = [constant for constant in code.co_consts if type(constant) is CodeType]
    return set(code.co_names).union(*map(names_looked_up, inner))
