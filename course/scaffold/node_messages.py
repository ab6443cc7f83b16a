"""Defines the labels of nodes in messages, and errors for cases where Python's own say too little.

Students read `course.graph`, which stays short because these are kept here.
"""

import difflib
from numbers import Integral

from course.scaffold.printing import describe
from course.values.as_text import in_picture, looks_like_node, on_one_line
from course.values.kinds import kind_in_words, with_article


class NodeMessages:
    """A base class of all nodes."""

    @property
    def class_name(self):
        """The name of the node's class; for a sketch, the name of the operation."""
        return type(self).__name__

    @property
    def label(self):
        """What messages call this node: `Exp b` if it has a name, otherwise `Mul(x, 2)`, with the
        names of its inputs; for unnamed ones, the value of a leaf or the name of the class. An
        unnamed leaf is `Leaf(2)`."""
        if self.name:
            return f"{self.class_name} {self.name}"
        inputs = [node.name or _value_of(node) or node.class_name for node in self.input_nodes]
        return f"{self.class_name}({', '.join(inputs) or _value_of(self)})"

    def __repr__(self):
        return describe(self)

    def __getattr__(self, name):  # called only for missing attributes
        message = f"{type(self).__name__!r} object has no attribute {name!r}"
        if "input_nodes" not in vars(self):
            message += (
                ". An `__init__` of its own has to begin with super().__init__(...), to which "
                "it gives the input nodes"
            )
        elif hasattr(type(self), name):  # a property; its own error says what is missing
            return object.__getattribute__(self, name)
        raise AttributeError(message)


def needs_method(node, method):
    """The message after a call of ComputationNode's own `forward` or `backward`. Either the node's
    class has no such method, though perhaps one with a similar name, or it has one that was not
    called."""
    name = type(node).__name__
    if method in vars(type(node)):
        return f"{name} has a {method} method of its own, but that of ComputationNode was called."
    near = difflib.get_close_matches(method, vars(type(node)), 1, 0.8)
    clue = f": is `{near[0]}` meant to be that?" if near else "."
    for outer, function in vars(type(node)).items():
        inside = getattr(getattr(function, "__code__", None), "co_consts", ())
        if method in [getattr(each, "co_name", None) for each in inside]:
            clue = f": the one inside {outer} is indented too far."
    return f"{name} needs a {method} method of its own{clue}"


def _value_of(node) -> str:
    """The value of a leaf as pictures show it; empty for other nodes."""
    if node.input_nodes or not hasattr(node, "value"):
        return ""
    # A node that a student put there would name its own inputs, perhaps including this node.
    return type(node.value).__name__ if looks_like_node(node.value) else in_picture(node.value)


def only_node_called(name, nodes: list):
    """The only one of these nodes that has this name.

    Raises:
        LookupError: no node has this name, or several have it.
    """
    namesakes = [node for node in nodes if node.name == str(name)]
    if len(namesakes) != 1:
        names = ", ".join(sorted({node.name for node in nodes if node.name})) or "none"
        count = f"{len(namesakes)} nodes" if namesakes else "No node"
        raise LookupError(f"{count} of this graph named {on_one_line(name)}. Its names: {names}.")
    return namesakes[0]


def result_read_by(reader, node):
    """The result of a node.

    Raises:
        RuntimeError: there is none yet.
    """
    if node.result is None:
        whose = "its own result" if node is reader else f"the result of {node.label}"
        raise RuntimeError(
            f"{reader.label} reads {whose}, which is None: forward of {node.label} fills it in."
        )
    return node.result


def number_or_tensor(value, name: str | None):
    """The value itself, if a `Leaf` can hold it; a NumPy number as a plain number.

    Raises:
        TypeError: the value is text, a list, None, a node, an array, complex or the like.
    """
    # Only NumPy's dtypes have a `kind`. Nodes cannot compute with NumPy arrays.
    dtype = getattr(value, "dtype", None)
    kind = getattr(dtype, "kind", "")
    fits = not kind or (kind in "biuf" and value.shape == ())
    is_complex = "complex" in str(dtype)
    is_tensor = hasattr(value, "shape") and fits and not (is_complex or looks_like_node(value))
    if isinstance(value, int | float) or is_tensor:
        return value.item() if kind else value
    of = f" {name!r}" if name else ""
    what = kind_in_words(value) if is_complex else with_article(type(value).__name__)
    raise TypeError(
        f"Leaf{of} was given {on_one_line(value)}, {what}. "
        "It holds a number or a tensor, such as 2.0 or torch.tensor([1.0, 2.0])."
    )


def whole_number(int_power) -> int:
    """The constant integer power of an `IntPow`, as an int.

    Raises:
        TypeError: it is not a whole number.
    """
    if not isinstance(int_power, Integral) or isinstance(int_power, bool):
        raise TypeError(
            f"IntPow takes a constant integer power such as 3, not {on_one_line(int_power)}."
        )
    return int(int_power)


def tensor_arrived_at(node):
    """The gradient of a node in a graph of tensors, after checking its type.

    Raises:
        TypeError: it is neither a tensor nor a node that stands for one.
    """
    if hasattr(node.gradient, "expand"):
        return node.gradient
    if node.gradient is None:
        raise TypeError(f"The gradient of {node.label} is None")
    kind, hint = "", "Stay with tensors all the way."
    if isinstance(node.gradient, int | float):
        kind = "the plain number "
        hint = (
            "An engine puts its argument `one` at the output, unchanged, and the caller gives it a "
            "tensor, such as torch.tensor(1.0)."
        )
    raise TypeError(
        f"The gradient of {node.label} is {kind}{on_one_line(node.gradient)}, but on a graph of "
        f"tensors it has to be a tensor. {hint}"
    )


def refuse_shape(node, shape: tuple[int, ...]) -> None:
    """Raises ValueError if no value of the node's shape can have a gradient of this shape."""
    if not was_broadcast(node.shape, shape):
        raise ValueError(
            f"A gradient of shape {shape} arrived at {node.label}, whose result has shape "
            f"{node.shape}. A gradient has the shape of the value it belongs to."
        )


def was_broadcast(small: tuple[int, ...], large: tuple[int, ...]) -> bool:
    """Whether broadcasting can turn the small shape into the large one."""
    lengths = zip(reversed(small), reversed(large), strict=False)  # from the last axis on
    return len(small) <= len(large) and all(length in (1, wanted) for length, wanted in lengths)
