"""From a text to a graph: `p = exp(x); y = p p + x` with `x = 0.5`. Its names become leaves."""

import json
import re

import torch

from course.expressions.formula import evaluate
from course.expressions.graph_of import Nodes, Sketches
from course.expressions.reader import ExpressionError, statements
from course.graph import ComputationNode

MAX_ENTRIES = 100  # of a tensor
_GIVEN = re.compile(r"\s*([^\W\d]\w*)\s*=\s*(\[[\[\]\s\d.,eE+-]*\]|[^,;=\[\]]+)\s*(?:[,;]|$)")


def read_graph(text: str, values: str = "", *, sketch: bool = False) -> ComputationNode:
    """The graph of an expression.

    Args:
        text: expressions separated by `;`, most with a name that later ones may use.
        values: of the leaves, such as `x = log 2, A = [[1, 2], [3, 4]]`.
        sketch: whether the nodes are sketches, not of the student's own classes.

    Raises:
        ExpressionError: it cannot be read, or needs a class that is not defined.
    """
    given = read_values(values)
    # A sketch first: it has results, which show which shapes do not fit.
    sketched = _graph(text, Sketches(given, takes_new_names=True, compose=True))
    return sketched if sketch else _graph(text, Nodes(given, takes_new_names=True))


def _graph(text: str, algebra: Nodes) -> ComputationNode:
    made = algebra.last_of(statements(text))
    if not isinstance(made, ComputationNode):
        raise ExpressionError(f"`{text.strip()}` is a number: a graph needs a letter, as in x*x.")
    return made


def read_values(text: str) -> dict[str, float | torch.Tensor]:
    """Values by name, each a number, a formula for one, or a tensor in square brackets.

    Raises:
        ExpressionError: it cannot be read.
    """
    values: dict[str, float | torch.Tensor] = {}
    position = 0
    while text[position:].strip():
        match = _GIVEN.match(text, position)
        if not match:
            rest = text[position:].strip()[:40]
            point = "; a decimal number has a point, as in 0.5" if rest[0].isdecimal() else ""
            raise ExpressionError(
                f"I cannot read `{rest}`: write values as x = 0.5, A = [[1, 2]]{point}."
            )
        name, value = match[1], match[2].strip()
        values[name] = _tensor(value) if value.startswith("[") else evaluate(value, {})
        position = match.end()
    return values


def _tensor(text: str) -> torch.Tensor:
    try:
        tensor = torch.tensor(json.loads(text), dtype=torch.float64, device="cpu")
    except (ValueError, TypeError, RecursionError):
        raise ExpressionError(
            f"`{text[:40]}` is not a tensor: the rows of a tensor have equal lengths."
        ) from None
    if not 0 < tensor.numel() <= MAX_ENTRIES:
        raise ExpressionError(f"A tensor here has between 1 and {MAX_ENTRIES} entries.")
    return tensor
