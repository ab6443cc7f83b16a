"""From an expression in text to a graph: `p = exp(x); y = p p + x` with `x = 0.5`.

It is read like a formula, so nothing of it is evaluated by Python; its names become leaves.
"""

import json
import math
import re
from collections.abc import Callable

import torch

from course.check.formula import FUNCTIONS, FormulaError, Reader, evaluate
from course.graph import ComputationNode, Exp, HalfDifference, Leaf, Matsum, Mean
from course.operators import Operators, node_class
from course.sketch import Sketch

DEFAULTS = (2.0, 3.0, -1.0, 0.5, 4.0, -2.0)  # for names without a value, in the order they appear
MAX_ENTRIES = 100  # of a tensor
_GIVEN = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*(\[[\[\]\s\d.,eE+-]*\]|[^,;=\[\]]+)\s*(?:[,;]|$)")
_NAMED = re.compile(r"\s*([A-Za-z_]\w*)\s*=(.*)", re.DOTALL)

# What stands for a node class of the student's: the class itself, or a sketch of it.
Build = Callable[[str], Callable[..., ComputationNode]]


def read_graph(text: str, values: str = "", *, sketch: bool = False) -> ComputationNode:
    """The graph of an expression.

    Args:
        text: formulas separated by `;`, all but the last one with a name that later ones may use.
        values: of the leaves, such as `x = log 2, A = [[1, 2], [3, 4]]`.
        sketch: whether additions and products are sketches, not the student's own classes.

    Raises:
        FormulaError: it cannot be read; the message says why.
        NameError: it needs one of the student's classes, and that is not defined.
    """
    build = (lambda name: lambda *inputs: Sketch(name, *inputs)) if sketch else node_class
    leaves = {name: _Term(Leaf(value, name), build) for name, value in read_values(values).items()}
    names: dict[str, _Term] = {}
    parts = [part for part in text.split(";") if part.strip()]
    if not parts:
        raise FormulaError("The expression is empty: write for example x*x + x.")
    for part in parts:
        given = _NAMED.fullmatch(part)
        name, formula = (given[1], given[2]) if given else ("", part)
        made = _read(formula, _Names(leaves, names, build))
        if name:
            names[name] = made
            made.node.name = made.node.name or name
    return made.node


def _read(formula: str, names: "_Names") -> "_Term":
    try:
        made = _Reader(formula, names).read()
    except RecursionError:
        raise FormulaError(f"`{formula}` has too many brackets inside brackets.") from None
    except (OverflowError, ZeroDivisionError) as error:
        raise FormulaError(f"`{formula}` has no finite value.") from error
    if not isinstance(made, _Term):
        raise FormulaError(f"`{formula.strip()}` is a number: a graph needs a letter, as in x*x.")
    return made


def read_values(text: str) -> dict[str, float | torch.Tensor]:
    """Values by name, each a number, a formula for one, or a tensor in square brackets.

    Raises:
        FormulaError: it cannot be read.
    """
    values: dict[str, float | torch.Tensor] = {}
    position = 0
    while text[position:].strip():
        match = _GIVEN.match(text, position)
        if not match:
            rest = text[position:].strip()[:40]
            raise FormulaError(f"I cannot read `{rest}`: write values as x = 0.5, A = [[1, 2]].")
        name, value = match[1], match[2].strip()
        values[name] = _tensor(value) if value.startswith("[") else evaluate(value, {})
        position = match.end()
    return values


def _tensor(text: str) -> torch.Tensor:
    try:
        tensor = torch.tensor(json.loads(text), dtype=torch.float64, device="cpu")
    except (ValueError, TypeError, RecursionError):
        raise FormulaError(f"`{text[:40]}` is no tensor: its rows are of equal length.") from None
    if not 0 < tensor.numel() <= MAX_ENTRIES:
        raise FormulaError(f"A tensor here has between 1 and {MAX_ENTRIES} entries.")
    return tensor


class _Term(Operators):
    """A node while its expression is being read, whose operators build what they are told to."""

    def __init__(self, node: ComputationNode, build: Build):
        self.node, self.build = node, build

    def _make(self, name: str, *inputs) -> "_Term":
        made = self.build(name)(*(getattr(each, "node", each) for each in inputs))
        return _Term(made, self.build)

    def __add__(self, other):
        return self._make("Add", self, other)

    def __radd__(self, other):
        return self._make("Add", other, self)

    def __mul__(self, other):
        return self._make("Mul", self, other)

    def __rmul__(self, other):
        return self._make("Mul", other, self)

    def __sub__(self, other):
        return self + -other

    def __matmul__(self, other):
        return self._make("Matmul", self, other)

    def __neg__(self):
        return _Term(-self.node, self.build)

    def __pow__(self, power: int):
        return _Term(self.node**power, self.build)

    def __truediv__(self, other):
        return self * (other**-1 if isinstance(other, _Term) else 1 / other)

    def __rtruediv__(self, other):
        return other * self**-1

    def of(self, function: Callable[..., ComputationNode], *inputs: "_Term") -> "_Term":
        """A node of the scaffold on this one, or on these."""
        return _Term(function(*(each.node for each in inputs or (self,))), self.build)


class _Names(dict):
    """Leaves by name, and intermediate nodes by theirs; a new name becomes a leaf."""

    def __init__(self, leaves: dict, nodes: dict, build: Build):
        super().__init__(nodes)
        self.leaves, self.build = leaves, build

    def __contains__(self, name) -> bool:
        return (isinstance(name, str) and name != "e") or super().__contains__(name)

    def __missing__(self, name: str) -> _Term:
        if name not in self.leaves:
            value = DEFAULTS[len(self.leaves) % len(DEFAULTS)]
            self.leaves[name] = _Term(Leaf(value, name), self.build)
        return self.leaves[name]


def _exp(x: _Term) -> _Term:
    return x.of(Exp)


def _tanh(x: _Term) -> _Term:
    up, down = _exp(x), _exp(-x)
    return (up - down) / (up + down)


_NODES: dict[str, Callable[[_Term], _Term]] = {
    "exp": _exp,
    "cosh": lambda x: x.of(Mean, _exp(x), _exp(-x)),
    "sinh": lambda x: x.of(HalfDifference, _exp(x), _exp(-x)),
    "tanh": _tanh,
    "sigmoid": lambda x: (1 + _exp(-x)) ** -1,
    "sum": lambda x: x.of(Matsum),
}


def _function(name: str) -> Callable:
    def apply(x):
        if isinstance(x, _Term) and name in _NODES:
            return _NODES[name](x)
        if not isinstance(x, _Term) and name in FUNCTIONS:
            return FUNCTIONS[name](x)
        what = "a letter" if name in _NODES else "numbers only"
        raise FormulaError(f"{name} takes {what}. There are nodes for {', '.join(_NODES)}.")

    return apply


class _Reader(Reader):
    functions = {name: _function(name) for name in [*_NODES, *FUNCTIONS]}

    def atom(self):
        token, after = self.next, self.tokens[self.position + 1 : self.position + 2]
        is_called = token and len(token) > 1 and token[0].isalpha() and after == ["("]
        if is_called and token not in self.functions and token not in self.names.leaves:
            known = ", ".join(_NODES)
            raise self.error(f"there is no node for {token}, only for {known}")
        return super().atom()

    def signed(self):
        value = super().signed()
        while self.take("@"):
            other = super().signed()
            if not (isinstance(value, _Term) and isinstance(other, _Term)):
                raise self.error("@ stands between two matrices")
            value = value @ other
        return value

    def power(self):
        base = self.atom()
        return self._raised(base, self.signed()) if self.take("^") else base

    def _raised(self, base, exponent):
        if isinstance(exponent, _Term) and base == math.e:
            return _exp(exponent)
        if isinstance(exponent, _Term):
            raise self.error("a power is a whole number here")
        if not isinstance(base, _Term):
            return base**exponent
        if exponent != int(exponent):
            raise self.error("a power is a whole number here")
        return base ** int(exponent)
