"""The battery: tiny graphs of the scaffold's nodes, on which an engine is tried.

They are the same in every homework, whatever it asks for, and start with the smallest.
"""

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Literal

import torch

from course import graph as scaffold
from course.graph import ComputationNode, Leaf

_LETTERS = "abcdefgh"  # of the leaves
_VALUES = {"a": 0.5, "b": -0.7, "c": 1.3, "d": 0.9}
_EXPANDED = (2, 2)  # the shape that Matexpand makes
_OTHER_VALUES = {"a": -0.4, "b": 0.8, "c": 0.6, "d": -1.1}
Op = tuple  # a class and its inputs, each the letter of a leaf or the place of an earlier op


@dataclass(frozen=True)
class Trial:
    """One small graph, and how an engine is tried on it."""

    # The nodes that are not leaves, inputs first; the last is the output. If there are none, the
    # graph is a single leaf.
    ops: tuple[Op, ...]
    # Which call counts. The second has another upstream gradient; before one of "other values", the
    # leaves got these.
    call: Literal["first", "second", "other values"] = "first"
    one: float = 3.0  # the upstream gradient in a first call
    shapes: tuple = ()  # of the leaves, by letter; empty if they are numbers
    is_special: bool = False  # whether it is for mistakes that only tensors show

    @property
    def kind(self) -> str:
        """What is special about it; "chain" if nothing is."""
        if self.call != "first":
            return self.call
        if not self.one:
            return "zero"
        users: dict = {}
        for place, (_, *inputs) in enumerate(self.ops):
            for each in inputs:
                users.setdefault(each, []).append(place)
        forks = {each: places for each, places in users.items() if len(set(places)) > 1}
        inner = [places for each, places in forks.items() if isinstance(each, int)]
        if any(self._leads(a, b) for places in inner for a in places for b in places):
            return "ways of different length"
        if forks:
            return "fork"
        if any(len(places) > 1 for places in users.values()):
            return "twice"
        if any(len(inputs) > 1 for _, *inputs in self.ops):
            return "two inputs"
        return "chain" if self.ops else "alone"

    def _leads(self, start: int, end: int) -> bool:
        """Whether the op at `end` depends on the one at `start`."""
        return start < end and any(
            each == start or (isinstance(each, int) and self._leads(start, each))
            for each in self.ops[end][1:]
        )

    @property
    def is_broadcast(self) -> bool:
        """Whether its leaves have different shapes."""
        return len({shape for _, shape in self.shapes}) > 1

    def counts(self, tensors: bool) -> bool:
        """Whether a homework asks for it: tensors where it has them, else numbers. The others only
        help to explain what is wrong."""
        return bool(self.shapes) == tensors and not self.is_broadcast

    @property
    def letters(self) -> list[str]:
        """The leaves, in the order of their letters."""
        used = {each for _, *inputs in self.ops for each in inputs if isinstance(each, str)}
        return [letter for letter in _VALUES if letter in used] or ["a"]

    def build(self, values: dict | None = None) -> ComputationNode:
        """The graph, with nothing computed yet."""
        values = values or self.values
        made: dict = {letter: Leaf(values[letter], letter) for letter in self.letters}
        node = made[self.letters[0]]
        for place, (kind, *inputs) in enumerate(self.ops):
            more = [_EXPANDED] if kind == "Matexpand" else []
            node = made[place] = getattr(scaffold, kind)(*(made[i] for i in inputs), *more)
        return node

    @property
    def values(self) -> dict:
        """The values of the leaves in the first call."""
        return {letter: self._value(letter, _VALUES) for letter in self.letters}

    @property
    def other_values(self) -> dict:
        """The values of the leaves in a call after they have changed."""
        return {letter: self._value(letter, _OTHER_VALUES) for letter in self.letters}

    def _value(self, letter: str, values: dict):
        shape = dict(self.shapes).get(letter)
        return values[letter] if shape is None else values[letter] * _pattern(shape)

    @cached_property
    def upstream(self):
        """The upstream gradient at the output in the call that counts."""
        return self._upstream_of(-2.0 if self.call == "second" else self.one)

    @cached_property
    def earlier_upstream(self):
        """The upstream gradient in the call before."""
        return self._upstream_of(3.0 if self.call == "second" else -2.0)

    def _upstream_of(self, number: float):
        """An upstream gradient of the output's shape, made from a number."""
        shape = _shape_of(self) if self.shapes else None
        return number if shape is None else number * _pattern(shape) + 0.0  # no -0.0

    @property
    def text(self) -> str:
        """The graph as a line of Python that builds it and calls it y."""
        uses = Counter(each for _, *inputs in self.ops for each in inputs)
        lines = [
            f'{letter} = Leaf({in_python(self.values[letter])}, "{letter}")'
            for letter in self.letters
        ]
        made: dict = {letter: letter for letter in self.letters}
        names = iter("uvst")
        for place, (kind, *inputs) in enumerate(self.ops):
            more = [str(_EXPANDED)] if kind == "Matexpand" else []
            made[place] = f"{kind}({', '.join([*(made[i] for i in inputs), *more])})"
            if uses[place] > 1:
                name = next(names)
                lines.append(f"{name} = {made[place]}")
                made[place] = name
        last = made[len(self.ops) - 1] if self.ops else "a"
        return "; ".join([*lines, f"y = {last}"])


def in_python(value) -> str:
    """A number or a tensor as Python."""
    if not isinstance(value, torch.Tensor):
        return f"{value:g}"
    return f"torch.tensor({value.numpy().round(6).tolist()})"


def compute_results(nodes: list[ComputationNode]) -> None:
    """Runs forward of every node, inputs first."""
    for node in nodes:
        node.forward()


def _pattern(shape: tuple) -> torch.Tensor:
    """A tensor of different numbers of both signs."""
    count = max(1, torch.Size(shape).numel())
    entries = itertools.islice(itertools.cycle((1.0, -0.6, 1.7, 0.4, -1.3)), count)
    return torch.tensor(list(entries), dtype=torch.float64, device="cpu").reshape(shape)


@cache
def _shape_of(trial: Trial) -> tuple:
    graph = trial.build()
    compute_results(graph.sorted_nodes())
    return graph.shape


@cache
def trials(method: str, tensors: bool = False) -> tuple[Trial, ...]:
    """The battery for "forward" or "backward", smallest graphs first.

    Every homework has the same graphs of numbers, and some for mistakes that only tensors show. If
    the homework has tensors, many graphs of numbers follow once more with tensors in them.
    """
    small = [Trial(ops) for count in range(3) for ops in _all_graphs(count)]
    numbers = sorted([*small, *map(Trial, _LARGER)], key=lambda trial: len(trial.ops))
    numbers += [
        Trial(ops, call)
        for ops in _AGAIN
        for call in (["second", "other values"] if method == "backward" else ["other values"])
    ]
    numbers += [Trial(ops, one=0.0) for ops in _AGAIN[:1] if method == "backward"]
    special = [Trial(ops, shapes=shapes, is_special=True) for ops, shapes in _TENSORS]
    on_tensors = [
        replace(each, shapes=tuple((letter, (2,)) for letter in each.letters))
        for each in numbers
        if tensors and (len(each.ops) < 2 or each.ops in _LARGER or each.call != "first")
    ]
    return (*numbers, *special, *on_tensors)


def tried_trials(method: str, tensors: bool, with_how: bool) -> list[Trial]:
    """The trials on which an engine is tried: without how, those that count."""
    return [each for each in trials(method, tensors) if with_how or each.counts(tensors)]


_LARGER = (
    (("HalfDifference", "a", "a"),),
    (("Exp", "a"), ("HalfDifference", 0, 0)),
    (("HalfDifference", "a", "a"), ("Exp", 0)),
    (("Exp", "a"), ("Negate", 0), ("Exp", 1)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 1, 1)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 0, 1)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 1, 0)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", "a", 1)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 1, "a")),
    (("Exp", "a"), ("Negate", "a"), ("HalfDifference", 0, 1)),
    (("Exp", "a"), ("Exp", "b"), ("HalfDifference", 0, 1)),
    (("HalfDifference", "a", "b"), ("Exp", "a"), ("HalfDifference", 0, 1)),
    (("Exp", "a"), ("HalfDifference", 0, "b"), ("HalfDifference", 0, 1)),
    (("Exp", "a"), ("Mean", 0, 0), ("HalfDifference", 0, 1)),
    (("Exp", "a"), ("Mean", 0, 0), ("HalfDifference", 1, 0)),
    (("Exp", "a"), ("Negate", 0), ("Exp", 0), ("HalfDifference", 1, 2)),
    (("HalfDifference", "a", "b"), ("HalfDifference", "c", "d"), ("HalfDifference", 0, 1)),
    (("Exp", "a"), ("Negate", 0), ("Exp", 1), ("HalfDifference", 0, 2)),
    (("Exp", "a"), ("Negate", 0), ("Exp", 1), ("HalfDifference", 2, 0)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 0, 1), ("HalfDifference", 2, 1)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 0, 1), ("HalfDifference", 0, 2)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 1, 0), ("HalfDifference", 2, 0)),
    (("Exp", "a"), ("Negate", 0), ("Exp", 0), ("HalfDifference", 1, 2), ("Mean", 3, 3)),
    (
        ("Exp", "a"), ("Mean", 0, 0), ("Negate", 0), ("Exp", 2),
        ("HalfDifference", 1, 3), ("HalfDifference", 4, 0),
    ),
)  # fmt: skip

_AGAIN = (
    (("Exp", "a"),),
    (("HalfDifference", "a", "b"),),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 0, 1)),
)

_TENSORS = tuple(
    (ops, tuple(shapes.items()))
    for ops, shapes in (
        ((("Negate", "a"),), {"a": (2,)}),
        ((("Exp", "a"), ("Matsum", 0)), {"a": (2, 2)}),
        ((("Mean", "a", "a"),), {"a": (2,)}),
        ((("Negate", "a"), ("Copy", "a"), ("HalfDifference", 0, 1)), {"a": (2,)}),
        ((("Exp", "a"), ("Copy", 0), ("HalfDifference", 1, 0)), {"a": (2,)}),
        ((("Exp", "a"), ("Copy", 0), ("HalfDifference", 0, 1), ("Matsum", 2)), {"a": (2, 1)}),
        ((("HalfDifference", "a", "b"),), {"a": (2, 2), "b": (2, 1)}),
        ((("HalfDifference", "b", "a"),), {"a": (2, 2), "b": (2,)}),
        ((("Matsum", "a"), ("Matexpand", 0), ("HalfDifference", 1, "a")), {"a": (2, 2)}),
    )
)


def _all_graphs(count: int) -> Iterator[tuple[Op, ...]]:
    """All graphs of `count` ops with one input or two, up to the names of the leaves."""
    if count == 0:
        yield ()
        return

    def grown(ops: tuple, letters: int, place: int) -> Iterator[tuple]:
        if place == count:
            used = {each for _, *inputs in ops for each in inputs}
            if all(each in used for each in range(count - 1)):
                yield ops
            return
        old = [*_LETTERS[:letters], *range(place)]
        new = _LETTERS[letters]
        for a in [*old, new]:
            yield from grown(
                (*ops, (("Exp", "Negate")[place % 2], a)), letters + (a == new), place + 1
            )
            after = letters + (a == new)
            for b in [*old, *([new] if a == new else []), _LETTERS[after]]:
                kind = "Mean" if a == b else "HalfDifference"
                yield from grown((*ops, (kind, a, b)), after + (b == _LETTERS[after]), place + 1)

    yield from dict.fromkeys(grown((), 0, 0))
