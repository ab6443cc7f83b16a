"""Hostile submissions whose answers, and not whose code, are the attack: on the judge, and on its
flags."""

from tests.hostile import Attack

# Autograd in the student's place, by no word that tells.
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

# Each backward is called for show, and what is delivered comes from differences.
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

TOO_MANY_NUMBERS = """
def minibatches(order, size):
    return [[0] * 4096] * 48
"""
PAIRS = "z3 z2 + z3 z1 + z3 x + z2 z1 + z2 x + z1 x + y z3 + y z2 + y z1 + y x"

ANSWER_ATTACKS = {
    "autograd by joined names": Attack(
        4, cells={"mul": UNNAMED_AUTOGRAD}, flag="autograd was at work"
    ),
    "autograd behind a magic": Attack(
        4,
        cells={"mul": UNNAMED_AUTOGRAD.replace('"auto" + "grad"', '"autograd"') + "%pwd\n"},
        flag="uses words of PyTorch's autograd",
    ),
    "differences, each backward called for show": Attack(
        3, cells={"engine": DIFFERENCES}, flag="Did the engine compute it?"
    ),
    "an agent that is imported by a name with a point": Attack(
        0, extra=('__import__("agent.agent", fromlist=["x"])',), flag="words of the interpreter"
    ),
    "minibatches of two hundred thousand numbers": Attack(
        assignment="hw5-mlp", cells={"minibatches": TOO_MANY_NUMBERS}
    ),
    "a great many terms none of which outgrows another": Attack(
        assignment="hw7-cost",
        cells={
            "orders": f"orders = dict.fromkeys(orders, {PAIRS!r})",
            "outputs": f"outputs = dict.fromkeys(outputs, {PAIRS!r})",
        },
    ),
}
