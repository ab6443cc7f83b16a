"""Turns a text such as `p = exp(x); y = p p + x`, with `x = 0.5`, into a graph that has leaves for
unknown names."""

import ast
import re

import torch

from course.expressions.expression_error import ExpressionError
from course.expressions.formula import evaluate
from course.expressions.graph_of import Nodes
from course.expressions.interpreter import no_finite_value
from course.expressions.spelling import on_keyboard, words_in
from course.expressions.statements import statements
from course.graph import ComputationNode, Leaf
from course.operations import OPERATIONS
from course.scaffold.operators import latest_classes
from course.values.as_text import as_typed, in_text

DEFAULTS = (2.0, 3.0, -1.0, 0.5, 4.0, -2.0)  # the values of new names, in order of appearance
MAX_TYPED_ENTRIES = 100  # of a tensor
_GIVEN = re.compile(r"\s*([^\W\d]\w*)\s*=\s*(\[[\[\]\s\d.,eE+-]*\]|[^,;=\[\]]+)\s*(?:[,;]|$)")


class TypedNodes(Nodes):
    """Builds nodes from text typed into the player. Unknown words become leaves. An operation
    without a class becomes the nodes that it is made of, even in a sketch."""

    takes_new_names = True

    def named(self, name: str) -> ComputationNode | float:
        """The node with this name; a new leaf if there is none."""
        if name not in self.names:
            leaves = sum(isinstance(node, Leaf) for node in self.names.values())
            self.names[name] = self.leaf(DEFAULTS[leaves % len(DEFAULTS)], name)
        return self.names[name]

    def operate(self, operation: str, *inputs: ComputationNode | float) -> ComputationNode | float:
        """A node of the operation's class or a sketch of it, or the nodes that it is made of."""
        if OPERATIONS[operation].made_of and operation not in latest_classes:
            return self.composed(operation, *inputs)
        return super().operate(operation, *inputs)


def read_graph(text: str, values: str = "", *, sketch: bool = False) -> ComputationNode:
    """The graph of a text.

    Args:
        text: expressions separated by `;`. Later expressions may use the names of earlier ones.
        values: the values of the leaves, such as `x = log 2, A = [[1, 2], [3, 4]]`.
        sketch: whether the nodes are sketches instead of nodes of the student's own classes.

    Raises:
        ExpressionError: the text cannot be read, or needs a class that is not defined.
    """
    leaf_values = read_values(values)
    # A sketch is built first, because it has results, which reveal shapes that do not fit.
    sketched = _graph(text, TypedNodes(leaf_values, sketch=True))
    return sketched if sketch else _graph(text, TypedNodes(leaf_values))


def _graph(text: str, algebra: Nodes) -> ComputationNode:
    output = algebra.last_of(statements(text))
    if not isinstance(output, ComputationNode):
        raise ExpressionError(f"`{as_typed(text)}` is a number: a graph needs a letter, as in x*x.")
    return output


def read_values(text: str) -> dict[str, float | torch.Tensor]:
    """Values by name. Each is typed as a number, a formula for a number, or a tensor in square
    brackets. Names are spelled as in the tokens of an expression: `lam` for `lambda`.

    Raises:
        ExpressionError: it cannot be read.
    """
    values: dict[str, float | torch.Tensor] = {}
    position = 0
    while text[position:].strip():
        match = _GIVEN.match(text, position)
        if not match:
            rest = as_typed(text[position:])
            point = "; a decimal number has a point, as in 0.5" if rest[0].isdecimal() else ""
            raise ExpressionError(
                f"I cannot read `{rest}`: write values as x = 0.5, A = [[1, 2]]{point}."
            )
        name, value = match[1], match[2].strip()
        if not value:
            raise ExpressionError(f"`{name}` has no value: write, for example, {name} = 0.5.")
        values[on_keyboard(name)] = _tensor(value) if value.startswith("[") else evaluate(value, {})
        position = match.end()
    return values


def unused_names(text: str, values: str, graph: ComputationNode) -> list[str]:
    """The names, as typed, that have values but do not occur in a text with this graph."""
    expressions = [part for statement in statements(text) for part in statement]
    words = [word for expression in expressions for word in words_in(expression)]
    used = {*words, *(node.name for node in graph.sorted_nodes())}
    given = dict.fromkeys(match[1] for match in _GIVEN.finditer(values))
    return [name for name in given if on_keyboard(name) not in used]


def values_used(text: str, values: str, graph: ComputationNode) -> str:
    """The values that a text uses, as typed: the given ones that occur in it, and the defaults of
    other leaves."""
    unused = unused_names(text, values, graph)
    known = {*read_values(values), *(name for name, _ in statements(text))}
    by_default = [
        f"{node.name} = {in_text(node.value)}"
        for node in graph.sorted_nodes()
        if isinstance(node, Leaf) and node.name and node.name not in known
    ]
    if not unused and not by_default:
        return values
    used = [
        f"{match[1]} = {match[2].strip()}"
        for match in _GIVEN.finditer(values)
        if match[1] not in unused
    ]
    return ", ".join(used + by_default)


def _tensor(text: str) -> torch.Tensor:
    try:
        entries = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise ExpressionError(
            f"I cannot read `{as_typed(text)}`: write a tensor as [1, -0.5] or [[1, 2], [3, 4]]."
        ) from None
    try:
        tensor = torch.tensor(entries, dtype=torch.float64, device="cpu")
    except OverflowError:
        raise no_finite_value(text) from None
    except (ValueError, TypeError):
        raise ExpressionError(
            f"`{as_typed(text)}` is not a tensor: the rows of a tensor have equal lengths."
        ) from None
    if not 0 < tensor.numel() <= MAX_TYPED_ENTRIES:
        raise ExpressionError(f"A tensor here has between 1 and {MAX_TYPED_ENTRIES} entries.")
    if not tensor.isfinite().all():
        raise no_finite_value(text)
    return tensor
