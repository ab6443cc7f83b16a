"""Declares the pools of graphs from which variants of exercises come.

For a number, random exercises are made until one is sound: its answers are of ordinary size, and no
two known mistakes lead to the same numbers. The same number always gives the same exercise.
"""

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from course.check.variants.wrong_passes import HandGraph, WrongTable
from course.graph import ComputationNode, Leaf
from course.sketch import Sketch
from course.values.words import listed

MIN_ANSWER, MAX_ANSWER, MAX_WHOLE_ANSWER = 0.0499, 20.01, 200  # absolute values
FRACTIONS = [
    (p, q)
    for p in range(1, 10)
    for q in range(1, 10)
    if math.gcd(p, q) == 1 and p != q and 1 / 6 <= p / q <= 6
]
# Formulas for the operations that a picture of the graph does not explain.
WRITTEN = {"Square": "{}^2", "HalfDifference": "({} - {})/2"}


class RecipeStep(NamedTuple):
    """A node of a graph."""

    name: str
    operation: str
    inputs: tuple[str, ...]  # the names of its inputs


@dataclass(frozen=True)
class GraphRecipe:
    """What a graph is made of, so that it can be built again."""

    leaf: str  # the name of its only leaf
    value: float  # the leaf's value
    written: str  # the leaf's value, as people write it
    steps: tuple[RecipeStep, ...]  # the other nodes, each after its inputs
    one: int  # the upstream gradient at the output

    @property
    def right(self) -> ComputationNode:
        """The output node of the graph, which is to be worked out on paper."""
        nodes: dict[str, ComputationNode] = {self.leaf: Leaf(self.value, self.leaf)}
        for name, operation, inputs in self.steps:
            nodes[name] = Sketch(operation, *(nodes[source] for source in inputs), name=name)
        return nodes[self.steps[-1].name]

    def wrong_tables(self, backward: bool) -> Iterator[WrongTable]:
        """Each known mistake that can be made in the forward or the backward pass, and what it
        leaves."""
        graph = HandGraph(self.right, self.one)
        return graph.wrong_gradients() if backward else graph.wrong_results()

    def is_sound(self) -> bool:
        """Whether this exercise is good enough to be given to a student."""
        graph = HandGraph(self.right, self.one)
        numbers = [*graph.results.values(), *graph.gradients.values()]
        return all(map(is_ordinary, numbers)) and graph.tells_all_apart()

    def given(self, output: str = "") -> list[str]:
        """What is given in addition to the picture, in sentences.

        Args:
            output: if gradients are asked for, the letter for the multiple of the graph's output
                whose gradients they are; empty if values are asked for.
        """
        sentences = [f"Let {self.leaf} = {self.written}."]
        formulas = [
            f"{name} = {WRITTEN[operation].format(*inputs)}"
            for name, operation, inputs in self.steps
            if operation in WRITTEN
        ]
        if formulas:
            sentences.append(f"In it, {listed(formulas)}.")
        if output:
            last = self.steps[-1].name
            sentences.append(
                f"Behind {last} comes {output} = {self.one} {last}, and the gradients are those of "
                f"{output}. So begin with {self.one} at {last}, not with 1."
            )
        return sentences


def is_ordinary(number: float) -> bool:
    """Whether a number is neither too small nor too large for an answer worked out by hand."""
    is_whole = abs(number - round(number)) < 1e-9
    return MIN_ANSWER < abs(number) < (MAX_WHOLE_ANSWER if is_whole else MAX_ANSWER)


class _Made(Protocol):
    def is_sound(self) -> bool: ...


Made = TypeVar("Made", bound=_Made)
Make = Callable[[random.Random], Made | None]
Pool = Callable[[int], Made]  # returns the exercise with a number


def sound(key: str) -> Callable[[Make[Made]], Pool[Made]]:
    """Turns a function that makes a random exercise into a pool, which calls it until one is
    sound. The function may return None if what it has chosen is not worth trying.

    Args:
        key: what the random numbers depend on, besides the exercise's number. With another key,
            students get other exercises, so it must not change even if the function is renamed.
    """

    def pool_of(make: Make[Made]) -> Pool[Made]:
        @lru_cache(maxsize=4096)
        def exercise(number: int) -> Made:
            rng = random.Random(f"{key} {number}")
            while True:
                made = make(rng)
                if made and made.is_sound():
                    return made

        return exercise

    return pool_of


@sound("one_fork")
def one_fork(rng: random.Random) -> GraphRecipe | None:
    """Six operations after one leaf, as in cosh: two copies, a minus, two that are not linear, and
    one that joins two branches. Exp is only taken of the leaf or of minus the leaf. The fork may
    come after the leaf, and the branches may join before the end."""
    unary = ["Copy", "Copy", "Negate", "Exp", rng.choice(["Exp", "Square"])]
    rng.shuffle(unary)
    trunk, upper, lower = rng.randint(0, 2), rng.randint(1, 3), rng.randint(1, 3)
    if trunk + upper + lower > len(unary):
        return None

    def some(count: int) -> list[str]:
        return [unary.pop() for _ in range(count)]

    graph = _GraphInTheMaking("abcdrz")
    fork = graph.chain("x", some(trunk))
    branches = graph.chain(fork, some(upper)), graph.chain(fork, some(lower))
    join = graph.node(rng.choice(["Mean", "HalfDifference"]), *branches)
    graph.chain(join, unary)
    return graph.at_a_logarithm(rng)


def _forks_in_a_row(forks: int) -> Pool[GraphRecipe]:
    """For practice: one leaf, perhaps one operation, and then this number of forks, each with two
    branches of one or two operations that join again. Without forks, three operations in a row."""
    kinds = ["Copy", "Negate", "Exp", "Square"]

    @sound(f"forks_in_a_row {forks}")
    def forks_in_a_row(rng: random.Random) -> GraphRecipe | None:
        def some(fewest: int, most: int) -> list[str]:
            return rng.choices(kinds, k=rng.randint(fewest, most))

        graph = _GraphInTheMaking("abcdfghjkmnpqrstuvwyz")
        node = graph.chain("x", some(0, 1) if forks else some(3, 3))
        for _ in range(forks):
            branches = graph.chain(node, some(1, 2)), graph.chain(node, some(1, 2))
            node = graph.node(rng.choice(["Add", "Mean", "HalfDifference"]), *branches)
        return graph.at_a_logarithm(rng)

    return forks_in_a_row


class _GraphInTheMaking:
    """Collects the steps of a recipe with the leaf x.

    Args:
        names: a letter for each node, in the order in which they are added.
    """

    def __init__(self, names: str):
        self._names = iter(names)
        self._steps: list[RecipeStep] = []

    def node(self, operation: str, *inputs: str) -> str:
        """Adds a node and returns its name."""
        name = next(self._names)
        self._steps.append(RecipeStep(name, operation, inputs))
        return name

    def chain(self, start: str, operations: Iterable[str]) -> str:
        """Adds operations one after the other, and returns the name of the last node."""
        for operation in operations:
            start = self.node(operation, start)
        return start

    def at_a_logarithm(self, rng: random.Random) -> GraphRecipe | None:
        """The recipe with the logarithm of a fraction as the leaf's value, so that exp of it is a
        fraction; None if the graph does not read well."""
        if not _reads_well(self._steps):
            return None
        p, q = rng.choice(FRACTIONS)
        written = f"log({p}/{q})" if q > 1 else f"log({p})"
        return GraphRecipe("x", math.log(p / q), written, tuple(self._steps), rng.randint(2, 12))


@sound("two_forks")
def two_forks(rng: random.Random) -> GraphRecipe | None:
    """Two operations with two inputs each. Both inputs of the first are the leaf."""
    inputs_of_second = [("a", "b"), ("b", "a"), ("b", "b")]
    first = RecipeStep("b", rng.choice(["Add", "Mean"]), ("a", "a"))
    second = RecipeStep("c", rng.choice(["Add", "Mean"]), rng.choice(inputs_of_second))
    leaf = rng.randint(2, 9)
    return GraphRecipe("a", leaf, str(leaf), (first, second), rng.randint(2, 40))


def _reads_well(steps: Sequence[RecipeStep]) -> bool:
    """Whether Exp is only taken of the leaf or of minus the leaf, and no copy follows another."""
    operations = {step.name: step.operation for step in steps}
    plus_or_minus_x = {"x"}
    for name, operation, inputs in steps:
        is_of_x = inputs[0] in plus_or_minus_x
        if operation == "Exp" and not is_of_x:
            return False
        if operation == "Copy" == operations.get(inputs[0]):
            return False
        if operation in ("Copy", "Negate") and is_of_x:
            plus_or_minus_x.add(name)
    return True


LEVELS = [_forks_in_a_row(forks) for forks in range(4)]  # for practice, from easy to hard
