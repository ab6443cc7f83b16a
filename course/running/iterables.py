"""Reads what a student's function returns, which may be a generator, and may never end."""

from collections.abc import Iterable, Mapping
from itertools import islice

import numpy as np
import torch

MAX_TAKEN = 4096  # values that are read from an iterable, which may never end
_MAX_TAKEN_IN_ALL = 16 * MAX_TAKEN  # values that are read from iterables inside each other
_MAX_DEPTH = 20  # of iterables inside each other; a list may even contain itself
_NOT_AS_LISTS = (str, bytes, torch.Tensor, np.ndarray, Mapping, set)


def as_lists(value: object) -> object:
    """The value with a list in place of each iterable that is not a tuple, even inside others.
    Tensors, arrays, texts, mappings and `set`s stay as they are. Of each iterable only the first
    MAX_TAKEN values are taken, and of all of them together no more than _MAX_TAKEN_IN_ALL;
    none are taken deeper than _MAX_DEPTH.

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
