"""Finds out which results a node's backward needs: those of its inputs, and its own.

Each result is spoiled in turn, to see whether backward still returns the same gradients.
"""

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

import torch

from course.graph import ComputationNode, Leaf
from course.measuring.reachable import address_of
from course.recording.guards import forward_of_leaf
from course.running.silence import silenced
from course.values.closeness import values_agree
from course.values.tensors import copy_value, has_too_many_entries


def needed_results(
    node: ComputationNode,
    upstream: object,
    returned: object,
    others: dict[str, ComputationNode],
    attributes: dict,
) -> list[str]:
    """The names of the results without which a node's backward returns different gradients.

    Args:
        returned: what backward returned when nothing was taken away.
        others: the nodes whose results to take away, by the names that the table gives the results.
        attributes: the node's attributes after its first forward.
    """
    holders = holders_of_results(node).values()

    def returned_without(name: str) -> object:
        """What backward returns without this result; None if it raises an error."""
        vars(node).clear()  # an earlier backward may have set attributes
        vars(node).update(attributes)
        run_forward(node)
        with _taken_away(others[name], holders), suppress(Exception):
            return run_backward(node, upstream)
        return None

    with silenced():  # what backward prints about spoiled results helps nobody
        return [name for name in others if not _are_same(returned_without(name), returned)]


@contextmanager
def _taken_away(holder: ComputationNode, others: Iterable[ComputationNode]) -> Iterator[None]:
    """Spoils a node's result and, if the node is a leaf, its value inside this context.

    The numbers are also overwritten in memory, because the node whose backward runs may hold the
    same tensors elsewhere. Memory that also holds the result of another node is left alone.
    """
    names = ("result", "value") if isinstance(holder, Leaf) else ("result",)
    before = {name: value for name, value in vars(holder).items() if name in names}
    of_others = {address_of(other.result) for other in others if other is not holder}
    memory = {
        address_of(value): torch.empty(0, dtype=value.dtype).set_(value.untyped_storage())
        for value in before.values()
        if value.layout is torch.strided and address_of(value) not in of_others
    }
    numbers = {place: whole.clone() for place, whole in memory.items()}
    vars(holder).update(dict.fromkeys(before, _spoiled(holder.result)))
    for whole in memory.values():
        whole.copy_(_spoiled(whole))
    try:
        yield
    finally:
        vars(holder).update(before)
        for place, whole in memory.items():
            whole.copy_(numbers[place])


def _spoiled(tensor: torch.Tensor) -> torch.Tensor:
    """A dense tensor of the same shape and dtype, all NaN. If the dtype has no NaN, every entry is
    changed instead."""
    tensor = tensor.to_dense()
    has_nan = tensor.is_floating_point() or tensor.is_complex()
    return torch.full_like(tensor, math.nan) if has_nan else ~tensor


def run_forward(node: ComputationNode) -> None:
    """Runs forward of a node's inputs, which are leaves, and then of the node."""
    for source in node.input_nodes:
        source.gradient = None
        forward_of_leaf(source)
    node.forward()


def run_backward(node: ComputationNode, upstream: object) -> object:
    """What a node's backward returns for a copy of this upstream gradient."""
    node.gradient = copy_value(upstream)
    return node.backward()


def _are_same(gradients: object, others: object) -> bool:
    """Whether two lists of gradients are the same up to rounding."""
    if not isinstance(gradients, list | tuple) or not isinstance(others, list | tuple):
        return False
    return len(gradients) == len(others) and all(
        not has_too_many_entries(a) and values_agree(a, b)
        for a, b in zip(gradients, others, strict=True)
    )


def holders_of_results(node: ComputationNode) -> dict[str, ComputationNode]:
    """A node's inputs and the node itself, by the names that the table gives their results. Nodes
    whose results are not tensors, or are too large to compute with, are left out."""
    holders = {f"input {i}": source for i, source in enumerate(node.input_nodes)}
    holders["output"] = node
    return {
        name: holder
        for name, holder in holders.items()
        if isinstance(holder.result, torch.Tensor) and not has_too_many_entries(holder.result)
    }
