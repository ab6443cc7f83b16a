"""Other values to try a function or a node with: changed, special, or mistaken for others."""

from collections.abc import Iterator
from itertools import permutations

import torch

from course.values.tensors import NamedTensors

MAX_LINES = 4  # rows or columns of one tensor that are changed, one at a time
TIMES = -1.3  # by which what is changed is multiplied: other numbers, of the other sign


ChangedValues = tuple[str, NamedTensors]  # how it differs from what was given, and the values


def changes(given: NamedTensors) -> Iterator[ChangedValues]:
    """Copies of the values with one of them changed, or one of its rows, columns or entries."""
    yield from ((name, given | {name: TIMES * value}) for name, value in given.items())
    for name, value in given.items():
        for axis, size in enumerate(value.shape):
            line = ("entry",) if value.dim() == 1 else ("row", "column")
            for i in _some_of(size) if size > 1 and value.dim() < 3 else ():
                changed = value.clone()
                changed.select(axis, i).copy_(TIMES * value.select(axis, i))
                yield f"{line[axis]} {i} of {name}", given | {name: changed}


def _some_of(size: int) -> list[int]:
    most = min(size, MAX_LINES)
    return [round(i * (size - 1) / (most - 1)) for i in range(most)]


def specials(given: NamedTensors) -> Iterator[ChangedValues]:
    """Copies of the values, each with one of them made special; the last values first, because the
    upstream gradient is one of them."""
    names = [*given][::-1]
    for of_a_kind in zip(*(_made_special(given[name]) for name in names), strict=True):
        for name, made in zip(names, of_a_kind, strict=True):
            if made:
                words, other = made
                yield words.format(name), given | {name: other.clone()}
    for one, other in permutations(given, 2):
        if given[one].shape == given[other].shape and one < other:
            yield f"{other} the same as {one}", given | {other: given[one].clone()}


def _made_special(value: torch.Tensor) -> list:
    """Special values of the same shape, each with words for it; False where there is none."""
    is_tensor, is_matrix = value.dim() > 0, value.dim() == 2 and 1 not in value.shape
    return [
        ("only positive entries in {}" if is_tensor else "{} positive", value.abs()),
        ("only negative entries in {}" if is_tensor else "{} negative", -value.abs()),
        ("ones in {}" if is_tensor else "{} = 1", torch.ones_like(value)),
        value.numel() > 1
        and ("the same number everywhere in {}", value.mean().expand(value.shape)),
        is_matrix and ("equal rows in {}", value[:1].expand(value.shape)),
        is_matrix and ("equal columns in {}", value[:, :1].expand(value.shape)),
        ("{} 100 times as large", 100 * value),
    ]


def mistaken_values(given: NamedTensors) -> Iterator[ChangedValues]:
    """Values that somebody may have taken for those given."""
    for name, value in given.items():
        for words, other in _taken_for(value):
            yield f"{name} were {words}", given | {name: other}
        for another, other in given.items():
            if another != name and other.shape == value.shape:
                yield f"{name} were {another}", given | {name: other}
    for one, other in permutations(given, 2):
        if given[one].shape == given[other].shape and one < other:
            swapped = {one: given[other], other: given[one]}
            yield f"{one} and {other} had changed places", given | swapped


def _taken_for(value: torch.Tensor) -> Iterator[tuple[str, torch.Tensor]]:
    yield "0", 0 * value
    yield "its negative", -value
    yield "its absolute value", value.abs()
    yield "twice as large", 2 * value
    yield "half as large", value / 2
    yield "its square", value * value
    yield "1" if not value.dim() else "ones", torch.ones_like(value)
    yield "1 more", value + 1
    yield "1 less", value - 1
    yield "its sign, 1 or -1", value.sign()
    yield "only its positive entries, the others being 0", value.clamp(min=0)
    if not value.dim():
        return
    yield "the mean of its entries, everywhere", value.mean().expand(value.shape)
    yield "the sum of its entries, everywhere", value.sum().expand(value.shape)
    for dim, line in enumerate(("row", "column")) if value.dim() == 2 else ():
        if value.shape[dim] > 1:
            each = f", in each {line}"
            yield f"its first {line}{each}", value.narrow(dim, 0, 1).expand(value.shape)
            yield f"its last {line}{each}", value.narrow(dim, -1, 1).expand(value.shape)
            yield f"the mean of its {line}s{each}", value.mean(dim, True).expand(value.shape)
            yield f"the sum of its {line}s{each}", value.sum(dim, True).expand(value.shape)
            yield f"the same with its {line}s in reverse order", value.flip(dim)
    if value.dim() == 2 and value.shape[0] == value.shape[1]:
        yield "its transpose", value.mT


def zeros(given: NamedTensors) -> Iterator[ChangedValues]:
    """Copies of the values, each with one of them set to 0: what comes of the others is left."""
    for name, value in given.items():
        yield f"zeros in {name}" if value.dim() else f"{name} = 0", given | {name: 0 * value}
