"""Makes other values on which to try a function or a node: changed, special, or mistaken ones."""

from collections.abc import Callable, Iterator

import torch

from course.values.tensors import NamedTensors

MAX_LINES = 5  # rows or columns of one tensor that are changed, one at a time
TIMES = -1.3  # the factor that changes values, in size and in sign


ChangedValues = tuple[str, NamedTensors]  # how they differ from the given values, and the values


def changes(given: NamedTensors) -> Iterator[ChangedValues]:
    """Copies of the values in which one value is changed, or a row, column or entry of it."""
    yield from ((name, given | {name: TIMES * value}) for name, value in given.items())
    for name, value in given.items():
        lines = {1: ["entry"], 2: ["row", "column"]}.get(value.dim(), [])
        for axis, line in enumerate(lines):
            for i in range(min(value.shape[axis], MAX_LINES) if value.shape[axis] > 1 else 0):
                changed = value.clone()
                changed.select(axis, i).copy_(TIMES * value.select(axis, i))
                yield f"{line} {i} of {name}", given | {name: changed}


def specials(given: NamedTensors) -> Iterator[ChangedValues]:
    """Copies of the values in which one value is special in every entry. Goes through the values in
    reverse, so a node's upstream gradient comes first."""
    for of_tensor, of_number, special in _SPECIALS:
        for name, value in reversed(given.items()):
            words = of_tensor if value.dim() else of_number
            yield words.format(name), given | {name: special(value)}


# Words for a special tensor, words for a special number, and the function that makes them.
_SPECIALS: list[tuple[str, str, Callable[[torch.Tensor], torch.Tensor]]] = [
    ("only positive entries in {}", "{} positive", torch.abs),
    ("ones in {}", "{} = 1", torch.ones_like),
]


def mistaken_values(given: NamedTensors) -> Iterator[ChangedValues]:
    """Values that a student may have used by mistake in place of the given ones."""
    for name, value in given.items():
        for words, other in _taken_for(value):
            yield f"{name} were {words}", given | {name: other}
        for other_name, other in given.items():
            if other_name != name and other.shape == value.shape:
                yield f"{name} were {other_name}", given | {name: other}


def _taken_for(value: torch.Tensor) -> Iterator[tuple[str, torch.Tensor]]:
    yield "0", 0 * value
    yield "its negative", -value
    yield "1 more", value + 1
    if not value.dim():
        yield "1", torch.ones_like(value)
    yield "its sign, 1 or -1", value.sign()
    yield "only its positive entries, the others being 0", value.clamp(min=0)
    if not value.dim():
        return
    yield "the mean of its entries, everywhere", value.mean().expand(value.shape)
    yield "the sum of its entries, everywhere", value.sum().expand(value.shape)
    for dim, line in enumerate(("row", "column")) if value.dim() == 2 else ():
        if value.shape[dim] > 1:
            first = value.narrow(dim, 0, 1)
            yield f"its first {line}, in each {line}", first.expand(value.shape)
            total = value.sum(dim, keepdim=True)
            yield f"the sum of its {line}s, in each {line}", total.expand(value.shape)
