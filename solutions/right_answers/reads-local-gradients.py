# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine"]
# Sends 1.0 through each node to read its local gradients, then multiplies itself.

# %%
def local_gradients(node):
    upstream, node.gradient = node.gradient, 1.0
    try:
        return node.backward()
    finally:
        node.gradient = upstream


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = 0.0
    graph.gradient = one
    for node in reversed(nodes):
        for child, local in zip(node.input_nodes, local_gradients(node)):
            child.gradient += node.gradient * local
    return graph
