# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# The slice leaves out the first node, so its old gradient is never forgotten.
#
# `nodes[:0:-1]` runs backward but stops before index 0, where a leaf stands. The first call does
# not show it; in the second call on `b = -a`, only `b` is reset, and `a` ends up with -2 instead of
# -1. Try `[1, 2, 3][:0:-1]`.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()[:0:-1]
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes:
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
