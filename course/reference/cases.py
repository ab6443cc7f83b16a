"""Makes the cases on which a check runs a student's code: one with the given values, which a person
can follow, and others with random values near them.

A case holds a copy of the graph, so a check does not change the student's own graph or its
gradients. Everything is computed on the CPU, whatever the default device is.
"""

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, filterfalse

import torch

from course.graph import ComputationNode, Leaf
from course.messages.failure import CheckFailed
from course.messages.misconceptions import Symptom
from course.operations import UNFIT, settings_of
from course.recording.copies import copy_graph
from course.reference.random_values import RandomValues, seeded, tensor_of
from course.reference.twin import Twin, twin
from course.right_results import has_tensors, results_of
from course.scaffold.order import places_of_inputs
from course.values.as_text import shapes_in_words
from course.values.tensors import as_float64, entries_of


@dataclass(frozen=True)
class Case:
    """What a student's code runs on."""

    title: str = ""  # what messages call the case
    # Identifies the values, or the graph and its upstream gradients; None if they are random.
    key: tuple | None = None
    # Returns other observations, not from this case, that help to distinguish known mistakes.
    other_symptoms: Callable[[], tuple] = tuple
    is_changed: bool = False  # whether the leaves of its graph had different values before

    def symptom(self, *seen: object) -> Symptom | None:
        """The symptom of something wrong that was seen on this case. None if the values are random,
        because no known mistake can be recognised by them."""
        return (*self.key, *seen) if self.key else None


@dataclass(frozen=True)
class GraphCase(Case):
    """A case with a graph."""

    graph: ComputationNode = field(kw_only=True)  # a copy, in which nothing is computed yet
    # Upstream gradients of the output's shape: one for the first backward call and, in most cases,
    # one for a second call. None of them is 1 everywhere, or an engine that ignores it would pass.
    upstream: list = field(kw_only=True)


RANDOM_CASES = 2  # cases on random values, which follow the case on the given values


def cases(graph: ComputationNode, random_cases: int = RANDOM_CASES) -> Iterator[GraphCase]:
    """The case with the given values, then `random_cases` others, in which every leaf has a random
    value near the given one.

    Raises:
        CheckFailed: as for `given_case`.
    """
    given = given_case(graph)
    shape = getattr(given.upstream[0], "shape", None)  # before a student's code can change it
    yield given
    random_values = RandomValues(0)
    for i in range(random_cases):
        varied = copy_graph(graph, random_values.near)
        upstream = [random_values.upstream(shape) for _ in range(2)]
        yield GraphCase(
            f"with random values ({i + 1} of {random_cases})", graph=varied, upstream=upstream
        )


def given_case(graph: ComputationNode) -> GraphCase:
    """The case with the given values.

    Raises:
        CheckFailed: the student's `__init__` has given a node no inputs; the inputs of a node do
            not fit its class, as after `Matmul = Mul`; or a number is too large for a float.
    """
    try:
        nodes = graph.sorted_nodes()
    except AttributeError as error:
        raise CheckFailed(f"This graph has a node without inputs: {error}.") from None
    try:
        result = results_of(nodes)[-1]
        shape = tuple(result.shape) if has_tensors(graph) else None
        upstream = [_readable_upstream(shape, start) for start in (0, 2)]
        key = (_structure(nodes), tuple(entries_of(as_float64(one)) for one in upstream))
    except UNFIT as error:
        raise CheckFailed(f"PyTorch cannot compute {graph.label} here: {error}.") from None
    except OverflowError as error:
        raise CheckFailed(f"This graph holds a number that is too large: {error}.") from None
    return GraphCase("with the values given", key, graph=copy_graph(graph), upstream=upstream)


def right_values(case: GraphCase, one=1.0) -> Twin:
    """What PyTorch computes on a case.

    Raises:
        ValueError: a result contains a NaN, with which no value can be compared.
    """
    right = twin(case.graph, one)
    for node, result in zip(case.graph.sorted_nodes(), right.results, strict=True):
        if result.isnan().any():
            raise ValueError(
                f"PyTorch's own result of {node.label}, {case.title}, is nan: this check needs "
                "other inputs."
            )
    return right


def with_changed_values(case: GraphCase) -> GraphCase:
    """Puts other values into the leaves of a case's graph, and returns a case for the changed
    graph. The other nodes keep what a forward pass has left in them. The entries of a tensor are
    also reversed, so that different ones are positive, or the largest."""
    random_values = RandomValues(1, fixed=case.key is not None)
    for node in case.graph.sorted_nodes():
        if isinstance(node, Leaf):
            node.value = random_values.near(reversed_entries(node.value))
    key = (*case.key, "changed values") if case.key else None
    return replace(
        case,
        title="after the values of the leaves have changed",
        key=key,
        is_changed=True,
        upstream=case.upstream[::-1],
    )


def reversed_entries(value):
    """A tensor with its entries in reverse order; a number unchanged."""
    return value.flip([*range(value.dim())]) if hasattr(value, "flip") else value


def cases_of_other_sizes(node: ComputationNode) -> Iterator[GraphCase]:
    """Yields one case with random values on leaves of larger sizes, for a node whose inputs are
    leaves. As many sizes are changed as the node's formula allows; if it allows none, no case is
    yielded. Axes of equal size stay equal, and sizes of 1 stay 1."""
    random_values, rng = RandomValues(3), seeded(4)
    shapes = [getattr(leaf.value, "shape", ()) for leaf in node.input_nodes]
    sizes = sorted({size for shape in shapes for size in shape if size > 1})
    for count in range(len(sizes), 0, -1):
        for changed in combinations(sizes, count):
            larger = _larger(changed, sizes, rng)
            graph = copy_graph(node, lambda v, by=larger: random_values.near(_enlarged(v, by)))
            try:
                shape = tuple(results_of(graph.sorted_nodes())[-1].shape)
            except (*UNFIT, ValueError):  # the node needs one of these sizes
                continue
            upstream = [random_values.upstream(shape)]
            given = shapes_in_words(leaf.value for leaf in graph.input_nodes)
            yield GraphCase(f"on inputs of shape {given}", graph=graph, upstream=upstream)
            return


def _larger(changed: Sequence[int], sizes: Sequence[int], rng: random.Random) -> dict[int, int]:
    """The new size for each size that is changed. It is a multiple of the old size, because a node
    may cut an axis into parts, and differs from all other sizes, old and new."""
    larger: dict[int, int] = {}
    for size in changed:
        taken = {*sizes, *larger.values()}
        multiples = (size * factor for factor in itertools.count(2))
        larger[size] = rng.choice(
            [*itertools.islice(filterfalse(taken.__contains__, multiples), 2)]
        )
    return larger


def _enlarged(value, larger: Mapping[int, int]):
    """A tensor in which axes of these sizes are made longer by repeating their entries."""
    for axis, size in enumerate(getattr(value, "shape", ())):
        if size in larger:
            value = value.index_select(axis, torch.arange(larger[size]) % size)
    return value


def _structure(nodes: list[ComputationNode]) -> tuple:
    """The structure of a graph: for each node, the name of its class, the places of its inputs, and
    the value of a leaf or the power of an `IntPow`, else 0."""
    parts = []
    for node, inputs in zip(nodes, places_of_inputs(nodes), strict=True):
        value = node.value if isinstance(node, Leaf) else settings_of(node).get("int_power", 0)
        parts.append((type(node).__name__, tuple(inputs), entries_of(as_float64(value))))
    return tuple(parts)


def _readable_upstream(shape: tuple | None, start: int):
    """An upstream gradient of small whole numbers: 3 or 2 for a number, a pattern for a tensor."""
    pattern = itertools.islice(itertools.cycle((3.0, -1.0, 2.0, 1.0, -2.0)), start, None)
    if shape is None:
        return next(pattern)
    return tensor_of(shape, lambda: next(pattern))
