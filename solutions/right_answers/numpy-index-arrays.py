# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine"]
# Numbers in a numpy array, the graph as an array of indices.

# %%
import numpy as np


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    place = {node: i for i, node in enumerate(nodes)}
    gradients = np.zeros(len(nodes))
    gradients[-1] = one
    for i in np.arange(len(nodes))[::-1]:
        nodes[i].gradient = gradients[i]
        sources = np.array([place[n] for n in nodes[i].input_nodes], dtype=int)
        np.add.at(gradients, sources, np.asarray(nodes[i].backward(), dtype=float))
    return graph
