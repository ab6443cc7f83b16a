# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Forgets all gradients at the end of the pass instead of the start.
#
# The gradients are what the pass is for, and someone will want to read them afterwards. In `b =
# -a`, `a` has its -1 for a moment, and then None again. Old gradients can go when the next pass
# starts.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    for node in nodes:
        node.gradient = None
    return graph
