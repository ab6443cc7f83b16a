"""Pools of graphs from which variants of exercises are drawn: what they share and what differs.

From a number, exercises are drawn until one is sound: its answers are of ordinary size, and no two
known mistakes lead to the same numbers. A number always gives the same exercise.
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from course.check.paper.wrong_passes import HandGraph, WrongTable
from course.graph import ComputationNode, Leaf
from course.sketch import Sketch
from course.values.words import listed

MIN_ANSWER, MAX_ANSWER, MAX_WHOLE_ANSWER = 0.0499, 20.01, 200  # in size
Inputs = tuple[str, ...]
RecipeStep = tuple[str, str, Inputs]  # a node's name, its operation, its inputs
FRACTIONS = [
    (p, q)
    for p in range(1, 10)
    for q in range(1, 10)
    if math.gcd(p, q) == 1 and p != q and 1 / 6 <= p / q <= 6
]


# What a picture does not say: of which input what is taken.
WRITTEN = {"Square": "{}^2", "HalfDifference": "({} - {})/2"}


@dataclass(frozen=True)
class GraphRecipe:
    """What a graph is made of, from which it can be built anew."""

    leaf: str  # the name of its only leaf
    value: float  # the leaf's value
    written: str  # the same as people write it
    steps: tuple[RecipeStep, ...]  # the other nodes, each after its inputs
    one: int  # the upstream gradient at the output

    @property
    def right(self) -> ComputationNode:
        """The output node, of a graph to be worked out on paper."""
        nodes: dict[str, ComputationNode] = {self.leaf: Leaf(self.value, self.leaf)}
        for name, operation, inputs in self.steps:
            nodes[name] = Sketch(operation, *(nodes[each] for each in inputs), name=name)
        return nodes[name]

    def wrong_tables(self, backward: bool) -> Iterator[WrongTable]:
        """Each known mistake that can be made in one of the passes, and what it leaves."""
        graph = HandGraph(self.right, self.one)
        return graph.wrong_gradients() if backward else graph.wrong_results()

    def is_sound(self) -> bool:
        """Whether it can be given to somebody."""
        paper = HandGraph(self.right, self.one)
        numbers = [*paper.results.values(), *paper.gradients.values()]
        return all(map(is_ordinary, numbers)) and paper.tells_all_apart()

    def given(self, output: str = "") -> list[str]:
        """What is given beside the picture, in sentences.

        Args:
            output: the letter for a multiple of the graph's output whose gradients are asked for;
                empty if it is about values.
        """
        last = self.steps[-1][0]
        told = [f"Let {self.leaf} = {self.written}."]
        formulas = [
            f"{name} = {WRITTEN[operation].format(*inputs)}"
            for name, operation, inputs in self.steps
            if operation in WRITTEN
        ]
        told += [f"In it, {listed(formulas)}."] if formulas else []
        if output:
            told.append(
                f"Behind {last} comes {output} = {self.one} {last}, and the gradients are those of "
                f"{output}. So begin with {self.one} at {last}, not with 1."
            )
        return told


def is_ordinary(number: float) -> bool:
    """Whether a number is of the size of answers that people work out by hand."""
    is_whole = abs(number - round(number)) < 1e-9
    return MIN_ANSWER < abs(number) < (MAX_WHOLE_ANSWER if is_whole else MAX_ANSWER)


def sound(key: str) -> Callable[[Callable[[random.Random], Any]], Callable[[int], Any]]:
    """Makes a pool of a function that draws an exercise, or None for one that is not worth trying;
    it draws until an exercise is sound.

    Args:
        key: what the random numbers depend on besides the exercise's number. With another key,
            students get other exercises, so it stays whatever the function is called.
    """

    def pool(draw: Callable[[random.Random], Any]) -> Callable[[int], Any]:
        @lru_cache(maxsize=4096)
        def recipe(number: int) -> Any:
            rng = random.Random(f"{key} {number}")
            while not ((found := draw(rng)) and found.is_sound()):
                pass
            return found

        return recipe

    return pool


@sound("one_fork")
def one_fork(rng: random.Random) -> GraphRecipe | None:
    """Six operations after one leaf, as in cosh: two copies, a minus, two that are not linear, and
    one that brings two branches together. Exp is taken of the leaf, but for its sign; the fork may
    come later than at the leaf, and the branches may meet before the end."""
    unary = ["Copy", "Copy", "Negate", "Exp", rng.choice(["Exp", "Square"])]
    rng.shuffle(unary)
    trunk, upper, lower = rng.randint(0, 2), rng.randint(1, 3), rng.randint(1, 3)
    if trunk + upper + lower > len(unary):
        return None
    names, steps = "abcdrz", []
    fork = _chain(steps, names, ("x",), [unary.pop() for _ in range(trunk)])
    branches = tuple(
        _chain(steps, names, (fork,), [unary.pop() for _ in range(length)])
        for length in (upper, lower)
    )
    join = _chain(steps, names, branches, [rng.choice(["Mean", "HalfDifference"])])
    _chain(steps, names, (join,), unary)
    return _at_a_logarithm(rng, steps)


def _forks_in_a_row(forks: int) -> Callable[[int], GraphRecipe]:
    """For practice: after one leaf, or one operation, this many times a fork, and two branches of
    one or two operations that meet again; without forks, three operations in a row."""
    kinds = ["Copy", "Negate", "Exp", "Square"]

    @sound(f"forks_in_a_row {forks}")
    def forks_in_a_row(rng: random.Random) -> GraphRecipe | None:
        def some(fewest: int, most: int) -> list[str]:
            return rng.choices(kinds, k=rng.randint(fewest, most))

        names, steps = "abcdfghjkmnpqrstuvwyz", []
        node = _chain(steps, names, ("x",), some(0, 1) if forks else some(3, 3))
        for _ in range(forks):
            branches = tuple(_chain(steps, names, (node,), some(1, 2)) for _ in range(2))
            join = rng.choice(["Add", "Mean", "HalfDifference"])
            node = _chain(steps, names, branches, [join])
        return _at_a_logarithm(rng, steps)

    return forks_in_a_row


def _chain(steps: list[RecipeStep], names: str, before: Inputs, kinds: list[str]) -> str:
    """Adds operations that follow each other, the first with these inputs, each with its letter in
    `names`; returns the name of the last node."""
    for operation in kinds:
        steps.append((names[len(steps)], operation, before))
        before = (steps[-1][0],)
    return before[0]


def _at_a_logarithm(rng: random.Random, steps: list[RecipeStep]) -> GraphRecipe | None:
    """The graph with a leaf of which exp is a fraction; None if it does not read well."""
    if not _reads_well(steps):
        return None
    p, q = rng.choice(FRACTIONS)
    written = f"log({p}/{q})" if q > 1 else f"log({p})"
    return GraphRecipe("x", math.log(p / q), written, tuple(steps), rng.randint(2, 12))


@sound("two_forks")
def two_forks(rng: random.Random) -> GraphRecipe | None:
    """Two operations with two inputs each; the first is of the leaf twice."""
    ways = [("a", "b"), ("b", "a"), ("b", "b")]
    first = "b", rng.choice(["Add", "Mean"]), ("a", "a")
    second = "c", rng.choice(["Add", "Mean"]), rng.choice(ways)
    leaf = rng.randint(2, 9)
    return GraphRecipe("a", leaf, str(leaf), (first, second), rng.randint(2, 40))


def _reads_well(steps: Sequence[RecipeStep]) -> bool:
    """Whether Exp is only taken of the leaf or of minus it, and no copy follows another."""
    operations = {name: operation for name, operation, _ in steps}
    near = {"x"}
    for name, operation, inputs in steps:
        before = operations.get(inputs[0])
        if (operation == "Exp" and inputs[0] not in near) or operation == before == "Copy":
            return False
        if operation in ("Copy", "Negate") and inputs[0] in near:
            near.add(name)
    return True


LEVELS = [_forks_in_a_row(forks) for forks in range(4)]  # for practice, from easy to hard
