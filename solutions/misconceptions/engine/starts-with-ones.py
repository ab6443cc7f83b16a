# %% [markdown] exercise=["hw3-polynomial/engine", "hw4-matmul/engine"]
# Starts with a tensor of ones instead of `one`.
#
# Ones say that every entry of the output counts the same. The argument `one` says how much each
# of them counts, and that can be any number.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one * 0 + 1.0
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
