# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Puts `one` at the output twice.
#
# The output starts with `one` and then gets `one` again, so every gradient is twice as large as it
# should be.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    graph.accumulate_gradient(one)
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
