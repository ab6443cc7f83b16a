"""Students' variants of exercises, and their right answers, computed with PyTorch."""

import math
import re
from dataclasses import dataclass
from functools import cache

import numpy as np
import torch

import course
from autograder.judge.author_run import code_cells
from course import CheckFailed, Copy, Exp, Leaf, Mean, Negate, Sketch, variant
from course.check.base.exercise import parts_right
from course.check.variants.variant import POOLS, variant_number, working_as
from course.check.variants.wrong_passes import HandGraph

HW = "hw1-cosh"
CELLS = {"forward-by-hand": "forward_pass", "backward-by-hand": "backward_pass"}
FORMULAS = {
    "Add": torch.add,
    "Copy": torch.clone,
    "Exp": torch.exp,
    "HalfDifference": lambda u, v: (u - v) / 2,
    "Mean": lambda u, v: (u + v) / 2,
    "Negate": torch.neg,
    "Square": torch.square,
}


def cosh():
    x = Leaf(math.log(3), "x")
    a, c = Copy(x, name="a"), Copy(x, name="c")
    b, r = Exp(a, name="b"), Exp(Negate(c, name="d"), name="r")
    return Mean(b, r, name="z")


def additions():
    a = Leaf(1.0, "a")
    b = Sketch("Add", a, a, name="b")
    return Sketch("Add", b, b, name="c")


STANDARD = {"one fork": cosh, "two forks": additions}


def worked_out(recipe):
    """The results and the gradients of a recipe, by PyTorch and nothing of ours."""
    leaf, *nodes = recipe.right.sorted_nodes()
    values = {leaf.name: torch.tensor(leaf.value, dtype=torch.float64, requires_grad=True)}
    for node in nodes:
        inputs = (values[source.name] for source in node.input_nodes)
        values[node.name] = FORMULAS[node.operation](*inputs)
    gradients = torch.autograd.grad(recipe.one * values[node.name], list(values.values()))
    numbers = map(float, gradients)
    return {n: float(v.detach()) for n, v in values.items()}, dict(
        zip(values, numbers, strict=True)
    )


def answers_of(student, pool="one fork"):
    """The right answers for a student's blanks of the forward and the backward pass."""
    with working_as(student):
        yours = variant(pool, STANDARD[pool]())
    if yours.number:
        results, gradients = worked_out(POOLS[pool](yours.number))
    else:
        paper = HandGraph(yours.right)
        results, gradients = paper.results, paper.gradients
    leaf = yours.right.sorted_nodes()[0].name
    return {n: r for n, r in results.items() if n != leaf}, gradients


@cache
def cells_of(homework):
    return {cell.id: cell for cell in code_cells(homework)}


@dataclass(frozen=True)
class InText:
    """Where an exercise with numbers stands: its pool, its homework, its check, the name of the
    answers, and the author's cells that the check needs."""

    pool: str
    homework: str
    check: str
    name: str
    needs: tuple[str, ...] = ()

    def share(self, student, answers):
        """The share of the points that the homework's own check gives."""
        names = {each: getattr(course, each) for each in course.__all__}
        names |= {"torch": torch, "variant": variant, self.name: answers}
        cells = cells_of(self.homework)
        with working_as(student):
            try:
                for cell in (*self.needs, self.check):
                    exec(compile(cells[cell].source, cell, "exec"), names)
            except CheckFailed:
                return 0.0
        return parts_right[cells[self.check].metadata["title"]]


IN_TEXT = {
    each.check.removesuffix("-check"): each
    for each in (
        InText("hasty engine", "hw2-tanh", "prediction-check", "prediction", ("hasty-engine",)),
        InText(
            "polynomial", "hw3-polynomial", "polynomial-formula-check", "dy_dx", ("polynomial",)
        ),
        InText("matrix entries", "hw4-matmul", "entries-check", "entries"),
        InText("matrix loss", "hw4-matmul", "loss-by-hand-check", "loss_entries"),
        InText("network", "hw5-mlp", "forward-check", "network_values"),
        InText("network", "hw5-mlp", "gradients-in-numbers-check", "network_gradients"),
        InText("softmax", "hw6-memory", "softmax-by-hand-check", "softmax_by_hand"),
    )
}
STANDARD_NUMBERS = {
    "prediction": {"b": 2, "a": 2, "shares": 1024},
    "polynomial-formula": "4 x^3 - 6 x^2 + 6 x - 4",
    "entries": {"dA_01": 1, "dB_10": 16},
    "loss-by-hand": {"dC_00": 8, "dC_01": -6},
    "forward": {
        "z": 0.5, "h": "tanh(0.5)", "o": "3 tanh(0.5)", "L": "(3 tanh(0.5) - 1)^2 / 2",
        "s": 0.453125, "J": "(3 tanh(0.5) - 1)^2 / 2 + 0.453125",
    },
    "gradients-in-numbers": {
        "dJ_do": 0.3863514718, "dJ_dW2": 0.4785396438, "dJ_dh": 1.159054415, "dJ_dz": 0.9115357173,
        "dJ_dW1": 1.848071435,
    },
    "softmax-by-hand": {"dz1": 0.6, "dz2": -0.24, "dz3": -0.36, "same": 0, "entries": "q^2"},
}  # fmt: skip


def written(coefficients):
    """A polynomial as people write it, from its coefficients, the highest power first."""
    powers = range(len(coefficients) - 1, -1, -1)
    return " + ".join(f"({float(c)!r}) x^{n}" for c, n in zip(coefficients, powers, strict=True))


def as_told(exercise, told):
    """The right answers for the blanks, computed from what the student is shown."""
    found = [float(n) for n in re.findall(r"-?(?:\d+\.)?\d+", told)]
    match exercise:
        case "prediction":
            one, length = int(found[0]), int(found[-1])
            return {"b": 2 * one, "a": 2 * one, "shares": f"2^{length}"}
        case "polynomial-formula":
            y = np.zeros(7)
            for term in re.sub(r"([-+]) | (?=x)", r"\1", told.removeprefix("y = ")).split():
                c, x, power = term.partition("x")
                y[6 - int(power[1:] or 1) if x else 6] = float(c or 1)
            return written(np.polyder(y))
        case "entries":
            A, B, G = np.split(
                np.array(found), [6, -4 * (rows := told[: told.index("B")].count("["))]
            )
            A, B, G = A.reshape(rows, -1), B.reshape(-1, 4), G.reshape(rows, 4)
            return {"dA_01": float((G @ B.T)[0, 1]), "dB_10": float((A.T @ G)[1, 0])}
        case "loss-by-hand":
            A, B, C = np.split(np.array(found), [4, 10])
            dC = -2 * (A.reshape(2, 2) @ B.reshape(2, 3) - C.reshape(2, 3))
            return {"dC_00": float(dC[0, 0]), "dC_01": float(dC[0, 1])}
        case "forward":
            x, y, _, W1, _, W2, lam = found  # the others are digits in names
            z, L = x * W1, f"({W2} tanh({x * W1}) - ({y}))^2 / 2"
            s = lam / 2 * (W1**2 + W2**2)
            o = f"{W2} tanh({z})"
            return {"z": z, "h": f"tanh({z})", "o": o, "L": L, "s": s, "J": f"{L} + {s}"}
        case "gradients-in-numbers":
            x, y, _, W1, _, W2, lam = found
            h = math.tanh(x * W1)
            off = h * W2 - y
            dz = off * W2 * (1 - h**2)
            dW2, dW1 = h * off + lam * W2, x * dz + lam * W1
            return {"dJ_do": off, "dJ_dW2": dW2, "dJ_dh": off * W2, "dJ_dz": dz, "dJ_dW1": dW1}
        case "softmax-by-hand":
            p, G, rows = np.array(found[:3]), np.array(found[3:6]), int(found[-1])
            dz = dict(zip(("dz1", "dz2", "dz3"), (p * (G - p @ G)).tolist(), strict=True))
            return dz | {"same": dz["dz1"], "entries": f"{rows} q^2"}


def given_to(exercise, student):
    pool = IN_TEXT[exercise].pool
    return POOLS[pool](variant_number(student, pool))


def right_for(exercise, student):
    return as_told(exercise, "\n".join(given_to(exercise, student).given()))


# By the id of its check, an exercise on a graph: where it stands, its pool, and which of the two
# passes it asks for.
ON_GRAPHS = {
    "forward-by-hand-check": ("hw1-cosh", "one fork", 0),
    "backward-by-hand-check": ("hw1-cosh", "one fork", 1),
    "two-forks-check": ("hw2-tanh", "two forks", 1),
}
HOMEWORKS = sorted({each.homework for each in IN_TEXT.values()} | {HW})


def all_of(homework, student):
    """The right answers to all of a student's own exercises, by the ids of their checks."""
    on_graphs = {
        check: answers_of(student, pool)[which]
        for check, (place, pool, which) in ON_GRAPHS.items()
        if place == homework
    }
    in_text = {n: place for n, place in IN_TEXT.items() if place.homework == homework}
    return on_graphs | {place.check: right_for(name, student) for name, place in in_text.items()}
