"""Remembers what the constructor of an object was given, whatever its `__init__` makes of it."""

import inspect
from functools import lru_cache
from numbers import Integral
from typing import NamedTuple, TypeGuard

import numpy as np
import torch

GIVEN_ATTRIBUTE = "_given"  # the name of the attribute


class Given(NamedTuple):
    """What a constructor was given. Nothing in it can change later."""

    # Whole numbers, and tuples of whole numbers, names and classes; None for all else, such as the
    # inputs.
    arguments: tuple
    named: tuple[tuple[str, object], ...]


class RemembersGiven:
    """A base class for nodes. It remembers in `__new__`, because a student's class may have an
    `__init__` of its own."""

    def __new__(cls, *arguments, **named):
        """Remembers whole numbers, and lists of whole numbers, names and classes."""
        made = super().__new__(cls)
        places = tuple(map(_as_given, arguments))
        names = tuple((name, _as_given(argument)) for name, argument in named.items())
        vars(made)[GIVEN_ATTRIBUTE] = Given(places, names)
        return made


def _as_given(argument: object) -> object:
    """What is remembered of an argument; None if it is nothing of that kind."""
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
    """What was given for the parameter of this name; None if nothing is remembered for it."""
    given = vars(made).get(GIVEN_ATTRIBUTE)
    if not is_given(given):
        return None
    try:
        signature = _signature(type(made).__init__)
        return signature.bind(made, *given.arguments, **dict(given.named)).arguments.get(name)
    except (TypeError, ValueError):  # it has no such parameters
        return None


_signature = lru_cache(inspect.signature)  # a node is asked for its settings again and again


def given_by_place(made: object, place: int) -> object:
    """What was given at a place among the arguments; None if nothing is remembered for it."""
    given = vars(made).get(GIVEN_ATTRIBUTE)
    return given.arguments[place] if is_given(given) and place < len(given.arguments) else None


def is_given(value: object) -> TypeGuard[Given]:
    """Whether a value is what was remembered."""
    return type(value) is Given
