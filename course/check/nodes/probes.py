"""Tries a node on several sets of inputs: asks what it does, and works out what is right.

A probe is an experiment of this first round. If that is not enough, `Probes.experiments` makes
those of the second round.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, combinations

import torch

from course.check.base.cases import GraphCase, copy_graph, result_shape, reversed_entries
from course.check.base.draws import RandomValues
from course.check.nodes.experiments import Experiments
from course.check.nodes.node_experiments import (
    RESULT,
    UPSTREAM,
    NodeExperiment,
    reserve_node_experiments,
    what_came_out,
)
from course.graph import ComputationNode
from course.subject import Happened, NodeBackward, NodeForward, Question, reserve
from course.values.tensors import NamedTensors, as_float64

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
    experiments: Callable[[], Experiments]  # makes further experiments, which take longer

    @property
    def in_order(self) -> list[NodeExperiment]:
        """All of them, in the order in which they are tried."""
        parts = chain.from_iterable(self.parts)
        whole = [*self.random, self.given, *self.square, *self.small, self.zero]
        return [*whole, *parts, self.again]


def reserve_probes(node: ComputationNode, case: GraphCase) -> Callable[[], Probes]:
    """Reserves questions about a node on several inputs, and returns a function that asks them. The
    questions are made only when it is called.

    Args:
        case: a case with this node, from which the upstream gradient is taken.
    """

    @cache
    def probes() -> Probes:
        # The experiments are reserved below, after the questions about the probes.
        return _untried_probes(node, case.upstream[0], lambda: experiments())

    def questions() -> Iterator[Question[Happened]]:
        for probe in probes().in_order:
            yield NodeForward(probe.node)
            yield NodeBackward(probe.node, probe.given[UPSTREAM])

    def given() -> list[NamedTensors]:
        return [probe.given for probe in (*probes().random, probes().given)]

    answers = reserve(questions())
    experiments = reserve_node_experiments(node, given)

    @cache
    def tried_probes() -> Probes:
        answered = answers()
        forwards, backwards = answered[::2], answered[1::2]
        for probe, forward, backward in zip(probes().in_order, forwards, backwards, strict=False):
            result = forward.results[-1] if forward.results else None
            probe.note(what_came_out(result, backward.returned))
        return probes()

    return tried_probes


def _untried_probes(
    node: ComputationNode,
    upstream: float | torch.Tensor,
    experiments: Callable[[], Experiments],
) -> Probes:
    """The probes of a node, on which nothing has been tried yet."""
    first, second, third = (RandomValues(seed, fixed=True) for seed in (100, 101, 102))
    random = [
        _probe(node, first.near, first),
        # Other entries are positive here, so that signs are told apart from places.
        _probe(node, lambda value: second.near(reversed_entries(value)), second),
        _probe(node, third.near, third),
    ]
    given = _probe(node, lambda value: value, upstream=upstream)
    shapes = [tuple(getattr(leaf.value, "shape", ())) for leaf in node.input_nodes]
    square = []
    if len(set(shapes)) > 1 and all(shapes):
        square = [_probe(node, lambda value: _square(value, shapes[0][0], first), first)]
    small = []
    if max(float(as_float64(leaf.value).abs().max()) for leaf in node.input_nodes) >= MAX_USUAL:
        small = [_probe(node, lambda value: value / DIVISOR, upstream=upstream)]
    zero = _probe(node, first.near, upstream=0.0 * upstream)
    parts = [*_parts(random[0].node, shapes, first)]
    again = NodeExperiment(random[0].given, random[0].right, node=copy_graph(random[0].node))
    return Probes(random, given, square, small, zero, parts, again, experiments)


def _probe(
    node: ComputationNode,
    change: Callable,
    random_values: RandomValues | None = None,
    upstream: object = None,
) -> NodeExperiment:
    """A node with other values in its inputs, and an upstream gradient that is given or drawn."""
    graph = copy_graph(node, change)
    if random_values:
        upstream = random_values.upstream(result_shape(graph))
    return NodeExperiment.with_values(graph, upstream)


def _parts(
    node: ComputationNode, shapes: list[tuple], random_values: RandomValues
) -> Iterator[tuple[NodeExperiment, ...]]:
    """Probes on parts of a node's inputs, in which some sizes are 1, if it can be computed and
    has a gradient there. For each shape there are probes on the first, the last and the
    next-to-last entries, because a single right number may be chance, and each of them also with
    the opposite sign, because the sign may be why it is right."""
    sizes = sorted({size for shape in shapes for size in shape if size > 1})
    for count in range(1, len(sizes) + 1):
        for cut_sizes in combinations(sizes, count):
            try:
                probes = tuple(
                    _probe(node, partial(_cut, cut_sizes, at, sign), random_values)
                    for at in (0, -1, -2)
                    for sign in (1, -1)
                )
            except (RuntimeError, IndexError, ValueError):  # the node needs other shapes
                continue
            probes = tuple(probe for probe in probes if probe.right[RESULT].isfinite().all())
            if any(probe.right[name].any() for probe in probes for name in probe.downstream):
                yield probes


def _cut(sizes: tuple[int, ...], at: int, sign: int, value):
    for axis, size in enumerate(getattr(value, "shape", ())):
        if size in sizes:
            value = value.narrow(axis, at % size, 1)
    return sign * value


def _square(value: torch.Tensor, size: int, random_values: RandomValues) -> torch.Tensor:
    """Random entries in a tensor of the same number of axes, each of this size."""
    return random_values.near(torch.zeros((size,) * value.dim(), dtype=torch.float64, device="cpu"))


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
