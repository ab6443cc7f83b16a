# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Multiplies the downstream gradients by the upstream gradient once more.
#
# `backward` has already multiplied its local gradient by the upstream gradient. What it returns
# is ready to be handed on. For `y = Exp(x)` at x = 0 with the upstream gradient 3, the answer
# is 3, not 9.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream * node.gradient)
    return graph
