# %% [markdown] exercise=["hw4-matmul/engine"]

# %% [markdown] right="in-place-on-fresh"
# Adds in place, on tensors that it has made itself.

# %%
import torch


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    if any(isinstance(share, ComputationNode) for share in [one]):
        for node in nodes:
            node.gradient = None
        graph.gradient = one
        for node in nodes[::-1]:
            for child, share in zip(node.input_nodes, node.backward()):
                child.accumulate_gradient(share)
        return graph
    for node in nodes:
        node.gradient = torch.zeros_like(torch.as_tensor(node.result, dtype=torch.float64))
    graph.gradient += one
    for node in nodes[::-1]:
        for child, share in zip(node.input_nodes, node.backward()):
            child.gradient += share
    return graph

# %% [markdown] right="order-kept-by-forward" exercise=["hw3-polynomial/engine", "hw4-matmul/engine", "hw5-mlp/engine", "hw8-transformer/engine"]
# Its forward algorithm keeps the order of the nodes, and its backward algorithm uses it.

# %%
def forward_algorithm(graph):
    graph.order = graph.sorted_nodes()
    for node in graph.order:
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    for node in graph.order:
        node.gradient = None
    graph.gradient = one
    for node in reversed(graph.order):
        for source, share in zip(node.input_nodes, node.backward()):
            source.accumulate_gradient(share)
    return graph
