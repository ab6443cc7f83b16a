# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Sets every gradient to `one`, not only that of the output.
#
# Only the output starts with something; all other nodes have nothing until their shares arrive, and
# an extra share stays in the sum. In `b = -a`, `a` starts with 1 and then gets -1: it ends up with
# 0 instead of -1.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
