"""In a whole homework, one mistake costs its points once."""

import pytest

from autograder.authoring.answer_runs import run_checks

ADD = "\nAdd.backward = lambda self: [self.gradient, 2 * self.gradient]"
MUL = "\nMul.backward = lambda self: [self.gradient * self.input(0)] * 2"
NUMBERS_GIVEN = "\nMul.backward = lambda self: [-6.0 * self.gradient, 2.0 * self.gradient]"
MATMUL = "\nMatmul.backward = lambda self: [self.gradient @ self.input(1), self.gradient]"
BIAS = "\nAddBias.backward = lambda self: [self.gradient, self.gradient.mean(0)]"
TANH = "\nTanh.backward = lambda self: [1 - self.output() ** 2]"
ENGINE = """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1]:
        for input_node, share in zip(node.input_nodes, node.backward()):
            input_node.gradient = share
"""
BREADTH_FIRST = """
def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    queue, seen = [graph], {graph}
    for node in queue:
        for input_node, share in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(share)
            if input_node not in seen:
                seen.add(input_node)
                queue.append(input_node)
"""
STALE = """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        if node.result is None:
            node.forward()
"""
LEAVES_TWICE = """
def forward_algorithm(graph):
    nodes = graph.sorted_nodes()
    for node in [node for node in nodes if not node.input_nodes] + nodes:
        node.forward()
"""
STALE_NODE = """
_again = {0}.forward
{0}.forward = lambda self: _again(self) if self.result is None else None
"""
OWN_SUM = ENGINE.replace(
    "input_node.gradient = share",
    "input_node.gradient = share + (0 if input_node.gradient is None else input_node.gradient)",
)
ALL = {
    "hw2-tanh": "tanh-all",
    "hw3-polynomial": "polynomial-all",
    "hw4-matmul": "loss-all",
    "hw5-mlp": "network-all",
}
UNWRITTEN = "\ndef _unwritten(self):\n    raise NotImplementedError()\n"
NOTHING = """
def forward_algorithm(graph):
    return graph

def backward_algorithm(graph, one=1.0):
    return graph
"""
RAISES = "\ndef _raises(self):\n    raise ValueError('no')\nMul.backward = _raises"


@pytest.mark.by_day(6)
@pytest.mark.parametrize(
    ("homework", "mistakes", "lost"),
    [
        ("hw2-tanh", {"add": ADD}, "add-check"),
        ("hw2-tanh", {"mul": MUL}, "mul-check"),
        ("hw2-tanh", {"mul": RAISES}, "mul-check"),
        ("hw2-tanh", {"mul": NUMBERS_GIVEN}, "mul-check"),
        ("hw2-tanh", {"add": STALE_NODE.format("Add")}, "add-check"),
        ("hw2-tanh", {"engine": BREADTH_FIRST}, "engine-check"),
        ("hw2-tanh", {"engine": STALE}, "engine-check"),
        ("hw2-tanh", {"engine": LEAVES_TWICE}, "engine-check"),
        ("hw3-polynomial", {"mul": MUL}, "mul-check"),
        ("hw3-polynomial", {"engine": ENGINE}, "engine-check"),
        ("hw3-polynomial", {"engine": OWN_SUM}, "engine-check"),
        ("hw4-matmul", {"matmul": MATMUL}, "matmul-check"),
        ("hw4-matmul", {"add-bias": BIAS}, "add-bias-check"),
        ("hw4-matmul", {"engine": BREADTH_FIRST}, "engine-check"),
        ("hw5-mlp", {"tanh": TANH}, "tanh-check"),
        ("hw5-mlp", {"tanh": STALE_NODE.format("Tanh")}, "tanh-check"),
        ("hw5-mlp", {"engine": ENGINE}, "engine-check"),
        ("hw5-mlp", {"tanh": TANH, "arithmetic": ADD + MUL}, "tanh-check arithmetic-check"),
    ],
)
def test_a_wrong_part_costs_its_points_in_its_own_exercise_and_not_again(homework, mistakes, lost):
    failed = run_checks(homework, mistakes).failed
    assert set(lost.split()) <= failed
    assert ALL[homework] not in failed


@pytest.mark.parametrize(
    ("homework", "mistakes"),
    [
        ("hw2-tanh", {"add": ADD, "mul": MUL}),
        ("hw2-tanh", {"mul": MUL, "engine": BREADTH_FIRST}),
        ("hw2-tanh", {"mul": UNWRITTEN + "Mul.backward = _unwritten"}),
        ("hw3-polynomial", {"mul": MUL, "engine": ENGINE}),
        ("hw3-polynomial", {"engine": NOTHING}),
        ("hw4-matmul", {"matmul": MATMUL, "add-bias": BIAS}),
        ("hw4-matmul", {"add-bias": "\nAddBias.forward = AddBias.backward = lambda self: None"}),
        ("hw5-mlp", {"tanh": TANH, "engine": ENGINE, "arithmetic": ADD + MUL}),
    ],
)
def test_parts_earn_nothing_together_if_half_are_wrong_or_one_is_unwritten(homework, mistakes):
    assert ALL[homework] in run_checks(homework, mistakes).failed


def test_a_node_that_is_wrong_only_among_the_others_fails():
    only_where_broadcast = (
        "\ndef _backward(self):"
        "\n    x, y = self.input(0), self.input(1)"
        "\n    factor = 1 if getattr(x, 'shape', ()) == getattr(y, 'shape', ()) else 2"
        "\n    return [self.gradient * y, self.gradient * x * factor]"
        "\nMul.backward = _backward"
    )
    failed = run_checks("hw3-polynomial", {"mul": only_where_broadcast}).failed
    assert "mul-check" not in failed
    assert "polynomial-all" in failed


def test_a_changed_given_curve_costs_nothing():
    """A student may change the `polynomial` that is given, to look at another."""
    other = "def polynomial(x):\n    return x**3 + 2 * x"
    assert not run_checks("hw3-polynomial", {"polynomial-formula": other}).failed
