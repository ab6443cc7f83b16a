"""Writes out the arithmetic of a step, such as upstream × local = downstream, in symbols and
numbers for display beside the picture. Also asks a class to predict the next number."""

import math
from collections.abc import Iterator

from course.graph import ComputationNode
from course.operations import operation_of
from course.picture.labels import box_title, caption_name
from course.player.box_text import in_box
from course.player.step import Step
from course.values.as_text import in_text
from course.values.closeness import values_agree
from course.values.gradients import total
from course.values.tensors import as_tensor

MAX_WRITTEN_OUT = 24  # entries; for a larger tensor, only the shape is written

Cell = dict[str, object]  # the role, symbol and value of a quantity, or a sign between two


def arithmetic(nodes: list[ComputationNode], step: Step) -> list[list[Cell]]:
    """Rows of cells. Local and downstream gradients have a row for each input, other steps a single
    row, and steps that compute nothing have none."""
    if step.node is None:
        return []
    place, node = step.node, nodes[step.node]
    if step.kind == "forward" and node.input_nodes:
        cells: list[Cell] = []
        for source in dict.fromkeys(node.input_nodes):
            value = step.results[nodes.index(source)]
            cells += [_cell("result", symbol(source), value), _sign(",")]
        cells[-1] = _sign("→")
        return [[*cells, _cell("result", symbol(node), step.results[place])]]
    if step.kind == "upstream":
        name = f"upstream ∂{symbol(nodes[-1])}/∂{symbol(node)}"
        return [[_cell("upstream", name, step.gradients[place])]]
    if step.kind in ("local", "downstream"):
        return [_product(nodes, step, place, k) for k in range(len(node.input_nodes))]
    if step.kind == "share":
        return _sum(step, symbol(node), step.gradients[place])
    return []


def symbol(node: ComputationNode) -> str:
    """The name of a node in a formula."""
    return node.name or (f"({box_title(node)})" if node.input_nodes else caption_name(node))


def _product(nodes: list[ComputationNode], step: Step, place: int, k: int) -> list[Cell]:
    """Upstream times local for the k-th input and, once backward has returned, what it returned."""
    node = nodes[place]
    source, other = node.input_nodes[k], node.input_nodes[k - 1]
    output, here, there = symbol(nodes[-1]), symbol(node), symbol(source)
    upstream = _cell("upstream", f"upstream ∂{output}/∂{here}", step.gradients[place])
    matrix = as_tensor(step.results[nodes.index(other)])
    if operation_of(node).written == "@" and matrix is not None and matrix.dim() == 2:
        # The vector-Jacobian product multiplies by the transpose of the other input: on the right
        # for the left input, and on the left for the right input.
        factor = _cell("local", f"{symbol(other)}ᵀ", matrix.T)
        cells = [upstream, _sign("@"), factor] if k == 0 else [factor, _sign("@"), upstream]
    else:
        local = step.local[k] if step.local else None
        value = "Jacobian" if local is None else local
        cells = [upstream, _sign("×"), _cell("local", f"local ∂{here}/∂{there}", value)]
    if step.kind == "local" or (place, k) not in step.edges:
        return cells
    cells.append(_sign("≠" if k in step.unequal else "="))
    return [*cells, _cell("downstream", f"downstream for {there}", step.edges[place, k].share)]


def _sum(step: Step, name: str, new: object) -> list[list[Cell]]:
    """The gradient before, the share that arrived, and the gradient now."""
    shares = [step.edges[edge].share for edge in step.came]
    if not shares:
        return []
    share = _cell("downstream", "share", total(shares))
    now = _cell("upstream", f"gradient of {name}", new)
    if step.before is None:
        return [[share, _sign("→"), now]]
    sign = _sign("=" if values_agree(total([step.before, *shares]), new) else "≠")
    return [[_cell("upstream", "so far", step.before), _sign("+"), share, sign, now]]


def _sign(sign: str) -> Cell:
    return {"sign": sign}


def _cell(role: str, name: str, value: object) -> Cell:
    return {"role": role, "symbol": name, "value": _entries(value)}


def _entries(value: object) -> str | list[list[str]]:
    """A number as text with three digits, a vector or a matrix as rows of such texts, and a larger
    tensor as its shape. A text is returned unchanged."""
    tensor = as_tensor(value)
    if tensor is None:
        return value if isinstance(value, str) else in_text(value)
    if not tensor.shape:
        return in_box(tensor, length=math.inf)
    if tensor.numel() > MAX_WRITTEN_OUT or tensor.dim() > 2:
        return in_box(tensor)
    rows = tensor.tolist() if tensor.dim() == 2 else [tensor.tolist()]
    return [[in_box(entry, length=math.inf) for entry in row] for row in rows]


def prediction(nodes: list[ComputationNode], step: Step) -> tuple[str, str] | None:
    """A question about a step, and its answer in this run. None if no question has a single number
    as its only answer."""
    questions = [(words, as_tensor(value)) for words, value in _questions(nodes, step)]
    for words, number in questions:
        # An input that is used twice may get two different shares, in answer to the same words.
        answers = {in_text(other) for asked, other in questions if asked == words}
        if number is not None and not number.shape and len(answers) == 1:
            return words, in_text(number)
    return None


def _questions(nodes: list[ComputationNode], step: Step) -> Iterator[tuple[str, object]]:
    """All questions that could be asked at a step, with their answers."""
    if step.node is None:
        return
    node = nodes[step.node]
    name = caption_name(node)
    names = [caption_name(source) for source in node.input_nodes]
    if step.kind == "forward" and node.input_nodes:
        yield f"What is the result of {name}?", step.results[step.node]
    elif step.kind == "local":
        for source, local in zip(names, step.local, strict=True):
            yield f"What is the local gradient of {name} for {source}?", local
    elif step.kind == "downstream":
        for k, source in enumerate(names):
            sent = step.edges.get((step.node, k))
            share = sent.share if sent else None
            yield f"Upstream times local: what does {name} return for {source}?", share
    elif step.kind in ("share", "set") and "backward" in step.phase:
        yield f"What is the gradient of {name} now?", step.gradients[step.node]
