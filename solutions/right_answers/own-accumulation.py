# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw4-matmul/engine"]
# Adds without the method of the scaffold.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1]:
        for child, share in zip(node.input_nodes, node.backward()):
            if child.gradient is None:
                child.gradient = share
            else:
                child.gradient = child.gradient + share
    return graph
