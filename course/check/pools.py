"""The pools that variants of exercises are drawn from: what is alike in each, and what differs.

From a number an exercise is drawn, again and again until it is sound: its answers are of ordinary
size, and no two known mistakes leave the same numbers in it. A number always gives the same one.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from course.check.pencil import Paper
from course.graph import ComputationNode, Leaf
from course.sketch import Sketch

SIZES = 0.0499, 20.01  # of all answers
Step = tuple[str, str, tuple[str, ...]]  # a node's name, its operation, its inputs
FRACTIONS = [
    (p, q)
    for p in range(1, 10)
    for q in range(1, 10)
    if math.gcd(p, q) == 1 and p != q and 1 / 6 <= p / q <= 6
]


@dataclass(frozen=True)
class Recipe:
    """What a graph is made of, from which it can be built anew.

    Attributes:
        leaf: the name of its only leaf.
        value: the leaf's value.
        written: the same as people write it.
        steps: the other nodes, each after its inputs.
        one: the upstream gradient at the output.
    """

    leaf: str
    value: float
    written: str
    steps: tuple[Step, ...]
    one: int

    def graph(self) -> ComputationNode:
        """The output node, of a graph to be worked out on paper."""
        nodes: dict[str, ComputationNode] = {self.leaf: Leaf(self.value, self.leaf)}
        for name, operation, inputs in self.steps:
            nodes[name] = Sketch(operation, *(nodes[each] for each in inputs), name=name)
        return nodes[name]

    def is_sound(self) -> bool:
        """Whether it can be given to somebody."""
        paper = Paper(self.graph(), self.one)
        numbers = [*paper.results.values(), *paper.gradients.values()]
        return (
            all(SIZES[0] < abs(number) < SIZES[1] for number in numbers) and paper.tells_all_apart()
        )


def _sound(draw: Callable[[random.Random], Recipe | None]) -> Callable[[int], Recipe]:
    """A pool whose recipes are drawn by a function until one is sound; it returns None for one that
    is not worth trying."""

    @lru_cache(maxsize=4096)
    def recipe(number: int) -> Recipe:
        generator = random.Random(f"{draw.__name__} {number}")
        while not ((found := draw(generator)) and found.is_sound()):
            pass
        return found

    return recipe


@_sound
def one_fork(draw: random.Random) -> Recipe | None:
    """Six operations after one leaf, as in cosh: two copies, a minus, two that are not linear, and
    one that brings two branches together. Exp is taken of the leaf, but for its sign; the fork may
    come later than at the leaf, and the branches may meet before the end."""
    unary = ["Copy", "Copy", "Negate", "Exp", draw.choice(["Exp", "Square"])]
    draw.shuffle(unary)
    trunk, upper, lower = draw.randint(0, 2), draw.randint(1, 3), draw.randint(1, 3)
    if trunk + upper + lower > len(unary):
        return None
    names, steps = iter("abcdrz"), []

    def chain(length: int, before: str) -> str:
        for _ in range(length):
            steps.append((next(names), unary.pop(), (before,)))
            before = steps[-1][0]
        return before

    fork = chain(trunk, "x")
    branches = chain(upper, fork), chain(lower, fork)
    join = draw.choice(["Mean", "HalfDifference"])
    steps.append((next(names), join, branches))
    chain(len(unary), steps[-1][0])
    if not _reads_well(steps):
        return None
    p, q = draw.choice(FRACTIONS)
    written = f"log({p}/{q})" if q > 1 else f"log({p})"
    return Recipe("x", math.log(p / q), written, tuple(steps), draw.randint(2, 12))


def _reads_well(steps: Sequence[Step]) -> bool:
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


POOLS: dict[str, Callable[[int], Recipe]] = {"one fork": one_fork}
