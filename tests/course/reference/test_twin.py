"""PyTorch's twin of a graph."""

import pytest
import torch

from course.expressions.graph_of import graph_of
from course.graph import ComputationNode, Exp, Leaf
from course.operations import OPERATIONS, Sketch
from course.reference.twin import jacobians, twin, twin_derivatives

# Each as a graph, by the texts of its nodes, and typed once more, as a function of x and y.
EXPRESSIONS = [
    ({"out": "x * x + x"}, lambda x, y: x * x + x),
    ({"u": "exp(x)", "out": "u * u / y - u"}, lambda x, y: x.exp() * x.exp() / y - x.exp()),
    ({"out": "sum(tanh(x) * y)"}, lambda x, y: (x.tanh() * y).sum()),
    ({"z": "x @ y.T", "out": "Mean(z, z * z)"}, lambda x, y: (x @ y.T + (x @ y.T) ** 2) / 2),
    ({"out": "x + RowSums(x * y)"}, lambda x, y: x + (x * y).sum(1, keepdim=True)),
    ({"out": "relu(x) * softmax(y)"}, lambda x, y: x.relu() * y.softmax(-1)),
]


def random(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape))).double()


def built(table: dict[str, str]) -> tuple[ComputationNode, dict[str, torch.Tensor]]:
    """A graph, and the values of its leaves."""
    values = {"x": random(2, 3), "y": random(3, 2).T}
    return graph_of(table, values, sketch=True), values


@pytest.mark.parametrize(("table", "function"), EXPRESSIONS, ids=[str(t) for t, _ in EXPRESSIONS])
def test_a_twin_has_what_pytorch_computes_for_the_same_expression(table, function):
    graph, values = built(table)
    inputs = [value.clone().requires_grad_() for value in values.values()]
    output = function(*inputs)
    one = random(*output.shape)
    gradients = torch.autograd.grad(output, inputs, one, materialize_grads=True)
    right = twin(graph, one)
    assert torch.allclose(right.results[-1], output)
    for name, gradient in zip(values, gradients, strict=True):
        for node in right.nodes:
            if node.name == name:
                assert torch.allclose(right.gradient_by_node[node], gradient)


@pytest.mark.parametrize("table", [t for t, _ in EXPRESSIONS], ids=str)
def test_the_shares_that_a_node_gets_add_up_to_its_gradient(table):
    right = twin(built(table)[0])
    for node in right.nodes[:-1]:
        shares = [
            share
            for user in right.users_of(node)
            for source, share in zip(user.input_nodes, right.shares(user), strict=True)
            if source is node
        ]
        assert torch.allclose(sum(shares), right.gradient_by_node[node])


def test_a_twin_runs_no_method_of_a_node():
    class Wrong(Exp):
        forward = backward = None

    x = Leaf(0.5, "x")
    right = twin(Wrong(x), 3.0)
    assert right.gradients[0] == 3 * torch.tensor(0.5).double().exp()
    assert x.result is x.gradient is None


def test_a_gradient_that_nothing_reaches_is_0():
    assert twin(Sketch("Detach", Leaf(2.0))).gradients[0] == 0


def test_the_derivatives_of_a_twin_are_those_of_calculus_even_when_they_are_constant():
    values = random(4)
    graph = graph_of({"y": "x^3 - 2 * x"}, {"x": values}, sketch=True)
    derivatives = twin_derivatives(graph, graph.get("x"), 5)
    right = [3 * values**2 - 2, 6 * values, 6 + 0 * values, 0 * values, 0 * values]
    assert all(map(torch.allclose, derivatives, right))


@pytest.mark.parametrize(
    ("operation", "shapes"),
    [("Mul", [(2, 3), (2, 3)]), ("Mul", [(2, 3), (1, 3)]), ("Matmul", [(2, 3), (3, 2)])],
)
def test_the_jacobians_of_a_node_are_pytorchs_also_where_it_broadcasts(operation, shapes):
    values = [torch.randn(shape, dtype=torch.float64) for shape in shapes]
    node = Sketch(operation, *map(Leaf, values))
    right = torch.autograd.functional.jacobian(OPERATIONS[operation].formula, tuple(values))
    for mine, matrix, value in zip(jacobians(node, values), right, values, strict=True):
        assert torch.allclose(mine, matrix.reshape(-1, value.numel()))
