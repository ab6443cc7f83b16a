# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Keeps the first share that arrives at a node and drops the others.
#
# A node that already has a gradient is left alone. But at a fork every share counts. In `b = a
# + a` two shares arrive at `a`, and you keep one.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            if input_node.gradient is None:
                input_node.accumulate_gradient(downstream)
    return graph
