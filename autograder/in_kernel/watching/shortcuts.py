"""Notes whether a node takes a shortcut to its gradients: numerical differentiation.

A difference quotient evaluates functions at points near the inputs, and a complex step evaluates
them at complex numbers. A rule for the derivative needs neither. So this module looks at the
arguments of PyTorch's functions while `backward` of a single node runs. To save time, it looks only
once at each class.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import numpy as np
import torch
from torch.overrides import TorchFunctionMode

from course.graph import ComputationNode
from course.questions import NodeBackward
from course.subject import Question
from course.values.closeness import FLOAT64_RTOL

NUMERICAL = "numerical"
NEAR = 0.01  # how far a near point may be from the input, as a fraction of its largest entry
# Honest code does not compute with so many points near an input. It may use a few, such as a
# rounded copy of the input, or `x + 1e-9` to keep a divisor from being 0.
_MANY = 4
_EXACT = torch.float64, torch.complex128  # in other types, differences are too inaccurate
_MAX_CALLS = 1000  # calls that are looked at
_MAX_ENTRIES = 1000  # entries of an input that is looked at


@contextmanager
def shortcuts_noted(
    signs: set[str], question: Question, nodes: Sequence[ComputationNode], looked_at: set[type]
) -> Iterator[None]:
    """Notes shortcuts while a question is answered in this context. It is about a graph with these
    nodes, in topological order.

    Args:
        looked_at: the classes that need not be looked at again; the node's class is added.
    """
    kind = type(nodes[-1]) if isinstance(question, NodeBackward) else None
    if kind is None or kind in looked_at:
        yield
        return
    inputs = [leaf.result for leaf in nodes[:-1] if _has_entries(leaf.result)]
    if inputs:
        looked_at.add(kind)
    calls = _Calls(inputs)
    try:
        with calls:
            yield
    finally:
        if calls.are_numerical():
            signs.add(NUMERICAL)


class _Calls(TorchFunctionMode):
    """Looks at each call of PyTorch's functions before it is carried out."""

    def __init__(self, inputs: list[torch.Tensor]):
        super().__init__()
        # These may be tensors of any kind, since a node may have replaced the results of its
        # inputs.
        self._inputs = [value.detach().to_dense().double().clone().numpy() for value in inputs]
        self._near: list[set[bytes]] = [set() for _ in inputs]  # the points near each
        self._is_numerical = self._has_difference = False
        self._number = 0

    def are_numerical(self) -> bool:
        """Whether the calls look like numerical differentiation."""
        many = 1 if self._has_difference else _MANY
        return self._is_numerical or max(map(len, self._near), default=0) >= many

    def __torch_function__(self, function, types, args=(), kwargs=None):
        """Looks at a call, then carries it out."""
        self._number += 1
        if self._number <= _MAX_CALLS:
            with suppress(Exception):  # not every tensor has values to look at
                self._look_at(function.__name__, (*args, *(kwargs or {}).values()))
        return function(*args, **(kwargs or {}))

    def _look_at(self, name: str, arguments: tuple) -> None:
        self._is_numerical |= name == "gradient"
        tensors = [each.to_dense() for each in arguments if isinstance(each, torch.Tensor)]
        for tensor in tensors:
            if tensor.is_complex() and tensor.imag.any():
                self._is_numerical = True
            elif tensor.dtype in _EXACT:
                self._note_near(tensor.real)
        if name == "sub" and len(tensors) == 2 and tensors[1].numel() > 1:
            minuend, subtrahend = (tensor.numpy() for tensor in tensors)
            self._has_difference |= bool(_are_near(minuend[None], subtrahend).all())

    def _note_near(self, value: torch.Tensor) -> None:
        """Notes which points are near an input: the value, or any of the points that are stacked in
        it."""
        for place, points in zip(self._inputs, self._near, strict=True):
            if value.numel() % place.size == 0:  # whatever its shape
                values = value.numpy().reshape(-1, *place.shape)
                near = values[_are_near(values, place)]
                points |= {point.tobytes() for point in near[:_MANY]}


def _has_entries(value: object) -> bool:
    """Whether a value is a tensor to look at. A single number is not, because another value may be
    near it by chance."""
    return isinstance(value, torch.Tensor) and 1 < value.numel() <= _MAX_ENTRIES


def _are_near(values: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Which values are near a place, and differ from it by more than rounding."""
    with np.errstate(all="ignore"):  # infinities
        size = np.abs(place).max()
        distances = np.abs(values - place).reshape(len(values), -1).max(1)
        return (FLOAT64_RTOL * size < distances) & (distances <= NEAR * size)
