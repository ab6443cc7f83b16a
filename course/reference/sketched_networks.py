"""The networks that homeworks 5 and 8 are about, as graphs that PyTorch can compute."""

from course.graph import ComputationNode, Leaf, Mean
from course.operations import Sketch
from course.reference.random_values import RandomValues
from course.values.tensors import as_float64

T, D, H, K = 4, 3, 2, 5  # a block's number of rows, their width, the head's width, hidden units
_Rows = list[list[float]]


def network_on_one_example() -> ComputationNode:
    """J for an example of 4 numbers, 3 hidden units and 2 outputs, with the squared loss."""
    x, y = [[1.0, -2.0, 0.5, 3.0]], [[1.0, -1.0]]
    W1 = [[0.2, -0.1, 0.3], [0.1, 0.3, 0.2], [-0.3, 0.5, 0.1], [0.4, 0.2, -0.2]]
    W2 = [[0.5, 0.2], [-0.4, 0.6], [0.3, -0.7]]
    return _objective("zhoLsJ", "Matmul", "SquaredLoss", x=x, y=y, W1=W1, W2=W2)


def network_of_numbers(x=2.0, y=1.0, W1=0.25, W2=3.0, lam=0.1) -> ComputationNode:
    """J for a network in which each of x, y, z, h, o, W1 and W2 is a single number."""
    return _objective("zhoLsJ", "Mul", "SquaredLoss", x=x, y=y, W1=W1, W2=W2, lam=lam)


def network_on_a_batch() -> ComputationNode:
    """J for 5 examples of 2 numbers, 3 hidden units with a bias and 1 output, with the logistic
    loss."""
    X = [[1.0, 0.4], [-0.5, 1.5], [0.3, -0.7], [2.0, 0.2], [-1.2, 0.9]]
    Y = [[1.0], [0.0], [0.0], [1.0], [1.0]]
    W1, W2 = [[0.5, 0.8, -0.4], [-0.3, 0.6, 0.7]], [[0.7], [-0.5], [0.9]]
    b = [[0.1, -0.2, 0.3]]
    return _objective("ZHOLsJ", "Matmul", "LogisticLoss", X=X, Y=Y, W1=W1, W2=W2, b=b)


def _objective(
    names: str, product: str, loss: str, *, lam: float = 0.1, **given: float | _Rows
) -> ComputationNode:
    """J for one hidden layer, tanh, and L2 regularisation of the weights. Examples are rows.

    Args:
        names: a letter for each of z, h, o, L, s and J.
        product, loss: the names of these operations.
        given: the values of x, y, W1, W2 and, if there is one, the bias b, by the leaves' names.
    """
    x, y, W1, W2, *bias = (
        Leaf(as_float64(value) if isinstance(value, list) else value, name)
        for name, value in given.items()
    )
    z = Sketch("Add", Sketch(product, x, W1), *bias) if bias else Sketch(product, x, W1)
    h = Sketch("Tanh", z)
    o = Sketch(product, h, W2)
    L = Sketch(loss, o, y)
    squares = Mean(Sketch("SquaredNorm", W1), Sketch("SquaredNorm", W2))
    s = Sketch("Mul", Leaf(lam, "lam"), squares)
    J = Sketch("Add", L, s)
    for node, name in zip((z, h, o, L, s, J), names, strict=True):
        node.name = name
    return J


def transformer_block() -> ComputationNode:
    """The output `y` of a transformer block with 4 rows of width 3, a head of width 2 and 5 hidden
    units."""
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
