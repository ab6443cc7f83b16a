# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw4-matmul/engine"]
# functools.reduce and the operator module.

# %%
import operator
from functools import reduce


def forward_algorithm(graph):
    return reduce(lambda _, node: node.forward() or node, graph.sorted_nodes(), graph)


def backward_algorithm(graph, one=1.0):
    def step(shares, node):
        node.gradient = reduce(operator.add, shares.pop(node))
        for child, share in zip(node.input_nodes, node.backward()):
            shares.setdefault(child, []).append(share)
        return shares

    reduce(step, reversed(graph.sorted_nodes()), {graph: [one]})
    return graph
