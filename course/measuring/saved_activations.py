"""Measures the saved activations of a node in bytes, and writes them as a table. These are the
values that the node keeps from its forward pass for its backward pass.

A student may store what backward needs in any ordinary way: as tensors, arrays or numbers, in
lists, dictionaries, objects or functions. Three things are counted:

- all tensors that forward made and that still exist, wherever they are, except its result;
- what the node's attributes hold (`reachable`);
- the results that backward needs, of the node's inputs and its own (`needed_results`).

Numbers that somebody hides are not found, for example in texts, in a list outside the node, or
spread over many attributes with a few in each. Nobody would do that for one point.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache

import torch

from course.graph import ComputationNode
from course.measuring.layer_runs import layers_of, runs_counted
from course.measuring.needed_results import (
    holders_of_results,
    needed_results,
    run_backward,
    run_forward,
)
from course.measuring.reachable import Found, address_of, found_in_attributes, found_tensor
from course.recording.records import Answer
from course.sentences.words import listed

MAX_KEPT = 100  # values that are listed one by one; the record of an answer holds no more


@dataclass(frozen=True)
class SavedActivation:
    """A value that a node keeps from its forward pass for its backward pass."""

    name: str  # `input 0`, `output`, or where it was found, such as `self.mask`
    role: str  # "input" or "output" if it is the node's input or output, else ""
    type: str  # the type of its entries, such as "bool"; "number" for Python's own numbers
    entries: int  # the number of its entries
    bytes: int  # the memory that they take


@dataclass(eq=False)
class Measured(Answer):
    """The measurements of a node."""

    # What the node keeps for its backward pass.
    kept: list[SavedActivation] = field(default_factory=list, metadata={"most": MAX_KEPT})
    result: object = None  # the result of forward
    returned: object = None  # what backward returned when nothing was taken away
    # How often the forward of its layers ran: during the node's forward, and during its backward.
    runs: tuple[int, int] = (0, 0)


def measure(node: ComputationNode, upstream: object) -> Measured:
    """Runs forward and backward of a node whose inputs are leaves, and finds out what it keeps."""
    node.gradient = None  # so that only what forward stores there counts
    with runs_counted(layers_of(node) or ()) as runs:
        with _new_tensors() as new:
            run_forward(node)
            forward_runs = runs()
            holders = holders_of_results(node)
            roles = {address_of(holder.result): _role(name) for name, holder in holders.items()}
            aside = _put_aside(node, [each for each in new() if address_of(each) not in roles])
            # Copied only now: an earlier copy would keep alive what forward drops.
            attributes = dict(vars(node))
        kept = [_activation(found, roles.get(address, "")) for address, found in aside.items()]
        measured = Measured(kept=kept, result=node.result)
        measured.returned = run_backward(node, upstream)
        measured.runs = forward_runs, runs() - forward_runs
    others = {name: each for name, each in holders.items() if address_of(each.result) not in aside}
    for name in needed_results(node, upstream, measured.returned, others, attributes):
        found = found_tensor(name, others[name].result)
        measured.kept.append(_activation(found, _role(name)))
    measured.kept = _listable(measured.kept)
    return measured


def _listable(kept: list[SavedActivation]) -> list[SavedActivation]:
    """At most MAX_KEPT values. If there are more, some are merged into one: those that are neither
    input nor output first, and among these the smallest."""
    if len(kept) <= MAX_KEPT:
        return kept
    in_order = sorted(kept, key=lambda each: (bool(each.role), each.bytes))
    several, others = in_order[: 1 - MAX_KEPT], in_order[1 - MAX_KEPT :]
    entries = sum(each.entries for each in several)
    return [
        SavedActivation("many more", "", "value", entries, total_bytes(several)),
        *others,
    ]


def _put_aside(node: ComputationNode, made: list[torch.Tensor]) -> dict[object, Found]:
    """What the node has stored, by the address of the memory. Each address counts once.

    Args:
        made: the tensors that forward made and that still exist, without results.
    """
    found = [*found_in_attributes(node), *(found_tensor("made in forward", each) for each in made)]
    aside: dict[object, Found] = {}
    for each in found:
        aside.setdefault(each.address, each)
    return aside


def _role(name: str) -> str:
    return name.partition(" ")[0]


@cache
def _were_frozen_before() -> bool:
    """Whether objects were frozen before anything was measured, as in a kernel that runs a
    submission. The answer is cached, because counting them takes longer than measuring a node."""
    return gc.get_freeze_count() > 0


@contextmanager
def _new_tensors() -> Iterator[Callable[[], list[torch.Tensor]]]:
    """Yields a function that returns the tensors that were made in this context and are still
    referenced."""
    was_frozen = _were_frozen_before()
    gc.freeze()  # so that `gc.get_objects` leaves out the many objects that already exist

    def new() -> list[torch.Tensor]:
        gc.collect()  # frees tensors in unreachable reference cycles
        return [thing for thing in gc.get_objects() if issubclass(type(thing), torch.Tensor)]

    try:
        yield new
    finally:
        if not was_frozen:
            gc.unfreeze()


def _activation(found: Found, role: str) -> SavedActivation:
    return SavedActivation(found.name, role, found.type, found.entries, found.bytes)


def kept_table(kept: list[SavedActivation]) -> str:
    """A table of what is kept, with a line for each name and, if there are several, the total."""
    if not kept:
        return "  no tensors: 0 bytes"  # a few plain numbers may be kept for free
    groups: dict[str, list[SavedActivation]] = {}
    for thing in kept:
        groups.setdefault(thing.name, []).append(thing)
    width = max(map(len, groups))
    lines = [f"  {name.ljust(width)}  {_group_text(group)}" for name, group in groups.items()]
    if len(lines) > 1:
        lines.append(f"  together {total_bytes(kept)} bytes")
    return "\n".join(lines)


def _group_text(group: list[SavedActivation]) -> str:
    """The values that are kept under one name, as in `12 x bool: 12 bytes`."""
    entries: dict[str, int] = {}
    for thing in group:
        entries[thing.type] = entries.get(thing.type, 0) + thing.entries
    text = listed(f"{count} x {of_type}" for of_type, count in entries.items())
    if len(group) > 1:
        text += f", in {len(group)} tensors"
    roles = sorted({thing.role for thing in group if thing.role not in thing.name})
    if roles and len(group) == 1:
        text += f", which is the {roles[0]}"
    elif roles:
        text += f", the {' and the '.join(roles)} among them"
    return f"{text}: {total_bytes(group)} bytes"


def total_bytes(kept: list[SavedActivation]) -> int:
    """The bytes of everything that is kept."""
    return sum(thing.bytes for thing in kept)
