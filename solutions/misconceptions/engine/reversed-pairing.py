# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Pairs the downstream gradients with the inputs in the opposite order.
#
# The list that backward returns is in the order of the inputs, although the walk over the nodes
# goes backward. For `c = a * b` at a = 2, b = 5, the list is [5, 2]: 5 belongs to `a` and 2 to `b`.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(reversed(node.input_nodes), node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
