# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine"]
# Starts every gradient at 0 instead of None.

# %%
def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = 0.0
    graph.gradient = one
    for node in reversed(graph.sorted_nodes()):
        for child, share in zip(node.input_nodes, node.backward()):
            child.gradient = child.gradient + share
    return graph
