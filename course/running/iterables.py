"""Reads what a student's function returns, even if it is a generator that never ends."""

from collections.abc import Iterable, Mapping
from itertools import islice

import numpy as np
import torch

MAX_TAKEN = 4096  # values that are read from one iterable, which may never end
_MAX_TAKEN_IN_ALL = 16 * MAX_TAKEN  # values that are read from an iterable and all those inside it
_MAX_DEPTH = 20  # levels of nested iterables; a list may even contain itself
_NOT_AS_LISTS = (str, bytes, torch.Tensor, np.ndarray, Mapping, set)


def as_lists(value: object) -> object:
    """The value with each iterable replaced by a list, or by a tuple if it is one. Nested iterables
    are replaced, too; tensors, arrays, texts, mappings and `set`s stay as they are.

    At most MAX_TAKEN values are read from an iterable, at most _MAX_TAKEN_IN_ALL in total, and none
    below _MAX_DEPTH levels.

    Iterating may run the student's code, so call this in a `limited` block.
    """
    places = iter(range(_MAX_TAKEN_IN_ALL))

    def converted(value: object, depth: int) -> object:
        if isinstance(value, _NOT_AS_LISTS) or not isinstance(value, Iterable):
            return value
        taken = zip(islice(places, MAX_TAKEN if depth < _MAX_DEPTH else 0), value, strict=False)
        entries = (converted(entry, depth + 1) for _, entry in taken)
        return tuple(entries) if isinstance(value, tuple) else list(entries)

    return converted(value, 0)
