"""Describes a trial: a tiny graph of the scaffold's nodes, and how an engine runs on it."""

import itertools
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Literal

import torch

from course import graph as scaffold
from course.graph import ComputationNode, Leaf
from course.values.as_text import in_python

_VALUES = {"a": 0.5, "b": -0.7, "c": 1.3, "d": 0.9}
_EXPANDED = (2, 2)  # the shape that Matexpand makes
_OTHER_VALUES = {"a": -0.4, "b": 0.8, "c": 0.6, "d": -1.1}
_OTHER_ONE = -2.0  # the upstream gradient in the other of two calls
Op = tuple  # a class's name, and its inputs, each a leaf's letter or the place of an earlier op
TrialCall = Literal["first", "second", "other values"]


@dataclass(frozen=True)
class Trial:
    """One small graph, and how an engine runs on it."""

    # The nodes that are not leaves, inputs first; the last is the output. If there are none, the
    # graph is a single leaf.
    ops: tuple[Op, ...]
    # The call that counts. A second call has a different upstream gradient. Before a call with
    # "other values", the leaves get other values.
    call: TrialCall = "first"
    one: float = 3.0  # the upstream gradient in a first call
    shapes: tuple = ()  # the shapes of the leaves, as (letter, shape); empty if they are numbers

    @property
    def kind(self) -> str:
        """What is most special about the trial; "chain" if nothing is."""
        if self.call != "first":
            return self.call
        if not self.one:
            return "zero"
        users: dict[str | int, list[int]] = {}  # for each leaf and op, the ops that use it
        above: list[set[str | int]] = []  # for each op, all leaves and ops that it depends on
        for place, (_, *inputs) in enumerate(self.ops):
            above.append({*inputs}.union(*(above[op] for op in inputs if isinstance(op, int))))
            for source in inputs:
                users.setdefault(source, []).append(place)
        forks = {source: places for source, places in users.items() if len(set(places)) > 1}
        inner = [places for source, places in forks.items() if isinstance(source, int)]
        if any(start in above[end] for places in inner for start in places for end in places):
            return "ways of different length"
        if forks:
            return "fork"
        if any(len(places) > 1 for places in users.values()):
            return "twice"
        if any(len(inputs) > 1 for _, *inputs in self.ops):
            return "two inputs"
        return "chain" if self.ops else "alone"

    @property
    def is_broadcast(self) -> bool:
        """Whether its leaves have different shapes."""
        return len({shape for _, shape in self.shapes}) > 1

    def counts(self, tensors: bool, broadcasts: bool) -> bool:
        """Whether this trial counts for a check. It has to be on tensors if the check's graph has
        tensors, and otherwise on numbers. If it broadcasts, the check's graph has to, too. Other
        trials only help to explain what is wrong."""
        return bool(self.shapes) == tensors and (broadcasts or not self.is_broadcast)

    @property
    def letters(self) -> list[str]:
        """The names of the leaves, in alphabetical order."""
        used = {source for _, *inputs in self.ops for source in inputs}
        return [letter for letter in _VALUES if letter in used] or ["a"]

    def graph_that_counts(self) -> ComputationNode:
        """The graph with the leaf values of the call that counts, with nothing computed yet."""
        return self.build(self.other_values if self.call == "other values" else self.values)

    def build(self, values: dict | None = None) -> ComputationNode:
        """The graph with these leaf values, by default those of the first call, and nothing
        computed yet."""
        values = values or self.values
        nodes: dict = {letter: Leaf(values[letter], letter) for letter in self.letters}
        output = nodes[self.letters[0]]
        for place, (kind, *inputs) in enumerate(self.ops):
            arguments = [nodes[source] for source in inputs]
            if kind == "Matexpand":
                arguments.append(_EXPANDED)
            output = nodes[place] = getattr(scaffold, kind)(*arguments)
        return output

    @property
    def values(self) -> dict:
        """The values of the leaves in the first call."""
        return {letter: self._value(letter, _VALUES) for letter in self.letters}

    @property
    def other_values(self) -> dict:
        """The values of the leaves in a call with "other values"."""
        return {letter: self._value(letter, _OTHER_VALUES) for letter in self.letters}

    def _value(self, letter: str, values: dict):
        shape = dict(self.shapes).get(letter)
        return values[letter] if shape is None else values[letter] * _pattern(shape)

    @property
    def upstream(self):
        """The upstream gradient at the output in the call that counts."""
        return self._upstream_of(_OTHER_ONE if self.call == "second" else self.one)

    @property
    def earlier_upstream(self):
        """The upstream gradient in the call before the one that counts."""
        return self._upstream_of(self.one if self.call == "second" else _OTHER_ONE)

    def _upstream_of(self, number: float):
        """A number as an upstream gradient, or a tensor of the output's shape made from it."""
        shape = _shape_of(self) if self.shapes else None
        return number if shape is None else number * _pattern(shape) + 0.0  # no -0.0

    @property
    def text(self) -> str:
        """A line of Python that builds the graph and calls it y."""
        uses = Counter(source for _, *inputs in self.ops for source in inputs)
        values = self.values
        lines = [f'{letter} = Leaf({in_python(values[letter])}, "{letter}")' for letter in values]
        terms: dict[str | int, str] = {letter: letter for letter in values}
        names = iter("uvst")
        for place, (kind, *inputs) in enumerate(self.ops):
            arguments = [terms[source] for source in inputs]
            if kind == "Matexpand":
                arguments.append(str(_EXPANDED))
            terms[place] = f"{kind}({', '.join(arguments)})"
            if uses[place] > 1:
                name = next(names)
                lines.append(f"{name} = {terms[place]}")
                terms[place] = name
        output = terms[len(self.ops) - 1] if self.ops else "a"
        return "; ".join([*lines, f"y = {output}"])


def _pattern(shape: tuple) -> torch.Tensor:
    """A float64 tensor of this shape that repeats five positive and negative numbers."""
    count = max(1, torch.Size(shape).numel())
    entries = itertools.islice(itertools.cycle((1.0, -0.6, 1.7, 0.4, -1.3)), count)
    return torch.tensor(list(entries), dtype=torch.float64, device="cpu").reshape(shape)


@cache
def _shape_of(trial: Trial) -> tuple:
    graph = trial.build()
    for node in graph.sorted_nodes():
        node.forward()  # to find the shape; this graph is then discarded
    return graph.shape
