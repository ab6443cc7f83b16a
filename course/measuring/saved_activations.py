"""Measures in bytes what a node keeps from its forward pass for its backward pass: its saved
activations.

A node keeps the values in its own attributes, the values that its forward leaves in attributes of
its inputs, its results or its class, or in variables that its methods name, and all other tensors
that exist after its forward but did not before. Of its inputs' results and its own, it also keeps
those that its backward needs (`needed_results`).
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import torch

from course.graph import ComputationNode
from course.measuring.layer_runs import layers_of, runs_counted
from course.measuring.needed_results import (
    holders_of_results,
    needed_results,
    run_backward,
    run_forward,
)
from course.measuring.reachable import Found, few_left_out, found_in, places_around
from course.recording.calls import Answer
from course.scaffold.arguments import GIVEN_ATTRIBUTE, is_given

_NOT_OWN = "input_nodes", "result"


@dataclass(frozen=True)
class SavedActivation:
    """A value that a node keeps from its forward for its backward."""

    name: str  # `input 0`, `output`, or the attribute that holds it
    role: str  # "input" or "output" if it is the node's input or output, else ""
    type: str  # the type of its entries, such as "bool"; "number" for Python's own numbers
    entries: int  # how many numbers or truth values it has
    bytes: int  # how much memory they take


@dataclass
class Measured(Answer):
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
    before: dict[int, list[Found]] = {}
    for found in found_in(places_around(node), node):
        copied = found._replace(tensor=found.tensor.clone())
        before.setdefault(id(found.holder), []).append(copied)
    attributes = dict(vars(node))
    inputs = [(source, dict(vars(source))) for source in node.input_nodes]
    with runs_counted(layers_of(node) or ()) as runs:
        with _new_tensors() as new:
            run_forward(node)
            forward_runs = runs()
            newly_made = new()
            places = _own_places(node, attributes) + _left_at(node, inputs) + places_around(node)
            kept = _put_aside(node, places, before, newly_made)
        holders = holders_of_results(node)
        roles = {_address(holder.result): _role(name) for name, holder in holders.items()}
        measured = Measured(
            kept=[_activation(each, roles.get(place, "")) for place, each in kept.items()],
            result=node.result,
        )
        others = {name: each for name, each in holders.items() if _address(each.result) not in kept}
        measured.returned = run_backward(node, upstream)
        measured.runs = forward_runs, runs() - forward_runs
    needed = needed_results(node, upstream, measured.returned, others, attributes)
    run_forward(node)
    for name in needed:
        found = Found(name, others[name], others[name].result)
        measured.kept.append(_activation(found, _role(name)))
    return measured


def _put_aside(
    node: ComputationNode,
    places: list[tuple[str, object]],
    before: dict[int, list[Found]],
    newly_made: list[torch.Tensor],
) -> dict[int, Found]:
    """What the node has put aside, by the address of its memory, each piece of which counts once.

    Args:
        places: where to look.
        before: what was in places around the node before its forward, by the id of its holder.
        newly_made: tensors that exist now but did not before its forward.
    """
    found = few_left_out([each for each in found_in(places, node) if not _was_there(each, before)])
    known = {_address(holder.result) for holder in holders_of_results(node).values()}
    kept: dict[int, Found] = {}
    for each in found:
        kept.setdefault(_address(each.tensor), each)
    for tensor in newly_made:
        if _address(tensor) not in known:
            kept.setdefault(_address(tensor), Found("made in forward", tensor, tensor))
    return kept


def _role(name: str) -> str:
    return name.partition(" ")[0]


def _own_places(node: ComputationNode, before: dict) -> list[tuple[str, object]]:
    """The values in a node's attributes, and in attributes of its inputs' results and its own.

    Args:
        before: the node's attributes before its forward.
    """
    places = [
        (f"self.{name}", value)
        for name, value in vars(node).items()
        if name not in _NOT_OWN
        # What its constructor was given may have been replaced.
        and not (name == GIVEN_ATTRIBUTE and is_given(value) and value is before.get(name))
    ]
    for name, holder in holders_of_results(node).items():
        places += [(f"{name}.{inner}", value) for inner, value in vars(holder.result).items()]
    return places


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


def _was_there(found: Found, before: dict[int, list[Found]]) -> bool:
    """Whether an object held the same numbers before. Plain ones may have been elsewhere, too."""
    return any(
        (each.name == found.name or not found.is_loose) and _is_unchanged(each.tensor, found.tensor)
        for each in before.get(id(found.holder), ())
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


def _activation(found: Found, role: str) -> SavedActivation:
    """What was found, as a value that is kept: `numbers in self.rows` are of type `number`."""
    kind, _, _ = found.name.partition("s in ")
    dtype = str(found.tensor.dtype).removeprefix("torch.")
    entries = found.tensor.numel()
    size = entries * found.tensor.element_size()
    is_plain = found.is_loose and dtype != "bool"
    return SavedActivation(found.name, role, kind if is_plain else dtype, entries, size)
