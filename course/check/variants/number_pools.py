"""Declares the pools of exercises that consist of a text with numbers in it.

Each declaration chooses random numbers, writes the sentences that state them, and computes the
right answers. It also computes the wrong answers to which the bank's mistakes, if any, lead with
these numbers.
"""

import math
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import torch

from course.check.variants.pool import sound_pool
from course.check.variants.recipes import NumberRecipe
from course.check.variants.wrong_passes import WrongTable
from course.expressions.formula import NamedNumbers
from course.graph import Leaf
from course.operations import Sketch
from course.reference.sketched_networks import network_of_numbers
from course.reference.twin import twin
from course.simulated.simulated_pass import SimulatedPass
from course.simulated.tape import Tape

PLACES = (-1.0, 0.5, 2.0)  # values of x at which formulas are compared, to tell mistakes apart
COMPARED_Q = 50  # the value of q at which formulas are compared, to tell mistakes apart
DIGITS = [*range(-9, -1), *range(2, 10)]


@sound_pool("hasty_engine")
def hasty_engine(rng: Random) -> NumberRecipe:
    """The gradients that the hasty engine of homework 2 leaves, with another upstream gradient and
    a chain of another length. The graph is always the same, because the notebook runs it."""
    one, length = rng.randint(2, 60), rng.randint(6, 30)
    a = Leaf(1.0, "a")
    b = Sketch("Add", a, a, name="b")
    tape = Tape(Sketch("Add", b, b, name="c"))
    (gradients,) = SimulatedPass(order="once, at once").run(tape, [np.array(one)])
    of_a, of_b, _ = (float(np.asarray(gradient)) for gradient in gradients)
    sentences = (
        f"Follow `hasty_backward(c, {one})`: {one} arrives at c, not 1.",
        f"And the chain has {length} additions, not ten.",
    )
    right = {"b": of_b, "a": of_a, "shares": 2**length}
    wrong: tuple[WrongTable, ...] = (
        ("prediction-b-too", {"b": one}),
        ("prediction-believes", {"a": 4 * one}),
        ("prediction-stops-early", {"a": one}),
        ("prediction-linear", {"shares": 2 * length}),
        ("prediction-off-by-one", {"shares": 2 ** (length - 1)}),
        ("prediction-one-doubling-too-many", {"shares": 2 ** (length + 1)}),
        ("prediction-one-share-each", {"shares": length}),
        ("prediction-square", {"shares": length**2}),
        ("power-is-xor", {"shares": 2 ^ length}),
    )
    return NumberRecipe(sentences, right, right, wrong, frozenset({"shares"}))


@sound_pool("polynomial")
def polynomial_slopes(rng: Random) -> NumberRecipe:
    """A polynomial of five terms, with other coefficients and powers."""
    powers = [*sorted(rng.sample(range(2, 7), 3), reverse=True), 1, 0]
    coefficients = {n: rng.choice(DIGITS) for n in powers}

    def value_at(x):
        return sum(c * x**n for n, c in coefficients.items())

    def sums_at_places(term: Callable[[int, int, float], float]) -> NamedNumbers:
        """For each place x, the sum of `term(c, n, x)`, which is what a mistake makes of the term c
        x^n."""
        return {
            f"{x:g}": float(sum(term(c, n, x) for n, c in coefficients.items())) for x in PLACES
        }

    x = torch.tensor(PLACES, dtype=torch.float64, requires_grad=True)
    (slopes,) = torch.autograd.grad(value_at(x).sum(), x)
    right = dict(zip(map("{:g}".format, PLACES), slopes.tolist(), strict=True))
    # What each mistake makes of a term.
    wrong_terms: dict[str, Callable[[int, int, float], float]] = {
        "coefficient-lost": lambda c, n, x: math.copysign(n, c) * x ** (n - 1),
        "only-the-first-power-in-front": lambda c, n, x: (
            (c * n if n == powers[0] else c * bool(n)) * x ** (n - 1)
        ),
        "power-not-in-front": lambda c, n, x: c * bool(n) * x ** (n - 1),
        "power-not-lowered": lambda c, n, x: c * n * x**n,
        "polynomial-integral": lambda c, n, x: c * x ** (n + 1) / (n + 1),
        "polynomial-itself": lambda c, n, x: c * x**n,
        "second-derivative": lambda c, n, x: c * n * (n - 1) * x ** (n - 2),
        "signs-lost": lambda c, n, x: abs(c) * n * x ** (n - 1),
        "constant-kept": lambda c, n, x: c * n * x ** (n - 1) if n else c,
        "linear-term-lost": lambda c, n, x: c * n * x ** (n - 1) * (n != 1),
    }
    wrong = tuple((mistake, sums_at_places(term)) for mistake, term in wrong_terms.items())
    formula = " + ".join(_term(c, n) for n, c in coefficients.items()).replace("+ -", "- ")
    return NumberRecipe((f"y = {formula}",), value_at, right, wrong, frozenset(right))


def _term(c: int, n: int) -> str:
    power = {0: "", 1: "x"}.get(n, f"x^{n}")
    return f"{c} {power}".strip()


@sound_pool("matrix_entries")
def matrix_entries(rng: Random) -> NumberRecipe:
    """Two entries of the gradients of a matrix product, with other numbers in all matrices. A is
    never square."""
    rows, inner = rng.sample([2, 3], 2)
    A = _random_matrix(rng, rows, inner)
    B = _random_matrix(rng, inner, 4)
    G = _random_matrix(rng, rows, 4)
    a, b = A.clone().requires_grad_(), B.clone().requires_grad_()
    dA, dB = torch.autograd.grad((a @ b * G).sum(), (a, b))
    row, column = G[0], G[:, 0]  # upstream gradients of the entries that A_01 and B_10 affect

    def both(dA_01, dB_10) -> NamedNumbers:
        return {"dA_01": float(dA_01), "dB_10": float(dB_10)}

    wrong = (
        ("entries-exchanged", both(dB[1, 0], dA[0, 1])),
        ("entries-forgets-upstream", both(B[1].sum(), A[:, 1].sum())),
        ("entries-one-term", both(G[0, 0] * B[1, 0], A[0, 1] * G[0, 0])),
        ("entries-product-of-sums", both(row.sum() * B[1].sum(), A[:, 1].sum() * column.sum())),
        ("entries-row-1-of-g-for-b", {"dB_10": float(A[:, 1] @ G[1, :rows])}),
        ("entries-row-of-g-for-b", {"dB_10": float(A[:, 1] @ G[0, :rows])}),
        ("entries-sign", both((row * B[1]).abs().sum(), (A[:, 1] * column).abs().sum())),
        ("entries-transposed", both(dA[1, 0], dB[0, 1])),
        ("entries-wrong-column-of-a", {"dB_10": float(A[:, 0] @ column)}),
        ("entries-wrong-column-of-g", {"dB_10": float(A[:, 1] @ G[:, 1])}),
        ("entries-wrong-row-of-g", {"dA_01": float(G[1] @ B[1])}),
        ("entries-wrong-row", {"dA_01": float(row @ B[0])}),
    )
    right = both(dA[0, 1], dB[1, 0])
    return NumberRecipe(tuple(_matrix_texts(A=A, B=B, G=G)), right, right, wrong)


@sound_pool("matrix_loss")
def matrix_loss(rng: Random) -> NumberRecipe:
    """Two entries of the gradient of a squared distance, with other numbers in all matrices. Their
    sizes are fixed, because one of the mistakes, the entrywise product, needs these sizes."""
    A = _random_matrix(rng, 2, 2)
    B = _random_matrix(rng, 2, 3)
    C = _random_matrix(rng, 2, 3)
    c = C.clone().requires_grad_()
    (dC,) = torch.autograd.grad(((A @ B - c) ** 2).sum(), c)
    difference = A @ B - C

    def both(matrix: torch.Tensor) -> NamedNumbers:
        return {"dC_00": float(matrix[0, 0]), "dC_01": float(matrix[0, 1])}

    wrong = (
        ("loss-difference", both(difference)),
        ("loss-no-minus", both(-dC)),
        ("loss-no-two", both(-difference)),
        ("loss-product-entry-by-entry", {"dC_01": float(-2 * (A * B[:, :2] - C[:, :2])[0, 1])}),
        ("loss-value", both(difference**2)),
    )
    return NumberRecipe(tuple(_matrix_texts(A=A, B=B, C=C)), both(dC), both(dC), wrong)


@sound_pool("network")
def network(rng: Random) -> NumberRecipe:
    """The network of homework 5, with other numbers everywhere. The graph is always the same,
    because all equations of the homework are about it."""
    factors = [n / 20 for n in range(-80, 81) if abs(n) > 8 and n % 20]
    x, y = rng.choice(DIGITS), rng.choice(DIGITS)
    near_z = round(rng.choice(factors) / 2, 3)
    W1 = round(near_z / x, 4)
    W2 = rng.choice(factors)
    lam = abs(rng.choice(factors))
    graph = network_of_numbers(x, y, W1, W2, lam)
    results, gradients = twin(graph).by_name(float)
    right = {name: results[name] for name in "zhoLsJ"}
    right |= {f"dJ_d{name}": gradients[name] for name in ("o", "W2", "h", "z", "W1")}
    z, h, o, s = (right[name] for name in "zhos")
    dJ_do, dJ_dh, dJ_dz = (right[f"dJ_d{name}"] for name in "ohz")

    def weights(penalty: float) -> NamedNumbers:
        """The gradients of the weights, if the penalty contributes `penalty` times the weight to
        each."""
        return {"dJ_dW2": h * dJ_do + penalty * W2, "dJ_dW1": x * dJ_dz + penalty * W1}

    wrong: tuple[WrongTable, ...] = (
        ("forward-without-tanh", {"h": z}),
        ("forward-output-is-the-weight", {"o": W2}),
        ("forward-output-is-the-weight", {"o": W2 * z}),
        ("forward-loss-without-half", {"L": (o - y) ** 2}),
        ("forward-loss-not-squared", {"L": (o - y) / 2}),
        ("forward-penalty-without-half", {"s": 2 * s}),
        ("forward-penalty-without-squares", {"s": lam / 2 * (W1 + W2)}),
        ("numbers-output-sign", {"dJ_do": -dJ_do}),
        ("numbers-output-doubled", {"dJ_do": 2 * dJ_do}),
        ("numbers-hidden-forgets-upstream", {"dJ_dh": W2}),
        ("numbers-hidden-forgets-weight", {"dJ_dh": dJ_do}),
        ("numbers-tanh-forgets-local", {"dJ_dz": dJ_dh}),
        ("numbers-tanh-forgets-upstream", {"dJ_dz": 1 - h**2}),
        ("numbers-tanh-not-squared", {"dJ_dz": dJ_dh * (1 - h)}),
        ("numbers-tanh-of-z", {"dJ_dz": dJ_dh * (1 - z**2)}),
        ("numbers-weight-of-z", {"dJ_dW2": z * dJ_do + lam * W2}),
        ("numbers-weights-forget-the-penalty", weights(0)),
        ("numbers-penalty-keeps-its-half", weights(lam / 2)),
        ("numbers-penalty-keeps-its-two", weights(2 * lam)),
        (
            "numbers-weights-forget-their-inputs",
            {"dJ_dW2": dJ_do + lam * W2, "dJ_dW1": dJ_dz + lam * W1},
        ),
    )
    sentence = f"Let x = {x}, y = {y}, W1 = {W1:g}, W2 = {W2:g} and lam = {lam:g}."
    return NumberRecipe((sentence,), graph, right, wrong)


@sound_pool("softmax")
def softmax(rng: Random) -> NumberRecipe:
    """The gradients of the three inputs of a softmax, for other probabilities and upstream
    gradients, and the blanks `same` and `entries` for other numbers."""
    cuts = sorted(rng.sample(range(2, 19), 2))
    p = torch.tensor([cuts[0], cuts[1] - cuts[0], 20 - cuts[1]], dtype=torch.float64) / 20
    G = torch.tensor(rng.sample(range(-9, 10), 3), dtype=torch.float64)
    more, rows = rng.randint(2, 9), rng.randint(2, 60)
    logits = p.log().requires_grad_()
    (dz,) = torch.autograd.grad(logits.softmax(0) @ G, logits, retain_graph=True)
    (same,) = torch.autograd.grad(logits.softmax(0) @ (G + more), logits)

    def gradients_of_z(dz: torch.Tensor) -> dict[str, float]:
        return dict(zip(("dz1", "dz2", "dz3"), dz.tolist(), strict=True))

    def blanks(dz: torch.Tensor, same: torch.Tensor) -> dict[str, float]:
        return gradients_of_z(dz) | {"same": float(same[0])}

    gradients = blanks(dz, same)

    def right_for(q):
        return gradients | {"entries": rows * q**2}, {"q": q}

    diagonal = p * (1 - p)  # of the Jacobian
    wrong: tuple[WrongTable, ...] = (
        ("jacobian-of-a-diagonal", {"entries": rows * COMPARED_Q}),
        ("softmax-hand-diagonal", blanks(G * diagonal, (G + more) * diagonal)),
        ("softmax-hand-no-local", blanks(G, G + more)),
        ("softmax-hand-no-sum", blanks(G * p, (G + more) * p)),
        ("softmax-hand-sign", gradients_of_z(G * diagonal + p * (p @ G - p * G))),
    )
    sentences = (
        f"Let p = {_row_text(p)} and G = {_row_text(G)}.",
        f"same: the gradient of z1 if each entry of your G is larger by {more}.",
        f"entries: how many entries do the Jacobians of a batch of {rows} rows have together?",
    )
    values, _ = right_for(COMPARED_Q)
    return NumberRecipe(sentences, right_for, values, wrong, frozenset({"entries"}))


@sound_pool("weighted")
def weighted(rng: Random) -> NumberRecipe:
    """For practice: the gradient of an entrywise power, weighted by an upstream gradient."""
    power = rng.choice([2, 3])
    values = torch.tensor(rng.sample(range(2, 6), 3), dtype=torch.float64, requires_grad=True)
    upstream = torch.tensor(rng.sample(range(-3, 4), 3), dtype=torch.float64)
    (gradients,) = torch.autograd.grad((values**power * upstream).sum(), values)
    right = {f"g{i}": value for i, value in enumerate(gradients.tolist())}
    x, v = _row_text(values), _row_text(upstream)
    sentence = f"Let x = {x}, y = x^{power} entry by entry, and v = {v}."
    return NumberRecipe((sentence,), right, right, ())


@sound_pool("costs")
def costs(rng: Random) -> NumberRecipe:
    """For practice: the multiplications in a product A B v in either order, and in its backward
    pass."""
    m, n, p = rng.sample(range(2, 10), 3)
    right = {"left": m * n * p + m * p, "right": n * p + m * n, "backward": 2 * (n * p + m * n)}
    sentence = f"Let A be {m} x {n}, B {n} x {p} and v {p} x 1."
    return NumberRecipe((sentence,), right, right, (), frozenset(right))


def _random_matrix(rng: Random, rows: int, columns: int) -> torch.Tensor:
    return torch.tensor([[float(n) for n in rng.choices(DIGITS, k=columns)] for _ in range(rows)])


def _matrix_texts(**matrices: torch.Tensor) -> Iterator[str]:
    for name, matrix in matrices.items():
        lines = [f"[{' '.join(f'{value:2g}' for value in row)}]" for row in matrix.tolist()]
        yield f"{name} = " + "\n    ".join(lines)


def _row_text(row: torch.Tensor) -> str:
    return f"({', '.join(f'{value:g}' for value in row.tolist())})"
