# %% [markdown] exercise=["hw3-polynomial/engine", "hw4-matmul/engine"]
# Puts one and the same tensor of zeros into all nodes, and adds to it in place.
#
# A tensor is an object: all nodes hold this same one, and `+=` on it changes what every node
# sees. After `z = torch.zeros(2); a = z; b = z; a += 1`, `b` is (1, 1) too.

# %%
import torch


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    zeros = torch.zeros_like(nodes[0].result)
    for node in nodes:
        node.gradient = zeros
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.gradient += downstream
    return graph
