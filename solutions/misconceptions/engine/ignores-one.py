# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Starts with 1, or with ones, instead of `one`.
#
# That is right only when the output is the end of the story and all its entries count the same. If
# more follows, other numbers arrive there, and the argument `one` says which. Every gradient scales
# with it.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = 1.0
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
