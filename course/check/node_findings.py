"""What a wrong node does, found by trying it on a few random inputs: the negative, a factor, a
transpose, the upstream gradient left out. Only what holds on every one of them is told.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import torch

from course.check.cases import Case, Draw, copy_graph
from course.check.twin import as_float64, twin
from course.compare import as_tensor, close
from course.graph import ComputationNode
from course.subject import NodeBackward, NodeForward, reserve

PROBES = 3  # random inputs


@dataclass
class Probe:
    """A node on one set of random inputs.

    Attributes:
        node: the node, its inputs being leaves.
        upstream: the upstream gradient that it got.
        right: the right downstream gradients.
        right_result: the right result.
        alone: the right downstream gradients, had the upstream gradient been ones.
        values: of the inputs.
        result: what its forward made.
        returned: what its backward returned; None if that is not a list of tensors or numbers.
    """

    node: ComputationNode
    upstream: torch.Tensor
    right: list[torch.Tensor]
    right_result: torch.Tensor
    alone: list[torch.Tensor]
    values: list[torch.Tensor]
    result: torch.Tensor | None = None
    returned: list[torch.Tensor | None] | None = None


def probing(node: ComputationNode, case: Case) -> Callable[[], list[Probe]]:
    """Puts a node's questions on random inputs aside; what it returns asks them.

    Args:
        node: the node, its inputs being leaves.
        case: a case of it, for the shape of its upstream gradient.
    """
    probes, questions = [], []
    for seed in range(PROBES):
        draw = Draw(100 + seed, fixed=True)
        graph = copy_graph(node, draw.near)
        shape = tuple(case.upstream[0].shape) if hasattr(case.upstream[0], "shape") else None
        upstream = draw.upstream(shape)
        pytorch, given = twin(graph, upstream), as_float64(upstream)
        alone = twin(graph, torch.ones_like(given)).gradients[:-1]
        *values, result = pytorch.results
        probes.append(Probe(graph, given, pytorch.gradients[:-1], result, alone, values))
        questions += [NodeForward(graph), NodeBackward(graph, upstream)]
    answers = cache(reserve(questions))  # asked once

    def tried() -> list[Probe]:
        told = answers()
        for probe, forward, backward in zip(probes, told[::2], told[1::2], strict=False):
            probe.result = as_tensor(forward.results[-1]) if forward.results else None
            returned = backward.returned
            if isinstance(returned, list | tuple) and len(returned) == len(probe.right):
                probe.returned = [as_tensor(each) for each in returned]
        return probes[: len(told) // 2]

    return tried


def told(probes: list[Probe]) -> tuple:
    """What tells known mistakes apart: results and downstream gradients on the random inputs."""
    return tuple((_numbers(probe.result), _list_of_numbers(probe.returned)) for probe in probes)


def _numbers(value: torch.Tensor | None) -> tuple | None:
    return None if value is None else (tuple(value.shape), tuple(value.flatten().tolist()))


def _list_of_numbers(values: list | None) -> tuple | None:
    return None if values is None else tuple(map(_numbers, values))


def finding(probes: list[Probe], again: bool) -> str:
    """What holds of a wrong node on every random input, in sentences; empty if nothing does.

    Args:
        probes: what it did on them.
        again: whether it was found wrong when the values of its inputs had changed.
    """
    if not probes or any(probe.result is None for probe in probes):
        return ""
    said = []
    tried = f"On {len(probes)} random inputs"
    results = [(probe.result, probe.right_result) for probe in probes]
    if not all(_same(*each) for each in results):
        if relation := _constant(results):
            said.append(f"{tried}, the result is each time {relation}.")
    elif all(probe.returned and None not in probe.returned for probe in probes):
        for i in range(len(probes[0].right)):
            if all(_same(probe.returned[i], probe.right[i]) for probe in probes):
                continue
            if relation := _relation(probes, i):
                said.append(f"{tried}, downstream gradient {i} is each time {relation}.")
        if all(map(_is_right, probes)):
            said = [
                f"{tried}, a new node is each time right. It is the same node with other values in "
                "its inputs that is wrong: what does it keep from the time before?"
                if again
                else f"{tried}, it is each time right, as long as no other node of its class runs "
                "between its forward and its backward. Do the nodes share something?"
            ]
    return " ".join(said)


def _is_right(probe: Probe) -> bool:
    return all(map(_same, probe.returned, probe.right))


def _relation(probes: list[Probe], i: int) -> str:
    """How downstream gradient i is related to the right ones, on every probe."""
    for words, explained in _EXPLANATIONS:
        if all(_explains(explained, probe, i) for probe in probes):
            return words.format(other=1 - i)
    return _constant([(probe.returned[i], probe.right[i]) for probe in probes])


def _explains(explained: Callable, probe: Probe, i: int) -> bool:
    return any(_same(probe.returned[i], each) for each in explained(probe, i))


def _constant(pairs: list[tuple]) -> str:
    """Whether one value is always the same multiple of the other, by which number."""
    factors = []
    for yours, right in pairs:
        if yours is None or yours.shape != right.shape or not right.any():
            return ""
        factor = float((yours * right).sum() / (right * right).sum())
        if not close(yours, factor * right):
            return ""
        factors.append(factor)
    if max(factors) - min(factors) > 1e-9 * abs(factors[0]) or abs(factors[0]) < 1e-12:
        return ""
    if abs(factors[0] + 1) < 1e-9:
        return "the negative of the right one"
    return f"{factors[0]:.6g} times the right one"


def _alone(probe: Probe, i: int) -> Iterator[torch.Tensor]:
    """The downstream gradient, had the upstream gradient been ones."""
    yield probe.alone[i]


def _other(probe: Probe, i: int) -> Iterator[torch.Tensor]:
    if len(probe.right) == 2:
        yield probe.right[1 - i]


def _transposed(probe: Probe, i: int) -> Iterator[torch.Tensor]:
    if probe.right[i].dim() == 2:
        yield probe.right[i].mT


def _both(probe: Probe, i: int) -> Iterator[torch.Tensor]:
    if len(probe.right) == 2 and probe.right[0].shape == probe.right[1].shape:
        yield probe.right[0] + probe.right[1]


def _values(probe: Probe, i: int) -> Iterator[torch.Tensor]:
    yield probe.values[i]


def _twice_upstream(probe: Probe, i: int) -> Iterator[torch.Tensor]:
    if probe.upstream.shape == probe.right[i].shape:
        yield probe.right[i] * probe.upstream


_EXPLANATIONS = (
    ("0", lambda p, i: [torch.zeros_like(p.right[i])]),
    ("the right one without the upstream gradient", _alone),
    ("the upstream gradient itself, without a local gradient", lambda p, i: [p.upstream]),
    ("the right one for input {other}", _other),
    ("the transpose of the right one", _transposed),
    ("the sum of both downstream gradients", _both),
    ("the right one, times the upstream gradient once more", _twice_upstream),
    ("the node's result", lambda p, i: [p.right_result]),
    ("the node's result times the upstream gradient", lambda p, i: [p.right_result * p.upstream]),
    ("the value of that input", _values),
    ("ones", lambda p, i: [torch.ones_like(p.right[i])]),
)


def _same(yours: torch.Tensor | None, right: torch.Tensor) -> bool:
    return yours is not None and yours.shape == right.shape and close(yours, right)
