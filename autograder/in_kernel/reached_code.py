"""Finds out whether functions, and everything that they call by name, are the same as at an earlier
moment. If so, the judge need not ask about them again."""

import secrets
from collections.abc import Iterable
from types import BuiltinFunctionType, FunctionType
from typing import cast

from course import graph as scaffold
from course.graph import ComputationNode

from .watching.replaced import names_looked_up

NOTEBOOK = "__main__"  # the module of what a notebook defines
# Code that uses one of these may call functions whose names do not appear in it.
_UNSEEN = {"eval", "exec", "getattr", "globals", "import_module", "locals", "vars", "__import__"}
# The scaffold's node classes, of which the battery's graphs are made.
SCAFFOLD = frozenset(
    name
    for name, value in vars(scaffold).items()
    if isinstance(value, type) and issubclass(value, ComputationNode)
)
_module_of = vars(type)["__module__"].__get__


class NamedCode:
    """Gives a name to the code that functions reach. As long as the code is the same, so is the
    name."""

    def __init__(self) -> None:
        self._known: list[tuple[dict[str, object], str]] = []

    def name_of(self, functions: Iterable[str], names: dict) -> str:
        """The name of the code that these functions reach; empty if that cannot be told.

        Args:
            names: what a notebook has defined, where the functions are found.
        """
        reached = _reached({*functions}, names)
        if reached is None:
            return ""
        for known, name in self._known:
            if _are_same(known, reached):
                return name
        self._known.append((reached, secrets.token_hex(16)))
        return self._known[-1][1]


def _reached(functions: set[str], names: dict) -> dict[str, object] | None:
    """By name, whatever these functions may call in the notebook's namespace, and the scaffold's
    classes; None if they may call something that cannot be found by its name."""
    reached: dict[str, object] = {}
    left = [*functions, *SCAFFOLD]
    while left:
        name = left.pop()
        value = names.get(name)
        if name in reached:
            continue
        if not callable(value):
            if _is_of_notebook(type(value)):  # its methods may call more
                return None
            continue
        reached[name] = value
        if type(value) is FunctionType and value.__globals__ is names:
            looked_up = names_looked_up(value.__code__)
            if value.__closure__ or not _UNSEEN.isdisjoint(looked_up):
                return None
            left += looked_up
        elif not _is_of_library(value):
            return None
    return reached


def _is_of_library(value: object) -> bool:
    if issubclass(type(value), type):
        return not _is_of_notebook(cast(type, value))
    is_function = type(value) in (FunctionType, BuiltinFunctionType)
    return is_function and _is_name_of_library(value.__module__)


def _is_of_notebook(kind: type) -> bool:
    """Whether a class may be a notebook's. This does not ask a metaclass, because that would run
    the metaclass's code."""
    try:
        return not _is_name_of_library(_module_of(kind))
    except AttributeError:  # it was made where there is no `__name__`
        return True


def _is_name_of_library(module: object) -> bool:
    return type(module) is str and module != NOTEBOOK


def _are_same(one: dict[str, object], other: dict[str, object]) -> bool:
    return one.keys() == other.keys() and all(one[name] is other[name] for name in one)
