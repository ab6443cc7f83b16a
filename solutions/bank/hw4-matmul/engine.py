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
