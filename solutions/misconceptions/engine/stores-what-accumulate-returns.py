# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Stores what accumulate_gradient returns as the gradient.
#
# accumulate_gradient adds to the gradient by itself and returns nothing, that is, None; storing
# that wipes the gradient out again. `x.accumulate_gradient(3)` is a whole line.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.gradient = input_node.accumulate_gradient(downstream)
    return graph
