# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Adds the downstream gradients to a node that they do not belong to.
#
# What `backward` returns belongs to the node's inputs, one gradient for each. For `y = Exp(x)`,
# whose gradient does `y.backward()` compute?

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for downstream in node.backward():
            node.accumulate_gradient(downstream)
    return graph
