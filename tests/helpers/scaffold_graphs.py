"""Long chains, cycles and random expressions on the scaffold."""

import torch

from course import Exp, Leaf, Negate
from tests.helpers.engine import backward_algorithm, forward_algorithm

DEEP = 100_000


def f64(*values):
    return torch.tensor(values, dtype=torch.float64)


def run(graph, one=1.0):
    forward_algorithm(graph)
    backward_algorithm(graph, one=one)
    return graph


def chain(depth):
    """-(-(-(... x))) with x = 0.5, and x itself."""
    x = node = Leaf(0.5, "x")
    for _ in range(depth):
        node = Negate(node)
    return node, x


UNARY = {
    "neg": lambda x: -x,
    "exp": lambda x: (0.25 * x).exp(),
    "square": lambda x: x**2,
    "cube": lambda x: x**3,
    "sum": lambda x: x.sum(),
    "bounded": lambda x: 1 / (1 + x**2),
}
BINARY = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / (1 + y * y),
}


def expression(steps, leaves):
    """The last of a series of values, each made from earlier ones; leaves are nodes or tensors."""
    values = list(leaves)
    for name, i, j in steps:
        x, y = values[i % len(values)], values[j % len(values)]
        values.append(UNARY[name](x) if name in UNARY else BINARY[name](x, y))
    return values[-1]


def cyclic():
    a = Exp(Leaf(1.0, "x"), name="a")
    b = Negate(a, name="b")
    a.input_nodes[0] = b
    return Exp(b)
