# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Forgets a node's gradient just before its own backward.
#
# By then all its shares have arrived, and they are needed now: backward multiplies by the
# gradient that was just thrown away. In `b = -a`, `b` has been given `one`, is set back to
# None, and has nothing to pass on to `a`.

# %%
def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for node in reversed(graph.sorted_nodes()):
        node.gradient = None
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
