"""Declares the pools of exercises that consist of a graph."""

import math
import random
from collections.abc import Iterable

from course.check.variants.pool import Pool, sound_pool
from course.check.variants.recipes import GraphRecipe
from course.graph import ComputationNode, Leaf
from course.operations import Sketch

FRACTIONS = [
    (p, q)
    for p in range(1, 10)
    for q in range(1, 10)
    if math.gcd(p, q) == 1 and p != q and 1 / 6 <= p / q <= 6
]


@sound_pool("one_fork")
def one_fork(rng: random.Random) -> GraphRecipe | None:
    """Six operations after one leaf, as in cosh: two copies, a minus, two nonlinear ones, and one
    that joins two branches. Exp is applied only to the leaf or to minus the leaf. There may be
    operations before the fork and after the join."""
    unary = ["Copy", "Copy", "Negate", "Exp", rng.choice(["Exp", "Square"])]
    rng.shuffle(unary)
    trunk, upper, lower = rng.randint(0, 2), rng.randint(1, 3), rng.randint(1, 3)
    if trunk + upper + lower > len(unary):
        return None

    def some(count: int) -> list[str]:
        return [unary.pop() for _ in range(count)]

    fork = _chain(Leaf(0.0, "x"), some(trunk))
    branches = _chain(fork, some(upper)), _chain(fork, some(lower))
    join = Sketch(rng.choice(["Mean", "HalfDifference"]), *branches)
    return _at_a_logarithm(_chain(join, unary), "abcdrz", rng)


def _forks_in_a_row(forks: int) -> Pool:
    """For practice: one leaf, at most one operation, and then this number of forks. Each fork has
    two branches of one or two operations, which join again. Without forks, three operations in a
    row."""
    kinds = ["Copy", "Negate", "Exp", "Square"]

    @sound_pool(f"forks_in_a_row {forks}")
    def forks_in_a_row(rng: random.Random) -> GraphRecipe | None:
        def some(fewest: int, most: int) -> list[str]:
            return rng.choices(kinds, k=rng.randint(fewest, most))

        node = _chain(Leaf(0.0, "x"), some(0, 1) if forks else some(3, 3))
        for _ in range(forks):
            branches = _chain(node, some(1, 2)), _chain(node, some(1, 2))
            node = Sketch(rng.choice(["Add", "Mean", "HalfDifference"]), *branches)
        return _at_a_logarithm(node, "abcdfghjkmnpqrstuvwyz", rng)

    return forks_in_a_row


def _chain(start: ComputationNode, operations: Iterable[str]) -> ComputationNode:
    """The last node of a chain of operations."""
    for operation in operations:
        start = Sketch(operation, start)
    return start


def _at_a_logarithm(output: ComputationNode, names: str, rng: random.Random) -> GraphRecipe | None:
    """The recipe of a graph, in which a letter names each node after the leaf. The leaf's value is
    the logarithm of a fraction, so its exp is that fraction. None if the graph does not read well.
    """
    leaf, *nodes = output.sorted_nodes()
    if not _reads_well(leaf, nodes):
        return None
    for node, name in zip(nodes, names, strict=False):
        node.name = name
    p, q = rng.choice(FRACTIONS)
    leaf.value = math.log(p / q)
    return GraphRecipe(output, f"log({p}/{q})" if q > 1 else f"log({p})", rng.randint(2, 12))


@sound_pool("two_forks")
def two_forks(rng: random.Random) -> GraphRecipe | None:
    """Two operations with two inputs each. Both inputs of the first are the leaf."""
    a = Leaf(0, "a")
    b = Sketch(rng.choice(["Add", "Mean"]), a, a, name="b")
    c = Sketch(rng.choice(["Add", "Mean"]), *rng.choice([(a, b), (b, a), (b, b)]), name="c")
    a.value = rng.randint(2, 9)
    return GraphRecipe(c, str(a.value), rng.randint(2, 40))


def _reads_well(leaf: ComputationNode, nodes: Iterable[ComputationNode]) -> bool:
    """Whether Exp is applied only to the leaf or minus the leaf, and no copy follows another."""
    plus_or_minus_x = {leaf}
    for node in nodes:
        operation, source = node.class_name, node.input_nodes[0]
        is_of_x = source in plus_or_minus_x
        if operation == "Exp" and not is_of_x:
            return False
        if operation == "Copy" == source.class_name:
            return False
        if operation in ("Copy", "Negate") and is_of_x:
            plus_or_minus_x.add(node)
    return True


LEVELS = [_forks_in_a_row(forks) for forks in range(4)]  # for practice, from easy to hard
