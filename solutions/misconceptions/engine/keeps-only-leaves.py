# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Keeps the gradients of the leaves and throws the others away.
#
# PyTorch does this to save memory, but here every node should keep its gradient, so that you can
# look at it. In `b = -a; c = -b`, `a` keeps its gradient, but `b` and `c` have None after the pass.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
        if node.input_nodes:
            node.gradient = None
    return graph
