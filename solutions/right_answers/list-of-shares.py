# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw4-matmul/engine"]
# All shares of a node in a list, summed when its turn comes.

# %%
from collections import defaultdict


def backward_algorithm(graph, one=1.0):
    shares = defaultdict(list)
    shares[graph].append(one)
    for node in graph.sorted_nodes()[::-1]:
        node.gradient = sum(shares[node])
        for i, downstream in enumerate(node.backward()):
            shares[node.input_nodes[i]].append(downstream)
    return graph
