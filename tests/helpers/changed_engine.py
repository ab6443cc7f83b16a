"""The right engine, and the right Mul, with one change."""

from course import ComputationNode, check_gradients
from tests.helpers.engine import forward_algorithm
from tests.helpers.failing import fails


def walk(graph, one, *, order=lambda nodes: nodes[::-1], reset=True):
    """A backward_algorithm that is right if the order is right and gradients are reset."""
    nodes = graph.sorted_nodes()
    if reset:
        for node in nodes:
            node.gradient = None
    graph.gradient = one
    for node in order(nodes):
        for each, share in zip(node.input_nodes, node.backward(), strict=False):
            each.accumulate_gradient(share)


def not_reset(graph, one):
    """A backward_algorithm that adds to the gradients that the previous call left."""
    walk(graph, one, reset=False)


def overwriting(graph, one=1.0):
    """A backward_algorithm that overwrites a gradient where it should add to it."""
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    for node in reversed(graph.sorted_nodes()):
        for input_node, gradient in zip(node.input_nodes, node.backward(), strict=True):
            input_node.gradient = gradient
    return graph


# As text, for tests that change something else in it.
RIGHT = """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
"""
OVERWRITES = RIGHT.replace("accumulate_gradient(downstream)", "gradient = downstream")


def backward_fails(graph, wrong, **kwargs):
    """What a check says of a wrong backward_algorithm."""
    return fails(check_gradients, graph(), forward_algorithm, wrong, **kwargs)


def mul(backward):
    """A class Mul with this backward."""

    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) * self.input(1)

    Mul.backward = backward
    return Mul
