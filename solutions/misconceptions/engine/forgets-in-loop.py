# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Forgets the gradient of each input just before it adds a share to it.
#
# A share that has already arrived is forgotten when the next one comes, so a node that is used
# twice keeps only one. Forget once, before the first step, and then only add.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        downstream = node.backward()
        for i in range(len(downstream) - 1, -1, -1):
            node.input_nodes[i].gradient = None
            node.input_nodes[i].accumulate_gradient(downstream[i])
    return graph
