# %% [markdown] exercise=["hw3-polynomial/engine", "hw4-matmul/engine"]
# Turns each downstream gradient into a plain number.
#
# The gradient of a tensor is a tensor of the same shape, one entry for each entry. For `y = -x`
# with three entries there are three numbers to hand on, and `float` can make only one.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(float(downstream))
    return graph
