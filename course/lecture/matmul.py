"""Lecture 4, matmul: choose an entry, and see the row and the column that made it."""

from dataclasses import dataclass
from itertools import count, product

import torch
from torch import Tensor

from course.graph import Leaf
from course.lecture.frames import Frames, PageControl
from course.lecture.slide import CELL, colour_of, factor, matrix_table, picture
from course.operations import Sketch
from course.picture.svg import text, with_words
from course.reference.twin import twin
from course.values.as_text import typeset

SHAPES = {"C": (3, 2), "∂L/∂A": (3, 4), "∂L/∂B": (4, 2)}  # all dimensions differ
_MOST = max(max(shape) for shape in SHAPES.values())  # of rows or columns
ENTRIES = {
    f"{name} ({i + 1}, {j + 1})": (name, i, j)
    for name, (rows, columns) in SHAPES.items()
    for i, j in product(range(rows), range(columns))
}
Cells = set[tuple[int, int]]  # of a matrix, by row and column
LOSSES = ("a weighted sum of C", "the sum of C")


def entry() -> Frames:
    """C = AB, with each entry as a row times a column. Above is the forward pass, below the product
    that the chosen entry belongs to. To choose an entry, press it, or the entry of A or B whose
    gradient it is."""
    loss = PageControl("the loss is", LOSSES, LOSSES[0])
    return Frames(_drawn, entry=PageControl("entry", [*ENTRIES], "C (1, 1)"), loss=loss)


@dataclass(frozen=True)
class _Product:
    """The matrix that an entry belongs to, as the product of two others."""

    left: Tensor
    right: Tensor
    names: tuple[str, str]  # of its two factors
    lit: dict[str, Cells]  # the highlighted cells of A, B, C and ∂L/∂C


def _product(name: str, i: int, j: int, a: Tensor, b: Tensor, g: Tensor) -> _Product:
    """The product of this name, and the cells that matter for its entry i, j."""
    entry = {(i, j)}
    if name == "C":
        return _Product(a, b, ("A", "B"), {"A": row_cells(i), "B": column_cells(j), "C": entry})
    if name == "∂L/∂A":
        lit = {"A": entry, "B": row_cells(j), "C": row_cells(i), "∂L/∂C": row_cells(i)}
        return _Product(g, b.T, ("∂L/∂C", "Bᵀ"), lit)
    lit = {"A": column_cells(i), "B": entry, "C": column_cells(j), "∂L/∂C": column_cells(j)}
    return _Product(a.T, g, ("Aᵀ", "∂L/∂C"), lit)


def _drawn(entry: str, loss: str) -> str:
    name, i, j = ENTRIES[entry]
    a, b, g = example_matrices(loss)
    shown = _product(name, i, j, a, b, g)
    left, right = shown.left, shown.right
    result = left @ right
    picks = _picks()
    x_right = 86 + left.shape[1] * CELL[0]
    x_result = x_right + right.shape[1] * CELL[0] + 76
    which = f"{name}, row {i + 1}, column {j + 1}"
    pairs = zip(left[i].tolist(), right[:, j].tolist(), strict=True)
    terms = " + ".join(f"{factor(typeset(p))} · {factor(typeset(q))}" for p, q in pairs)
    sentence = f"{which}  =  {terms}  =  {typeset(result[i, j].item())}"
    pytorch = typeset(gradients_by_pytorch(a, b, g)[name][i, j].item())
    return picture(
        text(40, 36, "forward", font_weight="bold"),
        matrix_table(50, 72, a, "A", shown.lit["A"], picks=picks["∂L/∂A"]),
        matrix_table(290, 72, b, "B", shown.lit["B"], picks=picks["∂L/∂B"]),
        text(410, 130, "=", font_size=26),
        matrix_table(450, 72, a @ b, "C = A B", shown.lit["C"], picks=picks["C"]),
        text(680, 36, "arriving from the loss", font_weight="bold"),
        matrix_table(680, 72, g, "∂L/∂C", shown.lit.get("∂L/∂C", ())),
        text(40, 244, f"{name} = {' '.join(shown.names)}", font_weight="bold", font_size=20),
        matrix_table(50, 290, left, shown.names[0], row_cells(i)),
        matrix_table(x_right, 290, right, shown.names[1], column_cells(j)),
        text(x_result - 45, 348, "=", font_size=26),
        matrix_table(x_result, 290, result, name, {(i, j)}, picks=picks[name]),
        with_words(sentence, text(40, 454, sentence, font_size=20), aloud=True),
        text(40, 484, f"PyTorch:  {pytorch}", colour_of(name), font_size=20),
        title=which,
    )


def _picks() -> dict[str, list[list[dict[str, int]]]]:
    """For each cell of each matrix, the position of the control `entry` after a press on the cell:
    its number among all entries."""
    numbers = count()
    return {
        name: [[{"entry": next(numbers)} for _ in range(columns)] for _ in range(rows)]
        for name, (rows, columns) in SHAPES.items()
    }


def row_cells(i: int) -> Cells:
    """The cells of a row, in a matrix of any width."""
    return {(i, k) for k in range(_MOST)}


def column_cells(j: int) -> Cells:
    """The cells of a column, in a matrix of any height."""
    return {(k, j) for k in range(_MOST)}


def example_matrices(loss: str) -> tuple[Tensor, Tensor, Tensor]:
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


def gradients_by_pytorch(a: Tensor, b: Tensor, g: Tensor) -> dict[str, Tensor]:
    """C and the gradients of A and B, by PyTorch."""
    right = twin(Sketch("Matmul", Leaf(a, "A"), Leaf(b, "B")), g)
    return {"C": right.results[-1], "∂L/∂A": right.gradients[0], "∂L/∂B": right.gradients[1]}
