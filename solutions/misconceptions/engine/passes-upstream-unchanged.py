# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Hands a node's own gradient on to its inputs, without the local gradients.
#
# Downstream is upstream times local, and that product is what backward returns. In `b = -a` with
# `one` equal to 1, the 1 of `b` is handed on as it is, and `a` gets 1 instead of -1: the local
# gradient is -1.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        node.backward()
        for input_node in node.input_nodes:
            input_node.accumulate_gradient(node.gradient)
    return graph
