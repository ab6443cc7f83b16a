# %% [markdown] exercise=["hw3-polynomial/engine", "hw4-matmul/engine"]
# Sums each downstream gradient to a single number.
#
# Shares that arrive along different edges add up, but the entries of one gradient belong to
# different entries of the value, and stay apart. For `y = -x` with `one` = (1, 10, 100), the
# gradient of `x` is (-1, -10, -100), not -111 everywhere.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = one * 0
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.gradient = input_node.gradient + downstream.sum()
    return graph
