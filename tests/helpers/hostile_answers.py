"""Hostile submissions that attack the judge and its flags with what they answer."""

from tests.helpers.hostile import Attack
from tests.helpers.hostile_engines import ENGINE_ATTACKS

# PyTorch's autograd does the student's work, by names that are joined from pieces.
UNNAMED_AUTOGRAD = """
import torch
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)
    def backward(self):
        differentiate = getattr(getattr(torch, "auto" + "grad"), "gr" + "ad")
        inputs = [torch.as_tensor(each, dtype=torch.float64).clone() for each in
                  (self.input(0), self.input(1))]
        for each in inputs:
            getattr(each, "requires" + "_gr" + "ad_")()
        return list(differentiate((inputs[0] * inputs[1] * self.gradient).sum(), inputs))
"""

UNNAMED_FORWARD_MODE = """
import torch
def slope(function, x):
    enter, leave = (getattr(torch._C, f"_{word}_du" "al_level") for word in ("enter", "exit"))
    level = enter()
    try:
        x, one = torch.tensor([x, 1], dtype=torch.float64)
        made = getattr(torch, "_make_du" "al")(x, one, level=level)
        found = getattr(torch, "_unpack_du" "al")(function(made), level=level)[1]
        return found.item()
    finally:
        leave(level=level)
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)
    def backward(self):
        a, b = self.input(0), self.input(1)
        shares = slope(lambda x: x * b, a), slope(lambda x: a * x, b)
        return [self.gradient * each for each in shares]
"""

# Autograd's engine in another thread, by names that are joined from pieces.
IN_A_THREAD = """
import threading, torch
from course.operations import result_of
RUN = getattr(torch._C, "_Imperative" + "Engine").__dict__["run_" + "backward"]
ENGINE = getattr(torch._C, "_Imperative" + "Engine")()
def in_a_thread(work):
    found = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start(); thread.join()
    return found[0]
def connected(node):
    given = [torch.tensor(n.result, dtype=torch.float64) for n in node.input_nodes]
    for each in given: setattr(each, "requires_" "gr" + "ad", True)
    return given, result_of(node, *given)
def shares(node):
    given, result = connected(node)
    found = RUN(ENGINE, (result,), (torch.ones_like(result),), False, False, tuple(given), True)
    return [each.item() * node.gradient for each in found]
class Mul(ComputationNode):
    def forward(self): self.result = in_a_thread(lambda: connected(self)[1].item())
    def backward(self): return in_a_thread(lambda: shares(self))
"""

# Calls each backward for show; the gradients come from finite differences.
DIFFERENCES = """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph

def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    kept = [node.result for node in nodes]
    def rerun(changed, by):
        values = dict(zip(nodes, kept))
        values[changed] = values[changed] + by
        for node, value in values.items():
            node.result = value
        for node in nodes:
            if node is not changed and node.input_nodes:
                type(node).forward(node)
        return graph.result
    for node in nodes:
        h = 1e-5
        node.gradient = one if node is graph else (rerun(node, h) - rerun(node, -h)) / (2 * h) * one
    for node, value in zip(nodes, kept):
        node.result = value
    for node in reversed(nodes):
        node.backward()
    return graph
"""

# Works for any node, by finite differences of its own forward.
GENERIC_NODE = """
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = torch.sigmoid(self.input(0))
    def backward(self):
        upstream, kept, shares = self.gradient, self.result, []
        for node in self.input_nodes:
            x, share = node.result, torch.zeros_like(node.result)
            node.result = w = x.clone()
            for i in range(x.numel()):
                at, sides = w.view(-1)[i].item(), []
                for step in (2e-3, 1e-3, -1e-3, -2e-3):
                    w.view(-1)[i] = at + step
                    self.forward()
                    sides.append((self.result * upstream).sum())
                w.view(-1)[i] = at
                a, b, c, d = sides
                share.view(-1)[i] = (-a + 8 * b - 8 * c + d) / 12e-3
            node.result = x
            shares.append(share)
        self.result = kept
        return shares
"""

TOO_MANY_NUMBERS = """
def minibatches(order, size):
    return [[0] * 4096] * 48
"""
PAIRS = "z3 z2 + z3 z1 + z3 x + z2 z1 + z2 x + z1 x + y z3 + y z2 + y z1 + y x"

ANSWER_ATTACKS = ENGINE_ATTACKS | {
    "autograd by joined names": Attack(
        4, cells={"mul": UNNAMED_AUTOGRAD}, flag="autograd was at work"
    ),
    "forward mode by its functions, by joined names": Attack(
        4, cells={"mul": UNNAMED_FORWARD_MODE}, flag="autograd was at work"
    ),
    "autograd's engine in a thread": Attack(
        4, cells={"mul": IN_A_THREAD}, flag="autograd was at work"
    ),
    "autograd behind a magic": Attack(
        4,
        cells={"mul": UNNAMED_AUTOGRAD.replace('"auto" + "grad"', '"autograd"') + "%pwd\n"},
        flag="uses words of PyTorch's autograd",
    ),
    "differences, each backward called for show": Attack(
        3, cells={"engine": DIFFERENCES}, flag="Did the engine compute it?"
    ),
    "a node that differentiates its own forward numerically": Attack(
        2,
        cells={"sigmoid": GENERIC_NODE},
        homework="hw6-memory",
        flag="numerical differentiation",
    ),
    "an agent that is imported by a name with a point": Attack(
        0, extra=('__import__("in_kernel.agent", fromlist=["x"])',), flag="words of the interpreter"
    ),
    "minibatches of two hundred thousand numbers": Attack(
        homework="hw5-mlp", cells={"minibatches": TOO_MANY_NUMBERS}
    ),
    "a great many terms none of which outgrows another": Attack(
        homework="hw7-cost",
        cells={
            "orders": f"orders = dict.fromkeys(orders, {PAIRS!r})",
            "outputs": f"outputs = dict.fromkeys(outputs, {PAIRS!r})",
        },
    ),
}
