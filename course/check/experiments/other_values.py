"""Makes other values with which a function or a node is tried: changed, special, or confused."""

from collections.abc import Callable, Iterator
from itertools import permutations

import torch

from course.values.tensors import NamedTensors

MAX_LINES = 4  # rows or columns of one tensor that are changed, one at a time
TIMES = -1.3  # the factor by which values are changed: to other numbers, of the other sign


ChangedValues = tuple[str, NamedTensors]  # how it differs from what was given, and the values


def changes(given: NamedTensors) -> Iterator[ChangedValues]:
    """Copies of the values with one of them changed, or one of its rows, columns or entries."""
    yield from ((name, given | {name: TIMES * value}) for name, value in given.items())
    for name, value in given.items():
        lines = {1: ["entry"], 2: ["row", "column"]}.get(value.dim(), [])
        for axis, line in enumerate(lines):
            for i in _some_places(value.shape[axis]):
                changed = value.clone()
                changed.select(axis, i).copy_(TIMES * value.select(axis, i))
                yield f"{line} {i} of {name}", given | {name: changed}


def _some_places(size: int) -> list[int]:
    """Evenly spaced places on an axis, including the first and the last; none if it has one."""
    count = min(size, MAX_LINES)
    return [round(i * (size - 1) / (count - 1)) for i in range(count)] if size > 1 else []


def signs(given: NamedTensors) -> Iterator[ChangedValues]:
    """Copies of the values, in each of which all entries of one have the same sign. The last values
    come first, because the upstream gradient is one of them."""
    for word, sign in (("positive", 1), ("negative", -1)):
        for name, value in reversed(given.items()):
            words = f"only {word} entries in {name}" if value.dim() else f"{name} {word}"
            yield words, given | {name: sign * value.abs()}


def specials(given: NamedTensors) -> Iterator[ChangedValues]:
    """Copies of the values, each with one of them made special in another way, the last ones
    first."""
    for words, is_possible, special in _SPECIALS:
        for name, value in reversed(given.items()):
            if is_possible(value):
                yield words.format(name), given | {name: special(value).clone()}
    for one, other in _pairs_of_one_shape(given):
        yield f"{other} the same as {one}", given | {other: given[one].clone()}


def _has_lines(value: torch.Tensor) -> bool:
    return value.dim() == 2 and 1 not in value.shape


# Words for each special value, whether there is one of this shape, and what it is.
_SPECIALS: list[tuple[str, Callable[[torch.Tensor], bool], Callable[..., torch.Tensor]]] = [
    ("{} = 1", lambda v: not v.dim(), torch.ones_like),
    ("ones in {}", lambda v: v.dim() > 0, torch.ones_like),
    ("the same number everywhere in {}", lambda v: v.numel() > 1, lambda v: v.mean().expand_as(v)),
    ("equal rows in {}", _has_lines, lambda v: v[:1].expand_as(v)),
    ("equal columns in {}", _has_lines, lambda v: v[:, :1].expand_as(v)),
    ("{} 100 times as large", lambda v: True, lambda v: 100 * v),
]


def _pairs_of_one_shape(given: NamedTensors) -> list[tuple[str, str]]:
    """Pairs of names of values that have the same shape."""
    pairs = permutations(given, 2)
    return [(a, b) for a, b in pairs if a < b and given[a].shape == given[b].shape]


def mistaken_values(given: NamedTensors) -> Iterator[ChangedValues]:
    """Values that somebody may have used by mistake in place of the given ones."""
    for name, value in given.items():
        for words, other in _taken_for(value):
            yield f"{name} were {words}", given | {name: other}
        for other_name, other in given.items():
            if other_name != name and other.shape == value.shape:
                yield f"{name} were {other_name}", given | {name: other}
    for one_name, other_name in _pairs_of_one_shape(given):
        swapped = {one_name: given[other_name], other_name: given[one_name]}
        yield f"{one_name} and {other_name} had changed places", given | swapped


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
            where = f", in each {line}"
            yield f"its first {line}{where}", value.narrow(dim, 0, 1).expand(value.shape)
            yield f"its last {line}{where}", value.narrow(dim, -1, 1).expand(value.shape)
            yield f"the mean of its {line}s{where}", value.mean(dim, True).expand(value.shape)
            yield f"the sum of its {line}s{where}", value.sum(dim, True).expand(value.shape)
            yield f"the same with its {line}s in reverse order", value.flip(dim)
    if value.dim() == 2 and value.shape[0] == value.shape[1]:
        yield "its transpose", value.mT


def zeros(given: NamedTensors) -> Iterator[ChangedValues]:
    """Copies of the values, each with one of them set to 0, which leaves what the others bring."""
    for name, value in given.items():
        yield f"zeros in {name}" if value.dim() else f"{name} = 0", given | {name: 0 * value}
