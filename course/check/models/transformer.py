"""The block of a transformer that homework 8 is about, as a graph that PyTorch can compute."""

from course.check.base.random_values import RandomValues
from course.graph import ComputationNode, Leaf
from course.sketch import Sketch

T, D, H, K = 4, 3, 2, 5  # rows, their width, the width of the head, hidden units


def one_block() -> ComputationNode:
    """A block of a transformer, `y`, for 4 rows of width 3, a head of width 2, 5 hidden units."""
    random_values = RandomValues(8, fixed=True)
    shapes = {"x": (T, D), "Wq": (D, H), "Wk": (D, H), "Wv": (D, H), "Wo": (H, D)}
    shapes |= {"W1": (D, K), "b1": (1, K), "W2": (K, D)}
    leaves = [Leaf(random_values.upstream(shape), name) for name, shape in shapes.items()]
    x, Wq, Wk, Wv, Wo, W1, b1, W2 = leaves
    u = Sketch("LayerNorm", x, name="u")
    heads = [Sketch("Matmul", u, W) for W in (Wq, Wk, Wv)]
    a = Sketch("Attention", *heads, name="a")
    r = Sketch("Add", x, Sketch("Matmul", a, Wo), name="r")
    v = Sketch("LayerNorm", r, name="v")
    m = Sketch("Relu", Sketch("Add", Sketch("Matmul", v, W1), b1), name="m")
    return Sketch("Add", r, Sketch("Matmul", m, W2), name="y")
