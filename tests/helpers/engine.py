"""One right answer to the homework, written simply: what a student defines in the notebook; the
mistake that most of the tests need, and what a check has against one."""

from collections.abc import Callable

import pytest

from course import ComputationNode
from course.messages.failure import CheckFailed


def failure(check: Callable, *args, **kwargs) -> CheckFailed:
    """What a check raises that has to fail."""
    with pytest.raises(CheckFailed) as caught:
        check(*args, **kwargs)
    return caught.value


def fails(check: Callable, *args, **kwargs) -> str:
    """What a check says that has to fail."""
    return str(failure(check, *args, **kwargs))


def explained(check: Callable, *args, **kwargs) -> str:
    """All that a notebook shows of a check that has to fail, such as the name of the mistake."""
    return "\n".join(failure(check, *args, **kwargs)._render_traceback_())


class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]


class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]


class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0).T @ self.gradient]


def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, gradient in zip(node.input_nodes, node.backward(), strict=True):
            input_node.accumulate_gradient(gradient)
    return graph


def overwriting(graph, one=1.0):
    """A backward_algorithm that overwrites a gradient where it should add to it."""
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    for node in reversed(graph.sorted_nodes()):
        for input_node, gradient in zip(node.input_nodes, node.backward(), strict=True):
            input_node.gradient = gradient
    return graph
