# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine"]
# Hands a gradient only to the first input of each node.
#
# A node with two inputs has two downstream gradients, and the second input never gets its own. In
# `y = Mean(u, v)` nothing ever reaches `v`.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        if node.input_nodes:
            if node.gradient is None:
                node.gradient = one * 0
            node.input_nodes[0].accumulate_gradient(node.backward()[0])
    return graph
