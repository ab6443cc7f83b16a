# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# As few lines as possible.

# %%
def forward_algorithm(graph):
    [node.forward() for node in graph.sorted_nodes()]
    return graph


def backward_algorithm(graph, one=1.0):
    [setattr(node, "gradient", None) for node in graph.sorted_nodes()]
    graph.accumulate_gradient(one)
    [
        i.accumulate_gradient(g)
        for n in graph.sorted_nodes()[::-1]
        for i, g in zip(n.input_nodes, n.backward())
    ]
    return graph
