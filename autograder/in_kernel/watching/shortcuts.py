"""Notes whether a node takes a shortcut to its gradients: numerical differentiation, or a
derivative that PyTorch knows.

A difference quotient needs results at points near the inputs, and a complex step needs results of
complex numbers, but the rule of a derivative needs neither. So this looks at what PyTorch's
functions are given while `backward` of a single node runs. To be quick, it looks only once at each
class.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import numpy as np
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from course.graph import ComputationNode
from course.subject import NodeBackward, Question
from course.values.closeness import FLOAT64

NEAR = 0.01  # how far a near point may be from the input, as a fraction of the largest entry
# With so many points near an input, no honest code computes. It may have a rounded copy of the
# input, or `x + 1e-9`, which keeps a divisor from being 0.
_MANY = 4
_MAX_CALLS = 1000  # calls that are looked at
_MAX_ENTRIES = 1000  # entries of an input that is looked at


class Shortcuts:
    """The shortcuts that nodes have taken."""

    def __init__(self) -> None:
        self.taken: set[str] = set()  # "numerical" and "derivative"
        self._classes: set[type] = set()  # the classes of the nodes that were looked at

    @contextmanager
    def noted(self, question: Question, nodes: Sequence[ComputationNode]) -> Iterator[None]:
        """Notes shortcuts while a question is answered, in this context, about a graph with these
        nodes in topological order."""
        if not isinstance(question, NodeBackward) or type(nodes[-1]) in self._classes:
            yield
            return
        inputs = [leaf.result for leaf in nodes[:-1] if _has_entries(leaf.result)]
        if inputs:
            self._classes.add(type(nodes[-1]))
        calls = _Calls(inputs)
        try:
            with calls, _Operations(calls):
                yield
        finally:
            self.taken |= calls.shortcuts()


class _Calls(TorchFunctionMode):
    """Looks at each call of PyTorch's functions before it is carried out."""

    def __init__(self, inputs: list[torch.Tensor]):
        super().__init__()
        # They may be of any kind, since a node may have put something else there.
        self._inputs = [value.detach().to_dense().double().clone().numpy() for value in inputs]
        self._near: list[set[bytes]] = [set() for _ in inputs]  # the points near each
        self._is_numerical = self._has_difference = self._has_derivative = False
        self._number = 0

    def shortcuts(self) -> set[str]:
        """What the calls look like."""
        many = 1 if self._has_difference else _MANY
        is_numerical = self._is_numerical or max(map(len, self._near), default=0) >= many
        is_taken = {"numerical": is_numerical, "derivative": self._has_derivative}
        return {shortcut for shortcut in is_taken if is_taken[shortcut]}

    def __torch_function__(self, function, types, args=(), kwargs=None):
        """Looks at a call, then carries it out."""
        self._number += 1
        if self._number <= _MAX_CALLS:
            with suppress(Exception):  # not every tensor has values to look at
                self._look_at(function.__name__, (*args, *(kwargs or {}).values()))
        return function(*args, **(kwargs or {}))

    def note_name(self, name: str) -> None:
        """Looks at the name of a function or operation."""
        self._has_derivative |= "backward" in name or name == "_make_dual"

    def _look_at(self, name: str, arguments: tuple) -> None:
        self.note_name(name)
        self._is_numerical |= name == "gradient"
        tensors = [argument for argument in arguments if isinstance(argument, torch.Tensor)]
        for tensor in tensors:
            if tensor.is_complex():
                self._is_numerical |= bool(tensor.imag.any())
            elif tensor.dtype == torch.float64:  # in other types, differences are too inaccurate
                self._note_near(tensor)
        if name == "sub" and len(tensors) == 2 and tensors[1].numel() > 1:
            minuend, subtrahend = (tensor.numpy() for tensor in tensors)
            self._has_difference |= bool(_are_near(minuend[None], subtrahend).all())

    def _note_near(self, value: torch.Tensor) -> None:
        """Adds a value, or each value that it is made of, to the points near an input."""
        for place, points in zip(self._inputs, self._near, strict=True):
            if value.shape[max(0, value.ndim - place.ndim) :] == place.shape:
                values = value.numpy().reshape(-1, *place.shape)
                near = values[_are_near(values, place)]
                points |= {point.tobytes() for point in near[:_MANY]}


class _Operations(TorchDispatchMode):
    """Looks at the name of each operation that PyTorch carries out, also if no function of Python's
    is called for it, as in a program of TorchScript."""

    def __init__(self, calls: _Calls):
        super().__init__()
        self._calls = calls

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # to skip it, PyTorch would first import it, which takes a second

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        """Looks at an operation, then carries it out."""
        self._calls.note_name(str(function))
        return function(*args, **(kwargs or {}))


def _has_entries(value: object) -> bool:
    """Whether a value is a tensor to look at. A single number is not, as something may be near it
    by chance."""
    return isinstance(value, torch.Tensor) and 1 < value.numel() <= _MAX_ENTRIES


def _are_near(values: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Which values are near a place, and differ from it by more than rounding."""
    with np.errstate(all="ignore"):  # infinities
        size = np.abs(place).max()
        distances = np.abs(values - place).reshape(len(values), -1).max(1)
        return (FLOAT64 * size < distances) & (distances <= NEAR * size)
