"""Lets arithmetic build nodes: `x + y` is `Add(x, y)`, and so on.

Students write `Add`, `Mul` and `Matmul`. Each class of nodes registers itself here by name when it
is defined. The operators use the latest class of a name, so a cell that is run again takes effect.
"""

import math
from collections.abc import Callable
from types import FunctionType

import torch

from course.scaffold.arguments import RemembersGiven
from course.scaffold.node_messages import NodeMessages, number_or_tensor
from course.values.as_text import on_one_line

latest_classes: dict[str, type] = {}
# The attribute in which a function that watches a node's method for a check holds this method.
WATCHES = "watches_node"


def latest_class(name: str) -> type:
    """The class of nodes that was defined last under this name.

    Raises:
        NameError: no such class has been defined.
    """
    if name not in latest_classes:
        raise NameError(
            f"This expression needs a node class {name}, but there is none yet: "
            f"first run a cell that defines `class {name}(ComputationNode)`."
        )
    return latest_classes[name]


class Operators(NodeMessages, RemembersGiven):
    """The operators and methods that nodes share with numbers and tensors."""

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        leaves = [base.__module__ for base in cls.__mro__ if base.__name__ == "Leaf"]
        if cls.__name__ == "Leaf" and "course.graph" not in leaves:
            raise TypeError("The checks make their graphs of the given `Leaf`: delete this one.")
        latest_classes[cls.__name__] = cls  # the operators build this class from now on

    def __getstate__(self):
        """The state for a copy of this node, without the functions that watch its methods."""
        state = super().__getstate__()
        kept = {name: value for name, value in vars(self).items() if not _watches(value)}
        return (kept, state[1]) if isinstance(state, tuple) else kept  # a class may have slots

    def exp(self):
        return latest_class("Exp")(self)

    def sum(self):
        return latest_class("Matsum")(self)

    def sum_to_size(self, shape):
        return latest_class("Matsum")(self, shape)

    def expand(self, target_shape):
        return latest_class("Matexpand")(self, target_shape)

    def __neg__(self):
        return latest_class("Negate")(self)

    def __pow__(self, int_power):
        return latest_class("IntPow")(self, int_power)

    def __rpow__(self, base):  # 2 ** x = exp(log(2) * x)
        base = number_or_tensor(base, None)
        if torch.as_tensor(base <= 0).any():
            shown = on_one_line(base)
            raise ValueError(
                f"{shown} ** x is exp(log({shown}) * x), but {shown} has no logarithm."
            )
        return (self * (base.log() if hasattr(base, "log") else math.log(base))).exp()

    def __add__(self, other):
        return latest_class("Add")(self, other)

    def __radd__(self, other):
        return latest_class("Add")(other, self)

    def __sub__(self, other):
        return latest_class("Add")(self, -other)

    def __rsub__(self, other):
        return latest_class("Add")(other, -self)

    def __mul__(self, other):
        return latest_class("Mul")(self, other)

    def __rmul__(self, other):
        return latest_class("Mul")(other, self)

    def __truediv__(self, other):
        return latest_class("Mul")(self, other**-1 if isinstance(other, Operators) else 1 / other)

    def __rtruediv__(self, other):
        return latest_class("Mul")(other, self**-1)

    def __matmul__(self, other):
        return latest_class("Matmul")(self, other)

    def __rmatmul__(self, other):
        return latest_class("Matmul")(other, self)

    __array_ufunc__ = None  # so that array * node calls the node's __rmul__, not NumPy's own


def _watches(value: object) -> bool:
    return isinstance(value, FunctionType) and WATCHES in vars(value)


def unwatched(method: Callable) -> Callable:
    """The method that a function watches for a check. A function that watches none is returned as
    it is."""
    while _watches(method):
        method = vars(method)[WATCHES]
    return method


def is_node_or_stand_in(value: object) -> bool:
    """Whether a value is a node or, in grading, a stand-in that has only the name of a class of
    nodes."""
    return isinstance(value, Operators) or type(value).__name__ in latest_classes
