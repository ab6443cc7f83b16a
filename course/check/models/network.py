"""The networks that homework 5 is about, as graphs that PyTorch can compute.

One hidden layer, tanh, and L2 regularisation of the weights: for one example, for one number in
each place, and for a batch with a bias. Examples are rows.
"""

import torch

from course.graph import ComputationNode, Leaf, Mean
from course.sketch import Sketch


def one_example() -> ComputationNode:
    """J for an example of 4 numbers, 3 hidden units and 2 outputs, with the squared loss."""
    x = Leaf(_matrix([[1.0, -2.0, 0.5, 3.0]]), "x")
    y = Leaf(_matrix([[1.0, -1.0]]), "y")
    weights = [[0.2, -0.1, 0.3], [0.1, 0.3, 0.2], [-0.3, 0.5, 0.1], [0.4, 0.2, -0.2]]
    W1 = Leaf(_matrix(weights), "W1")
    W2 = Leaf(_matrix([[0.5, 0.2], [-0.4, 0.6], [0.3, -0.7]]), "W2")
    return _objective(x, y, W1, W2, "Matmul", "SquaredLoss", "zhoLsJ")


def one_number(x=2.0, y=1.0, W1=0.25, W2=3.0, lam=0.1) -> ComputationNode:
    """J where each of x, y, z, h, o, W1 and W2 is a single number."""
    return _objective(
        Leaf(x, "x"),
        Leaf(y, "y"),
        Leaf(W1, "W1"),
        Leaf(W2, "W2"),
        "Mul",
        "SquaredLoss",
        "zhoLsJ",
        lam=lam,
    )


def batch() -> ComputationNode:
    """J for 5 examples of 2 numbers, 3 hidden units with a bias, 1 output, the logistic loss."""
    X = Leaf(_matrix([[1.0, 0.4], [-0.5, 1.5], [0.3, -0.7], [2.0, 0.2], [-1.2, 0.9]]), "X")
    Y = Leaf(_matrix([[1.0], [0.0], [0.0], [1.0], [1.0]]), "Y")
    W1 = Leaf(_matrix([[0.5, 0.8, -0.4], [-0.3, 0.6, 0.7]]), "W1")
    b = Leaf(_matrix([[0.1, -0.2, 0.3]]), "b")
    W2 = Leaf(_matrix([[0.7], [-0.5], [0.9]]), "W2")
    return _objective(X, Y, W1, W2, "Matmul", "LogisticLoss", "ZHOLsJ", b)


def _objective(
    x: Leaf,
    y: Leaf,
    W1: Leaf,
    W2: Leaf,
    product: str,
    loss: str,
    names: str,
    b: Leaf | None = None,
    lam: float = 0.1,
) -> ComputationNode:
    """J for one hidden layer, with a bias b if there is one.

    Args:
        product, loss: the operations.
        names: a letter for each of z, h, o, L, s and J.
    """
    if b is None:
        z = Sketch(product, x, W1, name=names[0])
    else:
        z = Sketch("Add", Sketch(product, x, W1), b, name=names[0])
    h = Sketch("Tanh", z, name=names[1])
    o = Sketch(product, h, W2, name=names[2])
    L = Sketch(loss, o, y, name=names[3])
    squares = Mean(Sketch("SquaredNorm", W1), Sketch("SquaredNorm", W2))
    s = Sketch("Mul", Leaf(lam, "lam"), squares, name=names[4])
    return Sketch("Add", L, s, name=names[5])


def _matrix(rows: list[list[float]]) -> torch.Tensor:
    return torch.tensor(rows, dtype=torch.float64)
