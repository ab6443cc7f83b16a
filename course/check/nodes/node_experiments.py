"""Makes experiments on a node, which change its inputs, its upstream gradient, or its lists."""

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import torch

from course.check.base.cases import copy_graph
from course.check.base.returned import gradients_in
from course.check.base.twin import vector_jacobian_product
from course.check.nodes.experiments import (
    Experiment,
    Experiments,
    Round,
    reserve_round,
    untried_experiments,
)
from course.graph import ComputationNode
from course.operations import attributes_of
from course.subject import Happened, NodeForwardAndBackward
from course.values.tensors import NamedTensors

T = TypeVar("T")

RESULT, DOWNSTREAM, UPSTREAM = "the result", "downstream gradient", "the upstream gradient"


@dataclass
class NodeExperiment(Experiment):
    """A node that is tried on certain values: of its inputs and, last, of its upstream gradient."""

    node: ComputationNode = field(kw_only=True)

    @property
    def inputs(self) -> list[torch.Tensor]:
        """The values of the inputs."""
        return [*self.given.values()][:-1]

    @property
    def downstream(self) -> list[str]:
        """What messages call the downstream gradients."""
        return [name for name in self.right if name != RESULT]


def reserve_on_node(
    node: ComputationNode, untried_round: Callable[[], Round]
) -> Callable[[], Round]:
    """Reserves the questions of a round of experiments on a node, as `reserve_round` does."""
    return reserve_round(untried_round, partial(_question_with, node), _what_came_out)


def _what_came_out(answer: Happened) -> dict[str, object]:
    result = answer.results[-1] if answer.results else None
    return {RESULT: result} | _by_name(gradients_in(answer.returned))


def untried_on_node(node: ComputationNode, random: list[NamedTensors]) -> Experiments:
    """The experiments to be made on a node if nothing simpler is found."""
    otherwise = [(words, partial(right_of, other)) for words, other in _other_attributes(node)]
    return untried_experiments(random, partial(right_of, node), otherwise=otherwise)


def _other_attributes(node: ComputationNode) -> Iterator[tuple[str, ComputationNode]]:
    """Copies of a node with other attributes, each with words for what is different."""
    numbers_by_name = number_lists(node)
    for name in attributes_of(node):
        value = getattr(node, name, None)
        if not isinstance(value, list | tuple):
            continue
        others = _other_lists([*value])
        if name in numbers_by_name:
            others += _other_numbers([*map(int, value)])
        for words, other in others:
            if other != [*value]:
                changed = copy.copy(node)
                setattr(changed, name, other)
                yield f"{name} were {words}", changed


def _other_lists(value: list) -> list[tuple[str, list]]:
    return [
        ("in reverse order", value[::-1]),
        ("without the last", value[:-1]),
        ("without the first", value[1:]),
    ]


def _other_numbers(numbers: list[int]) -> list[tuple[str, list]]:
    others = [
        sorted(numbers),
        [numbers[0]] * len(numbers),
        [numbers[-1]] * len(numbers),
        [number + 1 for number in numbers],
        [number - 1 for number in numbers],
        [*range(len(numbers))],
    ]
    return [(f"{other}, not {numbers}", other) for other in others]


def _by_name(gradients: Sequence[T]) -> dict[str, T]:
    return {f"{DOWNSTREAM} {i}": gradient for i, gradient in enumerate(gradients)}


def _question_with(node: ComputationNode, values: NamedTensors) -> NodeForwardAndBackward:
    """A question on a copy of a node, with these values."""
    graph = copy_graph(node)
    *inputs, upstream = values.values()
    has_tensor = False
    for leaf, value in zip(graph.input_nodes, inputs, strict=True):
        is_tensor = hasattr(leaf.value, "shape")
        leaf.value = value if is_tensor else float(value)
        has_tensor |= is_tensor
    return NodeForwardAndBackward(graph, upstream if has_tensor else float(upstream))


def right_of(node: ComputationNode, values: NamedTensors) -> NamedTensors:
    """The right result and downstream gradients of a node, for these values."""
    *inputs, upstream = values.values()
    result, gradients = vector_jacobian_product(node, inputs, upstream)
    return {RESULT: result} | _by_name(gradients)


def number_lists(node: ComputationNode) -> dict[str, list[int]]:
    """The lists of whole numbers, such as tokens, on which it depends what a node computes."""
    lists = {name: getattr(node, name, None) for name in attributes_of(node)}
    return {
        name: list(value)
        for name, value in lists.items()
        if isinstance(value, list | tuple) and value and all(isinstance(i, int) for i in value)
    }
