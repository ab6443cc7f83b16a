"""A node on several sets of inputs: the questions about it, and what is right there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations

import torch

from course.check.base.cases import Case, Draw, copy_graph, turned
from course.check.base.twin import twin
from course.check.nodes.experiments import Experiments
from course.check.nodes.node_experiments import UPSTREAM, reserve_node_experiments
from course.compare import is_right
from course.graph import ComputationNode
from course.subject import NodeBackward, NodeForward, reserve
from course.tensors import NamedTensors, as_float64, as_tensor

PROBES = 3  # random inputs
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

    @property
    def given(self) -> NamedTensors:
        """The values of the inputs and the upstream gradient, by what messages call them."""
        values = {f"input {i}": value for i, value in enumerate(self.values)}
        return values | {UPSTREAM: self.upstream}

    @property
    def is_complete(self) -> bool:
        """Whether there is a result, and a downstream gradient for each input."""
        return self.result is not None and self.returned is not None and None not in self.returned

    @property
    def is_right(self) -> bool:
        """Whether all of it is what PyTorch says."""
        return (
            is_right(self.result, self.right_result)
            and self.returned is not None
            and all(map(is_right, self.returned, self.right))
        )


@dataclass
class Probes:
    """What a node does on random inputs, on the values given, if it is a product of matrices that
    need not be square, on square ones, and if its inputs are large, on small ones; with an upstream
    gradient of 0; on parts of the inputs; and, last of all, where it was first."""

    random: list[NodeProbe]
    given: NodeProbe
    square: list[NodeProbe]
    small: list[NodeProbe]
    zero: NodeProbe
    parts: list[tuple[NodeProbe, ...]]  # a few of each shape
    again: NodeProbe  # a new node, on the first of the random inputs
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
    given = _probe(node, lambda value: value, upstream=case.upstream[0])
    shapes = [tuple(getattr(leaf.value, "shape", ())) for leaf in node.input_nodes]
    square = []
    if len(set(shapes)) > 1 and all(shapes):
        square = [_probe(node, lambda value: _square(value, shapes[0][0], draws[0]), draws[0])]
    small = []
    if max(float(as_float64(leaf.value).abs().max()) for leaf in node.input_nodes) >= LARGE:
        small = [_probe(node, lambda value: value / SCALE, upstream=case.upstream[0])]
    zero = _probe(node, draws[0].near, upstream=0.0 * case.upstream[0])
    parts = [*_parts(random[0].node, shapes, draws[0])]
    again = replace(random[0], node=copy_graph(random[0].node))
    probes = [*random, given, *square, *small, zero, *chain.from_iterable(parts), again]
    questions = [
        question
        for probe in probes
        for question in (NodeForward(probe.node), NodeBackward(probe.node, probe.upstream))
    ]
    answers = reserve(questions)
    on_changed = reserve_node_experiments(random[0].node, [each.given for each in (*random, given)])

    def tried() -> Probes:
        told = answers()
        for probe, forward, backward in zip(probes, told[::2], told[1::2], strict=False):
            probe.result = as_tensor(forward.results[-1]) if forward.results else None
            returned = backward.returned
            if isinstance(returned, list | tuple) and len(returned) == len(probe.right):
                probe.returned = [as_tensor(each) for each in returned]
        return Probes(random, given, square, small, zero, parts, again, on_changed)

    return tried


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
