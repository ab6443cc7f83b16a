# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Adds the downstream gradients to the node itself instead of its inputs.
#
# What `backward` returns belongs to the node's inputs, one gradient for each. The node's own
# gradient is finished by then. For `y = Exp(x)`, whose gradient does `y.backward()` compute?

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
