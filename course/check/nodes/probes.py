"""Tries a node on several sets of inputs.

A probe is an experiment of this first round. If that is not enough, a second round follows.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, combinations

import torch

from course.check.base.cases import reversed_entries
from course.check.base.draws import RandomValues
from course.check.nodes.experiments import Experiments
from course.check.nodes.node_experiments import (
    RESULT,
    UPSTREAM,
    NodeExperiment,
    reserve_on_node,
    right_of,
    untried_on_node,
)
from course.graph import ComputationNode
from course.operations import result_of
from course.values.tensors import as_float64

MAX_USUAL = 100  # if an input is at least this large, all are also tried divided by DIVISOR
DIVISOR = 1000


@dataclass
class Probes:
    """What a node does on several sets of inputs."""

    random: list[NodeExperiment]  # on random values
    given: NodeExperiment  # on the values given
    square: list[NodeExperiment]  # on square matrices, if it takes matrices of different shapes
    small: list[NodeExperiment]  # on small values, if those given are large
    zero: NodeExperiment  # with an upstream gradient of 0
    parts: list[tuple[NodeExperiment, ...]]  # on parts of the inputs, a few of each shape
    again: NodeExperiment  # a new node, last of all, on the first of the random values

    @property
    def in_order(self) -> list[NodeExperiment]:
        """All of them, in the order in which they are tried."""
        parts = chain.from_iterable(self.parts)
        whole = [*self.random, self.given, *self.square, *self.small, self.zero]
        return [*whole, *parts, self.again]


def reserve_probes(
    node: ComputationNode, upstream: float | torch.Tensor
) -> tuple[Callable[[], Probes], Callable[[], Experiments]]:
    """Reserves questions about a node on several inputs, and about further experiments, which take
    longer. Returns the functions that ask them.

    Args:
        upstream: the upstream gradient on the values given.
    """
    untried_probes = cache(partial(_untried_probes, node, upstream))

    def untried_round() -> Experiments:
        probes = untried_probes()
        return untried_on_node(node, [probe.given for probe in (*probes.random, probes.given)])

    return reserve_on_node(node, untried_probes), reserve_on_node(node, untried_round)


def _untried_probes(node: ComputationNode, upstream: float | torch.Tensor) -> Probes:
    first, second, third = (RandomValues(seed, fixed=True) for seed in (100, 101, 102))
    inputs = [as_float64(leaf.value) for leaf in node.input_nodes]
    random = [
        _probe(node, map(first.near, inputs), first),
        # Other entries are positive here, so that signs are told apart from places.
        _probe(node, map(second.near, map(reversed_entries, inputs)), second),
        _probe(node, map(third.near, inputs), third),
    ]
    given = _probe(node, inputs, upstream)
    shapes = [tuple(value.shape) for value in inputs]
    square = []
    if len(set(shapes)) > 1 and all(shapes):
        squares = [torch.zeros(shapes[0][:1] * len(shape)) for shape in shapes]
        square = [_probe(node, map(first.near, squares), first)]
    small = []
    if max(float(value.abs().max()) for value in inputs) >= MAX_USUAL:
        small = [_probe(node, [value / DIVISOR for value in inputs], upstream)]
    zero = _probe(node, map(first.near, inputs), 0 * upstream)
    parts = [*_parts(random[0], first)]
    again = NodeExperiment(random[0].given, random[0].right, node=node)
    return Probes(random, given, square, small, zero, parts, again)


def _probe(
    node: ComputationNode,
    inputs: Iterable[torch.Tensor],
    upstream: float | torch.Tensor | RandomValues,
) -> NodeExperiment:
    """A node on these inputs, with an upstream gradient that is given or drawn from a source."""
    given = {f"input {i}": value for i, value in enumerate(inputs)}
    if isinstance(upstream, RandomValues):
        upstream = upstream.upstream(tuple(result_of(node, *given.values()).shape))
    given[UPSTREAM] = as_float64(upstream)
    return NodeExperiment(given, right_of(node, given), node=node)


def _parts(
    whole: NodeExperiment, random_values: RandomValues
) -> Iterator[tuple[NodeExperiment, ...]]:
    """Probes on parts of a node's inputs, in which some sizes are 1, if it can be computed and
    has a gradient there. For each shape there are probes on the first, the last and the
    next-to-last entries, because a single right number may be chance, and each of them also with
    the opposite sign, because the sign may be why it is right."""
    sizes = sorted({size for value in whole.inputs for size in value.shape if size > 1})
    for count in range(1, len(sizes) + 1):
        for cut_sizes in combinations(sizes, count):
            try:
                probes = tuple(
                    _probe(
                        whole.node,
                        [sign * _cut(value, cut_sizes, at) for value in whole.inputs],
                        random_values,
                    )
                    for at in (0, -1, -2)
                    for sign in (1, -1)
                )
            except (RuntimeError, IndexError, ValueError):  # the node needs other shapes
                continue
            probes = tuple(probe for probe in probes if probe.right[RESULT].isfinite().all())
            if any(probe.right[name].any() for probe in probes for name in probe.downstream):
                yield probes


def _cut(value: torch.Tensor, sizes: tuple[int, ...], at: int) -> torch.Tensor:
    """The part of a tensor at this place of each axis that has one of these sizes."""
    for axis, size in enumerate(value.shape):
        if size in sizes:
            value = value.narrow(axis, at % size, 1)
    return value


def what_was_seen(probes: Probes) -> tuple:
    """The evidence that tells known mistakes apart: results and downstream gradients."""
    return tuple(map(_as_evidence, [*probes.random, *probes.square]))


def _as_evidence(probe: NodeExperiment) -> tuple:
    result = _as_numbers(probe.yours.get(RESULT))
    if probe.yours.keys() | probe.not_numbers != probe.right.keys():
        return result, None
    return result, tuple(_as_numbers(probe.yours.get(name)) for name in probe.downstream)


def _as_numbers(value: torch.Tensor | None) -> tuple | None:
    return None if value is None else (tuple(value.shape), tuple(value.flatten().tolist()))
