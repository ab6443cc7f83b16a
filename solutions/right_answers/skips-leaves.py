# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Does not call backward on leaves, which have nothing to send.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1]:
        if isinstance(node, Leaf):
            continue
        for child, share in zip(node.input_nodes, node.backward()):
            child.accumulate_gradient(share)
    return graph
