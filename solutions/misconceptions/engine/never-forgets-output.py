# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Accumulates `one` into the output without forgetting what is there.
#
# The output keeps its gradient from the last call, and `one` is added on top; and all other
# nodes keep theirs too. The first call is right, the second is not.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    graph.accumulate_gradient(one)
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
