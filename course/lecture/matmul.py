"""Lecture 4, matmul: choose an entry, and see the row and the column that made it."""

from itertools import count, product

import torch

from course.check.base.twin import twin
from course.graph import Leaf
from course.lecture.frames import Axis, Frames
from course.lecture.plot import CELL, colour_of, factor, picture, table
from course.picture.axes import with_words
from course.picture.shapes import text
from course.sketch import Sketch
from course.values.as_text import typeset

SHAPES = {"C": (3, 2), "∂L/∂A": (3, 4), "∂L/∂B": (4, 2)}  # all dimensions differ
ENTRIES = {
    f"{name} ({i + 1}, {j + 1})": (name, i, j)
    for name, (rows, columns) in SHAPES.items()
    for i, j in product(range(rows), range(columns))
}
LOSSES = ("a weighted sum of C", "the sum of C")


def entry() -> Frames:
    """C = AB, each entry as a row times a column: above, the forward pass; below, the product that
    the chosen entry belongs to. To choose one, press it, or what it is the gradient of."""
    loss = Axis("the loss is", LOSSES, LOSSES[0])
    return Frames(_drawn, entry=Axis("entry", [*ENTRIES], "C (1, 1)"), loss=loss)


def _drawn(entry: str, loss: str) -> str:
    name, i, j = ENTRIES[entry]
    a, b, g = example(loss)
    chosen, places = {(i, j)}, count()
    picks = {
        name: [[{"entry": next(places)} for _ in range(columns)] for _ in range(rows)]
        for name, (rows, columns) in SHAPES.items()
    }
    # A factor from the left, one from the right, their names, and what is lit in A, B, C and ∂L/∂C.
    left, right, names, lit = {
        "C": (a, b, ("A", "B"), (row(i), column(j), chosen, ())),
        "∂L/∂A": (g, b.T, ("∂L/∂C", "Bᵀ"), (chosen, row(j), row(i), row(i))),
        "∂L/∂B": (a.T, g, ("Aᵀ", "∂L/∂C"), (column(i), chosen, column(j), column(j))),
    }[name]
    parts = [
        text(40, 36, "forward", font_weight="bold"),
        table(50, 72, a, "A", lit[0], picks=picks["∂L/∂A"]),
        table(290, 72, b, "B", lit[1], picks=picks["∂L/∂B"]),
        text(410, 130, "=", font_size=26),
        table(450, 72, a @ b, "C = A B", lit[2], picks=picks["C"]),
        text(680, 36, "arriving from the loss", font_weight="bold"),
        table(680, 72, g, "∂L/∂C", lit[3]),
        text(40, 244, f"{name} = {names[0]} {names[1]}", font_weight="bold", font_size=20),
    ]
    x_right = 86 + left.shape[1] * CELL[0]
    x_product = x_right + right.shape[1] * CELL[0] + 76
    parts += [
        table(50, 290, left, names[0], row(i)),
        table(x_right, 290, right, names[1], column(j)),
        text(x_product - 45, 348, "=", font_size=26),
        table(x_product, 290, left @ right, name, chosen, picks=picks[name]),
    ]
    pairs = zip(left[i].tolist(), right[:, j].tolist(), strict=True)
    terms = " + ".join(f"{factor(typeset(p))} · {factor(typeset(q))}" for p, q in pairs)
    which = f"{name}, row {i + 1}, column {j + 1}"
    made, theirs = (left @ right)[i, j].item(), by_pytorch(a, b, g)[name][i, j].item()
    said = f"{which}  =  {terms}  =  {typeset(made)}"
    parts.append(with_words(said, text(40, 454, said, font_size=20), aloud=True))
    parts.append(text(40, 484, f"PyTorch:  {typeset(theirs)}", colour_of(name), font_size=20))
    return picture(*parts, title=which)


def row(i: int) -> set[tuple[int, int]]:
    """The cells of a row, in a matrix of any width."""
    return {(i, k) for k in range(max(max(shape) for shape in SHAPES.values()))}


def column(j: int) -> set[tuple[int, int]]:
    """The cells of a column, in a matrix of any height."""
    return {(k, j) for _, k in row(0)}


def example(loss: str) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """A, B and the gradient that arrives at C, in small whole numbers."""
    generator = torch.Generator().manual_seed(3)
    shapes = [(3, 4), (4, 2), (3, 2)]
    signs = torch.tensor([-1.0, 1.0], dtype=torch.float64)
    a, b, g = (
        torch.randint(1, 4, shape, generator=generator)
        * signs[torch.randint(2, shape, generator=generator)]
        for shape in shapes
    )
    return a, b, torch.ones_like(g) if loss == LOSSES[1] else g


def by_pytorch(a: torch.Tensor, b: torch.Tensor, g: torch.Tensor) -> dict[str, torch.Tensor]:
    """C and both gradients, from the graph of the product and PyTorch."""
    right = twin(Sketch("Matmul", Leaf(a, "A"), Leaf(b, "B")), g)
    return {"C": right.results[-1], "∂L/∂A": right.gradients[0], "∂L/∂B": right.gradients[1]}
