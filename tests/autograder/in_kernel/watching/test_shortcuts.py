"""Shortcuts to a node's gradients are noticed, and honest rules are not taken for shortcuts."""

import json
from contextlib import nullcontext

import numpy as np
import pytest
import torch

from autograder.in_kernel import agent
from autograder.in_kernel.agent import Agent
from autograder.in_kernel.watching.autograd import AUTOGRAD
from autograder.in_kernel.watching.shortcuts import NUMERICAL, shortcuts_noted
from autograder.judge.flags.from_kernel import flags_in_evidence
from course.graph import ComputationNode, Leaf
from course.questions import NodeBackward, NodeForward
from course.subject import Here

X = torch.tensor([[0.5, -1.0, 2.0], [-0.3, 0.7, 1.5]], dtype=torch.float64)
UP = torch.tensor([[1.0, 2.0, -1.0], [0.5, 3.0, 0.25]], dtype=torch.float64)
H = 1e-5
STEP = torch.full_like(X, H)


class Tanh(ComputationNode):
    def forward(self):
        self.result = torch.tanh(self.input(0))


def seen(backward, x=X, up=UP):
    """The signs seen in a `backward`, given as a function of the node, its input and the
    upstream gradient, which has to be right."""

    class Tried(Tanh):
        def backward(self):
            return [backward(self, self.input(0), self.gradient)]

    node, signs = Tried(Leaf(x)), set()
    Here().ask(NodeForward(node))
    question = NodeBackward(node, up)
    with shortcuts_noted(signs, question, node.sorted_nodes(), set()):
        happened = Here().ask(question)
    assert happened.error is None
    right = up * (1 - torch.as_tensor(x).tanh() ** 2)
    assert torch.allclose(torch.as_tensor(happened.returned[0]).double(), right, 1e-5, 1e-5)
    return signs


def at(node, x):
    """The result at another place, by the node's own forward."""
    kept, node.input_nodes[0].result = node.input_nodes[0].result, x
    node.forward()
    node.input_nodes[0].result = kept
    return node.result


def each_entry(difference):
    """A gradient from differences along each entry."""

    def backward(node, x, g):
        steps = H * torch.eye(x.numel(), dtype=x.dtype).reshape(-1, *x.shape)
        return torch.stack([(difference(node, x, h) * g).sum() for h in steps]).reshape(x.shape)

    return backward


def in_place(node, x, g):
    slopes, w = torch.zeros_like(x), x.clone()
    for i in range(x.numel()):
        sides = []
        for step in (H, -H):
            w.view(-1)[i] += step
            sides.append((at(node, w) * g).sum())
            w.view(-1)[i] -= step
        slopes.view(-1)[i] = (sides[0] - sides[1]) / (2 * H)
    return slopes


def in_one_batch(node, x, g):
    steps = H * torch.eye(x.numel(), dtype=x.dtype).reshape(-1, *x.shape)
    slopes = (torch.tanh(x + steps) - torch.tanh(x - steps)) / (2 * H)
    return (slopes * g).sum((1, 2)).reshape(x.shape)


def flat(x, step):
    return torch.tanh(x.flatten() + step).reshape(x.shape)


def by_pytorch(node, x, g):
    nearby = torch.tanh(x[..., None] + torch.tensor([-H, 0.0, H], dtype=x.dtype))
    return g * torch.gradient(nearby, spacing=H, dim=-1)[0][..., 1]


def in_complex(node, x, g):
    x = x + 0j
    return (g * (torch.tanh(x + H) - torch.tanh(x - H)) / (2 * H)).real


def in_sparse(node, x, g):
    up, down = (torch.tanh(x.to_sparse() + step.to_sparse()).to_dense() for step in (STEP, -STEP))
    return g * (up - down) / (2 * H)


DIFFERENCES = {
    "forward difference": lambda node, x, g: g * (torch.tanh(x + H) - torch.tanh(x)) / H,
    "central difference": lambda node, x, g: g * (torch.tanh(x + H) - torch.tanh(x - H)) / (2 * H),
    "on a flat copy": lambda node, x, g: g * (flat(x, H) - flat(x, -H)) / (2 * H),
    "forward, by entry": each_entry(lambda node, x, h: (at(node, x + h) - at(node, x)) / H),
    "central, by entry": each_entry(lambda node, x, h: (at(node, x + h) - at(node, x - h)) / 2 / H),
    "central, in place": in_place,
    "in one batch": in_one_batch,
    "in complex numbers": in_complex,
    "in sparse tensors": in_sparse,
    "complex step": lambda node, x, g: g * torch.tanh(x + 1e-20j).imag / 1e-20,
    "PyTorch's own": by_pytorch,
}


@pytest.mark.parametrize("backward", DIFFERENCES.values(), ids=DIFFERENCES)
def test_numerical_differentiation_is_noticed(backward):
    assert seen(backward) == {NUMERICAL}


def rule(x):
    return 1 - torch.tanh(x) ** 2


def entry_by_entry(node, x, g):
    slopes = x.clone()
    for i in range(len(x)):
        for j in range(len(x[i])):
            slopes[i, j] = g[i, j] * rule(x[i, j])
    return slopes


def safe_in_float32(node, x, g):
    x = x.float() + 1e-7
    return (g - g * torch.tanh(x) ** 2).double()


def shifted(node, x, g):
    e = torch.exp(x - x.max()), torch.exp(-x - x.max())
    return g * (1 - ((e[0] - e[1]) / (e[0] + e[1])) ** 2)


def with_infinity(node, x, g):
    return torch.where(x > -torch.inf, g * rule(x), (x - torch.inf) - (x - torch.inf))


HONEST = {
    "output": lambda node, x, g: g * (1 - node.output() ** 2),
    "recomputed": lambda node, x, g: g * (1 - at(node, x.clone()) ** 2),
    "inverted": lambda node, x, g: g * rule(torch.atanh(node.output())),
    "with an epsilon": lambda node, x, g: g * rule((x + 1e-9) / (1 + 1e-9)),
    "float32": lambda node, x, g: (g * rule(x.float())).double(),
    "float32 with an epsilon": safe_in_float32,
    "shifted": shifted,
    "entry by entry": entry_by_entry,
    "with infinity": with_infinity,
    "rounded and back": lambda node, x, g: g * rule(x.float().double()),
    "NumPy": lambda node, x, g: g * torch.from_numpy(1 - np.tanh(x.numpy()) ** 2),
}


@pytest.mark.parametrize("backward", HONEST.values(), ids=HONEST)
@pytest.mark.parametrize("x", [X, X + 3, torch.full_like(X, 0.7)])
def test_an_honest_rule_is_not_taken_for_a_shortcut_and_brings_no_warning(backward, x, recwarn):
    assert seen(backward, x) == set()
    assert not recwarn.list


def test_a_single_number_is_not_judged():
    def backward(node, x, g):
        return g * rule(x) + 0 * sum(x + 10.0**-k for k in range(4, 12))

    assert seen(backward) == {NUMERICAL}
    assert seen(backward, X[0, 0], UP[0, 0]) == set()


WRONG = """
import torch
class Wrong(ComputationNode):
    def forward(self):
        self.result = self.input(0)
    def backward(self):
        return [self.gradient @ torch.ones(7)]
"""


def test_an_error_is_reported_as_if_nobody_had_looked(monkeypatch):
    names = {"ComputationNode": ComputationNode, "__name__": "__main__"}
    exec(compile(WRONG, "<cell>", "exec"), names)

    def told() -> dict:
        node = names["Wrong"](Leaf(X))
        agent = Agent(names)
        agent.built[0] = node
        act = {"graph": 0, "functions": {}, "values": {}}
        agent.carry_out(act | {"do": "NodeForward"})
        given = {"upstream": {"shape": [2, 3], "data": UP.flatten().tolist()}}
        return agent.carry_out(act | {"do": "NodeBackward", "values": given})

    looked_at = told()
    assert "in backward" in json.dumps(looked_at["error"])
    monkeypatch.setattr(agent, "shortcuts_noted", lambda *_: nullcontext())
    assert told() == looked_at


@pytest.mark.parametrize("told", [None, 3, "numerical", [["numerical"]], [{}], {"numerical": 1}])
def test_the_signs_that_a_kernel_sends_are_read_with_care(told):
    assert flags_in_evidence({"signs": told}) == []
    assert len(flags_in_evidence({"signs": [NUMERICAL, AUTOGRAD]})) == 2
