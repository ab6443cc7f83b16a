"""Measures in bytes what a node keeps from its forward pass for its backward pass.

A node keeps the values in its own attributes, those that its forward leaves in attributes of its
inputs, of its class or in variables that its methods name, and all other tensors that exist after
its forward and did not before. It also keeps those results, of its inputs and its own, that
`backward` cannot do without; to find them, each is taken away.
"""

import gc
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import torch

from course.graph import ComputationNode, Leaf
from course.operators import latest_class
from course.recording.calls import Record, forward_of_leaf
from course.recording.meter import memory_at
from course.recording.reachable import numbers_in, tensors_around, tensors_in
from course.running.unwritten import is_unwritten
from course.values.tensors import has_too_many_entries

_NOT_OWN = {"input_nodes", "result", "_gradient"}


@dataclass(frozen=True)
class Kept:
    """One thing that is kept."""

    name: str  # `input 0`, `output`, or the attribute that holds it
    role: str  # "input" or "output" if it is the node's input or output, else ""
    type: str  # of its entries, such as "bool"
    entries: int  # how many numbers or truth values it has
    bytes: int  # how much memory they take


@dataclass
class Measured(Record):
    """The measurements of a node."""

    # What it keeps for its backward pass.
    kept: list[Kept] = field(default_factory=list, metadata={"most": 100})
    result: object = None  # of forward
    returned: object = None  # what backward returned when nothing was taken away
    # How often its layers ran their forward, in its own forward and in its backward.
    runs: tuple[int, int] = (0, 0)


def measure(node: ComputationNode, upstream) -> Measured:
    """Runs forward and backward of a node whose inputs are leaves, and finds what it keeps."""
    before = {id(held): (held, tensor.clone()) for _, held, tensor in tensors_around(node)}
    inputs = [(source, dict(vars(source))) for source in node.input_nodes]
    with _counting(layers_of(node) or ()) as count:
        with _new_tensors() as new:
            _forward(node)
            forward_runs = count()
            kept, memory = _put_aside(node, _left_at(inputs), before, new())
            others = {
                name: holder
                for name, holder in _results(node).items()
                if memory_at(holder.result) not in memory
            }
        found = Measured(kept=kept, result=node.result)
        found.returned = _backward(node, upstream)
        found.runs = forward_runs, count() - forward_runs
    _forward(node)
    if not _same(_attempt(node, upstream), found.returned):
        others = {}  # it returns something else by itself, so nothing can be seen in that
    for name, holder in others.items():
        _forward(node)
        with _taken_away(holder):
            if not _same(_attempt(node, upstream), found.returned):
                found.kept.append(_kept_tensor(name, _role(name), holder.result))
    _forward(node)
    return found


@contextmanager
def _taken_away(holder: ComputationNode) -> Iterator[None]:
    """Puts NaN in place of a node's result and, if it is a leaf, of the value it was made from."""
    nothing = torch.full_like(holder.result, math.nan)
    before = {name: vars(holder)[name] for name in ("result", "value") if name in vars(holder)}
    vars(holder).update(dict.fromkeys(before, nothing))
    try:
        yield
    finally:
        vars(holder).update(before)


def show_kept(node_class: Callable[..., ComputationNode], *inputs) -> None:
    """Prints what a node keeps for its backward pass, run once on these inputs.

    Args:
        node_class: a class of nodes, or a function that builds a node from its inputs.
        inputs: a tensor for each input.
    """
    node = node_class(*map(Leaf, inputs))
    try:
        _forward(node)
        found = measure(node, torch.ones_like(node.result))
    except Exception as error:
        print(f"{type(node).__name__} {why_not(error)}")
        return
    print(f"What {type(node).__name__} keeps, for an input of {inputs[0].numel()} entries:")
    print(kept_table(found.kept))


def why_not(error: Exception) -> str:
    """Why a student's node could not be measured, as the end of a sentence."""
    if is_unwritten(error):
        return "is not written yet."
    return f"does not run yet ({type(error).__name__}: {error})."


def kept_table(kept: list[Kept]) -> str:
    """What is kept: a line for each attribute, input or output, and the total."""
    if not kept:
        return "  nothing: 0 bytes"
    by_name: dict[str, list[Kept]] = {}
    for each in kept:
        by_name.setdefault(each.name, []).append(each)
    width = max(map(len, by_name))
    lines = [f"  {name.ljust(width)}  {_group_text(group)}" for name, group in by_name.items()]
    return "\n".join([*lines, f"  together {total_bytes(kept)} bytes"] if len(lines) > 1 else lines)


def _group_text(group: list[Kept]) -> str:
    """Things under one name, as `12 x bool: 12 bytes`."""
    text = f"{sum(each.entries for each in group)} x {group[0].type}"
    text += f", in {len(group)} tensors" if len(group) > 1 else ""
    roles = sorted({each.role for each in group if each.role and each.role not in each.name})
    if roles and len(group) == 1:
        text += f", which is the {roles[0]}"
    elif roles:
        text += f", the {' and the '.join(roles)} among them"
    return f"{text}: {total_bytes(group)} bytes"


def total_bytes(kept: list[Kept]) -> int:
    """The bytes of everything that is kept."""
    return sum(each.bytes for each in kept)


def _forward(node: ComputationNode) -> None:
    for source in node.input_nodes:
        source.gradient = None
        forward_of_leaf(source)
    node.forward()


def _backward(node: ComputationNode, upstream):
    node.gradient = upstream.clone() if isinstance(upstream, torch.Tensor) else upstream
    return node.backward()


def _attempt(node: ComputationNode, upstream):
    try:
        return _backward(node, upstream)
    except Exception:
        return None


def _same(one, other) -> bool:
    """Whether two lists of gradients are equal, entry by entry."""
    if not isinstance(one, list | tuple) or not isinstance(other, list | tuple):
        return False
    return len(one) == len(other) and all(
        not has_too_many_entries(a) and torch.equal(torch.as_tensor(a), torch.as_tensor(b))
        for a, b in zip(one, other, strict=True)
    )


def _results(node: ComputationNode) -> dict[str, ComputationNode]:
    """The inputs and the node itself, by what a table calls them, if their results are tensors
    that can be computed with."""
    holders = {f"input {i}": each for i, each in enumerate(node.input_nodes)} | {"output": node}
    return {
        name: each
        for name, each in holders.items()
        if isinstance(each.result, torch.Tensor) and not has_too_many_entries(each.result)
    }


def _role(name: str) -> str:
    return name.partition(" ")[0]


def _left_at(inputs: list[tuple[ComputationNode, dict]]) -> list[tuple[str, object]]:
    """The values that a forward left in attributes of its inputs, which are leaves, by name.

    Args:
        inputs: each with its attributes before.
    """
    return [
        (f"input {i}.{name.removeprefix('_')}", value)
        for i, (source, before) in enumerate(inputs)
        for name, value in vars(source).items()
        if name != "result" and (name == "input_nodes" or value is not before.get(name))
    ]


def _put_aside(
    node: ComputationNode, left: list[tuple[str, object]], before: dict, new: list[torch.Tensor]
) -> tuple[list[Kept], set[int]]:
    """What the node has put aside, counting each piece of memory once, and these pieces.

    Args:
        left: the values in attributes of its inputs.
        before: what was in places outside the node before, by the id of its holder.
        new: tensors that exist now and did not before its forward.
    """
    results = {name: holder.result for name, holder in _results(node).items()}
    known = {memory_at(result): _role(name) for name, result in results.items()}
    own = [(f"self.{name}", value) for name, value in vars(node).items() if name not in _NOT_OWN]
    # All at once: tensors made from lists have to stay alive.
    held = [*tensors_in(own + left, skip=node), *numbers_in(own + left)]
    held += [
        (name, holder, tensor)
        for name, holder, tensor in tensors_around(node)
        if id(holder) not in before or not _equal(before[id(holder)][1], tensor)
    ]
    there = {_address(each) for each in (*results.values(), *(tensor for *_, tensor in held))}
    held += [("outside", each, each) for each in new if _address(each) not in there]
    kept, memory = [], set()
    for name, _, tensor in held:
        if memory_at(tensor) not in memory:
            memory.add(memory_at(tensor))
            kept.append(_kept_tensor(name, known.get(memory_at(tensor), ""), tensor))
    return kept, memory


@contextmanager
def _new_tensors() -> Iterator[Callable[[], list[torch.Tensor]]]:
    """Yields a function that returns the tensors made in this context and still referenced."""
    was_frozen = gc.get_freeze_count()
    gc.freeze()  # the many objects that already exist need not be looked at

    def new() -> list[torch.Tensor]:
        gc.collect()  # tensors in a reference cycle that nothing refers to any more
        made = [each for each in gc.get_objects() if issubclass(type(each), torch.Tensor)]
        return [each for each in made if each.layout is torch.strided and each.device.type == "cpu"]

    try:
        yield new
    finally:
        if not was_frozen:
            gc.unfreeze()


def _address(tensor: torch.Tensor) -> int:
    """The address of a tensor's numbers, the same for an array that shares them."""
    return tensor.untyped_storage().data_ptr()


def _equal(one: torch.Tensor, other: torch.Tensor) -> bool:
    return one.shape == other.shape and one.dtype == other.dtype and torch.equal(one, other)


def _kept_tensor(name: str, role: str, tensor: torch.Tensor) -> Kept:
    kind = str(tensor.dtype).removeprefix("torch.")
    return Kept(name, role, kind, tensor.numel(), tensor.numel() * tensor.element_size())


def layers_of(node: ComputationNode) -> list[str | type] | None:
    """A node's `layers`, each a class or its name; None if it has none, or something else there,
    such as a number or functions, whose runs cannot be counted."""
    layers = getattr(node, "layers", None)
    if not isinstance(layers, Sequence):
        return None
    are_known = all(
        isinstance(layer, str) or (isinstance(layer, type) and issubclass(layer, ComputationNode))
        for layer in layers
    )
    return list(layers) if are_known else None


@contextmanager
def _counting(layers: Iterable[str | type]) -> Iterator[Callable[[], int]]:
    """Counts how often these layers run their forward."""
    runs = [0]

    def counted(forward):
        def wrapper(self):
            runs[0] += 1
            return forward(self)

        return wrapper

    classes = {latest_class(layer) if isinstance(layer, str) else layer for layer in layers}
    forwards = {cls: cls.forward for cls in classes}  # all, before one inherits a counted one
    own = {cls for cls in classes if "forward" in vars(cls)}
    for cls, forward in forwards.items():
        cls.forward = counted(forward)
    try:
        yield lambda: runs[0]
    finally:
        for cls, forward in forwards.items():
            if cls in own:
                cls.forward = forward
            else:
                del cls.forward
