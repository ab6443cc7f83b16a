# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine"]
# A matrix of who feeds whom, and numpy to find who is ready.

# %%
import numpy as np


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    index = {node: i for i, node in enumerate(nodes)}
    feeds = np.zeros((len(nodes), len(nodes)), dtype=int)
    for node in nodes:
        node.gradient = None
        for child in node.input_nodes:
            feeds[index[child], index[node]] += 1
    graph.gradient = one
    done = np.zeros(len(nodes), dtype=bool)
    while not done.all():
        ready = np.flatnonzero(~done & (feeds[:, ~done].sum(axis=1) == 0))
        node = nodes[ready[0]]
        for child, share in zip(node.input_nodes, node.backward()):
            child.accumulate_gradient(share)
        done[ready[0]] = True
    return graph
