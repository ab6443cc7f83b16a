# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine"]
# Starts with 1.0, and multiplies the leaves by `one` at the end.
#
# The leaves come out right, but the nodes in between keep gradients that belong to another `one`.
# With `one` equal to 10, in `b = -a; c = -b` the leaf `a` has 10, but `b` and `c` have -1 and 1
# instead of -10 and 10.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = 1.0
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    for node in nodes:
        if len(node.input_nodes) == 0:
            node.gradient = node.gradient * one
    return graph
