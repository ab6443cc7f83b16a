"""A step's arithmetic beside the picture: upstream × local = downstream, in symbols and numbers."""

import math

from course.operations import operation_of
from course.picture.labels import called, title
from course.player.shares import total
from course.player.step import Step
from course.values.as_text import in_box, in_text
from course.values.closeness import values_agree
from course.values.tensors import as_tensor

MAX_WRITTEN_OUT = 24  # of a tensor that is written out

Cell = dict  # role, symbol and value of a quantity, or the sign between two
EQUALS, DIFFERS = {"sign": "="}, {"sign": "≠"}


def lens(nodes: list, step: Step) -> list[list[Cell]]:
    """Rows of cells, one row for each input or share; none where nothing is computed."""
    if step.node is None:
        return []
    node = nodes[step.node]
    if step.kind == "forward" and node.input_nodes:
        inputs = dict.fromkeys(node.input_nodes)
        cells = [_cell("result", symbol(n), step.results[nodes.index(n)]) for n in inputs]
        *listed, _ = (each for cell in cells for each in (cell, {"sign": ","}))
        return [[*listed, {"sign": "→"}, _cell("result", symbol(node), step.results[step.node])]]
    if step.kind == "upstream":
        name = f"upstream ∂{symbol(nodes[-1])}/∂{symbol(node)}"
        return [[_cell("upstream", name, step.gradients[step.node])]]
    if step.kind in ("local", "downstream"):
        return [_product(nodes, step, k) for k in range(len(node.input_nodes))]
    if step.kind == "share":
        return _sum(nodes, step)
    return []


def symbol(node) -> str:
    """The name of a node in a formula."""
    return node.name or (called(node) if not node.input_nodes else f"({title(node)})")


def _product(nodes: list, step: Step, k: int) -> list[Cell]:
    """Upstream times local for the k-th input, and what backward has returned for it."""
    node, output = nodes[step.node], nodes[-1]
    source = node.input_nodes[k]
    local = step.local[k] if step.local else None
    upstream = step.gradients[step.node]
    top, here, there = symbol(output), symbol(node), symbol(source)
    cells = [
        _cell("upstream", f"upstream ∂{top}/∂{here}", upstream),
        {"sign": "×"},
        _cell("local", f"local ∂{here}/∂{there}", "Jacobian" if local is None else local),
    ]
    other = node.input_nodes[k - 1]
    matrix = as_tensor(step.results[nodes.index(other)])
    if operation_of(node).written == "@" and matrix is not None and matrix.dim() == 2:
        # The product with the Jacobian is one with the other input: of the left one from the right.
        cells[1:] = [{"sign": "@"}, _cell("local", f"{symbol(other)}ᵀ", matrix.T)]
        cells = cells if k == 0 else cells[::-1]
    if step.kind == "local" or (step.node, k) not in step.edges:
        return cells
    returned = step.edges[step.node, k][0]
    cells.append(EQUALS if k not in step.unequal else DIFFERS)
    return [*cells, _cell("downstream", f"downstream for {there}", returned)]


def _sum(nodes: list, step: Step) -> list[list[Cell]]:
    """The gradient before, the share that came, and the gradient now."""
    name, old, new = symbol(nodes[step.node]), step.before, step.gradients[step.node]
    came = [step.edges[edge][0] for edge in step.came]
    if not came:
        return []
    share = _cell("downstream", "share", total(came))
    if old is None:
        return [[share, {"sign": "→"}, _cell("upstream", f"gradient of {name}", new)]]
    sign = EQUALS if values_agree(total([old, *came]), new) else DIFFERS
    there = _cell("upstream", "so far", old)
    now = _cell("upstream", f"gradient of {name}", new)
    return [[there, {"sign": "+"}, share, sign, now]]


def _cell(role: str, name: str, value) -> Cell:
    return {"role": role, "symbol": name, "value": _entries(value)}


def _entries(value) -> str | list[list[str]]:
    """A value with three digits; a vector or a matrix as its rows."""
    tensor = as_tensor(value)
    if tensor is None:
        return value if isinstance(value, str) else in_text(value)
    if not tensor.shape:
        return in_box(tensor, length=math.inf)
    if tensor.numel() > MAX_WRITTEN_OUT or tensor.dim() > 2:
        return "×".join(map(str, tensor.shape))
    rows = tensor.tolist() if tensor.dim() == 2 else [tensor.tolist()]
    return [[in_box(entry, length=math.inf) for entry in row] for row in rows]
