"""A node on several sets of inputs: the questions about it, and what is right there."""

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations

import torch

from course.check.base.cases import Case, Draw, copy_graph, turned
from course.check.base.twin import as_float64, twin
from course.check.nodes.experiments import Experiments, reserve_experiments
from course.compare import NamedTensors, as_tensor
from course.graph import ComputationNode
from course.operations import attributes_of, result_of
from course.subject import NodeBackward, NodeForward, Work, reserve

PROBES = 3  # random inputs
RESULT, DOWNSTREAM, UPSTREAM = "the result", "downstream gradient", "the upstream gradient"
LARGE, SCALE = 100, 1000  # inputs as large as that are tried divided by this, too


@dataclass
class NodeProbe:
    """A node on one set of random inputs."""

    node: ComputationNode  # the node, its inputs being leaves
    upstream: torch.Tensor  # the upstream gradient that it got
    right: list[torch.Tensor]  # the right downstream gradients
    right_result: torch.Tensor  # the right result
    alone: list[torch.Tensor]  # the right downstream gradients, had the upstream gradient been ones
    values: list[torch.Tensor]  # of the inputs
    result: torch.Tensor | None = None  # what its forward made
    # What its backward returned; None if that is not a list of tensors or numbers.
    returned: list[torch.Tensor | None] | None = None


@dataclass
class Probes:
    """What a node does on random inputs, on the values given, if it is a product of matrices that
    need not be square, on square ones, and if its inputs are large, on small ones; with an upstream
    gradient of 0; on parts of the inputs; and, last of all, where it was first."""

    random: list[NodeProbe]
    given: list[NodeProbe]
    square: list[NodeProbe]
    small: list[NodeProbe]
    zero: list[NodeProbe]
    parts: list[tuple[NodeProbe, ...]]  # a few of each shape
    again: list[NodeProbe]  # a new node, on the first of the random inputs
    experiments: Callable[[], Experiments]


def reserve_probes(node: ComputationNode, case: Case) -> Callable[[], Probes]:
    """Reserves questions about a node on several inputs; returns a function that asks them.

    Args:
        case: a case of it, for its upstream gradient.
    """
    draws = [Draw(100 + seed, fixed=True) for seed in range(PROBES)]
    # Others are positive in the second one: what the signs have done is no matter of places.
    changes = [draws[0].near, lambda value: draws[1].near(turned(value)), draws[2].near]
    random = [_probe(node, change, draw) for change, draw in zip(changes, draws, strict=True)]
    given = [_probe(node, lambda value: value, upstream=case.upstream[0])]
    shapes = [tuple(getattr(leaf.value, "shape", ())) for leaf in node.input_nodes]
    square = []
    if len(set(shapes)) > 1 and all(shapes):
        square = [_probe(node, lambda value: _square(value, shapes[0][0], draws[0]), draws[0])]
    small = []
    if max(float(as_float64(leaf.value).abs().max()) for leaf in node.input_nodes) >= LARGE:
        small = [_probe(node, lambda value: value / SCALE, upstream=case.upstream[0])]
    zero = [_probe(node, draws[0].near, upstream=0.0 * case.upstream[0])]
    parts = [*_parts(random[0].node, shapes, draws[0])]
    again = [replace(random[0], node=copy_graph(random[0].node))]
    probes = [*random, *given, *square, *small, *zero, *chain.from_iterable(parts), *again]
    questions = [
        question
        for probe in probes
        for question in (NodeForward(probe.node), NodeBackward(probe.node, probe.upstream))
    ]
    answers = reserve(questions)
    experiments = _reserve_experiments([*random, *given])

    def tried() -> Probes:
        told = answers()
        for probe, forward, backward in zip(probes, told[::2], told[1::2], strict=False):
            probe.result = as_tensor(forward.results[-1]) if forward.results else None
            returned = backward.returned
            if isinstance(returned, list | tuple) and len(returned) == len(probe.right):
                probe.returned = [as_tensor(each) for each in returned]
        return Probes(random, given, square, small, zero, parts, again, experiments)

    return tried


def _reserve_experiments(probes: list[NodeProbe]) -> Callable[[], Experiments]:
    """Reserves questions about a node that are asked if nothing simpler is found."""
    node = probes[0].node
    return reserve_experiments(
        partial(_work, node),
        lambda answer: _what_came_out(answer.result, answer.returned),
        [_given(probe) for probe in probes],
        partial(_right_of, node),
        otherwise=[(what, partial(_right_of, other)) for what, other in _others(node)],
        places=_places(node),
    )


def _others(node: ComputationNode) -> Iterator[tuple[str, ComputationNode]]:
    """A node with other attributes, and what is other about them."""
    for name in attributes_of(node):
        value = getattr(node, name, None)
        if not isinstance(value, list | tuple) or not value:
            continue
        others = [("in reverse order", value[::-1]), ("without the last", value[:-1])]
        others += [("without the first", value[1:])]
        if name in number_lists(node):
            numbers = [*map(int, value)]
            others += [
                ("", sorted(numbers)),
                ("", [numbers[0]] * len(numbers)),
                ("", [numbers[-1]] * len(numbers)),
                ("", [each + 1 for each in numbers]),
                ("", [each - 1 for each in numbers]),
                ("", [*range(len(numbers))]),
            ]
        for words, other in others:
            if list(other) != list(value):
                changed = copy.copy(node)
                setattr(changed, name, list(other))
                yield f"{name} were {words or f'{list(other)}, not {list(value)}'}", changed


def _places(node: ComputationNode) -> NamedTensors:
    """Places in a downstream gradient that a list of the node's tells, and masks of them."""
    found = {}
    for name, numbers in number_lists(node).items():
        columns = node.input_nodes[0].value.shape[-1]
        if len(numbers) == len(node.input_nodes[0].value) and max(numbers) < columns:
            own = torch.zeros(len(numbers), columns, dtype=torch.bool, device="cpu")
            own[range(len(numbers)), numbers] = True
            place = f"in column {name}[i] of row i"
            found[f"{place}, and wrong everywhere else"] = own
            found[f"everywhere but {place}, where it is wrong"] = ~own
    return found


def _given(probe: NodeProbe) -> NamedTensors:
    """The values of a node's inputs and its upstream gradient, by what messages call them."""
    values = {f"input {i}": value for i, value in enumerate(probe.values)}
    return values | {UPSTREAM: probe.upstream}


def _what_came_out(result: object, returned: object) -> dict:
    gradients = returned if isinstance(returned, list | tuple) else []
    return {RESULT: result} | {f"{DOWNSTREAM} {i}": each for i, each in enumerate(gradients)}


def _work(node: ComputationNode, values: NamedTensors) -> Work:
    """A question on a copy of a node, with these values."""
    graph = copy_graph(node)
    *inputs, upstream = values.values()
    is_tensor = [hasattr(leaf.value, "shape") for leaf in graph.input_nodes]
    for leaf, value, kept in zip(graph.input_nodes, inputs, is_tensor, strict=True):
        leaf.value = value if kept else float(value)
    return Work(graph, upstream if any(is_tensor) else float(upstream))


def _right_of(node: ComputationNode, values: NamedTensors) -> NamedTensors:
    """The right result and downstream gradients of a node, for these values."""
    *inputs, upstream = values.values()
    with torch.enable_grad():
        inputs = [as_float64(value).requires_grad_() for value in inputs]
        result = result_of(node, *inputs)
        weighted = (result * upstream).sum()
        gradients = torch.autograd.grad(weighted, inputs, materialize_grads=True)
    return _what_came_out(result.detach(), gradients)


def _probe(node: ComputationNode, change: Callable, draw: Draw | None = None, upstream=None):
    """A copy of a node with other values in its inputs, and what is right of it."""
    graph = copy_graph(node, change)
    result = as_float64(twin(graph).results[-1])
    is_tensor = any(hasattr(leaf.value, "shape") for leaf in graph.input_nodes)
    if draw:
        upstream = draw.upstream(tuple(result.shape) if is_tensor else None)
    pytorch, given = twin(graph, upstream), as_float64(upstream)
    alone = twin(graph, torch.ones_like(given)).gradients[:-1]
    return NodeProbe(graph, given, pytorch.gradients[:-1], result, alone, pytorch.results[:-1])


def _parts(
    node: ComputationNode, shapes: list[tuple], draw: Draw
) -> Iterator[tuple[NodeProbe, ...]]:
    """Probes on parts of a node's inputs, with some sizes 1, where it can be computed and has a
    gradient. For each shape, on the first, the last and the next-to-last entries, because a single
    right number may be chance; and each with the other sign, which may be why it is right."""
    sizes = sorted({size for shape in shapes for size in shape if size > 1})
    for count in range(1, len(sizes) + 1):
        for those in combinations(sizes, count):
            try:
                probes = tuple(
                    _probe(node, partial(_cut, those, at, sign), draw)
                    for at in (0, -1, -2)
                    for sign in (1, -1)
                )
            except (RuntimeError, IndexError, ValueError):  # its shapes have to fit something else
                continue
            probes = tuple(each for each in probes if each.right_result.isfinite().all())
            if any(each.any() for probe in probes for each in probe.right):
                yield probes


def _cut(sizes: tuple[int, ...], at: int, sign: int, value):
    for axis, size in enumerate(getattr(value, "shape", ())):
        if size in sizes:
            value = value.narrow(axis, at % size, 1)
    return sign * value


def _square(value: torch.Tensor, size: int, draw: Draw) -> torch.Tensor:
    """Random entries in a tensor of as many axes, all of this size."""
    return draw.near(torch.zeros((size,) * value.dim(), dtype=torch.float64, device="cpu"))


def what_was_seen(probes: Probes) -> tuple:
    """What tells known mistakes apart: results and downstream gradients on the inputs tried."""
    those = [*probes.random, *probes.square]
    return tuple((_as_numbers(probe.result), _each_as_numbers(probe.returned)) for probe in those)


def _as_numbers(value: torch.Tensor | None) -> tuple | None:
    return None if value is None else (tuple(value.shape), tuple(value.flatten().tolist()))


def _each_as_numbers(values: list | None) -> tuple | None:
    return None if values is None else tuple(map(_as_numbers, values))


def number_lists(node: ComputationNode) -> dict[str, list[int]]:
    """The lists of whole numbers, such as tokens, that say what a node computes."""
    lists = {name: getattr(node, name, None) for name in attributes_of(node)}
    return {
        name: list(value)
        for name, value in lists.items()
        if isinstance(value, list | tuple) and value and all(isinstance(i, int) for i in value)
    }
