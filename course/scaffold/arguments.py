"""Remembers the arguments of an object's constructor, whatever its `__init__` does with them."""

import inspect
from functools import lru_cache
from numbers import Integral
from typing import NamedTuple, TypeGuard

import numpy as np
import torch

GIVEN_ATTRIBUTE = "_given"  # the name of the attribute


class Given(NamedTuple):
    """The remembered arguments of a constructor. They are immutable."""

    # Whole numbers, and tuples of whole numbers, names and classes; None in place of anything else,
    # such as input nodes.
    arguments: tuple
    named: tuple[tuple[str, object], ...]


class RemembersGiven:
    """A base class for nodes. `__new__` remembers the arguments, because a student's class may have
    its own `__init__`."""

    def __new__(cls, *arguments, **named):
        """Remembers arguments that are whole numbers, or lists of whole numbers, names and
        classes."""
        made = super().__new__(cls)
        places = tuple(map(_as_given, arguments))
        names = tuple((name, _as_given(argument)) for name, argument in named.items())
        vars(made)[GIVEN_ATTRIBUTE] = Given(places, names)
        return made


def _as_given(argument: object) -> object:
    """The form in which an argument is remembered; None if it is of another kind."""
    if isinstance(argument, np.ndarray | torch.Tensor) and argument.ndim == 1:
        argument = argument.tolist() if "int" in str(argument.dtype) else None
    if not isinstance(argument, list | tuple | range):
        return int(argument) if _is_whole(argument) else None
    entries = tuple(int(entry) if _is_whole(entry) else entry for entry in argument)
    are_fixed = all(type(entry) in (int, str) or isinstance(entry, type) for entry in entries)
    return entries if are_fixed else None


def _is_whole(value: object) -> TypeGuard[Integral]:
    return isinstance(value, Integral) and not isinstance(value, bool)


def given_by_name(made: object, name: str) -> object:
    """The argument that was passed for the parameter of this name; None if none is remembered."""
    given = vars(made).get(GIVEN_ATTRIBUTE)
    if not is_given(given):
        return None
    try:
        signature = _signature(type(made).__init__)
        return signature.bind(made, *given.arguments, **dict(given.named)).arguments.get(name)
    except (TypeError, ValueError):  # the arguments do not fit its parameters
        return None


_signature = lru_cache(inspect.signature)  # settings of nodes are read again and again


def given_by_place(made: object, place: int) -> object:
    """The positional argument at this place; None if none is remembered."""
    given = vars(made).get(GIVEN_ATTRIBUTE)
    return given.arguments[place] if is_given(given) and place < len(given.arguments) else None


def is_given(value: object) -> TypeGuard[Given]:
    """Whether a value is a record of remembered arguments."""
    return type(value) is Given
