"""Runs experiments on a node: tries it on several sets of inputs and upstream gradients, on parts
of the inputs and, if needed, on changed values."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import torch

from course.check.base.downstream import gradients_in
from course.check.experiments.experiment import (
    DOWNSTREAM,
    RESULT,
    UPSTREAM,
    Experiment,
    Experiments,
    FirstRound,
    Groups,
)
from course.graph import ComputationNode
from course.operations import result_of
from course.questions import Happened, NodeForwardAndBackward
from course.recording.copies import copy_graph
from course.reference.cases import reversed_entries
from course.reference.random_values import RandomValues
from course.reference.twin import vector_jacobian_product
from course.right_results import has_tensors, holds_tensor
from course.values.as_text import shapes_in_words
from course.values.tensors import NamedTensors, as_float64, entries_of

MAX_USUAL = 100  # if an entry is at least this large, all inputs are also tried divided by DIVISOR
DIVISOR = 1000


def reserve_experiments(node: ComputationNode, upstream: float | torch.Tensor) -> Experiments:
    """Reserves questions about a node on several sets of values.

    Args:
        upstream: the upstream gradient for the given values.
    """
    return Experiments(
        partial(_question_with, node),
        _what_came_out,
        partial(_first_round, node, upstream),
        partial(_parts, node),
    )


def _question_with(node: ComputationNode, values: NamedTensors) -> NodeForwardAndBackward:
    """A question about a copy of a node, with these values."""
    graph = copy_graph(node)
    *inputs, upstream = values.values()
    for leaf, value in zip(graph.input_nodes, inputs, strict=True):
        leaf.value = value if holds_tensor(leaf) else float(value)
    return NodeForwardAndBackward(graph, upstream if has_tensors(graph) else float(upstream))


def _what_came_out(answer: Happened) -> dict[str, object]:
    result = answer.results[-1] if answer.results else None
    return {RESULT: result} | _by_name(gradients_in(answer.returned))


def _by_name(gradients: Sequence) -> dict[str, Any]:
    return {f"{DOWNSTREAM} {i}": gradient for i, gradient in enumerate(gradients)}


def _right_of(node: ComputationNode, values: NamedTensors) -> NamedTensors:
    """The right result and downstream gradients of a node, for these values."""
    *inputs, upstream = values.values()
    result, gradients = vector_jacobian_product(node, inputs, upstream)
    return {RESULT: result} | _by_name(gradients)


def _first_round(node: ComputationNode, upstream: float | torch.Tensor) -> FirstRound:
    first, second, third = (RandomValues(seed, fixed=True) for seed in (100, 101, 102))
    inputs = [as_float64(leaf.value) for leaf in node.input_nodes]
    random = [
        _experiment(node, map(first.near, inputs), first),
        # Different entries are positive here, which separates effects of sign from those of place.
        _experiment(node, map(second.near, map(reversed_entries, inputs)), second),
        _experiment(node, map(third.near, inputs), third),
    ]
    square, small = [], []
    shapes = [tuple(value.shape) for value in inputs]
    if len(set(shapes)) > 1 and all(shapes):
        squares = [torch.zeros(shapes[0][:1] * len(shape)) for shape in shapes]
        square = [_experiment(node, map(first.near, squares), first)]
    if max(float(value.abs().max()) for value in inputs) >= MAX_USUAL:
        small = [_experiment(node, [value / DIVISOR for value in inputs], upstream)]
    values, right_of = random[0].given, random[0].right_of
    return FirstRound(
        random,
        given=[_experiment(node, inputs, upstream)],
        square=square,
        small=small,
        zero=[Experiment(values | {UPSTREAM: 0 * values[UPSTREAM]}, right_of)],
        again=[Experiment(values, right_of)],
    )


def _experiment(
    node: ComputationNode,
    inputs: Iterable[torch.Tensor],
    upstream: float | torch.Tensor | RandomValues,
) -> Experiment:
    """An experiment on these inputs, with a given or a random upstream gradient."""
    given = {f"input {i}": value for i, value in enumerate(inputs)}
    if isinstance(upstream, RandomValues):
        upstream = upstream.upstream(tuple(result_of(node, *given.values()).shape))
    given[UPSTREAM] = as_float64(upstream)
    return Experiment(given, partial(_right_of, node))


def _parts(node: ComputationNode) -> Groups:
    """Experiments on parts of random inputs in which some sizes are cut to 1, by shape. Leaves out
    shapes on which the node cannot be computed or all its gradients are 0. For each shape, takes
    the first, the last and the next-to-last entries, because a single right number may be chance.
    Also tries each part with the opposite sign, because the sign may be why the node is right."""
    random_values = RandomValues(103, fixed=True)
    whole = [random_values.near(as_float64(leaf.value)) for leaf in node.input_nodes]
    sizes = sorted({size for value in whole for size in value.shape if size > 1})
    tried = {}
    for count in range(1, len(sizes) + 1):
        for cut_sizes in combinations(sizes, count):
            try:
                experiments = [
                    _experiment(
                        node, [sign * _cut(value, cut_sizes, at) for value in whole], random_values
                    )
                    for at in (0, -1, -2)
                    for sign in (1, -1)
                ]
            except (RuntimeError, IndexError, ValueError):  # the node needs other shapes
                continue
            finite = [each for each in experiments if each.right[RESULT].isfinite().all()]
            if any(each.right[name].any() for each in finite for name in each.downstream):
                tried[shapes_in_words(finite[0].inputs)] = finite
    return tried


def _cut(value: torch.Tensor, sizes: tuple[int, ...], at: int) -> torch.Tensor:
    """The part of a tensor at place `at` along each axis that has one of these sizes."""
    for axis, size in enumerate(value.shape):
        if size in sizes:
            value = value.narrow(axis, at % size, 1)
    return value


def symptoms_of_node(experiments: Experiments) -> tuple:
    """The symptoms that tell known mistakes apart: results and downstream gradients."""
    first = experiments.first_round()
    return tuple(map(_symptom_of, [*experiments.random, *first.square, *first.small]))


def _symptom_of(experiment: Experiment) -> tuple:
    yours = experiment.yours
    result = _as_numbers(yours.get(RESULT))
    if yours.keys() | experiment.not_numbers != experiment.right.keys():
        return result, None
    return result, tuple(_as_numbers(yours.get(name)) for name in experiment.downstream)


def _as_numbers(value: torch.Tensor | None) -> tuple | None:
    return None if value is None else (tuple(value.shape), entries_of(value))
