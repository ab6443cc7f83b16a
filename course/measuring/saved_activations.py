"""Measures in bytes what a node keeps from its forward pass for its backward pass: its saved
activations.

A node keeps the values in its own attributes, the values that its forward leaves in attributes of
its inputs, its results or its class, or in variables that its methods name, and all other tensors
that exist after its forward but did not before. Of its inputs' results and its own, it also keeps
those that its backward needs. To find these, each result is taken away in turn, and then all those
that were not missed are taken away together, to see whether backward still returns the same.
"""

import contextlib
import gc
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeGuard

import torch

from course.arguments import GIVEN_ATTRIBUTE, is_given
from course.graph import ComputationNode
from course.measuring.layer_runs import layers_of, runs_counted
from course.measuring.meter import memory_at
from course.measuring.reachable import Found, few_left_out, found_in, places_around
from course.recording.calls import Record, forward_of_leaf
from course.values.closeness import values_agree
from course.values.tensors import has_too_many_entries

_NOT_OWN = {"input_nodes", "result"}


@dataclass(frozen=True)
class SavedActivation:
    """A value that a node keeps from its forward for its backward."""

    name: str  # `input 0`, `output`, or the attribute that holds it
    role: str  # "input" or "output" if it is the node's input or output, else ""
    type: str  # the type of its entries, such as "bool"
    entries: int  # how many numbers or truth values it has
    bytes: int  # how much memory they take


@dataclass
class Measured(Record):
    """The measurements of a node."""

    # What the node keeps for its backward pass.
    kept: list[SavedActivation] = field(default_factory=list, metadata={"most": 100})
    result: object = None  # the result of forward
    returned: object = None  # what backward returned when nothing was taken away
    # How often forward of its layers ran: during its own forward, and during its backward.
    runs: tuple[int, int] = (0, 0)


def measure(node: ComputationNode, upstream: object) -> Measured:
    """Runs forward and backward of a node whose inputs are leaves, and finds out what it keeps."""
    node.gradient = None  # what forward leaves there is kept
    before = [found.copied() for found in _found_around(node)]
    attributes = dict(vars(node))
    inputs = [(source, dict(vars(source))) for source in node.input_nodes]
    with runs_counted(layers_of(node) or ()) as runs:
        with _new_tensors() as new:
            _forward(node)
            forward_runs = runs()
            kept, memory = _put_aside(node, attributes, _left_at(node, inputs), before, new())
            others = {
                name: holder
                for name, holder in _holders(node).items()
                if memory_at(holder.result) not in memory
            }
        measured = Measured(kept=kept, result=node.result)
        measured.returned = _backward(node, upstream)
        measured.runs = forward_runs, runs() - forward_runs
    measured.kept += _needed(node, upstream, measured.returned, others, attributes)
    _forward(node)
    return measured


def _needed(
    node: ComputationNode,
    upstream: object,
    returned: object,
    others: dict[str, ComputationNode],
    attributes: dict,
) -> list[SavedActivation]:
    """The results that the node has not put aside but needs: without them, its backward returns
    something different.

    Args:
        others: the nodes whose results these are, by what a table calls the results.
        attributes: the node's attributes before its first forward.
    """

    holders = _holders(node).values()

    def returned_without(names: Iterable[str], upstream: object) -> object:
        """What backward returns without these results; None if it raises an error."""
        vars(node).clear()  # backward may have remembered what it returned
        vars(node).update(attributes)
        _forward(node)
        with contextlib.ExitStack() as away:
            for name in names:
                away.enter_context(_taken_away(others[name], holders))
            return _backward_or_none(node, upstream)

    def is_missed(names: Iterable[str]) -> bool:
        """Whether backward needs one of these results."""
        other = _another(upstream)  # for which nothing can be remembered yet
        return not _are_same(returned_without(names, other), returned_without((), other))

    if not _are_same(returned_without((), upstream), returned):
        needed = list(others)  # backward varies even with all results, so it may need any of them
    else:
        needed = [name for name in others if is_missed([name])]
        spared = [name for name in others if name not in needed]
        if is_missed(spared):  # one takes the place of the other
            needed += spared
    _forward(node)
    return [_activation(name, _role(name), others[name].result) for name in needed]


def _another(upstream: object) -> object:
    """Another upstream gradient of the same form, which nobody can know beforehand."""
    generator = torch.Generator()
    generator.seed()
    if not isinstance(upstream, torch.Tensor):
        return upstream
    factors = 0.5 + torch.rand(upstream.shape, generator=generator, dtype=torch.float64)
    return upstream * factors.to(upstream.dtype)


@contextmanager
def _taken_away(holder: ComputationNode, others: Iterable[ComputationNode]) -> Iterator[None]:
    """Inside this context, NaN replaces a node's result and, if it is a leaf, its value. So it does
    in their memory, unless others use that too, since the node may hold the same tensors anywhere.
    """
    nothing = torch.full_like(holder.result, math.nan)
    before = {name: value for name, value in vars(holder).items() if name in ("result", "value")}
    used = {
        memory_at(value)
        for other in others
        if other is not holder
        for value in (other.result, getattr(other, "value", None))
        if _is_plain(value)
    }
    vars(holder).update(dict.fromkeys(before, nothing))
    try:
        with contextlib.ExitStack() as overwritten:
            for value in before.values():
                if _is_plain(value) and memory_at(value) not in used:
                    overwritten.enter_context(_overwritten(value))
                    used.add(memory_at(value))
            yield
    finally:
        vars(holder).update(before)


@contextmanager
def _overwritten(tensor: torch.Tensor) -> Iterator[None]:
    """Inside this context, NaN is in all of a tensor's memory."""
    memory = torch.empty(0, dtype=tensor.dtype).set_(tensor.untyped_storage())
    before = memory.clone()
    memory.fill_(math.nan)
    try:
        yield
    finally:
        memory.copy_(before)


def _is_plain(value: object) -> TypeGuard[torch.Tensor]:
    """Whether a value is a tensor of numbers that can be NaN, in memory that can be looked at."""
    return (
        isinstance(value, torch.Tensor)
        and value.layout is torch.strided
        and value.device.type == "cpu"
        and value.is_floating_point()
    )


def _forward(node: ComputationNode) -> None:
    for source in node.input_nodes:
        source.gradient = None
        forward_of_leaf(source)
    node.forward()


def _backward(node: ComputationNode, upstream: object) -> object:
    node.gradient = upstream.clone() if isinstance(upstream, torch.Tensor) else upstream
    return node.backward()


def _backward_or_none(node: ComputationNode, upstream: object) -> object:
    try:
        return _backward(node, upstream)
    except Exception:
        return None


def _are_same(gradients: object, others: object) -> bool:
    """Whether two lists of gradients are the same up to rounding."""
    if not isinstance(gradients, list | tuple) or not isinstance(others, list | tuple):
        return False
    return len(gradients) == len(others) and all(
        not has_too_many_entries(a) and values_agree(a, b)
        for a, b in zip(gradients, others, strict=True)
    )


def _holders(node: ComputationNode) -> dict[str, ComputationNode]:
    """The inputs and the node itself, by what a table calls their results. Those whose results are
    not tensors, or are too large to compute with, are left out."""
    holders = {f"input {i}": source for i, source in enumerate(node.input_nodes)}
    holders["output"] = node
    return {
        name: holder
        for name, holder in holders.items()
        if isinstance(holder.result, torch.Tensor) and not has_too_many_entries(holder.result)
    }


def _role(name: str) -> str:
    return name.partition(" ")[0]


def _left_at(
    node: ComputationNode, inputs: list[tuple[ComputationNode, dict]]
) -> list[tuple[str, object]]:
    """The values that a node's forward left in attributes of its inputs or among them, with their
    names.

    Args:
        inputs: the inputs, which are leaves, each with its attributes before.
    """
    known = [source for source, _ in inputs]
    among = [each for each in node.input_nodes if not any(each is source for source in known)]
    return [("input_nodes", each) for each in among] + [
        (f"input {i}.{name.removeprefix('_')}", value)
        for i, (source, before) in enumerate(inputs)
        for name, value in vars(source).items()
        if name != "result" and (name == "input_nodes" or value is not before.get(name))
    ]


def _put_aside(
    node: ComputationNode,
    attributes: dict,
    left: list[tuple[str, object]],
    before: list[Found],
    new: list[torch.Tensor],
) -> tuple[list[SavedActivation], set[int]]:
    """What the node has put aside, where each piece of memory counts once, and the set of these
    pieces.

    Args:
        attributes: the node's attributes before its forward.
        left: the values that its forward left in attributes of its inputs.
        before: what was in places around the node before its forward.
        new: tensors that exist now but did not before its forward.
    """
    results = {name: holder.result for name, holder in _holders(node).items()}
    roles = {memory_at(result): _role(name) for name, result in results.items()}
    own = [
        (f"self.{name}", value)
        for name, value in vars(node).items()
        if name not in _NOT_OWN
        # What its constructor was given may have been replaced.
        and not (name == GIVEN_ATTRIBUTE and is_given(value) and value is attributes.get(name))
    ]
    for name, result in results.items():
        own += [(f"{name}.{inner}", value) for inner, value in vars(result).items()]
    # Everything is collected in a list, because tensors made from lists have to stay alive.
    found = [*found_in(own + left, node, seen={id(node)})]
    found += [place for place in _found_around(node) if not _was_there(place, before)]
    found = few_left_out(found)
    known = {_address(tensor) for tensor in (*results.values(), *(place.tensor for place in found))}
    found += [Found("outside", tensor, tensor) for tensor in new if _address(tensor) not in known]
    kept: list[SavedActivation] = []
    memory: set[int] = set()
    for name, _, tensor, _ in found:
        piece = memory_at(tensor)
        if piece not in memory:
            memory.add(piece)
            kept.append(_activation(name, roles.get(piece, ""), tensor))
    return kept, memory


def _found_around(node: ComputationNode) -> list[Found]:
    return [*found_in(places_around(node), node, seen={id(node)})]


def _was_there(found: Found, before: list[Found]) -> bool:
    """Whether an object held the same numbers before. Plain ones may have been elsewhere, too."""
    return any(
        each.holder is found.holder
        and (each.name == found.name or not found.is_loose)
        and _is_unchanged(each.tensor, found.tensor)
        for each in before
    )


@contextmanager
def _new_tensors() -> Iterator[Callable[[], list[torch.Tensor]]]:
    """Yields a function that returns the tensors that were made in this context and are still
    referenced."""
    was_frozen = gc.get_freeze_count()
    gc.freeze()  # the many objects that already exist need not be looked at

    def new() -> list[torch.Tensor]:
        gc.collect()  # removes tensors in reference cycles to which nothing refers any more
        objects = gc.get_objects()
        tensors = [thing for thing in objects if issubclass(type(thing), torch.Tensor)]
        for thing in objects:
            if type(thing) is torch.UntypedStorage:  # the memory of a tensor, kept without it
                tensors.append(torch.empty(0, dtype=torch.uint8).set_(thing))
        return [
            tensor
            for tensor in tensors
            if tensor.layout is torch.strided and tensor.device.type == "cpu"
        ]

    try:
        yield new
    finally:
        if not was_frozen:
            gc.unfreeze()


def _address(tensor: torch.Tensor) -> int:
    """The address of a tensor's numbers. An array that shares them has the same."""
    return tensor.untyped_storage().data_ptr()


def _is_unchanged(before: torch.Tensor, now: torch.Tensor) -> bool:
    if before.shape != now.shape or before.dtype != now.dtype:
        return False
    if not (before.is_floating_point() or before.is_complex()):
        return torch.equal(before, now)
    return bool(((before == now) | (before.isnan() & now.isnan())).all())


def _activation(name: str, role: str, tensor: torch.Tensor) -> SavedActivation:
    entries = tensor.numel()
    return SavedActivation(
        name,
        role,
        type=str(tensor.dtype).removeprefix("torch."),
        entries=entries,
        bytes=entries * tensor.element_size(),
    )
