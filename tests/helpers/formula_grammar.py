"""A small grammar of downstream gradients: all formulas of up to three operations."""

import operator
from collections.abc import Callable, Iterator
from itertools import product

import torch

SIGNS: dict[str, Callable] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
MATRIX_SIGNS: dict[str, Callable] = {"+": operator.add, "*": operator.mul, "@": operator.matmul}

Formula = tuple  # (sign, formula, formula), or the name of a value


def formulas(operations: int, names: tuple[str, ...], signs: dict) -> Iterator[Formula | str]:
    """All formulas with exactly this many operations."""
    if operations == 0:
        yield from names
        return
    for left in range(operations):
        parts = (formulas(left, names, signs), formulas(operations - 1 - left, names, signs))
        for a, b in product(*map(list, parts)):
            for sign in signs:
                yield sign, a, b


def value(formula: Formula | str, values: dict, signs: dict):
    """The value of a formula.

    Raises:
        RuntimeError: the shapes do not fit.
        ZeroDivisionError: it divides by zero.
    """
    if isinstance(formula, str):
        return values[formula]
    sign, a, b = formula
    return signs[sign](value(a, values, signs), value(b, values, signs))


POINTS = ((0.7, 1.9, -2.3), (-1.3, 0.6, 1.7), (2.1, -0.9, 0.4))  # of g, x and y


def distinct(most: int) -> dict[tuple, Formula | str]:
    """The formulas of numbers with up to `most` operations, the shortest for each function. They
    are keyed by their values at POINTS."""
    found: dict[tuple, Formula | str] = {}
    for operations in range(most + 1):
        for formula in formulas(operations, ("g", "x", "y"), SIGNS):
            try:
                key = tuple(
                    round(value(formula, dict(zip("gxy", point, strict=True)), SIGNS), 9)
                    for point in POINTS
                )
            except ZeroDivisionError:
                continue
            found.setdefault(key, formula)
    return found


def matrix_formulas(most: int) -> list[Formula | str]:
    """The formulas of g, A, B and their transposes with up to `most` operations whose value has the
    shape of A for some sizes."""
    found = []
    for operations in range(most + 1):
        for formula in formulas(operations, ("g", "A", "B", "gT", "AT", "BT"), MATRIX_SIGNS):
            for sizes in ((3, 2, 4), (2, 2, 2)):
                try:
                    got = value(formula, matrices(*sizes), MATRIX_SIGNS)
                except RuntimeError:
                    continue
                if got.shape == sizes[:2]:
                    found.append(formula)
                    break
    return found


def matrices(n: int, k: int, m: int) -> dict[str, torch.Tensor]:
    """An upstream gradient and two factors of these sizes, with their transposes."""
    draw = torch.Generator().manual_seed(1)
    sizes = {"g": (n, m), "A": (n, k), "B": (k, m)}
    values = {
        name: torch.randn(size, generator=draw, dtype=torch.float64) for name, size in sizes.items()
    }
    return values | {f"{name}T": each.T for name, each in values.items()}
