"""Lecture 7, attention: what the gradient of a query, a key or a value is made of, and why scores
are divided by √h."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import torch

from course.lecture.demo import demo, slider
from course.lecture.frames import Frames, PageControl
from course.lecture.slide import factor, matrix_table, picture, readings, subscript
from course.picture.axes import Axes
from course.picture.scale import Scale
from course.picture.svg import text, with_words
from course.values.as_text import typeset

TOKENS = "mary"
_T, _H = len(TOKENS), 2  # tokens, and the width of the head: 2, so that rows can be drawn
_GIVEN = {
    "Q": [[1.0, 0.5], [-1.0, 1.0], [1.5, 1.0], [0.5, -1.5]],
    "K": [[2.0, 0.5], [-0.5, 1.5], [1.0, -1.0], [-1.5, -1.0]],
    "V": [[1.0, -1.0], [2.0, 1.5], [-1.0, 2.0], [0.5, 1.5]],
    "∂L/∂Y": [[1.0, 1.0], [-1.5, 1.0], [2.0, -1.0], [-1.0, -2.0]],
}
ROWS = {f"{kind} {i + 1}": (kind, i) for kind in ("query", "key", "value") for i in range(_T)}
_EDGE = 2.4  # how far the plane reaches
MASKS = "each looks back only", "each looks at all"
MAX_KEYS = 64


class Term(NamedTuple):
    """A summand of a gradient: a row of a matrix, times a factor."""

    place: int  # the row's place in its matrix
    factor: float
    row: torch.Tensor


@dataclass(frozen=True)
class Sum:
    """The gradient of a query, a key or a value, as a sum of rows times factors."""

    name: str  # the row whose gradient it is, such as k₂
    place: tuple[str, int]  # the matrix, and the number of the row whose gradient it is
    rows: tuple[str, str]  # the matrix whose rows are added up, and the letter for one of them
    factors: str  # the matrix that holds the factors
    used: list[tuple[int, int]]  # the places of the factors in that matrix
    scale: float  # 1/√h, or 1 for a value
    why: str  # what the factors are, in words

    def terms(self, matrices: dict[str, torch.Tensor]) -> list[Term]:
        """The terms, whose sum times `scale` is the gradient."""
        along = 1 if self.place[0] == "Q" else 0
        factors, rows = matrices[self.factors], matrices[self.rows[0]]
        return [Term(ij[along], factors[ij].item(), rows[ij[along]]) for ij in self.used]

    def row_name(self, term: Term) -> str:
        """The name of a term's row, such as q₃."""
        return f"{self.rows[1]}{subscript(term.place + 1)}"


def gradient_of(kind: str, i: int, mask: bool) -> Sum:
    """The gradient of a query, a key or a value as a sum; `i` counts from 0."""
    n = i + 1
    if kind == "query":
        looked_at = [(i, j) for j in range(_T) if not mask or j <= i]
        why = f"row {n} of ∂L/∂S, which adds up to 0 before rounding, times the keys"
        return Sum(f"q{subscript(n)}", ("Q", i), ("K", "k"), "∂L/∂S", looked_at, _H**-0.5, why)
    looking = [(j, i) for j in range(_T) if not mask or j >= i]
    if kind == "key":
        why = f"column {n} of ∂L/∂S, times the queries that look at it: a fork"
        return Sum(f"k{subscript(n)}", ("K", i), ("Q", "q"), "∂L/∂S", looking, _H**-0.5, why)
    why = f"column {n} of A (who looks at value {n}, and how much) times the rows g of ∂L/∂Y"
    return Sum(f"v{subscript(n)}", ("V", i), ("∂L/∂Y", "g"), "A", looking, 1.0, why)


def attention_pass(mask: bool) -> tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]:
    """All matrices that the picture shows, and the gradients of Q, K and V, by PyTorch."""
    given = {name: torch.tensor(rows, dtype=torch.float64) for name, rows in _GIVEN.items()}
    q, k, v, dy = (matrix.clone().requires_grad_() for matrix in given.values())
    s = q @ k.T / _H**0.5
    later = ~torch.ones(_T, _T).tril().bool() if mask else torch.zeros(_T, _T).bool()
    a = s.masked_fill(later, -torch.inf).softmax(dim=1)
    dq, dk, dv, da, ds = torch.autograd.grad(a @ v, [q, k, v, a, s], dy)
    computed = {"A": a.detach(), "∂L/∂A": da, "∂L/∂S": ds}
    return given | computed, {"Q": dq, "K": dk, "V": dv}


def attention() -> Frames:
    """Shows what the gradient of a query, a key or a value is made of, after a press on its row.
    The matrices light up what is used. Beside them, the terms are laid end to end; below is the sum
    in numbers."""
    which, masks = PageControl("look at", [*ROWS], "query 3"), PageControl("mask", MASKS, MASKS[0])
    return Frames(_drawn, which=which, mask=masks)


def _drawn(which: str, masked: str) -> str:
    mask = masked == MASKS[0]
    matrices, by_pytorch = attention_pass(mask)
    gradient = gradient_of(*ROWS[which], mask)
    terms = gradient.terms(matrices)
    return picture(
        text(40, 34, f"the tokens: {' '.join(TOKENS)}", font_weight="bold"),
        *_tables(matrices, gradient, terms, mask),
        _plane(gradient, terms),
        *_sentences(gradient, terms, by_pytorch),
        title=f"What the gradient of {gradient.name} is made of",
    )


def _tables(
    matrices: dict[str, torch.Tensor], gradient: Sum, terms: list[Term], mask: bool
) -> list[str]:
    """All matrices of the pass. The entries that make up the gradient are lit, and the rows of Q, K
    and V can be pressed."""
    lit = {
        gradient.factors: set(gradient.used),
        gradient.rows[0]: {(term.place, c) for term in terms for c in range(_H)},
    }
    later = {(i, j) for i in range(_T) for j in range(i + 1, _T)} if mask else set()
    tables = []
    for n, (title, matrix) in enumerate(matrices.items()):
        x, y = (40 + 150 * n, 72) if n < 4 else (40 + 216 * (n - 4), 240)
        tables.append(
            matrix_table(
                x,
                y,
                matrix.round(decimals=2),
                title,
                lit.get(title, ()),
                empty=later if title in ("A", "∂L/∂S") else (),
                picks=[[{"which": _T * n + i}] * _H for i in range(_T)] if title in "QKV" else (),
            )
        )
    return tables


def _plane(gradient: Sum, terms: list[Term]) -> str:
    """Draws the rows in the sum, dashed, their multiples laid end to end, and the sum."""
    edge = Scale(-_EDGE, _EDGE, has_numbers=False)
    axes = Axes((690, 62, 240, 240), edge, edge, f"terms of ∂L/∂{gradient.name}, end to end")
    axes.line([-_EDGE, _EDGE], [0, 0], "line", width=1)
    axes.line([0, 0], [-_EDGE, _EDGE], "line", width=1)
    end = torch.zeros(_H, dtype=torch.float64)  # of the multiples so far
    for term in terms:
        name, multiple = gradient.row_name(term), gradient.scale * term.factor
        x, y = term.row.tolist()
        axes.line([0, x], [0, y], "value", width=1, dash="3 4")
        axes.dots([x], [y], "value", name, size=3)
        label = text(axes.x(x * 1.16), axes.y(y * 1.16) + 5, name, "value", "middle")
        axes.parts.append(with_words("", label))
        start, end = end, end + multiple * term.row
        (x0, y0), (x, y) = start.tolist(), end.tolist()
        axes.line([x0, x], [y0, y], "gradient", f"{factor(_short(multiple))} {name}", width=2)
        axes.dots([x], [y], "gradient", size=3)
    x, y = end.tolist()
    axes.line([0, x], [0, y], "ink", width=4)
    axes.dots([x], [y], "ink", size=6)
    return str(axes)


def _sentences(gradient: Sum, terms: list[Term], by_pytorch: dict[str, torch.Tensor]) -> list[str]:
    """Lines of text: what the factors are, the sum in numbers, and PyTorch's gradient."""
    summands = [f"{factor(_short(term.factor))} {gradient.row_name(term)}" for term in terms]
    nothing = torch.zeros(_H, dtype=torch.float64)
    total = gradient.scale * sum((term.factor * term.row for term in terms), start=nothing)
    root = "" if gradient.scale == 1 else "1/√2 · "
    shown = [*(term.factor for term in terms), *total.tolist()]
    equals = "=" if all(abs(round(number, 2) - number) < 1e-12 for number in shown) else "≈"
    name = f"∂L/∂{gradient.name}"
    matrix, i = gradient.place
    sentences = [
        (f"{name}: {gradient.why}.", "ink"),
        (f"{name}  {equals}  {root}( {' + '.join(summands)} )  {equals}  {_row(total)}", "ink"),
        (f"PyTorch:  {_row(by_pytorch[matrix][i])}", "gradient"),
    ]
    lines = []
    for n, (words, colour) in enumerate(sentences):
        line = text(40, 412 + 33 * n, words, colour, font_size=20)
        lines.append(with_words(words, line, aloud=True))
    return lines


def _short(number: float) -> str:
    return typeset(round(number, 2))


def _row(row: torch.Tensor) -> str:
    return f"({', '.join(map(_short, row.tolist()))})"


@demo(power=slider("power of h", 0.0, 0, 1, 0.25), keys=slider("keys", 8, 2, MAX_KEYS))
def scale(power: float, keys: int) -> str:
    """How much gradient the softmax lets through, the trace of its Jacobian, as the head gets
    wider."""
    widths = [2**n for n in range(11)]
    passed = [passed_on(h, keys, power) for h in widths]
    axes = Axes(
        (110, 50, 560, 400),
        Scale(1, 1024, "width h of the head", is_log=True),
        Scale(0, 1),
        "how much gradient the softmax lets through: mean of Σ ∂aⱼ/∂sⱼ",
    )
    axes.line(widths, passed, "gradient", "let through")
    axes.dots(widths, passed, "gradient")
    rows = [("at most, with equal weights", f"{1 - 1 / keys:.3g}", "ink")]
    for n in (0, 6, 10):
        rows.append((f"h = {widths[n]}", f"{passed[n]:.3g}", "gradient"))
    title = f"Scores divided by h to the power {typeset(power)}, {keys} keys"
    return picture(str(axes), readings(710, rows), title=title)


def passed_on(h: int, keys: int, power: float) -> float:
    """Σⱼ ∂aⱼ/∂sⱼ = Σⱼ aⱼ (1 − aⱼ), averaged over queries and keys with standard normal entries."""
    a = (_products(h)[:, :keys] / h**power).softmax(dim=1)
    return (a * (1 - a)).sum(dim=1).mean().item()


@cache
def _products(h: int) -> torch.Tensor:
    """The dot products of 200 random queries, each with its own keys."""
    generator = torch.Generator().manual_seed(h)
    q, k = (torch.randn(200, n, h, generator=generator) for n in (1, MAX_KEYS))
    return (k * q).sum(dim=2)
