"""Lists the facts about each class of nodes, one row for each, by the name of the class.

A new class of nodes, such as `Cube`, needs a row here. The row tells checks what PyTorch computes
for it, and pictures and the player how to show it. Expressions may contain it, as `cube(x)`, unless
its formula needs attributes.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FunctionType

import torch
from torch.nn.functional import (
    cross_entropy,
    embedding,
    layer_norm,
    max_pool1d,
    scaled_dot_product_attention,
    softplus,
)

from course.graph import ComputationNode
from course.scaffold.arguments import given_by_name, given_by_place
from course.sentences.lines import ToldAlone
from course.sentences.words import plural


class Sketch(ComputationNode):
    """A node that only names its operation, for example "Add", and cannot run.

    PyTorch's formula for that operation computes its result, so a question about a graph does not
    depend on whether the student's own class is right or exists.
    """

    def __init__(self, operation: str, *input_nodes, name=None):
        super().__init__(*input_nodes, name=name)
        self.operation = operation

    @property
    def class_name(self) -> str:
        """The operation that this sketch names."""
        return self.operation


# The errors that PyTorch raises if values do not fit an operation.
UNFIT = RuntimeError, IndexError, TypeError


class NoFormula(ToldAlone, LookupError):
    """PyTorch's formula for a node is not known, or does not fit its inputs."""


@dataclass(frozen=True)
class Operation:
    """The facts about a class of nodes."""

    # Computes the result with PyTorch from the values of the inputs. It has to be a Python
    # function, because its signature shows the number of inputs. Arguments after a `*` are
    # attributes of the node.
    formula: Callable[..., torch.Tensor]
    # Whether, for inputs of the same shape, each entry of the result depends only on the same entry
    # of each input.
    entrywise: bool = False
    # The values from the forward pass that its backward method needs, separated by spaces: inputs
    # as x, y and z, and "result".
    reads: str = ""
    # What else stands for it in expressions: a sign, or names of functions. Its own name does, too,
    # as it is or in lower case.
    written: str = ""
    drawn: str = ""  # what pictures show instead of its name; `{n}` is the node's attribute n
    made_of: str = ""  # an expression that replaces it if there is no such class

    def __post_init__(self):
        if not isinstance(self.formula, FunctionType) or self.formula.__defaults__:
            raise TypeError(
                "A formula is a lambda or a function in Python whose arguments are the inputs, "
                f"without defaults: `lambda x: ...`, not {self.formula!r}."
            )

    @property
    def arity(self) -> int:
        """The number of inputs."""
        return self.formula.__code__.co_argcount

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of the node that its formula takes besides the inputs."""
        code = self.formula.__code__
        return code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]

    @property
    def needs_attributes(self) -> bool:
        """Whether its result cannot be computed from the inputs alone."""
        return len(self.formula.__kwdefaults__ or ()) < len(self.attributes)

    @property
    def places_read(self) -> tuple[int, ...]:
        """The values that its backward method reads: the numbers of inputs, and -1 for the
        result."""
        places = {"x": 0, "y": 1, "z": 2, "result": -1}
        return tuple(places[name] for name in self.reads.split())


def run_layers(layers: Sequence[str | type], x: torch.Tensor) -> torch.Tensor:
    """The output of a sequence of layers for the input x. Layers are given as classes or their
    names."""
    names = map(_layer_name, layers)
    return functools.reduce(lambda value, name: OPERATIONS[name].formula(value), names, x)


def _layer_name(layer: str | type) -> str:
    return layer if isinstance(layer, str) else layer.__name__


def causal_attention(
    queries: torch.Tensor,
    keys: torch.Tensor,
    values: torch.Tensor,
    name_of: Sequence[int] | None = None,
) -> torch.Tensor:
    """Causal attention with one head, scaled by the square root of the queries' and keys' width.

    Args:
        queries: of shape (T, h).
        keys: of shape (T, h).
        values: of shape (T, c).
        name_of: for each row, the number of its sequence. A query attends only to its own sequence.
            By default, all rows are one sequence.

    Returns:
        A tensor of shape (T, c).
    """
    whose = torch.as_tensor([0] * len(queries) if name_of is None else name_of)
    allowed = (whose[:, None] == whose).tril()
    return scaled_dot_product_attention(queries, keys, values, attn_mask=allowed)


OPERATIONS = {
    # Two inputs
    "Add": Operation(lambda x, y: x + y, entrywise=True, written="+", drawn="+"),
    "AddBias": Operation(lambda x, y: x + y),
    "Mul": Operation(lambda x, y: x * y, entrywise=True, reads="x y", written="*", drawn="×"),
    "Matmul": Operation(lambda x, y: x @ y, reads="x y", written="@", drawn="@"),
    "Mean": Operation(lambda x, y: (x + y) / 2, entrywise=True),
    "HalfDifference": Operation(lambda x, y: (x - y) / 2, entrywise=True, drawn="(x − y)/2"),
    "SquaredLoss": Operation(lambda x, y: ((x - y) ** 2).sum() / 2, reads="x y", drawn="loss"),
    "LogisticLoss": Operation(lambda x, y: (softplus(x) - y * x).mean(), reads="x y", drawn="loss"),
    # Nodes of a transformer
    "CrossEntropy": Operation(
        lambda x, *, targets: cross_entropy(x, torch.tensor(targets)), reads="x", drawn="loss"
    ),
    "Embedding": Operation(lambda x, *, tokens: embedding(torch.tensor(tokens), x), drawn="rows"),
    "LayerNorm": Operation(
        lambda x: layer_norm(x, x.shape[-1:], eps=1e-5), reads="x", drawn="norm"
    ),
    "Attention": Operation(
        lambda x, y, z, *, name_of=None: causal_attention(x, y, z, name_of),
        reads="x y z",
        drawn="attend",
    ),
    # One input, entry by entry
    "Copy": Operation(lambda x: x.clone(), entrywise=True),
    # The 0 * x keeps x in autograd's graph, with a gradient of 0.
    "Detach": Operation(lambda x: x.detach() + 0 * x, entrywise=True),
    "Negate": Operation(lambda x: -x, entrywise=True, drawn="−"),
    "Abs": Operation(lambda x: x.abs(), entrywise=True, reads="x"),
    "Square": Operation(lambda x: x**2, entrywise=True, reads="x"),
    "Sqrt": Operation(lambda x: x.sqrt(), entrywise=True, reads="result"),
    "IntPow": Operation(
        lambda x, *, int_power: x**int_power,
        entrywise=True,
        reads="x",
        written="^",
        drawn="^{int_power}",
    ),
    "Exp": Operation(lambda x: x.exp(), entrywise=True, reads="result"),
    "Log": Operation(lambda x: x.log(), entrywise=True, reads="x", written="ln"),
    "Sine": Operation(lambda x: x.sin(), entrywise=True, reads="x", written="sin"),
    "Cosine": Operation(lambda x: x.cos(), entrywise=True, reads="x", written="cos"),
    "Sinh": Operation(
        lambda x: x.sinh(), entrywise=True, reads="x", made_of="HalfDifference(exp(x), exp(-x))"
    ),
    "Cosh": Operation(
        lambda x: x.cosh(), entrywise=True, reads="x", made_of="Mean(exp(x), exp(-x))"
    ),
    "Tanh": Operation(
        lambda x: x.tanh(),
        entrywise=True,
        reads="result",
        made_of="p = exp(x); m = exp(-x); (p - m) / (p + m)",
    ),
    "Sigmoid": Operation(
        lambda x: x.sigmoid(), entrywise=True, reads="result", made_of="(1 + exp(-x))^-1"
    ),
    "Relu": Operation(lambda x: x.relu(), entrywise=True, reads="result"),
    # One input as a whole
    "Softmax": Operation(lambda x: x.softmax(dim=-1), reads="result"),
    "MaxPool": Operation(lambda x: max_pool1d(x, 3), reads="x"),
    "Shift": Operation(lambda x: x.roll(1, dims=-1)),
    "Transpose": Operation(lambda x: x.mT if x.dim() else x),
    "RowSums": Operation(lambda x: x.sum(1, keepdim=True), written="sum(1)"),
    "ColumnSums": Operation(lambda x: x.sum(0, keepdim=True), written="sum(0)"),
    "SquaredNorm": Operation(lambda x: (x**2).sum(), reads="x", drawn="‖·‖²"),
    "Matsum": Operation(
        lambda x, *, target_shape=(): x.sum_to_size(target_shape), written="sum", drawn="sum"
    ),
    "Matexpand": Operation(lambda x, *, target_shape: x.expand(target_shape)),
    "Checkpoint": Operation(lambda x, *, layers: run_layers(layers, x), reads="x"),
}


def classes_by_function() -> dict[str, str]:
    """The classes of nodes whose formulas need no attributes, by each name that expressions may
    use."""
    classes: dict[str, str] = {}
    for name, row in OPERATIONS.items():
        if not row.needs_attributes:
            classes |= dict.fromkeys((name, name.lower(), *row.written.split()), name)
    return classes


def result_of(node: ComputationNode, *inputs: torch.Tensor) -> torch.Tensor:
    """The result that PyTorch computes for a node, from the values of its inputs.

    Raises:
        NoFormula: there is no row for the node, or it has a different number of inputs.
    """
    row = operation_of(node)
    if len(inputs) != row.arity:
        raise NoFormula(
            f"{node.label} has {len(inputs)} {plural(len(inputs), 'input')}, but "
            f"{operation_name(node)} takes {row.arity}. Look at the line that makes it, and at "
            "what its `__init__` gives to `super().__init__`."
        )
    return row.formula(*inputs, **settings_of(node))


def settings_of(node: ComputationNode) -> dict:
    """The attributes that a node's formula takes, by name, such as the tokens of an `Embedding`.
    Empty for a sketch, or if there is no row for the node."""
    row = None if isinstance(node, Sketch) else OPERATIONS.get(operation_name(node))
    if row is None:
        return {}
    found = {}
    for place, name in enumerate(row.attributes, row.arity):
        setting = _setting_given(node, place, name)
        if setting is not None or hasattr(node, name):
            found[name] = getattr(node, name) if setting is None else setting
    return found


def _setting_given(node: ComputationNode, place: int, name: str) -> object:
    """The setting passed to a node's constructor. A student's `__init__` may store it in another
    form or under another name. None if PyTorch cannot compute with it or the constructor has other
    parameters; the node's attribute then counts."""
    setting = given_by_name(node, name)
    if isinstance(setting, int) and isinstance(getattr(node, name, None), list | tuple):
        return None  # `__init__` made a list from one number
    if setting is None and not hasattr(node, name):
        setting = given_by_place(node, place)
    return setting if _is_setting(setting) else None


def _is_setting(given: object) -> bool:
    """Whether an argument is a whole number, or a tuple of whole numbers or of layers."""
    if not isinstance(given, tuple):
        return isinstance(given, int)
    return all(type(entry) is int for entry in given) or all(
        isinstance(entry, str | type) and _layer_name(entry) in OPERATIONS for entry in given
    )


def operation_of(node: ComputationNode) -> Operation:
    """The row for a node.

    Raises:
        NoFormula: there is no row for it.
    """
    if row := OPERATIONS.get(operation_name(node)):
        return row
    raise NoFormula(
        f"There is no PyTorch formula for {node.class_name}. Does the class have the name "
        "that the exercise gives it? For a new kind of node, add a row to OPERATIONS in "
        "course/operations.py."
    )


def operation_name(node: ComputationNode) -> str:
    """The name of a node's row: its class, or the nearest base class that has a row; for a sketch,
    the operation that it names. Without a row, the name of its class."""
    if isinstance(node, Sketch):
        return node.operation
    names = [cls.__name__ for cls in type(node).__mro__]
    return next((name for name in names if name in OPERATIONS), names[0])
