"""The PyTorch twin of a graph: the same nodes on torch tensors, differentiated by autograd.

`FORMULAS` says what each class of node computes, one line a class. The twin knows nothing of
anyone's `forward` or `backward`, so it can judge both.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch

from course.graph import ComputationNode, Leaf

FORMULAS = {
    # class        the value of `node`, from the values x, y of its inputs
    "Copy":        lambda node, x: x.clone(),
    "Negate":      lambda node, x: -x,
    "Exp":         lambda node, x: x.exp(),
    "IntPow":      lambda node, x: x**node.int_power,
    "Matsum":      lambda node, x: x.sum_to_size(node.target_shape),
    "Matexpand":   lambda node, x: x.expand(node.target_shape),
    "Mean":        lambda node, x, y: (x + y) / 2,
    "HalfDifference": lambda node, x, y: (x - y) / 2,
    "Add":         lambda node, x, y: x + y,
    "AddBias":     lambda node, x, y: x + y,
    "Mul":         lambda node, x, y: x * y,
    "Matmul":      lambda node, x, y: x @ y,
    "Tanh":        lambda node, x: x.tanh(),
    "Sine":        lambda node, x: x.sin(),
    "Shift":       lambda node, x: x.roll(1, dims=-1),
    "Relu":        lambda node, x: x.relu(),
    "Sigmoid":     lambda node, x: x.sigmoid(),
    "Softmax":     lambda node, x: x.softmax(dim=-1),
    "MaxPool":     lambda node, x: torch.nn.functional.max_pool1d(x, 3),
    "Detach":      lambda node, x: x.detach() + 0 * x,
    "Checkpoint":  lambda node, x: in_a_row(node.layers, x),
    "SquaredNorm": lambda node, x: (x**2).sum(),
    "SquaredLoss": lambda node, x, y: ((x - y) ** 2).sum() / 2,
    "LogisticLoss": lambda node, x, y: (torch.nn.functional.softplus(x) - y * x).mean(),
}  # fmt: skip


def in_a_row(layers: Sequence[str], x: torch.Tensor) -> torch.Tensor:
    """What comes out if x goes through layers of these classes, one after the other."""
    return functools.reduce(lambda value, layer: FORMULAS[layer](None, value), layers, x)


@dataclass
class Twin:
    """What PyTorch computes for every node, in the order of `graph.sorted_nodes()`.

    Attributes:
        results: the value of each node, float64.
        gradients: d(output) / d(node) contracted with the upstream gradient at the output,
            float64, of the shape of the node's result.
    """

    results: list[torch.Tensor]
    gradients: list[torch.Tensor]


def formula(node: ComputationNode):
    """The formula for a node's class, or for the nearest class it inherits from; for a sketch, that
    of the operation it names."""
    names = [cls.__name__ for cls in type(node).__mro__]
    for name in [getattr(node, "operation", None), *names]:
        if name in FORMULAS:
            return FORMULAS[name]
    name = getattr(node, "operation", type(node).__name__)
    raise NotImplementedError(
        f"There is no PyTorch formula for {name}: add one to FORMULAS in course/check/twin.py."
    )


def as_float64(value) -> torch.Tensor:
    """A number or tensor as a float64 tensor of its own on the CPU, outside any autograd graph."""
    return torch.as_tensor(value, dtype=torch.float64, device="cpu").detach().clone()


def twin_values(nodes: list[ComputationNode]) -> list[torch.Tensor]:
    """The values of topologically ordered nodes, still connected for autograd."""
    values: dict[ComputationNode, torch.Tensor] = {}
    for node in nodes:
        if isinstance(node, Leaf):
            values[node] = as_float64(node.value).requires_grad_()
        else:
            values[node] = formula(node)(node, *(values[n] for n in node.input_nodes))
    return list(values.values())


def twin(graph: ComputationNode, one=1.0) -> Twin:
    """Result and gradient of every node by PyTorch, `one` being the output's upstream gradient."""
    with torch.enable_grad():
        values = twin_values(graph.sorted_nodes())
        # Weighting the output by its upstream gradient and summing is the vector-Jacobian product;
        # autograd.grad's own argument for it would first import sympy, for a quarter second.
        weighted = (values[-1] * as_float64(one)).sum()
        gradients = torch.autograd.grad(weighted, values, materialize_grads=True)
    return Twin([v.detach() for v in values], list(gradients))


def share(
    user: ComputationNode, i: int, upstream: torch.Tensor, results: Mapping | None = None
) -> torch.Tensor:
    """The right downstream gradient of one node for its i-th input, from its inputs' results,
    or from those given, by node."""
    values = [node.result if results is None else results[node] for node in user.input_nodes]
    with torch.enable_grad():
        inputs = [as_float64(value).requires_grad_() for value in values]
        weighted = (formula(user)(user, *inputs) * upstream).sum()
        return torch.autograd.grad(weighted, inputs[i], materialize_grads=True)[0]


def twin_derivatives(graph: ComputationNode, leaf: Leaf, order: int) -> list[torch.Tensor]:
    """The first to `order`-th derivative of the graph's sum with respect to one leaf.

    Each derivative is summed before the next is taken, which for an elementwise graph gives the
    ordinary derivatives at every entry of the leaf. Float64, of the shape of the leaf.
    """
    nodes = graph.sorted_nodes()
    with torch.enable_grad():
        values = twin_values(nodes)
        x, y = values[nodes.index(leaf)], values[-1]
        derivatives = []
        for _ in range(order):
            if y.requires_grad:
                (y,) = torch.autograd.grad(y.sum(), x, create_graph=True, materialize_grads=True)
            else:  # a derivative that has become constant
                y = torch.zeros_like(x)
            derivatives.append(y.detach())
    return derivatives
