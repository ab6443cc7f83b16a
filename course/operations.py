"""One row for each class of nodes: everything that is known about a class by its name.

A new class of nodes, such as `Cube`, needs a row here. Then the checks know what PyTorch computes
for it, pictures and the player show it, and expressions may contain it, as `cube(x)`.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
from course.sketch import Sketch

EACH, WHOLE = True, False


class NoFormula(LookupError):
    """A class of nodes has no row here."""


@dataclass(frozen=True)
class Operation:
    """The facts about a class of nodes."""

    # A sign or names of functions that expressions may use for it besides its name, the case of
    # which does not matter.
    written: str
    drawn: str  # what pictures show instead of its name, if any; `{n}` is the node's attribute n
    # EACH if an entry of the result depends only on the same entry of each input of the same shape;
    # else WHOLE.
    entrywise: bool
    reads: str  # the values from the forward pass that a backward method needs
    # The result in PyTorch, from the values of the inputs; arguments after a `*` are attributes of
    # the node.
    formula: Callable[..., torch.Tensor]
    made_of: str = ""  # an expression that builds it from other nodes, used if it has no class

    @property
    def arity(self) -> int:
        """The number of inputs that it takes."""
        return self.formula.__code__.co_argcount

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of a node that its formula needs besides the inputs."""
        code = self.formula.__code__
        return code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]

    @property
    def needs_attributes(self) -> bool:
        """Whether it cannot be computed from its inputs alone."""
        return len(self.formula.__kwdefaults__ or ()) < len(self.attributes)

    @property
    def kept(self) -> tuple[int, ...]:
        """What its backward method reads: the numbers of inputs, and -1 for its result."""
        places = {"x": 0, "y": 1, "z": 2, "result": -1}
        return tuple(places[each] for each in self.reads.split())


def in_a_row(layers: Sequence[str | type], x: torch.Tensor) -> torch.Tensor:
    """The output for x of layers of these classes or names, one after the other."""
    names = [layer if isinstance(layer, str) else layer.__name__ for layer in layers]
    return functools.reduce(lambda value, name: OPERATIONS[name].formula(value), names, x)


def attention(
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
        name_of: for each row, the number of the sequence it belongs to; a query sees only its own
            sequence. By default, all rows are one sequence.

    Returns:
        A tensor of shape (T, c).
    """
    whose = torch.tensor(name_of or [0] * len(queries))
    allowed = (whose[:, None] == whose).tril()
    return scaled_dot_product_attention(queries, keys, values, attn_mask=allowed)


OPERATIONS = {name: Operation(*row) for name, row in {
    # class         written   drawn        entries reads     result of the inputs x and y
    "Add":          ("+",     "+",         EACH,   "",       lambda x, y: x + y),
    "AddBias":      ("",      "",          WHOLE,  "",       lambda x, y: x + y),
    "Mul":          ("*",     "×",         EACH,   "x y",    lambda x, y: x * y),
    "Matmul":       ("@",     "@",         WHOLE,  "x y",    lambda x, y: x @ y),
    "Mean":         ("",      "",          EACH,   "",       lambda x, y: (x + y) / 2),
    "HalfDifference": ("",    "(x − y)/2", EACH,   "",       lambda x, y: (x - y) / 2),
    "SquaredLoss":  ("",      "loss",      WHOLE,  "x y",    lambda x, y: ((x - y) ** 2).sum() / 2),
    "LogisticLoss": ("",      "loss",      WHOLE,  "x y",
                     lambda x, y: (softplus(x) - y * x).mean()),

    "CrossEntropy": ("",      "loss",      WHOLE,  "x",
                     lambda x, *, targets: cross_entropy(x, torch.tensor(targets))),
    "Embedding":    ("",      "rows",      WHOLE,  "",
                     lambda x, *, tokens: embedding(torch.tensor(tokens), x)),
    "LayerNorm":    ("",      "norm",      WHOLE,  "x",
                     lambda x: layer_norm(x, x.shape[-1:], eps=1e-5)),
    "Attention":    ("",      "attend",    WHOLE,  "x y z",
                     lambda x, y, z, *, name_of=None: attention(x, y, z, name_of)),

    "Copy":         ("",      "",          EACH,   "",       lambda x: x.clone()),
    "Detach":       ("",      "",          EACH,   "",       lambda x: x.detach() + 0 * x),
    "Negate":       ("",      "−",         EACH,   "",       lambda x: -x),
    "Abs":          ("",      "",          EACH,   "x",      lambda x: x.abs()),
    "Square":       ("",      "",          EACH,   "x",      lambda x: x**2),
    "Sqrt":         ("",      "",          EACH,   "result", lambda x: x.sqrt()),
    "IntPow":       ("^",     "^{int_power}", EACH, "x",     lambda x, *, int_power: x**int_power),
    "Exp":          ("",      "",          EACH,   "result", lambda x: x.exp()),
    "Log":          ("ln",    "",          EACH,   "x",      lambda x: x.log()),
    "Sine":         ("sin",   "",          EACH,   "x",      lambda x: x.sin()),
    "Cosine":       ("cos",   "",          EACH,   "x",      lambda x: x.cos()),
    "Sinh":         ("",      "",          EACH,   "x",      lambda x: x.sinh(),
                     "HalfDifference(exp(x), exp(-x))"),
    "Cosh":         ("",      "",          EACH,   "x",      lambda x: x.cosh(),
                     "Mean(exp(x), exp(-x))"),
    "Tanh":         ("",      "",          EACH,   "result", lambda x: x.tanh(),
                     "p = exp(x); m = exp(-x); (p - m) / (p + m)"),
    "Sigmoid":      ("",      "",          EACH,   "result", lambda x: x.sigmoid(),
                     "(1 + exp(-x))^-1"),
    "Relu":         ("",      "",          EACH,   "result", lambda x: x.relu()),
    "Softmax":      ("",      "",          WHOLE,  "result", lambda x: x.softmax(dim=-1)),
    "MaxPool":      ("",      "",          WHOLE,  "x",      lambda x: max_pool1d(x, 3)),
    "Shift":        ("",      "",          WHOLE,  "",       lambda x: x.roll(1, dims=-1)),
    "Transpose":    ("",      "",          WHOLE,  "",       lambda x: x.mT if x.dim() else x),
    "RowSums":      ("sum(1)", "",         WHOLE,  "",       lambda x: x.sum(1, keepdim=True)),
    "ColumnSums":   ("sum(0)", "",         WHOLE,  "",       lambda x: x.sum(0, keepdim=True)),
    "SquaredNorm":  ("",      "‖·‖²",      WHOLE,  "x",      lambda x: (x**2).sum()),
    "Matsum":       ("sum",   "sum",       WHOLE,  "",
                     lambda x, *, target_shape=(): x.sum_to_size(target_shape)),
    "Matexpand":    ("",      "",          WHOLE,  "",
                     lambda x, *, target_shape: x.expand(target_shape)),
    "Checkpoint":   ("",      "",          WHOLE,  "x",
                     lambda x, *, layers: in_a_row(layers, x)),
}.items()}  # fmt: skip


def functions() -> dict[str, str]:
    """The classes of nodes that expressions can use as functions, by each of their names."""
    found = {}
    for name, row in OPERATIONS.items():
        if not row.needs_attributes:
            found |= dict.fromkeys((name, name.lower(), *row.written.split()), name)
    return found


def result_of(node: ComputationNode, *inputs: torch.Tensor) -> torch.Tensor:
    """What PyTorch computes for a node, from the values of its inputs.

    The row is that of the node's class or its nearest base class; for a sketch, that of the
    operation it names.

    Raises:
        NoFormula: there is no such row.
    """
    attributes = {name: getattr(node, name) for name in attributes_of(node)}
    return operation_of(node).formula(*inputs, **attributes)


def attributes_of(node: ComputationNode) -> tuple[str, ...]:
    """The attributes of a node that determine, together with its class, what it computes."""
    return () if isinstance(node, Sketch) else operation_of(node).attributes


def operation_of(node: ComputationNode) -> Operation:
    """The row of a node's class, or of its nearest base class.

    Raises:
        NoFormula: there is no such row.
    """
    is_sketch = isinstance(node, Sketch)
    names = [node.operation] if is_sketch else [cls.__name__ for cls in type(node).__mro__]
    if row := next((OPERATIONS[name] for name in names if name in OPERATIONS), None):
        return row
    raise NoFormula(
        f"There is no PyTorch formula for {names[0]}: add a row to OPERATIONS in "
        "course/operations.py."
    )
