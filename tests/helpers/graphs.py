"""Graphs on which engines and nodes are checked."""

import torch

from course import Copy, Exp, Leaf, Mean
from course.reference.cases import given_case


def cosh():
    x = Leaf(0.7, "x")
    return Mean(Exp(x), Exp(-x), name="z")


def tanh():
    x = Leaf(0.7, "x")
    p, m = Exp(x, name="p"), Exp(-x, name="m")
    return (p - m) / (p + m)


def ladder():
    a = Leaf(0.4, "a")
    b = Copy(a + a, name="b")
    return b + b


def shortcut():
    """u feeds the output and, through v, feeds it again."""
    x = Leaf(0.3, "x")
    u = Exp(x, name="u")
    v = Exp(u, name="v")
    return Mean(u, v, name="z")


def tensors():
    torch.manual_seed(0)
    w = Leaf(torch.randn(2, 3), "w")
    x = Leaf(torch.randn(3, 4), "x")
    b = Leaf(torch.randn(4), "b")
    return ((w @ x + b) * Leaf(torch.randn(2, 4), "t")) ** 2


GRAPHS = [cosh, tanh, ladder, shortcut, tensors]


def upstream(graph):
    """The upstream gradient that a check starts with on the values given."""
    return given_case(graph).upstream[0]
